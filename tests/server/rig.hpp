// A server without sessions: requests go straight to its core, with a scripted client behind them.
#pragma once

#include "server/access.hpp"
#include "session/served_call.hpp"

#include <mcp/server.hpp>
#include <tests/catch.hpp>

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::testing {

/// A request whose client answers questions as the test says.
class FakeCall final : public detail::ServedCall {
public:
    FakeCall(std::string_view name, Revision at, std::string_view who) {
        method = std::string(name);
        revision = at;
        principal = std::string(who);
        id = MessageId(std::int64_t{1});
        set_peer(std::make_shared<detail::PeerInfo>());
    }
    void progress(double done, std::optional<double>, std::string_view) override {
        progressed.push_back(done);
    }
    void log(LoggingLevel level, Json data, std::string_view) override {
        logged.push_back(std::string(level.text()) + " " + data.dump());
    }
    InputResponses ask(InputRequests questions) override {
        asked = std::move(questions);
        if (answers.empty()) throw detail::InputNeeded{};
        return answers;
    }
    void ask_later(InputRequests questions, Done<InputResponses> done) override {
        asked = std::move(questions);
        if (answers.empty()) {
            waiting = std::move(done);
        } else {
            done(answers);
        }
    }
    std::optional<Json> kept() const override { return kept_; }
    void keep(Json state) override { kept_ = std::move(state); }
    void try_again() override { throw detail::InputNeeded{}; }

    InputResponses answers{};
    InputRequests asked{};
    Done<InputResponses> waiting{};
    std::vector<double> progressed{};
    std::vector<std::string> logged{};

private:
    std::optional<Json> kept_{};
};

inline Json json(std::string_view text) {
    auto value = Json::parse(text);
    INFO(text);
    REQUIRE(value.has_value());
    return *std::move(value);
}

/// Collects what the server says to its log.
struct Log {
    std::mutex mutex{};
    std::vector<std::string> lines{};
    void add(std::string_view line) {
        const std::lock_guard lock(mutex);
        lines.emplace_back(line);
    }
    bool has(std::string_view part) {
        const std::lock_guard lock(mutex);
        for (const auto& line : lines) {
            if (line.find(part) != std::string::npos) return true;
        }
        return false;
    }
};

struct Rig : server::Audience {
    explicit Rig(ServerOptions options = {})
        : server(Implementation{.name = "test", .version = "1"}, with_log(std::move(options))) {}

    server::Core& core() { return detail::ServerAccess::core(server); }

    /// The answer to a request. Nothing when the handler was left for input, or waits.
    std::optional<Answer<Json>> try_call(std::string_view method, std::string_view params) {
        call = std::make_unique<FakeCall>(method, revision, principal);
        call->answers = answers;
        if (server_info) call->server_info = &*server_info;
        const Json given = params.empty() ? Json() : json(params);
        auto answer = std::make_shared<std::optional<Answer<Json>>>();
        left = false;
        try {
            core().serve(method, params.empty() ? std::nullopt : std::optional(given.view()),
                         call->context(), [answer](Answer<std::string> text) {
                             if (!text) {
                                 answer->emplace(Unexpected(std::move(text).error()));
                             } else {
                                 answer->emplace(*Json::parse(*text));
                             }
                         });
        } catch (const detail::InputNeeded&) {
            left = true;
        }
        later = answer;
        return *answer;
    }
    Answer<Json> operator()(std::string_view method, std::string_view params = {}) {
        auto answer = try_call(method, params);
        REQUIRE(answer.has_value());
        return *std::move(answer);
    }
    /// The result of a request that must have one.
    Json result(std::string_view method, std::string_view params = {}) {
        auto answer = (*this)(method, params);
        INFO((answer ? std::string() : answer.error().message));
        REQUIRE(answer.has_value());
        return *std::move(answer);
    }
    /// The error of a request that must fail.
    RpcError error(std::string_view method, std::string_view params = {}) {
        auto answer = (*this)(method, params);
        INFO((answer ? answer->dump() : std::string()));
        REQUIRE(!answer.has_value());
        return std::move(answer).error();
    }

    void list_changed(session::ListKind kind, std::string_view) override {
        changes.push_back(kind);
    }
    void resource_updated(std::string_view uri, std::string_view) override {
        updates.emplace_back(uri);
    }

    ServerOptions with_log(ServerOptions options) {
        options.log = [this](std::string_view line) { log.add(line); };
        return options;
    }

    Log log{};
    Revision revision = r2025_11_25;
    std::string principal{};
    std::optional<Implementation> server_info{};
    InputResponses answers{};
    bool left = false;
    std::unique_ptr<FakeCall> call{};
    std::shared_ptr<std::optional<Answer<Json>>> later{};
    std::vector<session::ListKind> changes{};
    std::vector<std::string> updates{};
    Server server;
};

/// The text of the first content block.
inline std::string first_text(const Json& result) {
    return result["content"][0]["text"].as_string().value_or("(none)");
}
inline bool is_error(const Json& result) { return result["isError"].as_bool().value_or(false); }

inline constexpr Revision every_revision[] = {r2024_11_05, r2025_03_26, r2025_06_18, r2025_11_25,
                                              r2026_07_28};

}  // namespace mcp::testing
