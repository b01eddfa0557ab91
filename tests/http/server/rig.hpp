// An endpoint with a server behind it, a clock that tests move, and replies that record.
#pragma once

#include "http/server/endpoint.hpp"
#include "server/access.hpp"

#include "stream_events.hpp"

#include <mcp/http.hpp>
#include <mcp/server.hpp>
#include <tests/catch.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::testing {

using Fields = std::vector<std::pair<std::string, std::string>>;

/// Params that ask for progress, behind others.
inline constexpr std::string_view progress_meta = R"(,"_meta":{"progressToken":"t"})";

inline Json json(std::string_view text) {
    auto value = Json::parse(text);
    INFO(text);
    REQUIRE(value.has_value());
    return *std::move(value);
}

/// Records what is replied.
class FakeReply final : public HttpReply {
public:
    void answer(int code, std::span<const HttpHeader> fields, std::string_view text) override {
        const std::lock_guard lock(mutex);
        CHECK(status == 0);
        status = code;
        keep(fields);
        body = text;
        over = true;
        changed.notify_all();
    }
    void begin(int code, std::span<const HttpHeader> fields) override {
        const std::lock_guard lock(mutex);
        CHECK(status == 0);
        status = code;
        keep(fields);
        streams = true;
        changed.notify_all();
    }
    std::size_t write(std::string_view bytes) override {
        const std::lock_guard lock(mutex);
        CHECK(streams);
        CHECK_FALSE(over);
        CHECK_FALSE(bytes.empty());
        ++writes;
        if (!gone) body += bytes;
        if (stuck) queued += bytes.size();
        changed.notify_all();
        return queued;
    }
    void end() override {
        const std::lock_guard lock(mutex);
        CHECK(streams);
        over = true;
        changed.notify_all();
    }
    void abort() override {
        const std::lock_guard lock(mutex);
        over = aborted = true;
        changed.notify_all();
    }

    std::string header(std::string_view name) const {
        for (const auto& [field, value] : headers) {
            if (http::same_name(field, name)) return value;
        }
        return {};
    }
    bool has(std::string_view name) const {
        for (const auto& [field, value] : headers) {
            if (http::same_name(field, name)) return true;
        }
        return false;
    }
    Json json() const { return testing::json(body); }
    std::vector<Event> events() const {
        const std::lock_guard lock(mutex);
        return events_in(body);
    }
    /// The messages among the events.
    std::vector<Json> messages() const {
        std::vector<Json> all;
        for (const Event& event : events()) {
            if (!event.data.empty() && event.name != "endpoint") {
                all.push_back(testing::json(event.data));
            }
        }
        return all;
    }
    std::size_t comments() const {
        const std::lock_guard lock(mutex);
        std::size_t count = 0;
        events_in(body, &count);
        return count;
    }
    /// Waits until it is over.
    FakeReply& wait() {
        std::unique_lock lock(mutex);
        REQUIRE(changed.wait_for(lock, std::chrono::seconds(20), [&] { return over; }));
        return *this;
    }
    /// Waits until so many messages are there.
    FakeReply& wait_for(std::size_t count) {
        std::unique_lock lock(mutex);
        REQUIRE(changed.wait_for(lock, std::chrono::seconds(20), [&] {
            std::size_t found = 0;
            for (const Event& event : events_in(body)) found += event.data.empty() ? 0 : 1;
            return found >= count;
        }));
        return *this;
    }

    mutable std::mutex mutex{};
    std::condition_variable changed{};
    int status = 0;
    Fields headers{};
    std::string body{};
    bool streams = false;
    bool over = false;
    bool aborted = false;
    bool stuck = false;  ///< the peer takes nothing any more
    bool gone = false;
    std::size_t queued = 0;
    int writes = 0;

private:
    void keep(std::span<const HttpHeader> fields) {
        for (const HttpHeader& field : fields) headers.emplace_back(field.name, field.value);
    }
};

class FakeClock final : public session::Clock {
public:
    session::Time now() const override { return session::Time(std::chrono::milliseconds(now_)); }
    Sealer::Time wall() const override { return Sealer::Time(std::chrono::milliseconds(now_)); }
    void advance(std::chrono::milliseconds time) { now_ += time.count(); }

private:
    std::atomic<std::int64_t> now_{1'000'000'000'000};
};

/// One request and what became of it.
struct Got {
    std::shared_ptr<FakeReply> reply = std::make_shared<FakeReply>();
    std::shared_ptr<HttpExchange> exchange{};

    FakeReply* operator->() const { return reply.get(); }
    /// The peer is gone.
    void cut() {
        {
            const std::lock_guard lock(reply->mutex);
            reply->gone = true;
        }
        if (const auto last = std::exchange(exchange, nullptr)) last->disconnected();
    }
};

class Rig {
public:
    explicit Rig(HttpEndpointOptions options = {}, ServerOptions server_options = {})
        : server({.name = "rig", .version = "1"}, with_log(std::move(server_options))),
          endpoint(detail::ServerAccess::core(server), std::move(options), clock) {
        add_tool("echo", R"({"type":"object"})", [](const JsonObject& arguments) {
            return arguments["text"].as_string().value_or("");
        });
        server.tool("steps", "Reports progress.", [](Context& context) {
            for (int step = 1; step <= 3; ++step) context.progress(step, 3);
            return "done";
        });
    }

    template <class F>
    void add_tool(std::string name, std::string_view schema, F&& handler) {
        Tool tool;
        tool.name = std::move(name);
        tool.inputSchema = *JsonObject::parse(schema);
        server.tool(std::move(tool), std::forward<F>(handler));
    }

    Got send(std::string_view method, std::string_view target, const Fields& fields,
             std::string_view body = {}) {
        Got got;
        std::vector<HttpHeader> headers;
        for (const auto& [name, value] : fields) headers.push_back({name, value});
        HttpRequest request;
        request.method = method;
        request.target = target;
        request.headers = headers;
        request.body = body;
        request.principal = principal;
        got.exchange = endpoint.handle(request, got.reply, clock.now());
        return got;
    }

    // ---- stateless ----

    static std::string modern(std::string_view id, std::string_view method,
                              std::string_view params = {}, std::string_view capabilities = "{}",
                              std::string_view meta = {}) {
        std::string text = R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" +
                           std::string(method) + R"(","params":{)" + std::string(params);
        if (!params.empty()) text += ',';
        text += R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                R"("io.modelcontextprotocol/clientCapabilities":)";
        text += capabilities;
        return text.append(meta).append("}}}");
    }
    static Fields modern_fields(std::string_view method, std::string_view name = {}) {
        Fields fields{{"Host", "localhost:8080"},
                      {"Content-Type", "application/json"},
                      {"Accept", "application/json, text/event-stream"},
                      {"MCP-Protocol-Version", "2026-07-28"},
                      {"Mcp-Method", std::string(method)}};
        if (!name.empty()) fields.emplace_back("Mcp-Name", std::string(name));
        return fields;
    }
    Got modern_call(std::string_view id, std::string_view tool, std::string_view arguments = "{}",
                    std::string_view meta = {}, const Fields& more = {}) {
        Fields fields = modern_fields("tools/call", tool);
        fields.insert(fields.end(), more.begin(), more.end());
        return send(
            "POST", "/mcp", fields,
            modern(id, "tools/call",
                   R"("name":")" + std::string(tool) + R"(","arguments":)" + std::string(arguments),
                   "{}", meta));
    }

    // ---- sessions ----

    static Fields plain_fields() {
        return {{"Host", "127.0.0.1"},
                {"Content-Type", "application/json"},
                {"Accept", "application/json, text/event-stream"}};
    }
    Fields session_fields(std::string_view session) const {
        Fields fields = plain_fields();
        fields.emplace_back("Mcp-Session-Id", std::string(session));
        if (!version.empty()) fields.emplace_back("MCP-Protocol-Version", version);
        return fields;
    }
    static std::string initialize_text(std::string_view revision,
                                       std::string_view capabilities = "{}") {
        return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" +
               std::string(revision) + R"(","capabilities":)" + std::string(capabilities) +
               R"(,"clientInfo":{"name":"c","version":"1"}}})";
    }
    /// A session that is ready.
    std::string open(std::string_view revision = "2025-11-25",
                     std::string_view capabilities = "{}") {
        version.clear();
        const Got got =
            send("POST", "/mcp", plain_fields(), initialize_text(revision, capabilities));
        REQUIRE(got->status == 200);
        const std::string session = got->header("Mcp-Session-Id");
        REQUIRE_FALSE(session.empty());
        if (revision >= "2025-06-18") version = revision;
        const Got ready =
            post(session, R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        REQUIRE(ready->status == 202);
        return session;
    }
    Got post(std::string_view session, std::string_view body) {
        return send("POST", "/mcp", session_fields(session), body);
    }
    static std::string call_text(std::string_view id, std::string_view tool,
                                 std::string_view arguments = "{}", std::string_view more = {}) {
        return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
               R"(,"method":"tools/call","params":{"name":")" + std::string(tool) +
               R"(","arguments":)" + std::string(arguments) + std::string(more) + "}}";
    }
    Got call(std::string_view session, std::string_view id, std::string_view tool,
             std::string_view arguments = "{}", std::string_view more = {}) {
        return post(session, call_text(id, tool, arguments, more));
    }
    Got get(std::string_view session, std::string_view last_event_id = {}) {
        Fields fields = session_fields(session);
        fields[2].second = "text/event-stream";
        if (!last_event_id.empty()) {
            fields.emplace_back("Last-Event-ID", std::string(last_event_id));
        }
        return send("GET", "/mcp", fields);
    }
    Got remove(std::string_view session) { return send("DELETE", "/mcp", session_fields(session)); }

    // ---- time ----

    /// Time goes by, and deadlines come.
    void advance(std::chrono::milliseconds time) {
        clock.advance(time);
        settle();
    }
    void settle() {
        for (int i = 0; i < 10 && endpoint.next_deadline() <= clock.now(); ++i) {
            endpoint.deadline(clock.now());
        }
    }

    ServerOptions with_log(ServerOptions options) {
        options.log = [this](std::string_view line) {
            const std::lock_guard lock(log_mutex);
            log.emplace_back(line);
        };
        return options;
    }

    std::mutex log_mutex{};
    std::vector<std::string> log{};
    std::string principal{};
    std::string version{};
    FakeClock clock{};
    Server server;
    http::Endpoint endpoint;
};

/// A tool that waits until the test lets it go on. The tool may leave it after the test has ended.
class Gate {
public:
    void open() {
        const std::lock_guard lock(state_->mutex);
        state_->open = true;
        state_->changed.notify_all();
    }
    void enter() {
        const std::shared_ptr<State> state = state_;
        std::unique_lock lock(state->mutex);
        ++state->entered;
        state->changed.notify_all();
        state->changed.wait(lock, [&] { return state->open; });
    }
    void await_entry(int count = 1) {
        std::unique_lock lock(state_->mutex);
        REQUIRE(state_->changed.wait_for(lock, std::chrono::seconds(20),
                                         [&] { return state_->entered >= count; }));
    }

private:
    struct State {
        std::mutex mutex{};
        std::condition_variable changed{};
        bool open = false;
        int entered = 0;
    };
    const std::shared_ptr<State> state_ = std::make_shared<State>();
};

inline std::string text_of(const Json& answer) {
    return answer["result"]["content"][0]["text"].as_string().value_or("(none)");
}
inline std::int64_t code_of(const Json& answer) {
    return answer["error"]["code"].as_int64().value_or(0);
}

}  // namespace mcp::testing
