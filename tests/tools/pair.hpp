// A client and a server in one process, connected by memory.
#pragma once

#include <mcp/client.hpp>
#include <mcp/server.hpp>

#include <utility>

namespace mcp::test {

struct Pair {
    Server server{{.name = "weather", .version = "1"}};
    Client client;

    explicit Pair(ClientOptions options = {})
        : client({.name = "user", .version = "1"}, std::move(options)) {}
    /// After everything is registered.
    bool connect() {
        auto ends = memory_transports();
        server.connect(std::move(ends.first));
        return client.connect(std::move(ends.second)).has_value();
    }
};

}  // namespace mcp::test
