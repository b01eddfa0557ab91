// Tokens that grow old, are too narrow, or belong to somebody else.
#include "rig.hpp"

namespace mcp::auth::test {
namespace {

const std::string token_endpoint = issuer + "/token";
const std::string narrow = R"(Bearer error="insufficient_scope", scope="write")";

TEST_CASE("ACL-22 R417 an expired token is refreshed, and the new refresh token replaces the old") {
    Rig rig;
    REQUIRE(rig.refuse_401() == true);
    rig.now += std::chrono::minutes(59);
    CHECK(rig.authorization() == "Bearer token-1");
    rig.now += std::chrono::minutes(2);
    CHECK(rig.authorization() == "-");
    CHECK(rig.obtained() == "Bearer token-2");
    CHECK(*find(rig.web->last_form(token_endpoint), "refresh_token") == "refresh-1");
    rig.now += std::chrono::hours(2);
    CHECK(rig.obtained() == "Bearer token-3");
    CHECK(*find(rig.web->last_form(token_endpoint), "refresh_token") == "refresh-2");
    CHECK(rig.pages.size() == 1);
}

TEST_CASE("ACL-22 a refresh that gives no new refresh token keeps the old one") {
    Rig rig;
    REQUIRE(rig.refuse_401() == true);
    rig.gives_refresh_tokens = false;
    REQUIRE(rig.refuse_401() == true);
    REQUIRE(rig.refuse_401() == true);
    CHECK(*find(rig.web->last_form(token_endpoint), "refresh_token") == "refresh-1");
    CHECK(rig.authorization() == "Bearer token-3");
}

TEST_CASE(
    "ACL-22 a refresh that is refused leads to a login; one that cannot be asked for does not") {
    Rig rig;
    REQUIRE(rig.refuse_401() == true);
    SECTION("refused while it is obtained") {
        rig.now += std::chrono::hours(2);
        rig.web->serve(token_endpoint,
                       [](const WebRequest&) { return refusal_reply("invalid_grant"); });
        CHECK(rig.obtained().empty());
        CHECK(rig.authorization().empty());
    }
    SECTION("refused after a refusal") {
        rig.web->serve(token_endpoint, [](const WebRequest& request) {
            if (*find(parse_form(request.body).value(), "grant_type") == "refresh_token") {
                return refusal_reply("invalid_grant");
            }
            return json_reply(Json::object({{"access_token", "new"}, {"token_type", "Bearer"}}));
        });
        REQUIRE(rig.refuse_401() == true);
        CHECK(rig.authorization() == "Bearer new");
        CHECK(rig.pages.size() == 2);
    }
    SECTION("not reached") {
        rig.now += std::chrono::hours(2);
        rig.web->serve(as_path, [](const WebRequest&) { return WebReply{503, {}, {}}; });
        const auto outcome = rig.source->obtain(rig.request, {});
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().failure == AuthFailure::unreachable);
        rig.publish();
        CHECK(rig.obtained() == "Bearer token-2");
    }
}

TEST_CASE("ACL-22 a refreshed token that is refused leads to a login") {
    Rig rig;
    REQUIRE(rig.refuse_401() == true);
    REQUIRE(rig.refuse_401(0) == true);
    CHECK(rig.pages.size() == 1);
    REQUIRE(rig.refuse_401(1) == true);
    CHECK(rig.pages.size() == 2);
    CHECK(rig.refuse_401(2) == false);
}

TEST_CASE(
    "ACL-23 R414 step-up asks for what was asked for before and the new scopes, without "
    "refreshing") {
    Rig rig;
    REQUIRE(rig.refuse(401, R"(Bearer scope="read")") == true);
    REQUIRE(rig.refuse(403, narrow) == true);
    CHECK(*find(rig.page(), "scope") == "read write");
    CHECK(*find(rig.web->last_form(token_endpoint), "grant_type") == "authorization_code");
    REQUIRE(rig.refuse(403, R"(Bearer scope="more read")") == true);
    CHECK(*find(rig.page(), "scope") == "read write more");
    CHECK(rig.authorization() == "Bearer token-3");
}

TEST_CASE("ACL-23 R414 a server that is never content is given up, also by later requests") {
    Rig rig;
    REQUIRE(rig.refuse(401, R"(Bearer scope="read")") == true);
    REQUIRE(rig.refuse(403, narrow, 1) == true);
    CHECK(rig.refuse(403, narrow, 2) == false);
    REQUIRE(rig.refuse(403, narrow) == true);
    for (int i = 0; i < 5; ++i) CHECK(rig.refuse(403, narrow) == false);
    CHECK(rig.pages.size() == 3);
}

TEST_CASE("ACL-23 a refusal that is not about scopes stands") {
    Rig rig;
    REQUIRE(rig.refuse_401() == true);
    CHECK(rig.refuse(403, R"(Bearer error="invalid_token")") == false);
    CHECK(rig.refuse(403, "Bearer") == false);
    CHECK(rig.refuse(403, "") == false);
    CHECK(rig.refuse(404, narrow) == false);
    CHECK(rig.pages.size() == 1);
}

TEST_CASE("R407 migration to another authorization server: nothing of the old one is used there") {
    Rig rig;
    rig.web->serve(issuer + "/register",
                   Json::object({{"client_id", "at-one"}, {"client_secret", "secret-one"}}));
    rig.metadata.set("token_endpoint_auth_methods_supported", Json::array({"client_secret_post"}));
    rig.publish();
    REQUIRE(rig.refuse(401, R"(Bearer scope="read")") == true);
    const std::string other = "https://two.example";
    rig.prm.set("authorization_servers", Json::array({other}));
    rig.publish();
    JsonObject metadata = rig.metadata;
    metadata.set("issuer", other);
    metadata.set("authorization_endpoint", other + "/authorize");
    metadata.set("token_endpoint", other + "/token");
    metadata.set("registration_endpoint", other + "/register");
    rig.web->serve(other + "/.well-known/oauth-authorization-server", metadata);
    rig.web->serve(other + "/register", Json::object({{"client_id", "at-two"}}));
    rig.web->serve(other + "/token",
                   Json::object({{"access_token", "two"}, {"token_type", "Bearer"}}));
    rig.web->requests.clear();
    REQUIRE(rig.refuse(401, R"(Bearer scope="write")") == true);
    CHECK(rig.authorization() == "Bearer two");
    CHECK(*find(rig.page(), "client_id") == "at-two");
    CHECK(*find(rig.page(), "scope") == "write");
    for (const WebRequest& each : rig.web->requests) {
        CHECK_FALSE(each.url.starts_with(issuer));
        for (const char* old : {"at-one", "secret-one", "refresh-1", "token-1"}) {
            CHECK(each.body.find(old) == std::string::npos);
        }
    }
}

TEST_CASE("ACL-21 R416 a server gets the tokens for it, and no others") {
    Rig rig;
    REQUIRE(rig.refuse_401() == true);
    const std::string first = rig.authorization();
    rig.request = {"https://mcp.example/v2", "POST", "https://mcp.example/v2"};
    CHECK(rig.authorization().empty());
    rig.request.server = "https://other.example/v1/mcp";
    CHECK(rig.authorization().empty());
    rig.request.server = server_url;
    CHECK(rig.authorization() == first);
}

TEST_CASE("ACL-25 tokens are kept, and used by the next source") {
    Rig rig;
    REQUIRE(rig.refuse(401, R"(Bearer scope="read")") == true);
    rig.source = rig.make_source({});
    CHECK(rig.authorization() == "Bearer token-1");
    REQUIRE(rig.refuse(403, narrow) == true);
    CHECK(*find(rig.page(), "scope") == "read write");
}

TEST_CASE("requests that are refused while somebody logs in use what that gave") {
    Rig rig;
    TokenRefusal refusal;
    refusal.challenges = {"Bearer"};
    REQUIRE(rig.refuse_401() == true);
    CHECK(rig.source->refused(rig.request, refusal, {}) == true);
    CHECK(rig.pages.size() == 1);
}

TEST_CASE("a logout revokes the tokens and forgets them, whatever the server says") {
    Rig rig;
    REQUIRE(rig.refuse_401() == true);
    const bool fails = GENERATE(false, true);
    if (fails) {
        rig.web->serve(issuer + "/revoke",
                       [](const WebRequest&) { return refusal_reply("server_error", 500); });
    }
    CHECK(rig.source->log_out(server_url, {}).has_value() != fails);
    CHECK(*find(parse_form(rig.web->requests.at(rig.web->requests.size() - (fails ? 1 : 2)).body)
                    .value(),
                "token") == "refresh-1");
    if (!fails) CHECK(*find(rig.web->last_form(issuer + "/revoke"), "token") == "token-1");
    CHECK(rig.authorization().empty());
    CHECK_FALSE(rig.storage->load("tokens " + server_url));
}

}  // namespace
}  // namespace mcp::auth::test
