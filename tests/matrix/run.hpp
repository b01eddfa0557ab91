// What the parts of the script share: the checks, the client under way, the person and the model
// behind it.
#pragma once

#include <mcp/client.hpp>

#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace matrix {

struct Report {
    int passed = 0;
    int failed = 0;
    std::set<std::string> skipped{};  ///< what was not looked at, and why
    /// Prints what failed.
    void check(std::string_view name, bool condition, std::string_view detail = {});
    /// Gives `there`; without it the reader is told what there is not.
    bool has(bool there, std::string_view without);
};

/// What went wrong, for the reader of a failed check.
template <class T>
std::string why(const mcp::Answer<T>& answer) {
    if (answer) return "there was an answer";
    return std::string(to_string(answer.error().failure)) + " " +
           std::to_string(answer.error().code) + " " + answer.error().message;
}

/// Waits for something that a callback does.
template <class F>
bool until(F done) {
    for (int i = 0; i < 2000 && !done(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return done();
}

/// The first text of a result.
std::string text_of(const mcp::CallToolResult& result);

struct User {
    std::atomic<int> forms{0};
    std::atomic<int> pages{0};
    std::atomic<int> pages_done{0};
    std::atomic<int> samples{0};
    std::atomic<int> stopped{0};  ///< questions to the model that were taken back
    std::atomic<int> logs{0};
    std::atomic<int> tool_changes{0};
    std::atomic<int> prompt_changes{0};
    std::atomic<int> resource_changes{0};

    void answer_for(mcp::Client& client);
};

struct Run {
    mcp::Client& client;
    User& user;
    Report& report;
    mcp::Revision revision;  ///< the older one of client and server, where a bridge is between them
    bool modern;
    mcp::Revision server;  ///< as the server has it

    /// Whether both sides have what came with this revision.
    bool has(mcp::Revision since, std::string_view feature) const;
    mcp::Answer<mcp::CallToolResult> call(std::string name, mcp::JsonObject arguments = {}) const;
    /// A check with the name of the tool: its text contains `part`.
    void expect(std::string tool, std::string_view part, mcp::JsonObject arguments = {}) const;
};

void questions(const Run& run);  // questions.cpp
void tasks(const Run& run);      // questions.cpp

}  // namespace matrix
