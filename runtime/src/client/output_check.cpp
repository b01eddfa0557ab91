// The check.
#include "client/output_check.hpp"

#include <utility>

namespace mcp::client {

void OutputCheck::learn(const std::vector<Tool>& tools) {
    constexpr std::size_t max_tools = 10'000;
    const std::lock_guard lock(mutex_);
    for (const Tool& tool : tools) {
        if (!tool.outputSchema) {
            promises_.erase(tool.name);
            continue;
        }
        const auto found = promises_.find(tool.name);
        if (found != promises_.end() && found->second.schema == *tool.outputSchema) continue;
        if (found == promises_.end() && promises_.size() >= max_tools) continue;
        promises_[tool.name] = Promise{.schema = *tool.outputSchema};
    }
}

std::optional<RpcError> OutputCheck::check(const std::string& tool, const CallToolResult& result) {
    if (result.isError.value_or(false)) return {};
    std::shared_ptr<const JsonSchema> plan;
    std::string unusable;
    {
        const std::lock_guard lock(mutex_);
        const auto found = promises_.find(tool);
        if (found == promises_.end()) return {};
        Promise& promise = found->second;
        if (!std::exchange(promise.compiled, true)) {
            auto compiled = JsonSchema::compile(promise.schema);
            if (compiled) {
                promise.plan = std::make_shared<const JsonSchema>(std::move(*compiled));
            } else {
                unusable = compiled.error().schema_path + ": " + compiled.error().message;
            }
        }
        plan = promise.plan;
    }
    // One bad schema must not take the tool away.
    if (report_ && !unusable.empty()) {
        report_("the output schema of " + tool + " cannot be used: " + unusable);
    }
    if (!plan) return {};
    if (!result.structuredContent) {
        return RpcError(Failure::invalid_response,
                        "tools/call: " + tool + " promises structuredContent, but gave none");
    }
    const auto violations = plan->validate(*result.structuredContent);
    if (violations.empty()) return {};
    return RpcError(Failure::invalid_response,
                    "tools/call: structuredContent of " + tool +
                        " is not what its outputSchema says: " + to_string(violations));
}

}  // namespace mcp::client
