// When which token is had.
#include "auth/client/source.hpp"

#include "http/client/proxy.hpp"
#include "http/headers.hpp"

#include <algorithm>
#include <utility>

namespace mcp::auth {

namespace {

/// So often a request is made again after a login, and so often scopes are asked for in vain.
constexpr unsigned max_logins = 2;

bool is_local(const std::string& server) {
    const auto url = http::parse_url(server);
    return url && (url->unix_socket || http::is_loopback(url->host));
}

/// Says nothing of the refresh token: it may work the next time.
bool is_passing(const AuthError& error) {
    return error.failure == AuthFailure::unreachable || error.failure == AuthFailure::stopped;
}

/// The challenge that speaks of tokens; one for proofs before others when there is a prover.
Challenge token_challenge(const std::vector<std::string>& values, bool proves) {
    Challenge found;
    for (const std::string& value : values) {
        for (Challenge& each : parse_challenges(value)) {
            const bool first = each.scheme == (proves ? "dpop" : "bearer");
            const bool second = each.scheme == (proves ? "bearer" : "dpop");
            if (first) return std::move(each);
            if (second && found.scheme.empty()) found = std::move(each);
        }
    }
    return found;
}

}  // namespace

class OAuthSource::Turn {
public:
    Turn(OAuthSource& source, const std::stop_token& stop) : source_(source) {
        std::unique_lock lock(source_.mutex_);
        mine_ = source_.changed_.wait(lock, stop, [&] { return !source_.busy_; });
        if (mine_) source_.busy_ = true;
    }
    ~Turn() {
        if (!mine_) return;
        const std::lock_guard lock(source_.mutex_);
        source_.busy_ = false;
        source_.changed_.notify_all();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    explicit operator bool() const { return mine_; }

private:
    OAuthSource& source_;
    bool mine_ = false;
};

OAuthSource::OAuthSource(OAuthOptions options, SourceParts parts)
    : options_(std::move(options)),
      web_(std::move(parts.web)),
      now_(std::move(parts.now)),
      grant_(std::move(parts.grant)),
      storage_(options_.storage ? options_.storage : memory_storage()) {}

OAuthSource::Known& OAuthSource::known(const std::string& server) {
    Known& known = known_[server];
    if (!std::exchange(known.loaded, true)) {
        known.tokens = load_tokens(*storage_, server);
        if (known.tokens) {
            known.issuer = known.tokens->issuer;
            known.asked = known.tokens->scopes;
        }
    }
    return known;
}

void OAuthSource::keep(const std::string& server, const std::optional<Tokens>& tokens) {
    {
        const std::lock_guard lock(mutex_);
        known(server).tokens = tokens;
    }
    if (tokens) {
        save_tokens(*storage_, server, *tokens);
    } else {
        erase_tokens(*storage_, server);
    }
}

HttpFields OAuthSource::fields(const Tokens& tokens, const TokenRequest& request) const {
    if (!prover_) return {{"Authorization", "Bearer " + tokens.access_token}};
    return {{"Authorization", "DPoP " + tokens.access_token},
            {"DPoP", prover_->proof(request.method, request.url, tokens.access_token)}};
}

Flow OAuthSource::flow(const std::string& server, std::stop_token stop) const {
    FetchGuard guard;
    guard.allow_loopback = is_local(server);
    guard.allow_private = options_.allow_private;
    return {*web_, guard, std::move(stop), now_, prover_.get()};
}

std::optional<HttpFields> OAuthSource::at_hand(const TokenRequest& request) {
    const std::lock_guard lock(mutex_);
    const Known& server = known(request.server);
    if (!server.tokens) return HttpFields();
    if (!server.tokens->expired(now_())) return fields(*server.tokens, request);
    if (!server.tokens->refresh_token.empty()) return std::nullopt;
    return HttpFields();
}

Result<HttpFields, AuthError> OAuthSource::obtain(const TokenRequest& request,
                                                  std::stop_token stop) {
    if (auto there = at_hand(request)) return std::move(*there);
    const Turn turn(*this, stop);
    if (!turn) return auth_error(AuthFailure::stopped, "the login was given up");
    if (auto there = at_hand(request)) return std::move(*there);
    std::unique_lock lock(mutex_);
    const std::optional<Tokens> old = known(request.server).tokens;
    lock.unlock();
    if (old) {
        const Flow steps = flow(request.server, stop);
        const auto metadata = find_server(steps, old->issuer);
        if (!metadata) return Unexpected(metadata.error());
        const auto fresh = refresh(steps, request.server, *metadata, *old);
        if (!fresh && is_passing(fresh.error())) return Unexpected(fresh.error());
        // Without a fresh token the request goes out without any, and is refused: that leads on.
        if (!fresh) keep(request.server, std::nullopt);
    }
    return at_hand(request).value_or(HttpFields());
}

Result<bool, AuthError> OAuthSource::refused(const TokenRequest& request,
                                             const TokenRefusal& refusal, std::stop_token stop) {
    const Challenge challenge = token_challenge(refusal.challenges, prover_ != nullptr);
    const std::string error = challenge.get("error");
    // Some servers forget to say `insufficient_scope`, and say which scopes all the same.
    const bool wider = refusal.status == 403 && (error == "insufficient_scope" ||
                                                 (error.empty() && challenge.find("scope")));
    if (refusal.status != 401 && !wider) return false;
    if (wider && !grant_->is_interactive() && refusal.attempt > 0) return false;
    if (refusal.attempt >= max_logins) return false;

    const Turn turn(*this, stop);
    if (!turn) return auth_error(AuthFailure::stopped, "the login was given up");
    {
        const std::lock_guard lock(mutex_);
        Known& server = known(request.server);
        const std::string* const sent = http::find_field(refusal.sent, "Authorization");
        const std::string used = sent ? sent->substr(sent->find(' ') + 1) : std::string();
        // Somebody else has logged in meanwhile.
        if (server.tokens && server.tokens->access_token != used) return true;
        if (server.failure && now_() - server.failed < options_.pause_after_failure) {
            return Unexpected(*server.failure);
        }
    }
    auto outcome = log_in(request, refusal, challenge, flow(request.server, stop));
    const std::lock_guard lock(mutex_);
    Known& server = known(request.server);
    server.failure.reset();
    if (!outcome && outcome.error().failure != AuthFailure::stopped) {
        server.failure = outcome.error();
        server.failed = now_();
    }
    return outcome;
}

Result<bool, AuthError> OAuthSource::log_in(const TokenRequest& request,
                                            const TokenRefusal& refusal, const Challenge& challenge,
                                            const Flow& steps) {
    auto resource = find_resource(steps, request.server, challenge.get("resource_metadata"));
    if (!resource) return Unexpected(resource.error());
    if (!*resource && !options_.allow_2025_03_26) {
        return auth_error(AuthFailure::bad_metadata,
                          "the server does not say which authorization server it trusts");
    }
    auto metadata = *resource ? find_server(steps, (*resource)->authorization_servers.front())
                              : find_old_server(steps, request.server);
    if (!metadata) return Unexpected(metadata.error());
    if (const auto safe = check_endpoints(steps, *metadata); !safe) {
        return Unexpected(safe.error());
    }

    std::unique_lock lock(mutex_);
    Known& server = known(request.server);
    if (server.issuer != metadata->issuer) {  // nothing of the last one is for this one
        server.tokens.reset();
        server.asked.clear();
        server.tried.clear();
        server.issuer = metadata->issuer;
    }
    const std::optional<Tokens> old = server.tokens;
    const Scopes demanded = parse_scopes(challenge.get("scope"));
    if (refusal.status == 403 && ++server.tried[scopes_text(demanded)] > max_logins) return false;
    Scopes wanted = demanded;
    if (wanted.empty() && *resource) wanted = united({}, (*resource)->scopes_supported);
    wanted = united(united(server.asked, wanted), options_.scopes);
    if (grant_->wants_offline_access() && !wanted.empty() &&
        covers(metadata->scopes_supported, {"offline_access"})) {
        wanted = united(std::move(wanted), {"offline_access"});
    }
    lock.unlock();

    if (refusal.status == 401 && refusal.attempt == 0 && old && !old->refresh_token.empty()) {
        const auto fresh = refresh(steps, request.server, *metadata, *old);
        if (fresh) return true;
        if (is_passing(fresh.error())) return Unexpected(fresh.error());
    }
    keep(request.server, std::nullopt);
    auto granted = grant_->obtain(
        steps, {*metadata, *resource ? (*resource)->resource : std::string(), wanted, *storage_});
    if (!granted) return Unexpected(granted.error());
    Tokens tokens;
    tokens.issuer = metadata->issuer;
    tokens.resource = *resource ? (*resource)->resource : std::string();
    tokens.client_id = granted->client.id;
    tokens.access_token = std::move(granted->tokens.access_token);
    tokens.refresh_token = std::move(granted->tokens.refresh_token);
    tokens.scopes = wanted;
    if (granted->tokens.lifetime) tokens.expires = now_() + *granted->tokens.lifetime;
    lock.lock();
    known(request.server).asked = wanted;
    lock.unlock();
    keep(request.server, tokens);
    return true;
}

Result<void, AuthError> OAuthSource::refresh(const Flow& steps, const std::string& server,
                                             const ServerMetadata& metadata, Tokens tokens) {
    const auto client = grant_->client(steps, metadata, tokens.client_id, *storage_);
    if (!client) return Unexpected(client.error());
    if (auto safe = check_endpoints(steps, metadata); !safe) return safe;
    Form form{{"grant_type", "refresh_token"}, {"refresh_token", tokens.refresh_token}};
    if (!tokens.resource.empty()) form.emplace_back("resource", tokens.resource);
    auto fresh = request_token(steps, metadata, *client, std::move(form));
    if (!fresh) return Unexpected(fresh.error());
    tokens.access_token = std::move(fresh->access_token);
    if (!fresh->refresh_token.empty()) tokens.refresh_token = std::move(fresh->refresh_token);
    tokens.expires.reset();
    if (fresh->lifetime) tokens.expires = now_() + *fresh->lifetime;
    keep(server, tokens);
    return {};
}

Result<void, AuthError> OAuthSource::log_out(const std::string& server, std::stop_token stop) {
    const Turn turn(*this, stop);
    if (!turn) return auth_error(AuthFailure::stopped, "the logout was given up");
    std::unique_lock lock(mutex_);
    const std::optional<Tokens> old = std::exchange(known(server), {.loaded = true}).tokens;
    lock.unlock();
    keep(server, std::nullopt);
    if (!old) return {};
    const Flow steps = flow(server, stop);
    const auto metadata = find_server(steps, old->issuer);
    if (!metadata) return Unexpected(metadata.error());
    if (metadata->revocation_endpoint.empty()) return {};
    if (const auto safe = guarded_url(metadata->revocation_endpoint, steps.guard); !safe) {
        return auth_error(AuthFailure::insecure, safe.error().message);
    }
    const auto client = grant_->client(steps, *metadata, old->client_id, *storage_);
    if (!client) return Unexpected(client.error());
    if (!old->refresh_token.empty()) {
        auto done = revoke_token(steps, *metadata, *client, old->refresh_token, "refresh_token");
        if (!done) return done;
    }
    auto done = revoke_token(steps, *metadata, *client, old->access_token, "access_token");
    // Signed tokens cannot be taken back: they end by themselves.
    if (!done && done.error().code == "unsupported_token_type") return {};
    return done;
}

}  // namespace mcp::auth
