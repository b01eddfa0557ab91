// The core behind a Host, for a gateway that calls tools in a way of its own.
#pragma once

#include "host/core.hpp"

#include <mcp/host.hpp>

namespace mcp::host {

class HostAccess {
public:
    static const std::shared_ptr<Core>& core(Host& host) { return host.core_; }
};

}  // namespace mcp::host
