// What everything behind one endpoint shares. Lives as long as the last request.
#pragma once

#include "http/server/guard.hpp"
#include "http/server/timers.hpp"
#include "server/core.hpp"
#include "session/clock.hpp"
#include "session/sender.hpp"

#include <mcp/http.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace mcp::http {

inline session::Sender sender_of(const HttpRequest& request) {
    return {request.principal, request.grant};
}

struct Common {
    Common(server::Core& server_core, HttpEndpointOptions settings,
           const session::Clock& time_source, std::function<void()> woken)
        : core(server_core),
          options(std::move(settings)),
          clock(time_source),
          guard(options),
          events(options.event_store ? options.event_store : memory_event_store(options.events)),
          timers(std::move(woken)) {}

    server::Core& core;
    const HttpEndpointOptions options;
    const session::Clock& clock;
    const Guard guard;
    const std::shared_ptr<HttpEventStore> events;
    std::atomic<std::size_t> in_flight = 0;
    Timers timers;
};

}  // namespace mcp::http
