// What a sampling request must keep to and no schema says: tool results stand alone, and every tool
// call has its result in the message after it.
#include "session/questions.hpp"

#include <mcp/types.hpp>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace mcp::session {

namespace {

std::string at_message(std::size_t index, const char* what) {
    return "messages[" + std::to_string(index) + "]: " + what;
}

bool priority_fits(const std::optional<double>& priority) {
    return !priority || (*priority >= 0 && *priority <= 1);
}

}  // namespace

std::optional<std::string> sampling_problem(const CreateMessageRequestParams& params) {
    if (params.modelPreferences) {
        const ModelPreferences& wishes = *params.modelPreferences;
        if (!priority_fits(wishes.costPriority) || !priority_fits(wishes.intelligencePriority) ||
            !priority_fits(wishes.speedPriority)) {
            return "modelPreferences: priorities are between 0 and 1";
        }
    }
    if (params.toolChoice && params.toolChoice->mode && !params.toolChoice->mode->known()) {
        return "toolChoice.mode: unknown";
    }
    if (params.includeContext && !params.includeContext->known()) return "includeContext: unknown";

    std::vector<std::string> open;  // tool calls of the message before
    for (std::size_t i = 0; i < params.messages.size(); ++i) {
        const SamplingMessage& message = params.messages[i];
        std::vector<std::string> calls;
        std::vector<std::string> results;
        std::size_t others = 0;
        for (const auto& block : message.content) {
            if (const auto* call = std::get_if<ToolUseContent>(&block)) {
                calls.push_back(call->id);
            } else if (const auto* result = std::get_if<ToolResultContent>(&block)) {
                results.push_back(result->toolUseId);
            } else {
                ++others;
            }
        }
        if (!results.empty() && (others > 0 || !calls.empty())) {
            return at_message(i, "a message with tool results holds nothing else");
        }
        if (!results.empty() && message.role != RoleTag::user) {
            return at_message(i, "tool results come from the user");
        }
        if (!calls.empty() && message.role != RoleTag::assistant) {
            return at_message(i, "tool calls come from the assistant");
        }
        std::sort(results.begin(), results.end());
        if (results != open) {
            return at_message(i, open.empty() ? "a tool result without its call"
                                              : "every tool call before it needs its one result");
        }
        open = std::move(calls);
        std::sort(open.begin(), open.end());
        if (std::adjacent_find(open.begin(), open.end()) != open.end()) {
            return at_message(i, "two tool calls with one id");
        }
    }
    if (!open.empty()) return "messages: the last tool calls have no results";
    return std::nullopt;
}

}  // namespace mcp::session
