// The names of all tools of all servers, to find those that are taken for another.
#pragma once

#include "host/policy/suspicions.hpp"

#include <mcp/host_consent.hpp>

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace mcp::host {

/// Thread-safe. Cheap to set: names are looked at when somebody asks.
class NameIndex {
public:
    void set(std::vector<KnownTool> tools);
    /// Adds what there is to say about a call: another tool has its name or looks like it, or its
    /// texts speak of another server's tool.
    void look(Suspicions& out, const ServerIdentity& server, const ToolDefinition& tool);

private:
    void build();
    std::mutex mutex_{};
    std::vector<KnownTool> tools_{};
    std::map<std::string, std::vector<const KnownTool*>, std::less<>> by_skeleton_{};
    bool built_ = true;
};

}  // namespace mcp::host
