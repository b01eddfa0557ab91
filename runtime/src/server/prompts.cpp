// prompts/get: the arguments against the declaration, then the handler.
#include "server/content.hpp"
#include "server/core.hpp"
#include "server/params.hpp"
#include "server/running.hpp"

#include <mcp/codec.hpp>

#include <utility>

namespace mcp::server {

namespace {

/// Names to strings.
Answer<Map<std::string>> read_arguments(std::optional<JsonView> params) {
    Map<std::string> arguments;
    const auto given = params ? params->find("arguments") : std::nullopt;
    if (!given || given->is_null()) return arguments;
    if (!given->is_object()) return Unexpected(wrong_param("arguments", "object", given));
    for (const JsonMember& member : given->members()) {
        auto value = member.value.as_string();
        if (!value) {
            CodecError error;
            error.expected = "string";
            error.found = std::string(kind_name(member.value));
            error.within(member.name()).within("arguments");
            return Unexpected(RpcError::invalid_params(error));
        }
        arguments[member.name()] = *std::move(value);
    }
    return arguments;
}

/// What is wrong with the arguments of this prompt; empty: nothing.
std::string problem_with(const Map<std::string>& arguments, const PromptEntry& prompt) {
    if (prompt.declaration.arguments) {
        for (const PromptArgument& argument : *prompt.declaration.arguments) {
            if (argument.required.value_or(false) && !arguments.contains(argument.name)) {
                return "Missing required argument: " + argument.name;
            }
        }
    }
    return prompt.validate ? prompt.validate(arguments).value_or("") : "";
}

}  // namespace

void Core::get_prompt(Params params, Context& context, Reply done) {
    auto name = string_param(params, "name");
    if (!name) return done(Unexpected(std::move(name).error()));
    const auto prompt = prompts_.find(*name);
    if (!prompt || !permitted(AccessRequest::Kind::prompt, *name, context.principal())) {
        return done(Unexpected(RpcError::invalid_params("Unknown prompt: " + *name)));
    }
    auto arguments = read_arguments(params);
    if (!arguments) return done(Unexpected(std::move(arguments).error()));
    if (std::string problem = problem_with(*arguments, *prompt); !problem.empty()) {
        return done(Unexpected(RpcError::invalid_params(std::move(problem))));
    }
    run_handler(
        prompt->handler, *std::move(arguments), context, prompt->pace,
        [this, prompt](std::exception_ptr failure) -> Answer<GetPromptResult> {
            return Unexpected(error_of(std::move(failure), "prompt " + prompt->declaration.name));
        },
        [this, prompt, &context, done = std::move(done)](Answer<GetPromptResult> answer) mutable {
            done(prompt_result(std::move(answer), *prompt, context));
        });
}

Answer<std::string> Core::prompt_result(Answer<GetPromptResult> answer, const PromptEntry& prompt,
                                        Context& context) {
    if (!answer) return Unexpected(std::move(answer).error());
    GetPromptResult& result = *answer;
    for (const PromptMessage& message : result.messages) {
        const std::string problem = content_problem(message.content);
        if (problem.empty()) continue;
        report("prompt " + prompt.declaration.name + ": " + problem);
        return Unexpected(RpcError(error_code::internal_error, "internal error"));
    }
    if (!result.description) result.description = prompt.declaration.description;
    auto text = write_result(result, context);
    if (!text) report("prompt " + prompt.declaration.name + ": " + text.error().message);
    return text;
}

}  // namespace mcp::server
