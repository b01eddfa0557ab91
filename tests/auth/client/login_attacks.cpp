// What a server, an authorization server, or whoever is in between tries with a client that logs
// in.
#include "fake_fetcher.hpp"
#include "rig.hpp"

#include "asio/client/http_fetcher.hpp"

#include <tests/auth/attacks/attacks.hpp>

using namespace mcp;
using namespace mcp::auth;
using namespace mcp::auth::test;

namespace {

/// Nothing may come of the login: no token, and no request to a token endpoint.
std::string no_token(Rig& rig, const Result<bool, AuthError>& outcome) {
    if (outcome && *outcome) return "the login went on";
    if (!rig.authorization().empty()) return "there is a token";
    return rig.web->count(issuer + "/token") == 0 ? "" : "the token endpoint was asked";
}

/// The same, and no page was shown.
std::string no_page(Rig& rig, const Result<bool, AuthError>& outcome) {
    return rig.pages.empty() ? no_token(rig, outcome) : "a page was shown";
}

std::string with_answer(const Browser& browser, bool advertised = false) {
    Rig rig;
    rig.metadata.set("authorization_response_iss_parameter_supported", advertised);
    rig.publish();
    rig.browser = browser;
    return no_token(rig, rig.refuse_401());
}

std::string with_metadata(std::string_view name, const Json& value) {
    Rig rig;
    rig.metadata.set(name, value);
    rig.publish();
    return no_page(rig, rig.refuse_401());
}

std::string with_hint(const std::string& hint) {
    Rig rig;
    const auto outcome = rig.refuse(401, "Bearer resource_metadata=\"" + hint + "\"");
    return rig.web->requests.empty() ? no_page(rig, outcome) : "it was fetched";
}

/// What a fetch comes to whose first reply is this.
std::string with_reply(int status, const std::string& body, const http::Fields& headers) {
    const auto fetcher = std::make_shared<FakeFetcher>();
    std::string happened = "it waits";
    const auto fetch = GuardedFetch::start(
        fetcher, {.url = "https://as.example/doc"}, {.max_bytes = 1000},
        [&](const Result<WebReply>& reply) { happened = reply ? "it was taken" : ""; });
    fetcher->reply(0, status, body, headers);
    return fetcher->requests.size() == 1 ? happened : "the next address was asked";
}

std::string redirected_to(const std::string& to) { return with_reply(302, {}, {{"Location", to}}); }

ATTACK("ACL-07 R403: metadata of the wrong issuer") {
    return with_metadata("issuer", "https://evil.example");
}
ATTACK("ACL-07 R403: metadata of the issuer with a slash behind it") {
    return with_metadata("issuer", issuer + "/");
}
ATTACK("ACL-04 R401: metadata of another resource") {
    Rig rig;
    rig.prm.set("resource", "https://victim.example/mcp");
    rig.publish();
    return no_page(rig, rig.refuse_401());
}
ATTACK("ACL-08 R408: PKCE downgrade to none") {
    Rig rig;
    rig.metadata.erase("code_challenge_methods_supported");
    rig.publish();
    return no_page(rig, rig.refuse_401());
}
ATTACK("ACL-08 R408: PKCE downgrade to plain") {
    return with_metadata("code_challenge_methods_supported", Json::array({"plain"}));
}
ATTACK("ACL-17 R412: an answer with a made-up state") {
    return with_answer([](const Form&) { return "code=stolen&state=guess"; });
}
ATTACK("ACL-17 R412: an answer without a state") {
    return with_answer([](const Form&) { return "code=stolen"; });
}
ATTACK("ACL-17 R412: an answer with two states") {
    return with_answer([](const Form& page) { return approved(page) + "&state=x"; });
}
ATTACK("R411: the answer of another authorization server") {
    return with_answer(
        [](const Form& page) { return approved(page) + "&iss=https%3A%2F%2Fevil.example"; });
}
ATTACK("R411: an answer that does not say of whom it is, though it should") {
    return with_answer(approved, true);
}
ATTACK("R411: an answer of the issuer with a slash behind it") {
    return with_answer(
        [](const Form& page) { return approved(page) + "&iss=https%3A%2F%2Fas.example%2F"; });
}
ATTACK("R411: an error of another authorization server is acted on") {
    Rig rig;
    rig.browser = [](const Form& page) {
        return "error=access_denied&error_description=Call+0900&iss=https%3A%2F%2Fevil.example&"
               "state=" +
               *find(page, "state");
    };
    const auto outcome = rig.refuse_401();
    if (!outcome && outcome.error().message.find("0900") != std::string::npos) return "it is shown";
    return no_token(rig, outcome);
}
ATTACK("code replay: the same code is sent twice") {
    Rig rig;
    rig.web->serve(issuer + "/token",
                   [](const WebRequest&) { return refusal_reply("invalid_grant"); });
    if (rig.refuse_401()) return "the login went on";
    return rig.web->count(issuer + "/token") == 1 ? "" : "it was sent again";
}
ATTACK("ACL-24 R418: a token endpoint without TLS") {
    return with_metadata("token_endpoint", "http://as.example/token");
}
ATTACK("ACL-28 R421: a login page that is a program") {
    return with_metadata("authorization_endpoint", "javascript:alert(1)");
}
ATTACK("ACL-28 R421: a login page with something for a shell") {
    return with_metadata("authorization_endpoint", "https://as.example/`id`");
}
ATTACK("ACL-28 R421: a login page that is a file") {
    return with_metadata("authorization_endpoint", "file:///etc/passwd");
}
ATTACK("ACL-27 R420: metadata on the address of the cloud's metadata") {
    return with_hint("http://169.254.169.254/latest/meta-data");
}
ATTACK("ACL-27 R420: metadata on this machine") { return with_hint("https://127.0.0.1:8443/x"); }
ATTACK("ACL-27 R420: metadata on this machine, as a number") {
    return with_hint("https://2130706433/x");
}
ATTACK("ACL-27 R420: metadata on this machine, in octal") { return with_hint("https://0177.1/x"); }
ATTACK("ACL-27 R420: metadata in a file") { return with_hint("file:///etc/passwd"); }
ATTACK("ACL-27 R420: metadata behind a Unix socket") {
    return with_hint("http+unix://%2Frun%2Fdocker.sock/x");
}
ATTACK("ACL-27 R420: a redirect to this machine") { return redirected_to("https://localhost/x"); }
ATTACK("ACL-27 R420: a redirect to where there is no TLS") {
    return redirected_to("http://as.example/x");
}
ATTACK("ACL-27 R420: a redirect to the address of the cloud's metadata") {
    return redirected_to("http://169.254.169.254/x");
}
ATTACK("ACL-27 R420: a name that is an address of this machine (DNS rebinding)") {
    struct Sink final : http::FetchSink {
        void head(http::FetchHead) override {}
        void data(std::string_view) override {}
        void end(std::optional<std::string> failure) override {
            ended.set_value(failure.value_or("it was fetched"));
        }
        std::promise<std::string> ended{};
    };
    const auto sink = std::make_shared<Sink>();
    http::FetchRequest request;
    request.url = http::parse_url("http://localhost:1/").value();
    request.reach = http::Reach::public_only;
    const auto fetch = asio::http_fetcher({})->start(std::move(request), sink);
    const std::string why = sink->ended.get_future().get();
    return why.find("not allowed") != std::string::npos ? "" : why;
}
ATTACK("ACL-27 R420: oversized metadata") { return with_reply(200, std::string(2000, ' '), {}); }
ATTACK("header injection: a token that ends the header") {
    Rig rig;
    rig.web->serve(issuer + "/token",
                   Json::object({{"access_token", "a\r\nX-Evil: 1"}, {"token_type", "Bearer"}}));
    if (rig.refuse_401()) return "the login went on";
    return rig.authorization().empty() ? "" : "it is used";
}
ATTACK("header injection: a scope that adds a parameter") {
    Rig rig;
    if (!rig.refuse(401, R"(Bearer scope="a&client_id=evil")")) return "no login";
    return *find(rig.page(), "client_id") == "registered" ? "" : "it is another client";
}
ATTACK("R407: the credentials of one authorization server, shown to another") {
    LoginOptions options;
    options.clients = {{"https://victim.example", "me", "victim-secret"}};
    Rig rig(options);
    (void)rig.refuse_401();
    for (const WebRequest& each : rig.web->requests) {
        if (each.body.find("victim-secret") != std::string::npos) return "it was shown";
        for (const auto& [name, value] : each.secret_headers) return name + " was sent";
    }
    return "";
}
ATTACK("ACL-21 R416: a token for one server, asked for by another") {
    Rig rig;
    if (!rig.refuse_401()) return "no login";
    rig.request.server = "https://evil.example/v1/mcp";
    return rig.authorization().empty() ? "" : "it was given";
}
ATTACK("ACL-23 R414: a server that always wants more") {
    Rig rig;
    for (int i = 0; i < 20; ++i) {
        (void)rig.refuse(403, R"(Bearer error="insufficient_scope", scope="more")");
    }
    return rig.pages.size() <= 3 ? "" : std::to_string(rig.pages.size()) + " logins";
}
ATTACK("ACL-29: an error that says the secrets back") {
    Rig rig;
    std::string code_verifier;
    rig.web->serve(issuer + "/token", [&](const WebRequest& request) {
        const Form form = parse_form(request.body).value();
        code_verifier = *find(form, "code_verifier");
        return json_reply(
            Json::object({{"error", code_verifier}, {"error_description", request.body}}), 400);
    });
    const auto outcome = rig.refuse_401();
    if (outcome) return "the login went on";
    const std::string said = outcome.error().message + outcome.error().code;
    return said.find(code_verifier) == std::string::npos ? "" : "it is told";
}

}  // namespace
