// Rules for sampling requests.
#include <mcp/sampling.hpp>

#include <set>
#include <utility>
#include <variant>

namespace mcp {

std::optional<std::string> pick_model(const ModelPreferences& preferences,
                                      const std::vector<std::string>& models) {
    if (!preferences.hints) return {};
    for (const ModelHint& hint : *preferences.hints) {
        if (!hint.name) continue;
        for (const std::string& model : models) {
            if (model.find(*hint.name) != std::string::npos) return model;
        }
    }
    return {};
}

std::optional<std::string> messages_violation(const CreateMessageRequestParams& params) {
    std::set<std::string> open;  // uses of tools in the message before
    for (const SamplingMessage& message : params.messages) {
        std::set<std::string> uses;
        std::set<std::string> results;
        bool other = false;
        for (const SamplingMessageContentBlock& block : message.content) {
            if (const auto* use = std::get_if<ToolUseContent>(&block)) {
                uses.insert(use->id);
                other = true;
            } else if (const auto* result = std::get_if<ToolResultContent>(&block)) {
                results.insert(result->toolUseId);
            } else {
                other = true;
            }
        }
        if (!results.empty() && other) return "tool results are mixed with other content";
        if (results != open) return "uses of tools and results of tools do not match";
        open = std::move(uses);
    }
    if (!open.empty()) return "a use of a tool has no result";
    return {};
}

}  // namespace mcp
