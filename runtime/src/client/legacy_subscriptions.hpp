// Subscriptions with older servers: each resource is subscribed to once, however many listeners
// there are; changes of lists are told without being asked for.
#pragma once

#include "client/listeners.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mcp::client {

class LegacySubscriptions {
public:
    LegacySubscriptions(Engine& engine, Listeners& listeners)
        : engine_(engine), listeners_(listeners) {}

    /// Opens a listener: asks for its resources, and grants what lists the server tells about.
    void open(const ListenerPtr& listener, const ServerCapabilities& server,
              const CallOptions& options, Time now);
    /// Nobody listens here any more.
    void end(const ListenerPtr& listener, Time now);

private:
    struct Opening;
    using OpeningPtr = std::shared_ptr<Opening>;
    /// A resource that somebody listens to.
    struct Watched {
        std::size_t listeners = 0;
        bool subscribed = false;             ///< the server has agreed
        std::vector<OpeningPtr> openings{};  ///< that wait for that
    };
    void subscribed(const std::string& uri, const Answer<std::string>& answer, Time now);
    void settle(const OpeningPtr& opening, Time now);
    void release(const std::string& uri, Time now);

    Engine& engine_;
    Listeners& listeners_;
    std::map<std::string, Watched> watched_;
};

}  // namespace mcp::client
