// What a client's session wants done: it has no connection, no threads and no clock of its own.
// Gathered while the session is locked, carried out afterwards by whoever called it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mcp::client {

/// User code for a worker; `refused` runs instead when there are too many.
struct Work {
    std::function<void()> run{};
    std::function<void()> refused{};
};

struct Actions {
    std::vector<std::string> send{};  ///< messages, in order
    /// Outcomes of calls, and reports: on this thread, unlocked.
    std::vector<std::function<void()>> tell{};
    std::vector<std::function<void()>> events{};  ///< what handlers hear, one after the other
    std::vector<Work> work{};
    std::optional<std::string> close{};  ///< end the connection, and why

    bool empty() const {
        return send.empty() && tell.empty() && events.empty() && work.empty() && !close;
    }
};

/// A function that is called once and may hold what cannot be copied.
template <class F>
std::function<void()> once(F function) {
    return [held = std::make_shared<F>(std::move(function))] { (*held)(); };
}

}  // namespace mcp::client
