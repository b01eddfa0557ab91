#include "auth/server/gate.hpp"

#include "auth/challenge.hpp"
#include "auth/jose/digest.hpp"
#include "auth/server/claims.hpp"
#include "auth/server/documents.hpp"
#include "http/headers.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

namespace mcp {

namespace auth {

namespace {

// Longer than any network: that is asked for by other means.
constexpr std::string_view no_offline = "offline_access";
constexpr std::chrono::seconds try_again_in{5};

[[noreturn]] void reject(const std::string& why) {
    throw std::invalid_argument("require_bearer: " + why);
}

void check_scopes(const std::vector<std::string>& scopes) {
    for (const std::string& scope : scopes) {
        if (!is_scope(scope)) reject("\"" + scope + "\" is no scope");
        if (scope == no_offline) reject("offline_access is between a client and its issuer");
    }
}

/// Options that are complete and safe.
BearerOptions completed(BearerOptions options, const TokenVerifier* verifier) {
    if (verifier == nullptr) reject("no verifier");
    const http::Url resource = safe_url(options.resource, "resource");
    if (options.resource.find_first_of("?#\"\\") != std::string::npos)
        reject("a resource has neither query nor fragment");
    if (options.authorization_servers.empty()) options.authorization_servers = verifier->issuers();
    if (options.authorization_servers.empty()) reject("no authorization server");
    for (const std::string& server : options.authorization_servers)
        safe_url(server, "authorization server");
    BearerOptions::Scopes all = options.scopes;
    for (const auto* map : {&options.method_scopes, &options.tool_scopes}) {
        for (const auto& [name, scopes] : *map) add_scopes(all, scopes);
    }
    check_scopes(all);
    check_scopes(options.scopes_supported);
    if (options.scopes_supported.empty()) options.scopes_supported = std::move(all);
    if (!options.now) options.now = [] { return std::chrono::system_clock::now(); };
    return options;
}

}  // namespace

std::string principal_of(const Grant& grant) { return grant.issuer + '#' + grant.subject; }

BearerGate::BearerGate(std::shared_ptr<TokenVerifier> verifier, BearerOptions options,
                       const HttpEndpointOptions& endpoint,
                       std::function<void(std::string_view)> log)
    : verifier_(std::move(verifier)),
      options_(completed(std::move(options), verifier_.get())),
      log_(std::move(log)),
      guard_(endpoint),
      public_base_(endpoint.public_base),
      json_limits_{endpoint.max_body, endpoint.max_depth},
      proofs_(options_.dpop),
      metadata_(options_, proofs_.algorithms(), endpoint.path),
      cache_(options_.max_cached_tokens) {
    const http::Url resource = http::parse_url(options_.resource).value();
    origin_ = resource.origin();
    audiences_ = options_.audiences;
    audiences_.push_back(options_.resource);
    // An origin is the same with a slash behind it and without.
    if (resource.target == "/") {
        audiences_.push_back(origin_);
        audiences_.push_back(origin_ + '/');
    }
    looks_inside_ = options_.audit || options_.scopes_for || !options_.method_scopes.empty() ||
                    !options_.tool_scopes.empty();
}

/// A request whose token is being looked at elsewhere.
struct BearerGate::Waiting {
    std::mutex mutex{};
    std::optional<Answer<TokenVerdict>> verdict{};  ///< it came at once
    std::optional<Asked> asked{};                   ///< it comes later
    Done<HttpIdentity> done{};
};

BearerGate::Asked BearerGate::asked_of(const HttpRequest& request) const {
    Asked asked;
    asked.http_method = request.method;
    asked.path = request.target.substr(0, request.target.find('?'));
    asked.peer = request.peer;
    if (guard_.has_readers()) {
        const std::string_view origin = http::Headers(request.headers).get(http::header::origin);
        if (!origin.empty() && guard_.may_read(origin)) asked.readable_by = origin;
    }
    return asked;
}

void BearerGate::admit(const HttpRequest& request, Done<HttpIdentity> done) {
    const Credentials shown = credentials_of(request);
    Asked asked = asked_of(request);
    asked.kind = shown.kind;
    if (shown.kind == Credentials::Kind::none)
        return done(refuse(asked, {Outcome::no_token, 401, {}, "there is no token"}));
    if (shown.kind == Credentials::Kind::malformed)
        return done(refuse(asked, {Outcome::malformed, 400, "invalid_request", shown.problem}));
    asked.digest = jose::sha256(shown.token);
    asked.proof = shown.proof;

    const Grant::Time now = options_.now();
    const auto look_inside = [&] {
        if (looks_inside_) asked.operations = operations_in(request.body, json_limits_);
    };
    if (auto grant = cache_.find(asked.digest, now)) {
        look_inside();
        TokenVerdict verdict;
        verdict.grant = std::move(grant);
        verdict.fresh_for = std::chrono::seconds(0);
        return done(decide_safely(asked, std::move(verdict)));
    }
    const auto waiting = std::make_shared<Waiting>();
    waiting->done = std::move(done);
    const auto self = shared_from_this();
    verifier_->verify(shown.token, now, [self, waiting](Answer<TokenVerdict> verdict) {
        std::unique_lock lock(waiting->mutex);
        if (!waiting->asked) {
            waiting->verdict = std::move(verdict);
            return;
        }
        lock.unlock();
        waiting->done(self->decide_safely(*waiting->asked, verdict));
    });
    {
        std::unique_lock lock(waiting->mutex);
        if (!waiting->verdict) {
            look_inside();
            waiting->asked = std::move(asked);
            return;
        }
    }
    look_inside();
    waiting->done(decide_safely(asked, *waiting->verdict));
}

HttpIdentity BearerGate::decide_safely(const Asked& asked, const Answer<TokenVerdict>& verdict) {
    try {
        if (!verdict) return decide(asked, {nullptr, "the verifier has given no answer", true}, {});
        return decide(asked, *verdict, options_.now());
    } catch (const std::exception& error) {
        if (log_) log_(std::string("a request was refused: ") + error.what());
    } catch (...) {
        if (log_) log_("a request was refused: a hook has thrown");
    }
    HttpIdentity failed;
    failed.status = 500;
    return failed;
}

/// Why the token is not good here and now; empty when it is.
std::string BearerGate::problem_with(const Grant& grant, Grant::Time now) const {
    if (grant.subject.empty() || !is_plain(grant.subject) || !is_plain(grant.issuer) ||
        grant.issuer.find('#') != std::string::npos)
        return "the token names nobody";
    const bool is_ours = std::any_of(
        grant.audiences.begin(), grant.audiences.end(), [&](const std::string& audience) {
            return std::find(audiences_.begin(), audiences_.end(), audience) != audiences_.end();
        });
    if (!is_ours) return "the token is for another server";
    if (grant.expires && now >= *grant.expires + options_.skew) return "the token has expired";
    if (grant.not_before && now + options_.skew < *grant.not_before)
        return "the token is not valid yet";
    if (grant.issued_at && now + options_.skew < *grant.issued_at)
        return "the token is from the future";
    return {};
}

HttpIdentity BearerGate::decide(const Asked& asked, const TokenVerdict& verdict, Grant::Time now) {
    if (verdict.unavailable) {
        Refusal refusal{Outcome::unavailable, 503, {}, verdict.reason};
        refusal.retry_after = try_again_in;
        return refuse(asked, refusal);
    }
    const auto bad_token = [&](std::string reason, bool by_key = false) {
        Refusal refusal{Outcome::bad_token, 401, "invalid_token", std::move(reason)};
        refusal.by_key = by_key || options_.dpop.require;
        return refuse(asked, refusal, verdict.grant.get());
    };
    if (!verdict.grant) return bad_token(verdict.reason);
    const Grant& grant = *verdict.grant;
    if (verdict.fresh_for.count() > 0)
        cache_.put(asked.digest, verdict.grant, now + verdict.fresh_for);
    if (std::string problem = problem_with(grant, now); !problem.empty())
        return bad_token(std::move(problem));

    if (asked.kind == Credentials::Kind::bearer) {
        if (!grant.key_thumbprint.empty()) return bad_token("the token needs a proof", true);
        if (options_.dpop.require) return bad_token("the token belongs to no key", true);
    } else {
        if (grant.key_thumbprint.empty()) return bad_token("the token belongs to no key");
        const bool has_base = asked.path.compare(0, public_base_.size(), public_base_) == 0;
        const auto problem =
            proofs_.check({asked.proof, asked.digest, asked.http_method,
                           origin_ + (has_base ? std::string() : public_base_) + asked.path,
                           grant.key_thumbprint},
                          now);
        if (problem) {
            Refusal refusal{Outcome::bad_proof, 401, "invalid_dpop_proof", problem->reason};
            if (problem->wants_nonce) refusal.error = "use_dpop_nonce";
            refusal.by_key = true;
            return refuse(asked, refusal, &grant);
        }
    }

    const auto needed = needed_scopes(options_, asked.operations);
    if (!covers(options_, grant, needed)) {
        const auto scopes = scopes_to_ask(options_, grant, needed);
        Refusal refusal{Outcome::insufficient_scope, 403, "insufficient_scope",
                        "the token does not have every scope that this needs"};
        refusal.scopes = &scopes;
        refusal.by_key = asked.kind == Credentials::Kind::dpop;
        return refuse(asked, refusal, &grant);
    }
    HttpIdentity identity;
    identity.principal = principal_of(grant);
    if (options_.rate_limit) {
        if (const auto wait = options_.rate_limit(identity.principal, grant)) {
            Refusal refusal{Outcome::too_many, 429, {}, "too many requests"};
            refusal.retry_after = std::max(*wait, std::chrono::seconds(1));
            return refuse(asked, refusal, &grant);
        }
    }
    identity.grant = verdict.grant;
    AccessEvent event;
    event.principal = identity.principal;
    event.grant = &grant;
    tell(asked, event);
    return identity;
}

HttpIdentity BearerGate::refuse(const Asked& asked, const Refusal& refusal,
                                const Grant* grant) const {
    HttpIdentity identity;
    identity.status = refusal.status;
    auto& headers = identity.headers;
    if (refusal.status < 429) {
        const bool by_key = refusal.by_key || (refusal.error.empty() && options_.dpop.require);
        Challenge challenge{by_key ? "DPoP" : "Bearer", {}, {}};
        const auto say = [&](const char* name, std::string value) {
            if (!value.empty() && is_plain(value))
                challenge.params.emplace_back(name, std::move(value));
        };
        say("error", std::string(refusal.error));
        if (!refusal.error.empty()) say("error_description", refusal.reason);
        say("scope", joined(refusal.scopes ? *refusal.scopes : options_.scopes));
        say("resource_metadata", metadata_.address());
        if (by_key) say("algs", proofs_.algorithms());
        if (by_key && proofs_.gives_nonces())
            headers.emplace_back("DPoP-Nonce", proofs_.nonce(options_.now()));
        headers.emplace_back(http::header::www_authenticate, challenge_text(challenge).value());
    }
    if (refusal.retry_after.count() > 0)
        headers.emplace_back("Retry-After", std::to_string(refusal.retry_after.count()));
    if (!asked.readable_by.empty()) {
        headers.emplace_back("Access-Control-Allow-Origin", asked.readable_by);
        headers.emplace_back("Access-Control-Expose-Headers", "WWW-Authenticate, DPoP-Nonce");
        headers.emplace_back("Vary", "Origin");
    }
    AccessEvent event;
    event.outcome = refusal.outcome;
    event.status = refusal.status;
    event.reason = refusal.reason;
    const std::string principal = grant ? principal_of(*grant) : std::string();
    event.principal = principal;
    event.grant = grant;
    tell(asked, event);
    return identity;
}

void BearerGate::tell(const Asked& asked, const AccessEvent& event) const {
    if (!options_.audit) return;
    AccessEvent whole = event;
    whole.http_method = asked.http_method;
    whole.path = asked.path;
    whole.peer = asked.peer;
    if (!asked.operations.empty()) {
        whole.method = asked.operations.front().method;
        whole.name = asked.operations.front().name;
    }
    options_.audit(whole);
}

}  // namespace auth

namespace {

class FunctionVerifier final : public TokenVerifier {
public:
    FunctionVerifier(std::function<std::optional<Grant>(std::string_view)> decide,
                     std::chrono::seconds fresh_for)
        : decide_(std::move(decide)), fresh_for_(fresh_for) {}
    void verify(std::string_view token, Grant::Time, Done<TokenVerdict> done) override {
        auto grant = decide_(token);
        if (!grant) return done(TokenVerdict{nullptr, "the token is not good"});
        done(TokenVerdict{std::make_shared<const Grant>(*std::move(grant)), {}, false, fresh_for_});
    }

private:
    const std::function<std::optional<Grant>(std::string_view)> decide_;
    const std::chrono::seconds fresh_for_;
};

}  // namespace

std::shared_ptr<TokenVerifier> token_verifier(
    std::function<std::optional<Grant>(std::string_view token)> decide,
    std::chrono::seconds fresh_for) {
    if (!decide) throw std::invalid_argument("token_verifier: no function");
    return std::make_shared<FunctionVerifier>(std::move(decide), fresh_for);
}

void require_bearer(HttpServerOptions& http, std::shared_ptr<TokenVerifier> verifier,
                    BearerOptions options) {
    const auto gate = std::make_shared<auth::BearerGate>(std::move(verifier), std::move(options),
                                                         http.endpoint, http.log);
    http.authenticate = nullptr;
    http.authenticate_later = [gate](const HttpRequest& request, Done<HttpIdentity> done) {
        gate->admit(request, std::move(done));
    };
    // What was open before stays open.
    http.open = [gate, before = std::move(http.open)](const HttpRequest& request,
                                                      HttpReply& reply) {
        return gate->answer_open(request, reply) || (before && before(request, reply));
    };
}

}  // namespace mcp
