#include "rig.hpp"

#include <algorithm>
#include <utility>

namespace mcp::auth::test {

namespace {

class FakeListener final : public RedirectListener {
public:
    FakeListener(Rig& rig, std::uint16_t port) : rig_(rig), port_(port == 0 ? 40'000 : port) {}
    std::string address() const override {
        return "http://127.0.0.1:" + std::to_string(port_) + "/callback";
    }
    Result<std::string, AuthError> wait(std::chrono::milliseconds, std::stop_token) override {
        return rig_.browser(rig_.page());
    }

private:
    Rig& rig_;
    std::uint16_t port_;
};

}  // namespace

WebReply json_reply(const Json& value, int status) {
    return {status, {{"Content-Type", "application/json"}}, value.dump()};
}

WebReply refusal_reply(std::string_view error, int status) {
    return json_reply(Json::object({{"error", error}}), status);
}

std::string approved(const Form& page) {
    return form_text({{"code", "the-code"}, {"state", *find(page, "state")}});
}

void FakeWeb::serve(const std::string& url, const Json& document) {
    serve(url, [document](const WebRequest&) { return json_reply(document); });
}

Result<WebReply> FakeWeb::fetch(WebRequest request, const FetchGuard& guard, std::stop_token) {
    const auto url = guarded_url(request.url, guard);
    if (!url) return Unexpected(url.error());
    requests.push_back(request);
    const auto found = handlers_.find(request.url);
    return found == handlers_.end() ? WebReply{404, {}, {}} : found->second(request);
}

std::vector<std::string> FakeWeb::urls() const {
    std::vector<std::string> all;
    for (const WebRequest& each : requests) all.push_back(each.url);
    return all;
}

std::size_t FakeWeb::count(const std::string& url) const {
    return static_cast<std::size_t>(std::count_if(
        requests.begin(), requests.end(), [&](const WebRequest& each) { return each.url == url; }));
}

const WebRequest& FakeWeb::last(const std::string& url) const {
    const auto found = std::find_if(requests.rbegin(), requests.rend(),
                                    [&](const WebRequest& each) { return each.url == url; });
    REQUIRE(found != requests.rend());
    return *found;
}

Form FakeWeb::last_form(const std::string& url) const { return parse_form(last(url).body).value(); }

Rig::Rig(LoginOptions options) {
    web = web_.get();
    prm = {{"resource", server_url}, {"authorization_servers", Json::array({issuer})}};
    metadata = {{"issuer", issuer},
                {"authorization_endpoint", issuer + "/authorize"},
                {"token_endpoint", issuer + "/token"},
                {"registration_endpoint", issuer + "/register"},
                {"revocation_endpoint", issuer + "/revoke"},
                {"code_challenge_methods_supported", Json::array({"S256"})},
                {"token_endpoint_auth_methods_supported", Json::array({"none"})}};
    publish();
    web->serve(issuer + "/register", Json::object({{"client_id", "registered"}}));
    web->serve(issuer + "/revoke", Json(JsonObject()));
    web->serve(issuer + "/token", [this](const WebRequest& each) { return token(each); });
    storage = options.storage ? options.storage : memory_storage();
    source = make_source(std::move(options));
}

std::shared_ptr<OAuthSource> Rig::make_source(LoginOptions options) {
    options.storage = storage;
    LoginParts parts;
    parts.listen = [this](std::uint16_t port) {
        ports.push_back(port);
        return Result<std::unique_ptr<RedirectListener>, AuthError>(
            std::make_unique<FakeListener>(*this, port));
    };
    parts.open_browser = options.open_browser;
    if (!parts.open_browser) {
        parts.open_browser = [this](const std::string& url) {
            pages.push_back(url);
            return true;
        };
    }
    SourceParts source_parts;
    source_parts.web = web_;
    source_parts.now = [this] { return now; };
    source_parts.grant = login_grant(options, std::move(parts));
    const OAuthOptions& common = options;
    return std::make_shared<OAuthSource>(common, std::move(source_parts));
}

void Rig::publish() {
    web->serve(prm_path, prm);
    web->serve(as_path, metadata);
}

WebReply Rig::token(const WebRequest&) {
    const std::string number = std::to_string(++tokens_given);
    JsonObject reply{{"access_token", "token-" + number}, {"token_type", "Bearer"}};
    if (gives_refresh_tokens) reply.set("refresh_token", "refresh-" + number);
    if (lifetime) reply.set("expires_in", *lifetime);
    return json_reply(reply);
}

Form Rig::page() const {
    REQUIRE_FALSE(pages.empty());
    return parse_form(pages.back().substr(pages.back().find('?') + 1)).value();
}

Result<bool, AuthError> Rig::refuse(int status, const std::string& challenge, unsigned attempt) {
    TokenRefusal refusal;
    refusal.status = status;
    if (!challenge.empty()) refusal.challenges = {challenge};
    refusal.sent = source->at_hand(request).value_or(HttpFields());
    refusal.attempt = attempt;
    return source->refused(request, refusal, {});
}

Result<bool, AuthError> Rig::refuse_401(unsigned attempt) {
    return refuse(401, "Bearer resource_metadata=\"" + prm_path + "\"", attempt);
}

std::string Rig::authorization() {
    const auto fields = source->at_hand(request);
    if (!fields) return "-";
    return fields->empty() ? "" : fields->front().second;
}

std::string Rig::obtained() {
    const auto fields = source->obtain(request, {});
    REQUIRE(fields);
    return fields->empty() ? "" : fields->front().second;
}

}  // namespace mcp::auth::test
