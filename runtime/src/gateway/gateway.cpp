// mcp::Gateway: a server, and the hosts behind it.
#include <mcp/gateway.hpp>

#include "gateway/merged.hpp"
#include "gateway/share_turns.hpp"
#include "server/access.hpp"

#include <utility>

namespace mcp {

namespace {

ServerOptions merged_options(const MergeOptions& options) {
    ServerOptions server = options.gateway.server;
    server.log_level = LoggingLevelTag::debug;  // the servers behind decide
    return server;
}

}  // namespace

struct Gateway::State {
    State(Implementation self, MakeHost make, const MergeOptions& options)
        : server(std::move(self), merged_options(options)),
          merged(std::make_shared<gateway::Merged>(std::move(make), options,
                                                   detail::ServerAccess::core(server))) {
        detail::ServerAccess::core(server).substitute(merged);
    }
    Server server;
    std::shared_ptr<gateway::Merged> merged;
};

Gateway::Gateway(Implementation self, MakeHost make, MergeOptions options) {
    options.gateway = gateway::with_turns(std::move(options.gateway));
    state_ = std::make_unique<State>(std::move(self), std::move(make), options);
}

Gateway::~Gateway() {
    state_->server.shutdown();
    state_->merged->close();
}

Server& Gateway::server() { return state_->server; }

}  // namespace mcp
