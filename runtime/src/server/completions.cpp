// completion/complete: only for arguments that exist, of things that the caller may use.
#include "server/core.hpp"
#include "server/params.hpp"
#include "server/running.hpp"

#include <mcp/codec.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace mcp::server {

namespace {

constexpr std::size_t max_values = 100;  // the protocol's

std::string key_of(const CompleteRequestParams& params) {
    if (const auto* prompt = std::get_if<PromptReference>(&params.ref)) {
        return completion_key(true, prompt->name, params.argument.name);
    }
    const auto* resource = std::get_if<ResourceTemplateReference>(&params.ref);
    return completion_key(false, resource != nullptr ? resource->uri : "", params.argument.name);
}

void shorten(Completion& completion) {
    const std::size_t count = completion.values.size();
    if (count <= max_values) return;
    if (!completion.total) completion.total = static_cast<std::int64_t>(count);
    completion.hasMore = true;
    completion.values.resize(max_values);
}

}  // namespace

std::string completion_key(bool prompt, std::string_view of, std::string_view argument) {
    std::string key = prompt ? "prompt\n" : "resource\n";
    key.append(of).append("\n").append(argument);
    return key;
}

std::optional<RpcError> Core::unknown_argument(const CompleteRequestParams& params,
                                               std::string_view principal) const {
    using Kind = AccessRequest::Kind;
    const auto refused = [](const std::string& what, const std::string& name) {
        return RpcError::invalid_params(what + name);
    };
    const std::string& argument = params.argument.name;
    if (const auto* ref = std::get_if<PromptReference>(&params.ref)) {
        const auto prompt = prompts_.find(ref->name);
        if (!prompt || !permitted(Kind::prompt, ref->name, principal)) {
            return refused("Unknown prompt: ", ref->name);
        }
        const auto& declared = prompt->declaration.arguments;
        const bool known = declared && std::any_of(declared->begin(), declared->end(),
                                                   [&](const PromptArgument& each) {
                                                       return each.name == argument;
                                                   });
        return known ? std::nullopt : std::optional(refused("Unknown argument: ", argument));
    }
    const auto* ref = std::get_if<ResourceTemplateReference>(&params.ref);
    if (ref == nullptr) return RpcError::invalid_params("params.ref: unknown kind of reference");
    const auto pattern = templates_.find(ref->uri);
    if (!pattern || !permitted(Kind::resource_template, ref->uri, principal)) {
        return refused("Unknown resource template: ", ref->uri);
    }
    const auto variables = pattern->pattern.variables();
    const bool known = std::find(variables.begin(), variables.end(), argument) != variables.end();
    return known ? std::nullopt : std::optional(refused("Unknown argument: ", argument));
}

void Core::complete(Params params, Context& context, Reply done) {
    auto request = read_params<CompleteRequestParams>(params, context.revision());
    if (!request) return done(Unexpected(std::move(request).error()));
    if (request->argument.value.size() > options_.limits.max_completion_value) {
        return done(Unexpected(RpcError::invalid_params("params.argument.value: it is too long")));
    }
    if (auto refusal = unknown_argument(*request, context.principal())) {
        return done(Unexpected(*std::move(refusal)));
    }
    const auto finish = [this, &context](Answer<CompleteResult> answer) -> Answer<std::string> {
        if (!answer) return Unexpected(std::move(answer).error());
        shorten(answer->completion);
        auto text = write_result(*answer, context);
        if (!text) report("completion: " + text.error().message);
        return text;
    };
    const auto entry = completions_.find(key_of(*request));
    if (!entry) return done(finish(CompleteResult()));  // nothing to propose
    run_handler(
        entry->handler, *std::move(request), context, completion_pace_,
        [this](std::exception_ptr failure) -> Answer<CompleteResult> {
            return Unexpected(error_of(std::move(failure), "completion"));
        },
        [finish, done = std::move(done)](Answer<CompleteResult> answer) mutable {
            done(finish(std::move(answer)));
        });
}

}  // namespace mcp::server
