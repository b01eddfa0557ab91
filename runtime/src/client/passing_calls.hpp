// Calls that are on their way through the user's middleware, before and after they are sent: each
// has a ticket of its own from the start, as middleware may keep it for a while.
#pragma once

#include "session/middleware_chain.hpp"

#include <mcp/client_call.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace mcp::client {

class PassingCalls {
public:
    using Send = std::function<std::uint64_t(detail::ClientCall)>;
    using GiveUp = std::function<void(std::uint64_t sent_as)>;
    /// Takes the call through `middleware` to `send`, which gives the ticket that it has from then
    /// on; `give_up` cancels it there. `revision` is what middleware sees the params at. What
    /// middleware throws, this throws; the call has failed then.
    std::uint64_t pass(const session::MiddlewareList& middleware, detail::ClientCall call,
                       Revision revision, Send send, GiveUp give_up);
    /// The ticket under which to cancel what was sent; 0 when the call has not been sent, and will
    /// not be. Other tickets as they are.
    std::uint64_t cancel(std::uint64_t ticket);

private:
    struct Call {
        bool cancelled = false;
        std::uint64_t sent_as = 0;
    };
    /// Outlives the client where a call's middleware does.
    struct Table {
        std::mutex mutex;
        std::unordered_map<std::uint64_t, Call> calls;
        std::uint64_t last = 0;
    };
    std::shared_ptr<Table> table_ = std::make_shared<Table>();
};

}  // namespace mcp::client
