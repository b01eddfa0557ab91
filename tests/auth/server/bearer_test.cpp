// The wall: who gets in, and what is said to the others.
#include "rig.hpp"

#include "catch.hpp"

using namespace guard_test;

namespace {

constexpr std::string_view metadata_at =
    "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

Json json_of(const Reply& reply) {
    INFO(reply.text);
    auto value = Json::parse(reply.body());
    REQUIRE(value.has_value());
    return *std::move(value);
}

}  // namespace

TEST_CASE("ARS-01 ARS-02 ARS-13 R381 R384: without a token the answer says where to get one") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    const Reply reply = guarded.call("");
    CHECK(reply.status == 401);
    CHECK(reply.challenge() ==
          "Bearer scope=\"mcp\", resource_metadata=\"" + std::string(metadata_at) + '"');
    CHECK(guarded.runs().empty());
}

TEST_CASE("ARS-06 R383: a good token gets in, by every method, at every revision") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    const Reply reply = guarded.call(issuer.token());
    INFO(reply.text);
    CHECK(reply.status == 200);
    CHECK(reply.says("read has run"));
    const std::string session = guarded.open(issuer.token());
    REQUIRE_FALSE(session.empty());
    const Reply listed = guarded.legacy(issuer.token(), session,
                                        R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    CHECK(listed.status == 200);
    CHECK(guarded.send("DELETE", "/mcp",
                       {{"Authorization", "bearer " + issuer.token()},
                        {"Mcp-Session-Id", session},
                        {"MCP-Protocol-Version", "2025-11-25"}})
                  .status /
              100 ==
          2);
}

TEST_CASE("the keys are fetched once, while requests wait, and found by the issuer's metadata") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    guarded.start();
    std::vector<std::thread> threads;
    std::atomic<int> good = 0;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            if (guarded.call(issuer.token("user" + std::to_string(i))).status == 200) ++good;
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(good == 8);
    CHECK(issuer.metadata_requests == 1);
    CHECK(issuer.key_requests == 1);
    CHECK(guarded.call(issuer.token("later")).status == 200);
    CHECK(issuer.key_requests == 1);
}

TEST_CASE("a key that is not known is a reason to fetch the keys, after a pause") {
    Issuer issuer;
    Guarded patient(jwt_verifier({.issuers = {{issuer.url()}}}));
    Guarded eager(jwt_verifier({.issuers = {{issuer.url()}}, .pause = std::chrono::seconds(0)}));
    REQUIRE(patient.call(issuer.token()).status == 200);
    REQUIRE(eager.call(issuer.token()).status == 200);
    issuer.rotate("second");
    CHECK(eager.call(issuer.token()).status == 200);
    const int before = issuer.key_requests;
    const Reply refused = patient.call(issuer.token());
    CHECK(refused.status == 401);
    CHECK(refused.says("the issuer has no such key"));
    CHECK(issuer.key_requests == before);
}

TEST_CASE("an issuer that cannot be reached is no reason to throw tokens away") {
    Issuer issuer;
    issuer.down = true;
    Guarded guarded(verifier_of(issuer));
    const Reply reply = guarded.call(issuer.token());
    CHECK(reply.status == 503);
    CHECK_FALSE(reply.header("Retry-After").empty());
    CHECK(reply.challenge().empty());
    // Nor is it asked again at once.
    const int before = issuer.key_requests;
    CHECK(guarded.call(issuer.token("bob")).status == 503);
    CHECK(issuer.key_requests == before);
}

TEST_CASE("a file of certificates that is not there lets nobody in") {
    const Issuer issuer;
    Guarded guarded(jwt_verifier({.issuers = {{"https://127.0.0.1:1"}},
                                  .pause = std::chrono::seconds(0),
                                  .ca_file = "/nowhere"}));
    auto claims = issuer.claims();
    claims.set("iss", "https://127.0.0.1:1");
    for (int i = 0; i < 2; ++i) CHECK(guarded.call(issuer.sign(claims)).status == 503);
}

TEST_CASE("keys that were there are used while new ones cannot be fetched") {
    Issuer issuer;
    Guarded guarded(jwt_verifier({.issuers = {{issuer.url()}},
                                  .refresh_keys = std::chrono::seconds(0),
                                  .pause = std::chrono::seconds(0)}));
    REQUIRE(guarded.call(issuer.token()).status == 200);
    issuer.down = true;
    CHECK(guarded.call(issuer.token("bob")).status == 200);
    CHECK(asio_test::eventually([&] { return issuer.key_requests >= 2; }));
    CHECK(guarded.call(issuer.token("carol")).status == 200);
}

TEST_CASE("who sends the request is the issuer and the subject, and handlers see the scopes") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    const Reply reply = guarded.call(issuer.token("alice", "mcp extra"), "who");
    CHECK(reply.says(issuer.url() + "#alice mcp extra"));
}

TEST_CASE("ARS-03 ARS-04 R380 R381 R388: the metadata is outside the wall, at both places") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer), {.resource_name = "Weather \"and\" more"});
    for (const char* path :
         {"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"}) {
        const Reply reply = guarded.send("GET", path, {{"Origin", "https://page.example"}});
        CHECK(reply.status == 200);
        CHECK(reply.header("Content-Type") == "application/json");
        CHECK(reply.header("Access-Control-Allow-Origin") == "*");
        const Json document = json_of(reply);
        CHECK(document["resource"].as_string() == resource);
        CHECK(document["authorization_servers"][0].as_string() == issuer.url());
        CHECK(document["scopes_supported"].text() == R"(["mcp","write"])");
        CHECK(document["bearer_methods_supported"].text() == R"(["header"])");
        CHECK(document["resource_name"].as_string() == "Weather \"and\" more");
        CHECK_FALSE(reply.says("offline_access"));
    }
    const Reply preflight = guarded.send(
        "OPTIONS", "/.well-known/oauth-protected-resource",
        {{"Origin", "https://page.example"}, {"Access-Control-Request-Method", "GET"}});
    CHECK(preflight.status == 204);
    CHECK(preflight.header("Access-Control-Allow-Origin") == "*");
    CHECK(guarded.send("POST", "/.well-known/oauth-protected-resource", {}).status == 405);
    CHECK(guarded.send("GET", "/.well-known/oauth-protected-resource/other", {}).status == 401);
}

TEST_CASE("ARS-16: clients of 2025-03-26 find the issuer's metadata from the root of the host") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer), {.authorization_servers = {"https://as.example/tenant"}});
    const Reply reply = guarded.send("GET", "/.well-known/oauth-authorization-server", {});
    CHECK(reply.status == 302);
    CHECK(reply.header("Location") ==
          "https://as.example/.well-known/oauth-authorization-server/tenant");
}

TEST_CASE("ARS-05 ARS-10 ARS-11 R382 R385: too few scopes are 403, with all that is needed") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer), {.scopes_supported = {"mcp", "write", "extra"}});
    for (int i = 0; i < 2; ++i) {
        const Reply reply = guarded.call(issuer.token("alice", "extra mcp"), "write");
        CHECK(reply.status == 403);
        CHECK(reply.challenge() ==
              "Bearer error=\"insufficient_scope\", error_description=\"the token does not have "
              "every scope that this needs\", scope=\"mcp write extra\", resource_metadata=\"" +
                  std::string(metadata_at) + '"');
    }
    CHECK(guarded.runs().empty());
    CHECK(guarded.call(issuer.token("alice", "mcp write"), "write").says("write has run"));
    // So it is in a session, and in a batch.
    const std::string session = guarded.open(issuer.token(), "2025-03-26");
    const std::string call =
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write"}})";
    const std::string harmless = R"({"jsonrpc":"2.0","id":2,"method":"ping"})";
    CHECK(guarded.legacy(issuer.token(), session, call, "2025-03-26").status == 403);
    CHECK(guarded.legacy(issuer.token(), session, "[" + harmless + "," + call + "]", "2025-03-26")
              .status == 403);
    CHECK(guarded.runs().size() == 1);
}

TEST_CASE("scopes depend on methods and names, and on what a function says") {
    const Issuer issuer;
    BearerOptions options;
    options.method_scopes["tools/list"] = {"list"};
    options.scopes_for = [](std::string_view method, std::string_view name) {
        BearerOptions::Scopes scopes;
        if (method == "tools/call" && name == "read") scopes.push_back("files:read");
        return scopes;
    };
    Guarded guarded(verifier_of(issuer), options);
    CHECK(guarded.modern(Guarded::bearer(issuer.token()), "tools/list").status == 403);
    CHECK(guarded.modern(Guarded::bearer(issuer.token("a", "mcp list")), "tools/list").status ==
          200);
    CHECK(guarded.call(issuer.token()).status == 403);
    CHECK(guarded.call(issuer.token("a", "mcp files:read")).status == 200);
}

TEST_CASE("R386: a scope may include others") {
    const Issuer issuer;
    BearerOptions options;
    options.scope_covers = [](std::string_view held, std::string_view) { return held == "admin"; };
    Guarded guarded(verifier_of(issuer), options);
    CHECK(guarded.call(issuer.token("root", "admin"), "write").status == 200);
    CHECK(guarded.call(issuer.token("root", "mcp"), "write").status == 403);
}

TEST_CASE("ARS-12 R384: a request that shows tokens in a wrong way is 400") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    Headers two = Guarded::bearer(issuer.token());
    two.push_back(two.front());
    const Reply reply = guarded.call(two, "read");
    CHECK(reply.status == 400);
    CHECK(reply.challenge().starts_with("Bearer error=\"invalid_request\""));
    CHECK(guarded.call(Headers{{"Authorization", "Bearer"}}, "read").status == 400);
    CHECK(guarded.call(Headers{{"Authorization", "Bearer a b"}}, "read").status == 400);
    CHECK(guarded.call(Guarded::bearer(issuer.token()), "read", "/mcp?access_token=x").status ==
          400);
    // Another scheme is no token.
    const Reply basic = guarded.call(Headers{{"Authorization", "Basic YTpi"}}, "read");
    CHECK(basic.status == 401);
    CHECK_FALSE(basic.says("error="));
    CHECK(guarded.runs().empty());
}

TEST_CASE("claims of several issuers: scopes as lists, clients as subjects, other audiences") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer), {.audiences = {"api://weather"}});
    auto entra = issuer.claims();
    entra.erase("scope");
    entra.set("scp", Json::array({"mcp", "write"})).set("aud", "api://weather");
    CHECK(guarded.call(issuer.sign(entra, {{"typ", "JWT"}}), "write").status == 200);
    auto machine = issuer.claims();
    machine.erase("sub");
    machine.set("aud", Json::array({"other", resource}));
    CHECK(guarded.call(issuer.sign(machine), "who").says(issuer.url() + "#app"));
}

TEST_CASE("tokens of every algorithm that is allowed, and of no other, get in") {
    for (const Algorithm algorithm : {Algorithm::rs256, Algorithm::ps256, Algorithm::es384,
                                      Algorithm::es512, Algorithm::eddsa}) {
        const Issuer issuer(algorithm);
        Guarded all(verifier_of(issuer));
        CHECK(all.call(issuer.token()).status == 200);
        Guarded one(jwt_verifier({.issuers = {{issuer.url()}}, .algorithms = {"ES256"}}));
        CHECK(one.call(issuer.token()).says("the token's algorithm is not allowed"));
    }
}

TEST_CASE("a rate is by principal, and says when to come again") {
    const Issuer issuer;
    std::map<std::string, int, std::less<>> seen;
    BearerOptions options;
    options.rate_limit = [&](std::string_view principal,
                             const Grant&) -> std::optional<std::chrono::seconds> {
        const auto found = seen.try_emplace(std::string(principal), 0).first;
        if (++found->second > 2) return std::chrono::seconds(7);
        return std::nullopt;
    };
    Guarded guarded(verifier_of(issuer), options);
    for (int i = 0; i < 2; ++i) CHECK(guarded.call(issuer.token()).status == 200);
    const Reply reply = guarded.call(issuer.token());
    CHECK(reply.status == 429);
    CHECK(reply.header("Retry-After") == "7");
    CHECK(guarded.call(issuer.token("bob")).status == 200);
}

TEST_CASE("pages that may read answers may read refusals") {
    const Issuer issuer;
    HttpServerOptions http;
    http.endpoint.cors_origins = {"https://page.example"};
    Guarded guarded(verifier_of(issuer), {}, http);
    const auto from = [&](const char* origin) {
        return guarded.call(Headers{{"Origin", origin}}, "read");
    };
    CHECK(from("https://page.example").header("Access-Control-Allow-Origin") ==
          "https://page.example");
    CHECK(from("https://page.example")
              .header("Access-Control-Expose-Headers")
              .find("WWW-Authenticate") != std::string::npos);
    CHECK(from("https://other.example").header("Access-Control-Allow-Origin").empty());
}

TEST_CASE("each decision is told, without a secret") {
    using Outcome = AccessEvent::Outcome;
    const Issuer issuer;
    std::mutex mutex;
    std::vector<std::pair<Outcome, std::string>> told;
    BearerOptions options;
    options.audit = [&](const AccessEvent& event) {
        const std::lock_guard lock(mutex);
        std::string line;
        for (const std::string_view part : {event.reason, event.principal, event.http_method,
                                            event.path, event.method, event.name, event.peer}) {
            line.append(part).append("|");
        }
        told.emplace_back(event.outcome, line);
    };
    Guarded guarded(verifier_of(issuer), options);
    guarded.call("");
    guarded.call(issuer.token());
    guarded.call(issuer.token(), "write");
    guarded.call("nonsense");
    guarded.call(Headers{}, "read", "/mcp?access_token=secret-in-query");
    const std::lock_guard lock(mutex);
    REQUIRE(told.size() == 5);
    CHECK(told[0].first == Outcome::no_token);
    CHECK(told[1] == std::pair(Outcome::admitted,
                               "|" + issuer.url() + "#alice|POST|/mcp|tools/call|read|127.0.0.1|"));
    CHECK(told[2].first == Outcome::insufficient_scope);
    CHECK(told[3].first == Outcome::bad_token);
    CHECK(told[4].second.find("secret-in-query") == std::string::npos);
}

TEST_CASE("a hook that throws lets nobody in") {
    const Issuer issuer;
    BearerOptions options;
    options.scopes_for = [](std::string_view, std::string_view) -> BearerOptions::Scopes {
        throw std::runtime_error("broken hook");
    };
    Guarded guarded(verifier_of(issuer), options);
    CHECK(guarded.call(issuer.token()).status == 500);
    CHECK(guarded.runs().empty());
    CHECK(guarded.log().find("broken hook") != std::string::npos);
}

TEST_CASE("a function decides which tokens are good") {
    Guarded guarded(token_verifier([](std::string_view token) -> std::optional<Grant> {
                        if (token == "dropped") throw std::runtime_error("no");
                        if (token != "good" && token != "other") return std::nullopt;
                        Grant grant;
                        grant.issuer = "https://me.example";
                        grant.subject = "alice";
                        grant.scopes = {"mcp"};
                        grant.audiences = {token == "good" ? resource : "https://other.example"};
                        return grant;
                    }),
                    {.authorization_servers = {"https://me.example"}});
    CHECK(guarded.call("good").status == 200);
    CHECK(guarded.call("bad").status == 401);
    CHECK(guarded.call("other").says("the token is for another server"));
    CHECK(guarded.call("dropped").status == 500);
}

TEST_CASE("options that are not safe are refused") {
    const auto verifier = token_verifier([](std::string_view) { return std::optional<Grant>(); });
    const auto refused = [&](BearerOptions options) {
        HttpServerOptions http;
        if (options.authorization_servers.empty())
            options.authorization_servers = {"https://as.example"};
        CHECK_THROWS_AS(require_bearer(http, verifier, std::move(options)), std::invalid_argument);
    };
    refused({});
    refused({.resource = "http://mcp.example.com/mcp"});
    refused({.resource = "https://mcp.example.com/mcp?x=1"});
    refused({.resource = "https://mcp.example.com/mcp#x"});
    refused({.resource = resource, .authorization_servers = {"http://as.example"}});
    refused({.resource = resource, .scopes = {"a b"}});
    refused({.resource = resource, .scopes = {"a\"b"}});
    refused({.resource = resource, .scopes = {"a\r\nb"}});
    refused({.resource = resource, .scopes = {"offline_access"}});
    refused({.resource = resource, .tool_scopes = {{"t", {""}}}});
    refused({.resource = resource, .dpop = {.keys = {"short"}}});
    refused({.resource = resource, .dpop = {.algorithms = {"HS256"}}});
    HttpServerOptions http;
    CHECK_THROWS_AS(require_bearer(http, nullptr, {.resource = resource}), std::invalid_argument);
    CHECK_THROWS_AS(require_bearer(http, verifier, {.resource = resource}), std::invalid_argument);
    CHECK_THROWS_AS(jwt_verifier({}), std::invalid_argument);
    CHECK_THROWS_AS(jwt_verifier({.issuers = {{"http://as.example"}}}), std::invalid_argument);
    CHECK_THROWS_AS(jwt_verifier({.issuers = {{"https://as.example", "ftp://x"}}}),
                    std::invalid_argument);
    CHECK_THROWS_AS(jwt_verifier({.issuers = {{"https://as.example"}}, .algorithms = {"none"}}),
                    std::invalid_argument);
    CHECK_THROWS_AS(jwt_verifier({.issuers = {{"https://as.example"}}, .algorithms = {"HS256"}}),
                    std::invalid_argument);
    CHECK_THROWS_AS(introspection_verifier({.issuer = "https://as.example"}),
                    std::invalid_argument);
}
