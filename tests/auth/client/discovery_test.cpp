// From a refusal to the authorization server.
#include "rig.hpp"

#include "auth/client/discovery.hpp"

namespace mcp::auth::test {
namespace {

using Urls = std::vector<std::string>;
const std::string well_known = "/.well-known/";

TEST_CASE("ACL-02 R400 the metadata that a challenge names is used, and no other place is asked") {
    Rig rig;
    rig.web->remove(prm_path);
    rig.web->serve("https://mcp.example/custom", rig.prm);
    REQUIRE(rig.refuse(401, R"(Bearer resource_metadata="https://mcp.example/custom")") == true);
    CHECK(rig.web->requests.front().url == "https://mcp.example/custom");
    CHECK(rig.web->count(prm_path) == 0);
    CHECK(rig.web->count(prm_root) == 0);
}

TEST_CASE("ACL-03 R400 without a hint the place with the path is asked before the root") {
    Rig rig;
    SECTION("it is at the path") {
        REQUIRE(rig.refuse(401, "Bearer") == true);
        CHECK(rig.web->requests.front().url == prm_path);
        CHECK(rig.web->count(prm_root) == 0);
    }
    SECTION("it is at the root") {
        rig.web->remove(prm_path);
        rig.web->serve(prm_root, rig.prm);
        REQUIRE(rig.refuse(401, "") == true);
        CHECK(rig.web->urls()[0] == prm_path);
        CHECK(rig.web->urls()[1] == prm_root);
    }
}

TEST_CASE("ACL-04 R401 metadata of another server ends the login before anything is asked") {
    for (const std::string resource :
         {"https://evil.example/v1/mcp", "https://mcp.example/v1/other",
          "https://mcp.example/v1/mc", "http://mcp.example/v1/mcp",
          "https://mcp.example:8443/v1/mcp", "https://mcp.example/v1/mcp#part", "nonsense"}) {
        INFO(resource);
        Rig rig;
        rig.prm.set("resource", resource);
        rig.publish();
        const auto outcome = rig.refuse_401();
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().failure == AuthFailure::bad_metadata);
        CHECK(rig.web->requests.size() == 1);
        CHECK(rig.pages.empty());
    }
}

TEST_CASE("ACL-04 R401 a resource may be a part of the server's address, as it is published") {
    for (const std::string resource : {"https://mcp.example", "https://mcp.example/",
                                       "https://mcp.example/v1", "https://MCP.example/v1/mcp/"}) {
        INFO(resource);
        Rig rig;
        rig.prm.set("resource", resource);
        rig.publish();
        REQUIRE(rig.refuse_401() == true);
        CHECK(*find(rig.page(), "resource") == resource);
        CHECK(*find(rig.web->last_form(issuer + "/token"), "resource") == resource);
    }
}

TEST_CASE("ACL-05 of several authorization servers the first is used") {
    Rig rig;
    rig.prm.set("authorization_servers", Json::array({issuer, "https://other.example"}));
    rig.publish();
    REQUIRE(rig.refuse_401() == true);
    CHECK(rig.pages.front().starts_with(issuer));
}

TEST_CASE("ACL-06 R402 places of an authorization server's metadata, in their order") {
    const std::string root = "https://as.example";
    CHECK(server_metadata_urls(root) == Urls{root + well_known + "oauth-authorization-server",
                                             root + well_known + "openid-configuration"});
    CHECK(server_metadata_urls(root + "/") == server_metadata_urls(root));
    CHECK(server_metadata_urls(root + "/a/b/") ==
          Urls{root + well_known + "oauth-authorization-server/a/b",
               root + well_known + "openid-configuration/a/b",
               root + "/a/b" + well_known + "openid-configuration"});
    CHECK(server_metadata_urls("no address").empty());
}

TEST_CASE("ACL-06 R402 each place is asked until one has it") {
    Rig rig;
    const std::string tenant = issuer + "/tenant";
    rig.prm.set("authorization_servers", Json::array({tenant}));
    rig.metadata.set("issuer", tenant);
    rig.publish();
    rig.web->serve(tenant + well_known + "openid-configuration", rig.metadata);
    REQUIRE(rig.refuse_401() == true);
    const Urls asked = rig.web->urls();
    const Urls expected = server_metadata_urls(tenant);
    REQUIRE(asked.size() > 4);
    CHECK(Urls(asked.begin() + 1, asked.begin() + 4) == expected);
    CHECK(rig.web->count(as_path) == 0);
}

TEST_CASE("ACL-07 R403 metadata of the wrong issuer: nothing is asked of its endpoints") {
    for (const std::string said : {"https://evil.example", "https://as.example/",
                                   "https://AS.example", "https://as.example:443"}) {
        INFO(said);
        Rig rig;
        rig.metadata.set("issuer", said);
        rig.publish();
        const auto outcome = rig.refuse_401();
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().failure == AuthFailure::bad_metadata);
        CHECK(rig.web->requests.size() == 2);
        CHECK(rig.pages.empty());
    }
}

TEST_CASE("ACL-24 R418 endpoints without TLS are refused") {
    for (const char* endpoint :
         {"authorization_endpoint", "token_endpoint", "registration_endpoint"}) {
        INFO(endpoint);
        Rig rig;
        rig.metadata.set(endpoint, "http://as.example/endpoint");
        rig.publish();
        const auto outcome = rig.refuse_401();
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().failure == AuthFailure::insecure);
        CHECK(rig.web->requests.size() == 2);
    }
}

TEST_CASE("ACL-26 a server of 2025-03-26 has its metadata, or its endpoints, at its root") {
    Rig rig;
    rig.web->remove(prm_path);
    rig.web->remove(as_path);
    const std::string root = "https://mcp.example";
    rig.web->serve(root + "/register", Json::object({{"client_id", "old"}}));
    rig.web->serve(root + "/token",
                   Json::object({{"access_token", "a"}, {"token_type", "bearer"}}));
    SECTION("metadata") {
        rig.metadata.set("issuer", root);
        rig.web->serve(root + well_known + "oauth-authorization-server", rig.metadata);
        REQUIRE(rig.refuse(401, "") == true);
        const auto& asked = rig.web->last(root + well_known + "oauth-authorization-server");
        CHECK(*http::find_field(asked.headers, "MCP-Protocol-Version") == "2025-03-26");
        CHECK(rig.pages.front().starts_with(issuer + "/authorize?"));
    }
    SECTION("endpoints") {
        REQUIRE(rig.refuse(401, "") == true);
        CHECK(rig.pages.front().starts_with(root + "/authorize?"));
        CHECK(rig.authorization() == "Bearer a");
        CHECK(find(rig.page(), "resource") == nullptr);
        CHECK(find(rig.page(), "code_challenge") != nullptr);
    }
}

TEST_CASE("ACL-26 the fallback to 2025-03-26 can be turned off") {
    LoginOptions options;
    options.allow_2025_03_26 = false;
    Rig rig(options);
    rig.web->remove(prm_path);
    const auto outcome = rig.refuse(401, "");
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == AuthFailure::bad_metadata);
    CHECK(rig.pages.empty());
}

TEST_CASE("metadata that is none says which member is wrong") {
    for (const std::string_view text :
         {"", "[]", "{}", R"({"resource":1})", R"({"resource":"https://a"})",
          R"({"resource":"https://a","authorization_servers":[]})",
          R"({"resource":"https://a","authorization_servers":[1]})",
          R"({"resource":"https://a","authorization_servers":["b"],"scopes_supported":"c"})"}) {
        INFO(text);
        CHECK_FALSE(read_resource_metadata(text));
    }
    CHECK(read_server_metadata(R"({"issuer":"a","token_endpoint":[]})").error().message ==
          "member token_endpoint is missing or of the wrong type");
    CHECK_FALSE(read_server_metadata(R"({"token_endpoint":"a"})"));
}

TEST_CASE("ACL-27 R420 what a server names must not be this machine, a number, or without TLS") {
    for (const std::string hint :
         {"http://169.254.169.254/latest", "https://127.0.0.1/x", "https://localhost/x",
          "http://localhost:1/x", "https://2130706433/x", "https://0x7f.1/x", "https://127.1/x",
          "https://0177.0.0.1/x", "file:///etc/passwd", "http+unix://%2Frun%2Fs/x",
          "https://user:pass@mcp.example/x"}) {
        INFO(hint);
        Rig rig;
        const auto outcome = rig.refuse(401, "Bearer resource_metadata=\"" + hint + "\"");
        REQUIRE_FALSE(outcome);
        CHECK(rig.web->requests.empty());
        CHECK(outcome.error().message.find("pass@") == std::string::npos);
    }
}

}  // namespace
}  // namespace mcp::auth::test
