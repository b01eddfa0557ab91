// A client and a server in one process, connected by memory.
#pragma once

#include <mcp/client.hpp>
#include <mcp/server.hpp>

namespace mcp::test {

struct Pair {
    Server server{{.name = "weather", .version = "1"}};
    Client client{{.name = "user", .version = "1"}};

    /// After everything is registered.
    bool connect() {
        auto ends = memory_transports();
        server.connect(std::move(ends.first));
        return client.connect(std::move(ends.second)).has_value();
    }
};

}  // namespace mcp::test
