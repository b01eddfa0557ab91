// Requests around good tokens: proofs, scopes, other users' ids, other ways to show a token.
#include "rig.hpp"

#include <tests/auth/attacks/attacks.hpp>

using namespace guard_test;

namespace {

constexpr std::string_view list = R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})";

struct Wall {
    Issuer issuer{};
    Guarded guarded{verifier_of(issuer)};
    std::string alice = issuer.token("alice");
    std::string bob = issuer.token("bob");

    std::string after(const Reply& reply, int status) {
        if (reply.status != status) return "status " + std::to_string(reply.status);
        return guarded.runs().empty() ? "" : "a handler has run";
    }
};

/// A proof that is good but for one thing.
std::string with_proof(const std::function<void(JsonObject& claims, JsonObject& header)>& change) {
    Wall wall;
    const Prover prover;
    const std::string token = prover.token(wall.issuer);
    auto claims = prover.claims(token, "1");
    JsonObject header;
    change(claims, header);
    const Reply reply =
        wall.guarded.call(Prover::headers(token, prover.proof(claims, header)), "read");
    return wall.after(reply, 401);
}
std::string with_proof_claim(const char* name, const Json& value) {
    return with_proof([&](JsonObject& claims, JsonObject&) { claims.set(name, value); });
}

/// A call of "write" by somebody who may only read, spelled in some way.
std::string spelled(std::string_view params, std::string_view name_header = "write") {
    Wall wall;
    const Reply reply =
        wall.guarded.modern(Guarded::bearer(wall.alice), "tools/call", params, name_header);
    if (wall.guarded.runs().count("write") != 0) return "it has run";
    return reply.status >= 400 ? "" : "status " + std::to_string(reply.status);
}

}  // namespace

// ---- proofs ----

ATTACK("a proof that was used before") {
    Wall wall;
    const Prover prover;
    const std::string token = prover.token(wall.issuer);
    const Headers headers = Prover::headers(token, prover.proof(prover.claims(token, "1")));
    if (wall.guarded.call(headers, "who").status != 200) return "a good proof is refused";
    return wall.guarded.call(headers, "read").status == 401 ? "" : "let in";
}
ATTACK("a token that belongs to a key, shown without a proof") {
    Wall wall;
    return wall.after(wall.guarded.call(Prover().token(wall.issuer)), 401);
}
ATTACK("a proof by another key") {
    Wall wall;
    const Prover thief;
    const std::string token = Prover().token(wall.issuer);
    const std::string proof = thief.proof(thief.claims(token, "1"));
    return wall.after(wall.guarded.call(Prover::headers(token, proof), "read"), 401);
}
ATTACK("a proof that names the right key and is signed by another") {
    Wall wall;
    const Prover owner;
    const Prover thief;
    const std::string token = owner.token(wall.issuer);
    const std::string proof =
        thief.proof(thief.claims(token, "1"), {{"jwk", owner.key.public_jwk()}});
    return wall.after(wall.guarded.call(Prover::headers(token, proof), "read"), 401);
}
ATTACK("a proof for another method") { return with_proof_claim("htm", "GET"); }
ATTACK("a proof for another server") {
    return with_proof_claim("htu", "https://other.example.com/mcp");
}
ATTACK("a proof for another path") {
    return with_proof_claim("htu", "https://mcp.example.com/other");
}
ATTACK("a proof for another token") { return with_proof_claim("ath", "AAAA"); }
ATTACK("a proof for no token") {
    return with_proof([](JsonObject& claims, JsonObject&) { claims.erase("ath"); });
}
ATTACK("an old proof") { return with_proof_claim("iat", now_in_seconds() - 302); }
ATTACK("a proof from the future") { return with_proof_claim("iat", now_in_seconds() + 400); }
ATTACK("a proof without an id") {
    return with_proof([](JsonObject& claims, JsonObject&) { claims.erase("jti"); });
}
ATTACK("a proof that is another signed text") {
    return with_proof([](JsonObject&, JsonObject& header) { header.set("typ", "at+jwt"); });
}
ATTACK("a proof that shows its private key") {
    return with_proof([](JsonObject&, JsonObject& header) {
        auto jwk = Key::generate(Algorithm::es256).public_jwk();
        header.set("jwk", jwk.set("d", "AAAA"));
    });
}
ATTACK("two proofs") {
    Wall wall;
    const Prover prover;
    const std::string token = prover.token(wall.issuer);
    Headers headers = Prover::headers(token, prover.proof(prover.claims(token, "1")));
    headers.emplace_back("DPoP", prover.proof(prover.claims(token, "2")));
    return wall.after(wall.guarded.call(headers, "read"), 400);
}

// ---- scopes ----

ATTACK("ARS-10 R385: a tool whose scope is missing") { return spelled(R"("name":"write")"); }
ATTACK("ARS-10: its name with escapes") { return spelled(R"("name":"\u0077rite")"); }
ATTACK("ARS-10: two names, the harmless one first") {
    return spelled(R"("name":"read","name":"write")");
}
ATTACK("ARS-10: two names, the harmless one last") {
    return spelled(R"("name":"write","name":"read")");
}
ATTACK("ARS-10: two names, one of them with escapes") {
    return spelled(R"("name":"read","n\u0061me":"write")");
}
ATTACK("ARS-10: a harmless name in the header") { return spelled(R"("name":"write")", "read"); }
ATTACK("ARS-10: a second list of params") {
    Wall wall;
    const std::string body =
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read"},)"
        R"("params":{"name":"write"}})";
    const std::string session = wall.guarded.open(wall.alice);
    wall.guarded.legacy(wall.alice, session, body);
    return wall.guarded.runs().count("write") == 0 ? "" : "it has run";
}
ATTACK("ARS-10: the method with escapes") {
    Wall wall;
    const std::string session = wall.guarded.open(wall.alice);
    wall.guarded.legacy(
        wall.alice, session,
        R"({"jsonrpc":"2.0","id":1,"method":"tools\/c\u0061ll","params":{"name":"write"}})");
    return wall.guarded.runs().empty() ? "" : "it has run";
}
ATTACK("ARS-10: in a message that is larger, and nests deeper, than is usual") {
    const Issuer issuer;
    HttpServerOptions http;
    http.endpoint.max_body = http.limits.body = std::size_t{64} << 20;
    http.endpoint.max_depth = 1000;
    ServerOptions server;
    server.limits.json = {http.endpoint.max_body, http.endpoint.max_depth};
    Guarded guarded(verifier_of(issuer), {}, http, server);
    const std::string deep = std::string(200, '[') + std::string(200, ']');
    const std::string large = '"' + std::string(std::size_t{17} << 20, 'x') + '"';
    for (const std::string& argument : {deep, large}) {
        const Reply reply =
            guarded.modern(Guarded::bearer(issuer.token()), "tools/call",
                           R"("name":"write","arguments":{"a":)" + argument + "}", "write");
        if (reply.status != 403) return "status " + std::to_string(reply.status);
    }
    return guarded.runs().empty() ? "" : "it has run";
}
ATTACK("ARS-10: within a batch") {
    Wall wall;
    const std::string session = wall.guarded.open(wall.alice, "2025-03-26");
    const Reply reply = wall.guarded.legacy(
        wall.alice, session,
        R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write"}}])",
        "2025-03-26");
    return wall.after(reply, 403);
}
ATTACK("R389: a session that was opened with more scopes") {
    Wall wall;
    const std::string session = wall.guarded.open(wall.issuer.token("alice", "mcp write"));
    const Reply reply = wall.guarded.legacy(
        wall.alice, session,
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write"}})");
    return wall.after(reply, 403);
}

// ---- what belongs to somebody else ----

ATTACK("SES-12 R433: the session of another user") {
    Wall wall;
    const std::string session = wall.guarded.open(wall.alice);
    return wall.after(wall.guarded.legacy(wall.bob, session, list), 404);
}
ATTACK("SES-11 ARS-14: a session without a token") {
    Wall wall;
    const std::string session = wall.guarded.open(wall.alice);
    return wall.after(wall.guarded.legacy("", session, list), 401);
}
ATTACK("R433: the stream of another user") {
    Wall wall;
    const std::string session = wall.guarded.open(wall.alice);
    Headers headers = Guarded::bearer(wall.bob);
    headers.insert(headers.end(), {{"Mcp-Session-Id", session},
                                   {"MCP-Protocol-Version", "2025-11-25"},
                                   {"Accept", "text/event-stream"},
                                   {"Last-Event-ID", "1-0"}});
    return wall.after(wall.guarded.send("GET", "/mcp", headers), 404);
}
ATTACK("R433: the messages of another user's stream of 2024-11-05") {
    Wall wall;
    wall.guarded.start();
    Wire stream(wall.guarded.web->port());
    stream.send(
        "GET /sse HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        "Authorization: Bearer " +
        wall.alice + "\r\n\r\n");
    stream.until("data: ");
    const std::string line = stream.until("\n");
    const std::string target = line.substr(0, line.find_first_of("\r\n"));
    if (!target.starts_with("/messages")) return "there is no stream: " + target;
    Headers headers = Guarded::bearer(wall.bob);
    headers.emplace_back("Content-Type", "application/json");
    return wall.after(wall.guarded.send("POST", target, headers, list), 404);
}
ATTACK("R433: the cursor of another user") {
    const Issuer issuer;
    ServerOptions paged;
    paged.limits.page_size = 1;
    Guarded guarded(verifier_of(issuer), {}, {}, paged);
    const auto first = guarded.modern(Guarded::bearer(issuer.token("alice")), "tools/list");
    const std::string cursor = text_after(first.text, R"("nextCursor":")");
    if (cursor.empty()) return "there is no cursor";
    const auto stolen = guarded.modern(Guarded::bearer(issuer.token("bob")), "tools/list",
                                       R"("cursor":")" + cursor + '"');
    return stolen.says("\"tools\":[") ? "it is good" : "";
}
ATTACK("R323 R433: the requestState of another user") {
    Wall wall;
    add_ask(wall.guarded);
    const std::string state =
        text_after(wall.guarded.call(wall.alice, "ask").text, R"("requestState":")");
    if (state.empty()) return "there is no state";
    answer_ask(wall.guarded, wall.bob, state);
    return wall.guarded.runs().empty() ? "" : "a handler has run";
}
ATTACK("R433: the task of another user") {
    Wall wall;
    add_long(wall.guarded);
    const std::string id = start_long(wall.guarded, wall.alice, wall.guarded.open(wall.alice));
    if (id.empty()) return "there is no task";
    const std::string session = wall.guarded.open(wall.bob);
    for (const char* method : {"get", "result", "cancel"}) {
        if (!ask_task(wall.guarded, wall.bob, session, method, id).says("\"error\""))
            return std::string(method) + " is good";
    }
    return "";
}

// ---- other ways in ----

ATTACK("ARS-09 R391: a token in the address") {
    Wall wall;
    return wall.after(wall.guarded.call(Headers{}, "read", "/mcp?access_token=" + wall.alice), 401);
}
ATTACK("ARS-09 R391: a token in the address and in the header") {
    Wall wall;
    return wall.after(
        wall.guarded.call(Guarded::bearer(wall.alice), "read", "/mcp?access_token=" + wall.alice),
        400);
}
ATTACK("a token in a form") {
    Wall wall;
    return wall.after(
        wall.guarded.send("POST", "/mcp", {{"Content-Type", "application/x-www-form-urlencoded"}},
                          "access_token=" + wall.alice),
        401);
}
ATTACK("a token in a cookie") {
    Wall wall;
    return wall.after(wall.guarded.call(Headers{{"Cookie", "access_token=" + wall.alice}}, "read"),
                      401);
}
ATTACK("ARS-12: two tokens") {
    Wall wall;
    Headers headers = Guarded::bearer(wall.alice);
    headers.emplace_back("authorization", "Bearer " + wall.bob);
    return wall.after(wall.guarded.call(headers, "read"), 400);
}
ATTACK("a way around the wall by the path") {
    Wall wall;
    for (const char* path : {"//mcp", "/mcp/", "/MCP", "/./mcp", "/mcp?", "/mcp%2f", "/messages",
                             "/.well-known/oauth-protected-resource/../../mcp",
                             "/.well-known/oauth-protected-resource/mcp/../../../mcp"}) {
        const Reply reply = wall.guarded.call(Headers{}, "read", path);
        if (reply.status != 401 || !wall.guarded.runs().empty())
            return std::string(path) + ": status " + std::to_string(reply.status);
    }
    return "";
}
ATTACK("a way around the wall by the method") {
    Wall wall;
    for (const char* method : {"OPTIONS", "HEAD", "PUT", "PATCH", "post"}) {
        const Reply reply = wall.guarded.send(
            method, "/mcp",
            {{"Content-Type", "application/json"}, {"X-HTTP-Method-Override", "POST"}},
            Guarded::modern_text("tools/call", R"("name":"read")"));
        if (reply.status == 200 || !wall.guarded.runs().empty()) return method;
    }
    return "";
}

// ---- secrets ----

ATTACK("ARS-15 SEC-07: secrets in the log") {
    Issuer issuer;
    std::string told;
    std::mutex mutex;
    BearerOptions options;
    options.audit = [&](const AccessEvent& event) {
        const std::lock_guard lock(mutex);
        for (const std::string_view part : {event.reason, event.principal, event.path, event.name})
            told.append(part).append("\n");
    };
    Guarded guarded(verifier_of(issuer), options);
    guarded.server.tool("fails", "Fails.", [](Context&) -> std::string {
        throw std::runtime_error("a failure of the tool");
    });
    const Prover prover;
    auto claims = issuer.claims();
    claims.set("aud", "https://other.example.com");
    const std::string bound = prover.token(issuer);
    const std::vector<std::string> tokens = {issuer.token(),        issuer.token("bob", "other"),
                                             issuer.sign(claims),   bound,
                                             "marker-opaque-token", issuer.token() + "x"};
    const std::string proof = prover.proof(prover.claims(bound, "1"));
    std::string replies;
    for (const std::string& token : tokens) {
        for (const char* tool : {"read", "write", "fails", "none"}) {
            replies += guarded.call(token, tool).text;
            replies += guarded.call(Prover::headers(token, proof), tool).text;
        }
        replies += guarded.call(Headers{}, "read", "/mcp?access_token=" + token).text;
    }
    issuer.down = true;
    replies += guarded.call(issuer.sign(issuer.claims(), {{"kid", "new"}})).text;
    const std::lock_guard lock(mutex);
    const std::string all = guarded.log() + told + replies;
    if (guarded.log().find("a failure of the tool") == std::string::npos)
        return "nothing is logged";
    for (std::string secret : tokens) {
        if (secret.find('.') != std::string::npos)
            secret = secret.substr(secret.rfind('.') + 1, 40);
        if (all.find(secret) != std::string::npos) return "a token is in there";
    }
    return all.find(proof.substr(proof.rfind('.') + 1)) == std::string::npos
               ? ""
               : "a proof is in there";
}
