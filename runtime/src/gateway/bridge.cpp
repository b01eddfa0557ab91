// mcp::Bridge: a server, and the relay behind it.
#include <mcp/gateway.hpp>

#include "gateway/relay.hpp"
#include "gateway/share_turns.hpp"
#include "server/access.hpp"

#include <utility>

namespace mcp {

namespace {

ServerOptions front_options(const GatewayOptions& options) {
    ServerOptions server = options.server;
    server.log_level = LoggingLevelTag::debug;  // the server behind decides
    server.logging = true;
    return server;
}

}  // namespace

struct Bridge::State {
    State(Implementation self, TransportMaker make, const GatewayOptions& options)
        : server(std::move(self), front_options(options)),
          relay(std::make_shared<gateway::Relay>(std::move(make), options,
                                                 detail::ServerAccess::core(server))) {
        detail::ServerAccess::core(server).substitute(relay);
    }
    Server server;
    std::shared_ptr<gateway::Relay> relay;
};

Bridge::Bridge(Implementation self, TransportMaker make, GatewayOptions options)
    : state_(std::make_unique<State>(std::move(self), std::move(make),
                                     gateway::with_turns(std::move(options)))) {}

Bridge::~Bridge() {
    state_->server.shutdown();
    state_->relay->close();
}

Result<void, RpcError> Bridge::open() {
    auto connected = state_->relay->open();
    if (connected) return {};
    return Unexpected(std::move(connected).error());
}

Server& Bridge::server() { return state_->server; }

}  // namespace mcp
