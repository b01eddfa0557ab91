// Which client id is used where.
#include "rig.hpp"

#include "auth/client/identity.hpp"

namespace mcp::auth::test {
namespace {

const std::string document_url = "https://app.example/client.json";

std::string used_client(Rig& rig) {
    const auto outcome = rig.refuse_401();
    if (!outcome) return "none: " + std::to_string(static_cast<int>(outcome.error().failure));
    return *find(rig.page(), "client_id");
}

TEST_CASE("ACL-10 R404 client ids in their order: given, document, registration, the user") {
    LoginOptions options;
    options.clients = {{"https://other.example", "other", {}}, {issuer, "given", {}}};
    options.client_id_document = document_url;
    unsigned asked = 0;
    options.ask_for_client = [&](const std::string& at) -> std::optional<RegisteredClient> {
        ++asked;
        CHECK(at == issuer);
        return RegisteredClient{at, "told", {}};
    };
    const auto with_documents = [](Rig& rig) {
        rig.metadata.set("client_id_metadata_document_supported", true);
        rig.publish();
    };
    {
        Rig rig(options);
        with_documents(rig);
        CHECK(used_client(rig) == "given");
    }
    options.clients.pop_back();
    {
        Rig rig(options);
        with_documents(rig);
        CHECK(used_client(rig) == document_url);
        CHECK(rig.web->count(issuer + "/register") == 0);
    }
    {
        Rig rig(options);
        CHECK(used_client(rig) == "registered");
    }
    CHECK(asked == 0);
    {
        Rig rig(options);
        rig.metadata.erase("registration_endpoint");
        rig.publish();
        CHECK(used_client(rig) == "told");
        CHECK(asked == 1);
    }
    options.ask_for_client = nullptr;
    Rig rig(options);
    rig.metadata.erase("registration_endpoint");
    rig.publish();
    const auto outcome = rig.refuse_401();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == AuthFailure::no_client);
    CHECK(rig.pages.empty());
}

TEST_CASE("ACL-13 R407 what was registered beforehand is used at its own issuer alone") {
    LoginOptions options;
    options.clients = {{"https://other.example", "other", "other-secret"}};
    Rig rig(options);
    CHECK(used_client(rig) == "registered");
    for (const WebRequest& each : rig.web->requests) {
        CHECK(each.body.find("other") == std::string::npos);
    }
}

TEST_CASE("ACL-11 R405 a client id that is an address: https, with a path; and its document") {
    CHECK(is_client_id_document(document_url));
    for (const std::string_view url :
         {"http://app.example/c", "https://app.example", "https://app.example/",
          "https://app.example/c#x", "https://app.example/../c", "app.example/c"}) {
        INFO(url);
        CHECK_FALSE(is_client_id_document(url));
    }
    LoginOptions options;
    options.client_name = "An app";
    options.client_id_document = document_url;
    const auto document =
        JsonObject::parse(client_id_document(options, "http://127.0.0.1/callback")).value();
    CHECK(document["client_id"].as_string() == document_url);
    CHECK(document["client_name"].as_string() == "An app");
    CHECK(document["redirect_uris"].text() == R"(["http://127.0.0.1/callback"])");
}

TEST_CASE("ACL-12 R406 registration says what the client is, and is done once for an issuer") {
    Rig rig;
    CHECK(used_client(rig) == "registered");
    const WebRequest request = rig.web->last(issuer + "/register");
    CHECK(request.method == "POST");
    CHECK(request.body ==
          R"({"client_name":"MCP client","redirect_uris":["http://127.0.0.1:40000/callback"],)"
          R"("grant_types":["authorization_code","refresh_token"],"response_types":["code"],)"
          R"("token_endpoint_auth_method":"none","application_type":"native"})");
    const auto again = rig.make_source({});
    rig.source = again;
    rig.storage->erase("tokens " + server_url);
    CHECK(used_client(rig) == "registered");
    CHECK(rig.web->count(issuer + "/register") == 1);
    // The address that was registered is listened on again.
    CHECK(rig.ports.back() == 40'000);
}

TEST_CASE("R406 a registration that is refused is told, or tried in another way") {
    Rig rig;
    SECTION("refused") {
        rig.web->serve(issuer + "/register", [](const WebRequest&) {
            return json_reply(Json::object({{"error", "invalid_redirect_uri"},
                                            {"error_description", "not\nhere"}}),
                              400);
        });
        const auto outcome = rig.refuse_401();
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error() ==
              AuthError{AuthFailure::no_client,
                        issuer + "/register did not register this client: HTTP 400: "
                                 "invalid_redirect_uri: not here",
                        "invalid_redirect_uri"});
    }
    SECTION("clients without a secret are not wanted") {
        rig.metadata.erase("token_endpoint_auth_methods_supported");
        rig.publish();
        rig.web->serve(issuer + "/register", [](const WebRequest& request) {
            const auto body = JsonObject::parse(request.body).value();
            if (body["token_endpoint_auth_method"].as_string() == "none") {
                return refusal_reply("invalid_client_metadata");
            }
            return json_reply(Json::object({{"client_id", "c"}, {"client_secret", "s"}}), 201);
        });
        REQUIRE(rig.refuse_401() == true);
        CHECK(http::find_field(rig.web->last(issuer + "/token").secret_headers, "Authorization"));
    }
}

TEST_CASE("R407 a client that the server has forgotten is registered again by the next login") {
    LoginOptions options;
    options.pause_after_failure = std::chrono::milliseconds(0);
    Rig rig(options);
    rig.gives_refresh_tokens = false;
    REQUIRE(rig.refuse_401() == true);
    rig.web->serve(issuer + "/token",
                   [](const WebRequest&) { return refusal_reply("invalid_client", 401); });
    REQUIRE_FALSE(rig.refuse_401());
    rig.web->serve(issuer + "/token",
                   Json::object({{"access_token", "new"}, {"token_type", "Bearer"}}));
    REQUIRE(rig.refuse_401() == true);
    CHECK(rig.web->count(issuer + "/register") == 2);
}

TEST_CASE("ACL-12 a client secret that has expired is not used") {
    Rig rig;
    rig.gives_refresh_tokens = false;
    rig.web->serve(issuer + "/register",
                   Json::object({{"client_id", "short"},
                                 {"client_secret", "s"},
                                 {"client_secret_expires_at", 1'800'000'060}}));
    rig.metadata.erase("token_endpoint_auth_methods_supported");
    rig.publish();
    REQUIRE(rig.refuse_401() == true);
    REQUIRE(rig.refuse_401() == true);
    CHECK(rig.web->count(issuer + "/register") == 1);
    rig.now += std::chrono::minutes(2);
    REQUIRE(rig.refuse_401() == true);
    CHECK(rig.web->count(issuer + "/register") == 2);
}

}  // namespace
}  // namespace mcp::auth::test
