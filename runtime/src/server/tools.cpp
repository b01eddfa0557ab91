// tools/call: arguments against the input schema, the result against the output schema, failures as
// results that a model can read.
#include "server/content.hpp"
#include "server/core.hpp"
#include "server/params.hpp"
#include "server/running.hpp"

#include <mcp/codec.hpp>

#include <utility>
#include <variant>

namespace mcp::server {

namespace {

CallToolResult error_result(std::string text) {
    CallToolResult result;
    result.content.push_back(detail::text_block(std::move(text)));
    result.isError = true;
    return result;
}

/// Wrong arguments: the model may correct itself where the protocol has it so.
Answer<CallToolResult> bad_arguments(const ToolEntry& tool, std::string_view why,
                                     Revision revision) {
    std::string text = "Invalid arguments for tool " + tool.declaration.name + ": ";
    text += why;
    if (revision >= r2025_11_25) return error_result(std::move(text));
    return Unexpected(RpcError::invalid_params(std::move(text)));
}

/// Reading ends at the first mistake; who has to correct them wants to know of all.
std::string all_that_is_wrong(const ToolEntry& tool, JsonView params,
                              const detail::BadArguments& bad) {
    const Json none = JsonObject();
    const auto given = params.find("arguments");
    const auto violations = tool.input.validate(given && given->is_object() ? *given : none.view());
    return violations.empty() ? bad.error.message() : to_string(violations);
}

RpcError unknown_tool(std::string_view name) {
    return RpcError::invalid_params("Unknown tool: " + std::string(name));
}

bool has_text(const CallToolResult& result) {
    for (const ContentBlock& block : result.content) {
        if (std::holds_alternative<TextContent>(block)) return true;
    }
    return false;
}

/// Clients that do not know structured content read its text.
void add_text_copy(CallToolResult& result) {
    if (!result.structuredContent) return;
    const bool object = result.structuredContent->is_object();
    if (result.content.empty() || (!object && !has_text(result))) {
        result.content.push_back(detail::text_block(result.structuredContent->dump()));
    }
}

/// What is wrong with a result that the handler made; empty for nothing.
std::string problem_in(const CallToolResult& result, const ToolEntry& tool) {
    for (const ContentBlock& block : result.content) {
        if (std::string problem = content_problem(block); !problem.empty()) return problem;
    }
    if (!tool.output || result.isError.value_or(false)) return {};
    if (!result.structuredContent) return "it has an output schema, but gave nothing structured";
    const auto violations = tool.output->validate(*result.structuredContent);
    return violations.empty() ? std::string() : to_string(violations);
}

}  // namespace

[[gnu::hot]] void Core::call_tool(Params params, Context& context, Reply done) {
    auto& call = detail::ServedCall::of(context);
    auto tool = std::static_pointer_cast<const ToolEntry>(std::exchange(call.found, nullptr));
    if (!tool) {
        const auto name = string_param(params, "name");
        if (!name) return done(Unexpected(name.error()));
        tool = tools_.find(*name);
        if (!tool) return done(Unexpected(unknown_tool(*name)));
    }
    JsonView arguments = detail::JsonAccess::view("{}");
    const auto given = call.param_list.find(*params, "arguments");
    if (given && !given->is_null()) {
        if (!given->is_object()) {
            return done(Unexpected(wrong_param("arguments", "object", given)));
        }
        arguments = *given;
    }
    if (!permitted(AccessRequest::Kind::tool, tool->name(), context.principal())) {
        return done(Unexpected(unknown_tool(tool->name())));
    }
    if (!tool->handler_reads_all) {
        const auto violations = tool->input.validate(arguments);
        if (!violations.empty()) {
            return done(tool_result(bad_arguments(*tool, to_string(violations), context.revision()),
                                    *tool, context));
        }
    }
    const ToolEntry& entry = *tool;
    const auto fail = [this, &entry, params = *params,
                       revision = context.revision()](std::exception_ptr failure) {
        return tool_failure(std::move(failure), entry, params, revision);
    };
    // What comes last keeps the tool, for both.
    auto finish = [this, tool = std::move(tool), &context,
                   done = std::move(done)](Answer<CallToolResult>&& answer) mutable {
        done(tool_result(std::move(answer), *tool, context));
    };
    run_handler(entry.handler, arguments, context, entry.pace, fail, std::move(finish));
}

Answer<CallToolResult> Core::tool_failure(std::exception_ptr failure, const ToolEntry& tool,
                                          JsonView params, Revision revision) {
    try {
        std::rethrow_exception(std::move(failure));
    } catch (const RpcError& error) {
        return Unexpected(error);
    } catch (const ToolError& error) {
        return error_result(error.what());
    } catch (const detail::BadArguments& bad) {
        return bad_arguments(tool, all_that_is_wrong(tool, params, bad), revision);
    } catch (const std::exception& error) {
        report("tool " + tool.declaration.name + ": " + error.what());
    } catch (...) {
        report("tool " + tool.declaration.name + ": an exception that is no std::exception");
    }
    return error_result("The tool " + tool.declaration.name + " failed.");
}

[[gnu::hot]] Answer<std::string> Core::tool_result(Answer<CallToolResult>&& answer,
                                                   const ToolEntry& tool, Context& context) {
    if (!answer) return Unexpected(std::move(answer).error());
    CallToolResult& result = *answer;
    if (const std::string problem = problem_in(result, tool); !problem.empty()) {
        report("tool " + tool.declaration.name + " gave a wrong result: " + problem);
        result = error_result("The tool " + tool.declaration.name + " gave an invalid result.");
    }
    add_text_copy(result);
    if (result.structuredContent && !result.structuredContent->is_object() &&
        !is_modern(context.revision())) {
        result.structuredContent.reset();  // only objects there; the text has it
    }
    if (has_embedded_resource(result) && !offers_resources() &&
        !warned_of_embedded_.exchange(true)) {
        report("tool " + tool.declaration.name +
               " embeds resources, but the server offers none to read");
    }
    auto text = write_result(result, context);
    if (!text) report("tool " + tool.declaration.name + ": " + text.error().message);
    return text;
}

}  // namespace mcp::server

namespace mcp {

JsonObject detail::json_arguments(JsonView arguments) {
    JsonObject object;
    JsonAccess::assign(object, std::string(arguments.text()));
    return object;
}

}  // namespace mcp
