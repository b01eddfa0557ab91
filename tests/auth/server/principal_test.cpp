// What one user has is not for another, whatever they know of it: each id that the server gives
// out, shown by somebody else. And tokens go no further than the wall.
#include "rig.hpp"

#include <mcp/http_client.hpp>

#include "catch.hpp"

using namespace guard_test;

namespace {

constexpr std::string_view list = R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})";

}  // namespace

TEST_CASE(
    "ARS-14 SES-11 SES-12 R433: a session is its user's, and an id without a token is nothing") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    const std::string session = guarded.open(issuer.token("alice"));
    REQUIRE_FALSE(session.empty());
    CHECK(guarded.legacy(issuer.token("alice"), session, list).status == 200);
    CHECK(guarded.legacy(issuer.token("bob"), session, list).status == 404);
    CHECK(guarded.legacy("", session, list).status == 401);
    // Nor may somebody else listen to it, or end it.
    const auto with = [&](const std::string& token, const char* method) {
        Headers headers = Guarded::bearer(token);
        headers.insert(headers.end(), {{"Mcp-Session-Id", session},
                                       {"MCP-Protocol-Version", "2025-11-25"},
                                       {"Accept", "text/event-stream"}});
        return guarded.send(method, "/mcp", headers).status;
    };
    CHECK(with(issuer.token("bob"), "GET") == 404);
    CHECK(with(issuer.token("bob"), "DELETE") == 404);
    CHECK(with("", "DELETE") == 401);
    CHECK(guarded.legacy(issuer.token("alice"), session, list).status == 200);
    // The same name at another issuer is somebody else.
    const Issuer other;
    Guarded both(jwt_verifier({.issuers = {{issuer.url()}, {other.url()}}}));
    const std::string of_first = both.open(issuer.token("alice"));
    CHECK(both.legacy(other.token("alice"), of_first, list).status == 404);
    CHECK(both.legacy(issuer.token("alice"), of_first, list).status == 200);
}

TEST_CASE("SES-12 SEC-08: the events of a session are its user's") {
    const Issuer issuer;
    const auto sessions = memory_session_store();
    HttpServerOptions http;
    http.endpoint.session_store = sessions;
    http.endpoint.replies = HttpReplies::stream;
    Guarded guarded(verifier_of(issuer), {}, http);
    const std::string session = guarded.open(issuer.token("alice"));
    const Reply called = guarded.legacy(
        issuer.token("alice"), session,
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read"}})");
    const std::string event = text_after(called.text + '"', "\nid: ");
    REQUIRE_FALSE(event.empty());
    const std::string last = event.substr(0, event.find_first_of("\r\n"));
    const auto resume = [&](const std::string& token) {
        Headers headers = Guarded::bearer(token);
        headers.insert(headers.end(), {{"Mcp-Session-Id", session},
                                       {"MCP-Protocol-Version", "2025-11-25"},
                                       {"Accept", "text/event-stream"},
                                       {"Last-Event-ID", last}});
        return guarded.send("GET", "/mcp", headers);
    };
    const Reply stolen = resume(issuer.token("bob"));
    CHECK(stolen.status == 404);
    CHECK_FALSE(stolen.says("read has run"));
    CHECK(resume(issuer.token("alice")).says("read has run"));
    // A session that comes back from its store comes back to its user.
    Guarded restarted(verifier_of(issuer), {}, http);
    CHECK(restarted.legacy(issuer.token("bob"), session, list).status == 404);
    CHECK(restarted.legacy(issuer.token("alice"), session, list).status == 200);
}

TEST_CASE("R433: a cursor is its user's") {
    const Issuer issuer;
    ServerOptions paged;
    paged.limits.page_size = 1;
    Guarded guarded(verifier_of(issuer), {}, {}, paged);
    const auto page = [&](const char* user, const std::string& cursor) {
        return guarded.modern(Guarded::bearer(issuer.token(user)), "tools/list",
                              cursor.empty() ? "" : R"("cursor":")" + cursor + '"');
    };
    const std::string cursor = text_after(page("alice", "").text, R"("nextCursor":")");
    REQUIRE_FALSE(cursor.empty());
    CHECK(page("alice", cursor).says("\"tools\":["));
    const Reply stolen = page("bob", cursor);
    CHECK_FALSE(stolen.says("\"tools\":["));
    CHECK(stolen.says("-32602"));
}

TEST_CASE(
    "R323 R389 R433: what a client keeps between two rounds is its user's, and each round is "
    "judged") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    add_ask(guarded);
    const std::string alice = issuer.token("alice");
    const Reply asked = guarded.call(alice, "ask");
    INFO(asked.text);
    const std::string state = text_after(asked.text, R"("requestState":")");
    REQUIRE_FALSE(state.empty());
    CHECK(answer_ask(guarded, "", state).status == 401);
    const Reply stolen = answer_ask(guarded, issuer.token("bob"), state);
    INFO(stolen.text);
    CHECK_FALSE(stolen.says("ask has run"));
    CHECK(guarded.runs().count("ask") == 0);
    CHECK(answer_ask(guarded, alice, state).says("ask has run"));
}

TEST_CASE("R433: a task is its user's") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    add_long(guarded);
    const std::string of_alice = guarded.open(issuer.token("alice"));
    const std::string of_bob = guarded.open(issuer.token("bob"));
    const std::string id = start_long(guarded, issuer.token("alice"), of_alice);
    REQUIRE_FALSE(id.empty());
    for (const char* method : {"get", "result", "cancel"}) {
        const Reply stolen = ask_task(guarded, issuer.token("bob"), of_bob, method, id);
        CHECK_FALSE(stolen.says("\"status\":"));
        CHECK_FALSE(stolen.says("long has run"));
        CHECK(stolen.says("\"error\""));
    }
    CHECK(guarded
              .legacy(issuer.token("bob"), of_bob,
                      R"({"jsonrpc":"2.0","id":3,"method":"tasks/list"})")
              .says("\"tasks\":[]"));
    CHECK(ask_task(guarded, issuer.token("alice"), of_alice, "result", id).says("long has run"));
}

TEST_CASE("ELI-22 R321: an elicitation by address belongs to the user who was asked") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    guarded.server.tool("connect", "Opens a page.", [](Context&) -> std::string {
        ElicitRequestURLParams page;
        page.message = "Connect your account";
        page.url = "https://mcp.example.com/connect?id=e1";
        page.elicitationId = "e1";
        throw RpcError(
            error_code::url_elicitation_required, "a page has to be visited",
            Json::object(
                {{"elicitations", Json::array({Json::object({{"mode", "url"},
                                                             {"elicitationId", page.elicitationId},
                                                             {"url", page.url},
                                                             {"message", page.message}})})}}));
    });
    const std::string session = guarded.open(issuer.token("alice"));
    const Reply called = guarded.legacy(
        issuer.token("alice"), session,
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"connect","arguments":{}}})");
    INFO(called.text);
    CHECK(called.says("e1"));
    CHECK(guarded.server.elicitation_belongs("e1", issuer.url() + "#alice"));
    CHECK_FALSE(guarded.server.elicitation_belongs("e1", issuer.url() + "#bob"));
    // Nothing of the token is on the wire to the client.
    CHECK_FALSE(called.says(issuer.token("alice").substr(0, 40)));
}

TEST_CASE("ARS-08 R387: nothing behind the wall can see the token, or hand it on") {
    const Issuer issuer;
    std::string seen;
    HttpServerOptions http;
    http.endpoint.permit = [&](const HttpRequest& request) {
        for (const HttpHeader& each : request.headers) seen.append(each.name).append(each.value);
        return true;
    };
    Guarded guarded(verifier_of(issuer), {}, http);
    const Prover prover;
    const std::string bound = prover.token(issuer);
    const std::string proof = prover.proof(prover.claims(bound, "1"));
    const std::string token = issuer.token();
    std::string known;
    guarded.server.tool("all", "Says all that a handler can know.", [&](Context& context) {
        known = std::string(context.principal()) + context.grant()->claims.dump();
        return known;
    });
    CHECK(guarded.call(token, "all").status == 200);
    CHECK(guarded.call(Prover::headers(bound, proof), "all").status == 200);
    REQUIRE_FALSE(seen.empty());
    for (const std::string& secret : {token, bound, proof}) {
        // The signature is what makes it a token.
        const std::string signature = secret.substr(secret.rfind('.') + 1);
        CHECK(seen.find(signature) == std::string::npos);
        CHECK(known.find(signature) == std::string::npos);
    }
    CHECK(seen.find("Authorization") == std::string::npos);
}
