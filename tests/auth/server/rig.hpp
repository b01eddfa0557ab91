// An issuer that signs tokens, a server behind a wall that wants them, and requests. On sockets.
#pragma once

#include "auth/jose/digest.hpp"
#include "auth/jose/jws.hpp"

#include <mcp/base64.hpp>
#include <mcp/bearer.hpp>
#include <mcp/server.hpp>
#include <tests/asio/support.hpp>

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace guard_test {

using namespace mcp;
using asio_test::Wire;
using jose::Algorithm;
using jose::Key;
using Headers = std::vector<std::pair<std::string, std::string>>;

inline const std::string resource = "https://mcp.example.com/mcp";

inline std::int64_t now_in_seconds() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Serves its metadata and keys, and answers questions about opaque tokens.
class Issuer {
public:
    explicit Issuer(Algorithm algorithm = Algorithm::es256)
        : algorithm_(algorithm),
          key_(Key::generate(algorithm)),
          rig_([this](const HttpRequest& request, const std::shared_ptr<HttpReply>& reply) {
              serve(request, *reply);
              return nullptr;
          }) {}

    std::string url() const { return "http://127.0.0.1:" + std::to_string(rig_.server.port()); }
    const Key& key() const { return key_; }

    /// Good for five minutes, for `resource`, for alice, with the scope "mcp".
    JsonObject claims() const {
        return {{"iss", url()},
                {"sub", "alice"},
                {"client_id", "app"},
                {"aud", resource},
                {"scope", "mcp"},
                {"iat", now_in_seconds()},
                {"exp", now_in_seconds() + 300}};
    }
    std::string sign(const JsonObject& claims, JsonObject header = {}) const {
        if (!header.contains("kid")) header.set("kid", kid);
        if (!header.contains("typ")) header.set("typ", "at+jwt");
        return jose::write_jws(key_, algorithm_, header, claims.text());
    }
    std::string token(std::string_view subject = "alice", std::string_view scope = "mcp") const {
        auto all = claims();
        all.set("sub", subject).set("scope", scope);
        return sign(all);
    }
    /// From now on with another key.
    void rotate(std::string_view id) {
        const std::lock_guard lock(mutex);
        key_ = Key::generate(algorithm_);
        kid = id;
    }

    std::mutex mutex{};
    std::string kid = "first";
    std::string claims_to_be{};  ///< another issuer, in the metadata
    std::optional<std::string> keys_document{};
    bool down = false;
    std::map<std::string, JsonObject> opaque{};  ///< token to answer
    std::atomic<int> key_requests = 0;
    std::atomic<int> metadata_requests = 0;
    std::atomic<int> questions = 0;
    std::string last_question{};
    std::string last_credentials{};

private:
    void serve(const HttpRequest& request, HttpReply& reply) {
        const std::lock_guard lock(mutex);
        const HttpHeader type{"Content-Type", "application/json"};
        const auto say = [&](std::string_view text) { reply.answer(200, {&type, 1}, text); };
        if (request.target == "/.well-known/openid-configuration") {
            ++metadata_requests;
            return say(Json::object({{"issuer", claims_to_be.empty() ? url() : claims_to_be},
                                     {"jwks_uri", url() + "/keys"}})
                           .text());
        }
        if (request.target == "/keys") {
            ++key_requests;
            if (down) return reply.answer(503, {}, {});
            if (keys_document) return say(*keys_document);
            auto jwk = key_.public_jwk();
            jwk.set("kid", kid).set("use", "sig");
            return say(Json::object({{"keys", Json::array({jwk})}}).text());
        }
        if (request.target == "/introspect" && request.method == "POST") {
            ++questions;
            last_question = request.body;
            for (const HttpHeader& each : request.headers) {
                if (each.name == "Authorization") last_credentials = each.value;
            }
            if (down) return reply.answer(500, {}, {});
            for (const auto& [token, answer] : opaque) {
                if (request.body.find("token=" + token + "&") != 0) continue;
                const auto status = answer["status"].as_int64();
                if (status) return reply.answer(static_cast<int>(*status), {}, {});
                return say(answer.text());
            }
            return say(R"({"active":false})");
        }
        reply.answer(404, {}, {});
    }

    Algorithm algorithm_;
    Key key_;
    asio_test::Rig rig_;
};

struct Reply {
    int status = 0;
    std::string text{};
    std::string header(std::string_view name) const {
        const std::string line = "\r\n" + std::string(name) + ": ";
        const std::size_t at = text.find(line);
        if (at == std::string::npos) return {};
        const std::size_t begin = at + line.size();
        return text.substr(begin, text.find("\r\n", begin) - begin);
    }
    std::string body() const { return asio_test::body_of(text); }
    std::string challenge() const { return header("WWW-Authenticate"); }
    bool says(std::string_view what) const { return text.find(what) != std::string::npos; }
};

inline std::shared_ptr<TokenVerifier> verifier_of(const Issuer& issuer) {
    return jwt_verifier({.issuers = {{issuer.url()}}});
}

/// Behind the wall: "read", "write" (which needs the scope "write"), "who", "pages" of tools.
class Guarded {
public:
    explicit Guarded(const std::shared_ptr<TokenVerifier>& verifier, BearerOptions options = {},
                     HttpServerOptions http = {}, ServerOptions server_options = {})
        : server({.name = "guarded", .version = "1"}, with_log(std::move(server_options))) {
        server.tool("read", "Reads.", [this](Context&) { return ran("read"); });
        server.tool("write", "Writes.", [this](Context&) { return ran("write"); });
        server.tool("who", "Who calls.", [this](Context& context) {
            ran("who");
            const Grant* const grant = context.grant();
            std::string text(context.principal());
            for (const std::string& scope : grant->scopes) text += ' ' + scope;
            return text;
        });
        if (options.resource.empty()) options.resource = resource;
        if (options.scopes.empty()) options.scopes = {"mcp"};
        options.tool_scopes.try_emplace("write", BearerOptions::Scopes{"write"});
        http.listen = {"127.0.0.1:0"};
        http.use_systemd = false;
        http.log = [this](std::string_view line) { keep(line); };
        require_bearer(http, verifier, std::move(options));
        web.emplace(server, http);
    }

    void start() { web->start(); }

    Reply send(std::string_view method, std::string_view target, const Headers& headers,
               std::string_view body = {}) {
        if (web->port() == 0) start();
        Wire wire(web->port());
        std::string text(method);
        text.append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\n");
        for (const auto& [name, value] : headers) text.append(name + ": " + value + "\r\n");
        text += "Connection: close\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n";
        wire.send(text.append(body));
        Reply reply;
        reply.text = wire.all();
        reply.status = asio_test::status_of(reply.text);
        return reply;
    }

    static Headers bearer(std::string_view token) {
        if (token.empty()) return {};
        return {{"Authorization", "Bearer " + std::string(token)}};
    }
    static std::string modern_text(std::string_view method, std::string_view params) {
        std::string text = R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                           R"(","params":{)" + std::string(params);
        if (!params.empty()) text += ',';
        return text + R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                      R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}})";
    }
    /// A request of 2026-07-28. `name`: what the method is about.
    Reply modern(Headers headers, std::string_view method, std::string_view params = {},
                 std::string_view name = {}, std::string_view target = "/mcp") {
        add_types(headers);
        headers.emplace_back("MCP-Protocol-Version", "2026-07-28");
        headers.emplace_back("Mcp-Method", method);
        if (!name.empty()) headers.emplace_back("Mcp-Name", name);
        return send("POST", target, headers, modern_text(method, params));
    }
    Reply call(Headers headers, std::string_view tool, std::string_view target = "/mcp") {
        return modern(std::move(headers), "tools/call",
                      R"("arguments":{},"name":")" + std::string(tool) + '"', tool, target);
    }
    Reply call(std::string_view token, std::string_view tool = "read") {
        return call(bearer(token), tool);
    }
    /// A message of an older revision.
    Reply legacy(std::string_view token, std::string_view session, std::string_view body,
                 std::string_view revision = "2025-11-25") {
        Headers headers = bearer(token);
        add_types(headers);
        if (!session.empty()) {
            headers.emplace_back("Mcp-Session-Id", session);
            headers.emplace_back("MCP-Protocol-Version", revision);
        }
        return send("POST", "/mcp", headers, body);
    }
    /// A session that is ready; its id.
    std::string open(std::string_view token, std::string_view revision = "2025-11-25") {
        const Reply opened = legacy(
            token, {},
            R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" +
                std::string(revision) +
                R"(","capabilities":{"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}})");
        const std::string session = opened.header("Mcp-Session-Id");
        legacy(token, session, R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
               revision);
        return session;
    }

    /// Handlers that have run.
    std::multiset<std::string> runs() {
        const std::lock_guard lock(mutex_);
        return runs_;
    }
    std::string log() {
        const std::lock_guard lock(mutex_);
        return log_;
    }
    void keep(std::string_view line) {
        const std::lock_guard lock(mutex_);
        log_.append(line).append("\n");
    }
    std::string ran(const char* tool) {
        const std::lock_guard lock(mutex_);
        runs_.insert(tool);
        return std::string(tool) + " has run";
    }

private:
    static void add_types(Headers& headers) {
        headers.emplace_back("Content-Type", "application/json");
        headers.emplace_back("Accept", "application/json, text/event-stream");
    }
    ServerOptions with_log(ServerOptions options) {
        options.log = [this](std::string_view line) { keep(line); };
        return options;
    }

    std::mutex mutex_{};
    std::multiset<std::string> runs_{};
    std::string log_{};

public:
    Server server;
    std::optional<HttpServer> web{};
};

/// What stands between `begin` and the next quote.
inline std::string text_after(const std::string& text, std::string_view begin) {
    const std::size_t at = text.find(begin);
    if (at == std::string::npos) return {};
    const std::size_t from = at + begin.size();
    return text.substr(from, text.find('"', from) - from);
}

/// A tool that keeps a secret and asks before it runs.
inline void add_ask(Guarded& guarded) {
    guarded.server.tool("ask", "Asks.", [&guarded](Context& context) {
        ElicitRequestFormParams form;
        form.message = "Really?";
        context.keep("a secret of alice");
        ElicitRequestParams params = std::move(form);
        const auto answer = context.elicit(std::move(params), "sure");
        return guarded.ran(answer.action == ElicitActionTag::accept ? "ask" : "not");
    });
}
/// Its second round.
inline Reply answer_ask(Guarded& guarded, std::string_view token, const std::string& state) {
    return guarded.modern(
        Guarded::bearer(token), "tools/call",
        R"("arguments":{},"name":"ask","inputResponses":{"sure":{"action":"accept","content":{}}},)"
        R"("requestState":")" +
            state + '"',
        "ask");
}

/// A tool that can be called as a task.
inline void add_long(Guarded& guarded) {
    Tool tool;
    tool.name = "long";
    tool.inputSchema = *JsonObject::parse(R"({"type":"object"})");
    tool.execution = ToolExecution{.taskSupport = ToolExecutionTaskSupportTag::optional};
    guarded.server.tool(std::move(tool),
                        [&guarded](const JsonObject&) { return guarded.ran("long"); });
}
/// The id of a task of that.
inline std::string start_long(Guarded& guarded, std::string_view token,
                              const std::string& session) {
    const Reply created = guarded.legacy(token, session,
                                         R"({"jsonrpc":"2.0","id":1,"method":"tools/call",)"
                                         R"("params":{"name":"long","arguments":{},"task":{}}})");
    return text_after(created.text, R"("taskId":")");
}
inline Reply ask_task(Guarded& guarded, std::string_view token, const std::string& session,
                      std::string_view method, const std::string& id) {
    return guarded.legacy(token, session,
                          R"({"jsonrpc":"2.0","id":2,"method":"tasks/)" + std::string(method) +
                              R"(","params":{"taskId":")" + id + R"("}})");
}

/// A client's key, and proofs by it.
struct Prover {
    Key key = Key::generate(Algorithm::es256);
    std::string address = resource;

    JsonObject claims(std::string_view token, std::string_view jti) const {
        return {{"jti", jti},
                {"htm", "POST"},
                {"htu", address},
                {"iat", now_in_seconds()},
                {"ath", base64url_encode(jose::sha256(token))}};
    }
    std::string proof(const JsonObject& claims, JsonObject header = {}) const {
        if (!header.contains("jwk")) header.set("jwk", key.public_jwk());
        if (!header.contains("typ")) header.set("typ", "dpop+jwt");
        return jose::write_jws(key, Algorithm::es256, header, claims.text());
    }
    /// A token of the issuer that belongs to the key.
    std::string token(const Issuer& issuer) const {
        auto all = issuer.claims();
        all.set("cnf", Json::object({{"jkt", key.thumbprint()}}));
        return issuer.sign(all);
    }
    static Headers headers(std::string_view token, std::string_view proof) {
        Headers all{{"Authorization", "DPoP " + std::string(token)}};
        if (!proof.empty()) all.emplace_back("DPoP", proof);
        return all;
    }
};

}  // namespace guard_test
