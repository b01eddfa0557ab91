// Calls that wait for their clients to come back with answers, by the names that those know them
// by.
#pragma once

#include "gateway/front_call.hpp"
#include "run/crew.hpp"

#include <mcp/json.hpp>

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mcp::gateway {

/// Thread-safe; may be used under any lock of a gateway.
class ParkedCalls {
public:
    ParkedCalls(run::Crew& crew, std::size_t most) : crew_(crew), most_(most) {}

    /// What the client's next try is known by; null for one that keeps a session, which stays.
    /// Nothing when too many are kept: the call has failed then.
    std::optional<Json> keep(const FrontPointer& call);
    /// The client has come back: `done` is of this try. It fails when the call is over, was none of
    /// these, or has another try under way.
    void resume(const std::string& token, Context& context, Done<std::string> done);
    /// Takes out calls that are over, and gives up those that nobody has come back to for so long.
    void sweep(std::chrono::milliseconds longest);
    void clear();

private:
    run::Crew& crew_;
    const std::size_t most_;
    mutable std::mutex mutex_{};
    std::map<std::string, FrontPointer> calls_{};
};

}  // namespace mcp::gateway
