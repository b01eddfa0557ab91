// Question, tools, question.
#include <mcp/tool_loop.hpp>

#include <mcp/handler.hpp>

#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

namespace mcp {

namespace {

std::vector<ToolUseContent> uses_in(const CreateMessageResult& answer) {
    std::vector<ToolUseContent> uses;
    for (const auto& block : answer.content) {
        if (const auto* use = std::get_if<ToolUseContent>(&block)) uses.push_back(*use);
    }
    return uses;
}

ToolResultContent outcome(const ToolUseContent& use, const RunTool& run) {
    ToolResultContent result;
    result.toolUseId = use.id;
    try {
        CallToolResult given = run(use);
        result.content = std::move(given.content);
        result.isError = given.isError;
        result.structuredContent = std::move(given.structuredContent);
    } catch (const ToolError& error) {
        result.content.emplace_back(TextContent{.text = error.what()});
        result.isError = true;
    }
    return result;
}

}  // namespace

CreateMessageResult sample_with_tools(Context& context, CreateMessageRequestParams params,
                                      const RunTool& run, std::size_t max_questions) {
    if (!params.tools || params.tools->empty()) throw std::invalid_argument("no tools to lend");
    if (max_questions == 0) throw std::invalid_argument("no question may be asked");
    for (std::size_t question = 1;; ++question) {
        const bool last = question == max_questions;
        if (last) params.toolChoice.emplace().mode = ToolChoiceModeTag::none;
        CreateMessageResult answer = context.sample(params);
        const std::vector<ToolUseContent> uses = uses_in(answer);
        if (last || uses.empty()) return answer;

        SamplingMessage said;
        said.role = RoleTag::assistant;
        said.content = answer.content;
        SamplingMessage results;
        results.role = RoleTag::user;
        for (const ToolUseContent& use : uses) results.content.push_back(outcome(use, run));
        params.messages.push_back(std::move(said));
        params.messages.push_back(std::move(results));
    }
}

}  // namespace mcp
