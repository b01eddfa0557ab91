// A link against a server that is a script: requests are taken from a queue, replies are written by
// the test, and the clock is moved by hand.
#pragma once

#include "http/client/link.hpp"

#include <mcp/json.hpp>

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"

namespace mcp::http::test {

using namespace std::chrono_literals;

inline constexpr std::string_view address = "http://127.0.0.1:9000/mcp";
inline constexpr std::string_view version_2026 =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})";

/// A request that the link has made.
struct Asked {
    std::uint64_t exchange = 0;
    FetchRequest request{};

    /// The value of a header; nothing when it is not there. Fails the test when it is there twice.
    std::optional<std::string> header(std::string_view name) const;
    Json body() const;
    std::string method() const { return body()["method"].as_string().value_or(""); }
};

class Rig {
public:
    explicit Rig(HttpClientOptions options = {});

    Link link;
    Time now = Time{} + 1000s;
    std::vector<std::string> messages{};  ///< given to the client
    std::map<std::string, RpcError> undelivered{};
    std::vector<std::string> reports{};
    std::vector<std::uint64_t> stopped{};
    std::optional<std::string> closed{};

    void send(std::string_view text);
    void shut() {
        link.shut();
        pump();
    }
    /// The next request; fails the test when there is none.
    Asked asked();
    /// The same, with what it is checked: `POST tools/list`, `GET`, `DELETE`.
    Asked asked(std::string_view what);
    bool nothing_asked() const { return asked_.empty(); }
    std::size_t count_asked() const { return asked_.size(); }

    void json(const Asked& to, std::string_view body, int status = 200, Fields headers = {});
    void status(const Asked& to, int status, Fields headers = {}, std::string_view body = {});
    void accepted(const Asked& to) { status(to, 202); }
    void begin_events(const Asked& to, Fields headers = {});
    void bytes(const Asked& to, std::string_view bytes);
    void event(const Asked& to, std::string_view data) {
        bytes(to, "data: " + std::string(data) + "\n\n");
    }
    void end(const Asked& to, std::optional<std::string> failure = {});
    void advance(std::chrono::milliseconds by);
    bool was_stopped(const Asked& asked) const;
    Json last() const;

    /// A legacy session that is open. Its stream, if wanted, is answered with 405.
    void open_legacy(std::string_view revision = "2025-11-25", std::string_view session = "S-1");

private:
    void pump();
    std::deque<Asked> asked_{};
};

std::string initialize_result(std::string_view id, std::string_view revision);
std::string request(int id, std::string_view method, std::string_view params = {});
/// The same with `_meta`; `params` without braces.
std::string modern(int id, std::string_view method, std::string_view params = {});
std::string result(int id, std::string_view value = R"({"ok":true})");

}  // namespace mcp::http::test
