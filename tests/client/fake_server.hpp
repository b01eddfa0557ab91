// A server written by hand, on a thread of its own: each request is given to a function that makes
// its result, or writes what it likes.
#pragma once

#include <mcp/json.hpp>
#include <mcp/transport.hpp>
#include <mcp/types.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

namespace mcp::client::test {

/// Who the client is.
inline const Implementation me{.name = "test", .version = "1"};

/// The members that modern results begin with; nothing for a legacy server.
inline std::string hints(bool modern, int ttl = 0) {
    return modern ? R"("resultType":"complete","ttlMs":)" + std::to_string(ttl) +
                        R"(,"cacheScope":"public",)"
                  : "";
}

/// The result of a tool that says something, and what it says.
inline std::string said(bool modern, const std::string& text) {
    return "{" + std::string(modern ? R"("resultType":"complete",)" : "") +
           R"("content":[{"type":"text","text":")" + text + R"("}]})";
}
inline std::string text_of(const CallToolResult& result) {
    return std::get<TextContent>(result.content.at(0)).text;
}

class FakeServer {
public:
    /// Gives the result as JSON; nothing when there is to be no answer (now). A text that begins
    /// with `!` is an error: its code.
    using Serve =
        std::function<std::optional<std::string>(const Json& params, const Json& request)>;

    explicit FakeServer(bool modern) : modern_(modern) {}
    ~FakeServer() { stop(); }
    FakeServer(const FakeServer&) = delete;
    FakeServer& operator=(const FakeServer&) = delete;

    std::map<std::string, Serve, std::less<>> methods{};
    /// Hears of the client's answers.
    std::function<void(const Json& answer)> answered{};
    std::string capabilities =
        R"({"tools":{"listChanged":true},"resources":{"subscribe":true},"prompts":{},"completions":{},"logging":{}})";

    /// The client's end. Starts the thread.
    std::unique_ptr<Transport> start();
    void stop();
    void write(std::string_view message);
    void reply(const Json& request, std::string_view result);
    std::size_t count(std::string_view method) const;

private:
    void run();
    void serve(const Json& message);

    bool modern_;
    std::unique_ptr<Transport> transport_{};
    std::thread thread_{};
    mutable std::mutex mutex_{};
    std::map<std::string, std::size_t, std::less<>> counts_{};
};

}  // namespace mcp::client::test
