// Results of tools against the output schemas that the server has listed.
#pragma once

#include <mcp/json_schema.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::client {

class OutputCheck {
public:
    explicit OutputCheck(std::function<void(std::string_view)> report)
        : report_(std::move(report)) {}

    /// Schemas are compiled when they are first needed.
    void learn(const std::vector<Tool>& tools);
    /// Why a result breaks the promise of its tool; failures of the tool promise nothing.
    std::optional<RpcError> check(const std::string& tool, const CallToolResult& result);

private:
    struct Promise {
        JsonObject schema{};
        bool compiled = false;
        std::shared_ptr<const JsonSchema> plan{};  ///< null when the schema cannot be used
    };

    std::function<void(std::string_view)> report_;
    std::mutex mutex_;
    std::map<std::string, Promise, std::less<>> promises_;
};

}  // namespace mcp::client
