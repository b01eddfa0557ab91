// Tokens that only their issuer can read.
#include "rig.hpp"

#include "catch.hpp"

using namespace guard_test;

namespace {

JsonObject active(const Issuer& issuer) {
    auto answer = issuer.claims();
    answer.set("active", true);
    return answer;
}

IntrospectionOptions options_for(const Issuer& issuer) {
    return {.issuer = issuer.url(),
            .endpoint = issuer.url() + "/introspect",
            .client_id = "res:1",
            .client_secret = "s/cret"};
}

}  // namespace

TEST_CASE("ARS-06: the issuer is asked about a token, once in a while") {
    Issuer issuer;
    issuer.opaque["opaque-1"] = active(issuer);
    Guarded guarded(introspection_verifier(options_for(issuer)));
    CHECK(guarded.call("opaque-1", "who").says(issuer.url() + "#alice mcp"));
    CHECK(guarded.call("opaque-1").status == 200);
    CHECK(issuer.questions == 1);
    CHECK(issuer.last_question == "token=opaque-1&token_type_hint=access_token");
    // As RFC 6749, section 2.3.1, has it: escaped before they are put together.
    CHECK(issuer.last_credentials == "Basic " + base64_encode("res%3A1:s%2Fcret"));
    const Reply unknown = guarded.call("opaque-2");
    CHECK(unknown.status == 401);
    CHECK(unknown.says("error=\"invalid_token\""));
}

TEST_CASE("what the issuer says is looked at as the claims of a token are") {
    Issuer issuer;
    const auto with = [&](const char* token, const char* name, const Json& value) {
        auto answer = active(issuer);
        answer.set(name, value);
        issuer.opaque[token] = answer;
    };
    with("other-audience", "aud", "https://other.example");
    with("other-issuer", "iss", "https://other.example");
    with("over", "exp", now_in_seconds() - 100);
    with("no-boolean", "active", "true");
    with("strange-scope", "scope", "a\"b");
    with("strange-subject", "sub", "a\nb");
    with("certificate", "cnf", Json::object({{"x5t#S256", "abc"}}));
    Guarded guarded(introspection_verifier(options_for(issuer)));
    for (const auto& [token, answer] : issuer.opaque) {
        INFO(token);
        CHECK(guarded.call(token).status == 401);
    }
    CHECK(guarded.runs().empty());
    auto without = active(issuer);
    without.erase("iss");
    without.erase("exp");
    issuer.opaque["plain"] = without;
    CHECK(guarded.call("plain", "who").says(issuer.url() + "#alice"));
}

TEST_CASE("an issuer that gives no answer is no refusal") {
    Issuer issuer;
    issuer.down = true;
    Guarded guarded(introspection_verifier(options_for(issuer)));
    CHECK(guarded.call("opaque").status == 503);
    issuer.down = false;
    issuer.opaque["opaque"] = active(issuer);
    CHECK(guarded.call("opaque").status == 200);
}

TEST_CASE("an issuer that calls the question bad has refused the token") {
    Issuer issuer;
    issuer.opaque["signed"] = {{"status", 400}};
    Guarded guarded(introspection_verifier(options_for(issuer)));
    CHECK(guarded.call("signed").status == 401);
}

TEST_CASE("questions under way are bounded") {
    Issuer issuer;
    issuer.opaque["opaque"] = active(issuer);
    auto options = options_for(issuer);
    options.max_in_flight = 0;
    Guarded guarded(introspection_verifier(options));
    CHECK(guarded.call("opaque").status == 503);
    CHECK(issuer.questions == 0);
}

TEST_CASE("a connection that goes while its token is looked at leaves nothing behind") {
    Issuer issuer;
    issuer.opaque["opaque"] = active(issuer);
    Guarded guarded(introspection_verifier(options_for(issuer)));
    guarded.start();
    {
        const std::lock_guard stuck(issuer.mutex);
        Wire wire(guarded.web->port());
        wire.send("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer opaque\r\n\r\n");
        REQUIRE(asio_test::eventually([&] { return guarded.web->connection_count() == 1; }));
        wire.close();
        CHECK(asio_test::eventually([&] { return guarded.web->connection_count() == 0; }));
    }
    CHECK(guarded.call("opaque").status == 200);
    // Nor does a server that stops meanwhile.
    const std::lock_guard stuck(issuer.mutex);
    issuer.opaque["another"] = active(issuer);
    Wire wire(guarded.web->port());
    wire.send("GET /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer another\r\n\r\n");
    CHECK(asio_test::eventually([&] { return guarded.web->connection_count() == 1; }));
    guarded.web->stop();
}
