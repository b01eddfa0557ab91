// A user logs in: the page, what comes back, the code.
#include "rig.hpp"

#include "auth/client/code_flow.hpp"

#include <mcp/base64.hpp>

#include <algorithm>

namespace mcp::auth::test {
namespace {

std::string with_issuer(const Form& page, const std::string& iss) {
    return approved(page) + "&iss=" + form_escape(iss);
}

TEST_CASE("ACL-19 R404 a login from the first refusal to a token") {
    Rig rig;
    CHECK(rig.authorization().empty());
    REQUIRE(rig.refuse_401() == true);
    CHECK(rig.authorization() == "Bearer token-1");
    const Form page = rig.page();
    CHECK(rig.pages.front().starts_with(issuer + "/authorize?"));
    CHECK(*find(page, "response_type") == "code");
    CHECK(*find(page, "client_id") == "registered");
    CHECK(*find(page, "redirect_uri") == "http://127.0.0.1:40000/callback");
    const Form form = rig.web->last_form(issuer + "/token");
    CHECK(*find(form, "grant_type") == "authorization_code");
    CHECK(*find(form, "code") == "the-code");
    CHECK(*find(form, "redirect_uri") == "http://127.0.0.1:40000/callback");
    CHECK(*find(form, "client_id") == "registered");
    CHECK(*find(form, "resource") == server_url);
    CHECK(pkce_challenge(*find(form, "code_verifier")) == *find(page, "code_challenge"));
}

TEST_CASE(
    "ACL-09 R408 the challenge is that of RFC 7636, and each login has a verifier of its own") {
    CHECK(pkce_challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") ==
          "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    Rig rig;
    rig.gives_refresh_tokens = false;
    REQUIRE(rig.refuse_401() == true);
    const Form first = rig.web->last_form(issuer + "/token");
    CHECK(*find(rig.page(), "code_challenge_method") == "S256");
    const std::string verifier = *find(first, "code_verifier");
    CHECK(verifier.size() >= 43);
    CHECK(verifier.size() <= 128);
    REQUIRE(rig.refuse_401() == true);
    CHECK(*find(rig.web->last_form(issuer + "/token"), "code_verifier") != verifier);
}

TEST_CASE("ACL-08 R408 PKCE downgrade: a server that does not say S256 gets no login") {
    Rig rig;
    SECTION("it says nothing") { rig.metadata.erase("code_challenge_methods_supported"); }
    SECTION("it says plain") {
        rig.metadata.set("code_challenge_methods_supported", Json::array({"plain"}));
    }
    SECTION("it has none") {
        rig.metadata.set("code_challenge_methods_supported", Json::array({"none"}));
    }
    rig.publish();
    const auto outcome = rig.refuse_401();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == AuthFailure::insecure);
    CHECK(rig.pages.empty());
}

TEST_CASE("ACL-17 R412 state: an answer to another login makes no token request") {
    Rig rig;
    std::string earlier;
    SECTION("a foreign one") {
        rig.browser = [](const Form&) { return "code=stolen&state=guess"; };
    }
    SECTION("none") {
        rig.browser = [](const Form&) { return "code=stolen"; };
    }
    SECTION("an empty one") {
        rig.browser = [](const Form&) { return "code=stolen&state="; };
    }
    SECTION("twice") {
        rig.browser = [](const Form& page) { return approved(page) + "&state=x"; };
    }
    SECTION("that of an earlier login") {
        rig.gives_refresh_tokens = false;
        rig.browser = [&](const Form& page) { return earlier = approved(page); };
        REQUIRE(rig.refuse_401() == true);
        rig.web->requests.clear();
        rig.browser = [&](const Form&) { return earlier; };
    }
    const auto outcome = rig.refuse_401();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == AuthFailure::bad_redirect);
    CHECK(rig.web->count(issuer + "/token") == 0);
}

TEST_CASE("R410 R411 mixed-up authorization servers: missing and foreign iss") {
    struct Case {
        bool advertised;
        const char* iss;
        bool good;
    };
    for (const Case& each :
         {Case{true, "https://as.example", true}, Case{true, nullptr, false},
          Case{true, "https://evil.example", false}, Case{false, "https://as.example", true},
          Case{false, nullptr, true}, Case{false, "https://evil.example", false},
          Case{false, "https://as.example/", false}, Case{true, "https://AS.example", false}}) {
        INFO(each.advertised << " " << (each.iss ? each.iss : "none"));
        Rig rig;
        rig.metadata.set("authorization_response_iss_parameter_supported", each.advertised);
        rig.publish();
        rig.browser = [&](const Form& page) {
            return each.iss ? with_issuer(page, each.iss) : approved(page);
        };
        const auto outcome = rig.refuse_401();
        CHECK(outcome.has_value() == each.good);
        CHECK(rig.web->count(issuer + "/token") == (each.good ? 1U : 0U));
    }
}

TEST_CASE("R411 what another authorization server says went wrong is not repeated") {
    Rig rig;
    rig.browser = [](const Form& page) {
        return "error=access_denied&error_description=call+0900&state=" + *find(page, "state") +
               "&iss=https%3A%2F%2Fevil.example";
    };
    const auto outcome = rig.refuse_401();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == AuthFailure::bad_redirect);
    CHECK(outcome.error().message.find("0900") == std::string::npos);
    CHECK(outcome.error().code.empty());
}

TEST_CASE("ACL-29 a user who says no is told apart, and is not asked again at once") {
    Rig rig;
    rig.browser = [](const Form& page) {
        return "error=access_denied&error_description=No%0AWay&state=" + *find(page, "state");
    };
    const auto outcome = rig.refuse_401();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == AuthFailure::denied);
    CHECK(outcome.error().code == "access_denied");
    CHECK(outcome.error().message == "the login ended with access_denied: No Way");
    CHECK(rig.refuse_401() == outcome);
    CHECK(rig.pages.size() == 1);
    rig.now += std::chrono::minutes(1);
    rig.browser = approved;
    CHECK(rig.refuse_401() == true);
    CHECK(rig.pages.size() == 2);
}

TEST_CASE("ACL-29 errors of the token endpoint are told without secrets") {
    Rig rig;
    rig.web->serve(issuer + "/token", [](const WebRequest& request) {
        const Form form = parse_form(request.body).value();
        return json_reply(Json::object({{"error", "invalid_grant"},
                                        {"error_description", "bad " + *find(form, "code") + " " +
                                                                  *find(form, "code_verifier")}}),
                          400);
    });
    const auto outcome = rig.refuse_401();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == AuthFailure::refused);
    CHECK(outcome.error().code == "invalid_grant");
    CHECK(outcome.error().message ==
          issuer + "/token refused with HTTP 400: invalid_grant: bad *** ***");
}

TEST_CASE("ACL-14 R413 scopes: those of the challenge, or all that the server has, or none") {
    Rig rig;
    SECTION("of the challenge") {
        rig.prm.set("scopes_supported", Json::array({"a", "b"}));
        rig.publish();
        REQUIRE(rig.refuse(401, R"(Bearer scope="x")") == true);
        CHECK(*find(rig.page(), "scope") == "x");
    }
    SECTION("of the metadata") {
        rig.prm.set("scopes_supported", Json::array({"a", "b"}));
        rig.publish();
        REQUIRE(rig.refuse(401, R"(Bearer scope="")") == true);
        CHECK(*find(rig.page(), "scope") == "a b");
    }
    SECTION("none") {
        REQUIRE(rig.refuse_401() == true);
        CHECK(find(rig.page(), "scope") == nullptr);
    }
}

TEST_CASE("ACL-15 a challenge is not measured by what the server says it has") {
    Rig rig;
    rig.prm.set("scopes_supported", Json::array({"a", "b"}));
    rig.publish();
    REQUIRE(rig.refuse(401, R"(Basic realm="x", Bearer scope="x y")") == true);
    CHECK(*find(rig.page(), "scope") == "x y");
}

TEST_CASE("R417 offline access is asked for where the authorization server has it") {
    Rig rig;
    const bool offered = GENERATE(true, false);
    if (offered) rig.metadata.set("scopes_supported", Json::array({"a", "offline_access"}));
    rig.publish();
    REQUIRE(rig.refuse(401, R"(Bearer scope="a")") == true);
    CHECK(*find(rig.page(), "scope") == (offered ? "a offline_access" : "a"));
    const auto body = JsonObject::parse(rig.web->last(issuer + "/register").body).value();
    CHECK(body["grant_types"].text() == R"(["authorization_code","refresh_token"])");
}

TEST_CASE("header injection: scopes and resources of a server do not leave their place") {
    Rig rig;
    rig.prm.set("resource", "https://mcp.example/v1/mcp?a=b&c=d");
    rig.request.server = "https://mcp.example/v1/mcp?a=b&c=d";
    rig.publish();
    REQUIRE(rig.refuse(401, "Bearer resource_metadata=\"" + prm_path +
                                "\", scope=\"a&client_id=evil b\\\"c \xC3\xA4 d\"") == true);
    const Form page = rig.page();
    CHECK(*find(page, "scope") == "a&client_id=evil d");
    CHECK(*find(page, "client_id") == "registered");
    CHECK(*find(page, "resource") == "https://mcp.example/v1/mcp?a=b&c=d");
    const Form form = rig.web->last_form(issuer + "/token");
    CHECK(*find(form, "client_id") == "registered");
}

TEST_CASE("header injection: a token with other characters than tokens have is not taken") {
    for (const std::string token : {"a b", "a\r\nX-Evil: 1", "", "t\xC3\xB6ken", "a\"b"}) {
        Rig rig;
        rig.web->serve(issuer + "/token",
                       Json::object({{"access_token", token}, {"token_type", "Bearer"}}));
        CHECK_FALSE(rig.refuse_401());
        CHECK(rig.authorization().empty());
    }
}

TEST_CASE("ACL-16 R409 the resource goes with every request for tokens") {
    Rig rig;
    REQUIRE(rig.refuse_401() == true);
    CHECK(*find(rig.page(), "resource") == server_url);
    CHECK(*find(rig.web->last_form(issuer + "/token"), "resource") == server_url);
    REQUIRE(rig.refuse_401() == true);
    const Form refresh = rig.web->last_form(issuer + "/token");
    CHECK(*find(refresh, "grant_type") == "refresh_token");
    CHECK(*find(refresh, "resource") == server_url);
}

TEST_CASE("ACL-18 R418 open redirect: only https and this machine are gone back to") {
    Rig rig;
    const ServerMetadata server = read_server_metadata(rig.metadata.text()).value();
    ClientIdentity client;
    client.id = "c";
    for (const std::string redirect : {"http://evil.example/cb", "javascript:alert(1)",
                                       "http://127.0.0.1.evil.example/cb", "cursor://cb"}) {
        INFO(redirect);
        const auto request = make_code_request(server, client, redirect, server_url, {});
        REQUIRE_FALSE(request);
        CHECK(request.error().failure == AuthFailure::insecure);
    }
    CHECK(make_code_request(server, client, "https://app.example/cb", server_url, {}));
    CHECK(make_code_request(server, client, "http://127.0.0.1:1/callback", server_url, {}));
}

TEST_CASE("ACL-28 R421 pages that are opened are web pages, and nothing for a shell") {
    CHECK(is_page("https://as.example/authorize?a=b&c=$(id)"));
    CHECK(is_page("http://127.0.0.1:80/x"));
    for (const std::string_view url :
         {"javascript:alert(1)", "file:///etc/passwd", "http://as.example/", "-version", "",
          "https://x/`id`", "https://x/'a", "https://x/\"a", "https://x/a b", "https://x/a|b",
          "data:text/html,x", "https://x/a\\b"}) {
        INFO(url);
        CHECK_FALSE(is_page(url));
    }
    Rig rig;
    rig.metadata.set("authorization_endpoint", "https://as.example/`id`");
    rig.publish();
    const auto outcome = rig.refuse_401();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == AuthFailure::insecure);
    CHECK(rig.pages.empty());
}

TEST_CASE("code replay: a code is sent once") {
    Rig rig;
    rig.web->serve(issuer + "/token",
                   [](const WebRequest&) { return refusal_reply("invalid_grant"); });
    REQUIRE_FALSE(rig.refuse_401());
    CHECK(rig.web->count(issuer + "/token") == 1);
}

TEST_CASE("R419 clients say who they are in the way that the server takes") {
    const RegisteredClient known{issuer, "me:you", "p w"};
    const auto logged_in = [&](const char* method) {
        LoginOptions options;
        options.clients = {known};
        Rig rig(options);
        rig.metadata.set("token_endpoint_auth_methods_supported", Json::array({method}));
        rig.publish();
        CHECK(rig.refuse_401().has_value() == (std::string_view(method) != "none"));
        return rig.web->count(issuer + "/token") ? rig.web->last(issuer + "/token") : WebRequest();
    };
    const WebRequest basic = logged_in("client_secret_basic");
    CHECK(*http::find_field(basic.secret_headers, "Authorization") ==
          "Basic " + base64_encode("me%3Ayou:p%20w"));
    CHECK(find(parse_form(basic.body).value(), "client_secret") == nullptr);
    const WebRequest post = logged_in("client_secret_post");
    CHECK(post.secret_headers.empty());
    CHECK(*find(parse_form(post.body).value(), "client_secret") == "p w");
    CHECK(logged_in("none").url.empty());
}

}  // namespace
}  // namespace mcp::auth::test
