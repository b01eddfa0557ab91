// Gates, writing and reading of questions.
#include "session/questions.hpp"

#include "rpc/meta_keys.hpp"
#include "session/task_manager.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>
#include <mcp/seal.hpp>

#include <utility>
#include <variant>

namespace mcp::session {

namespace {

using Missing = std::optional<ClientCapabilities>;

Missing missing_sampling(const CreateMessageRequestParams& params,
                         const ClientCapabilities& declared, Revision revision) {
    const bool tools = params.tools.has_value() || params.toolChoice.has_value();
    const bool can_tools = revision >= r2025_11_25 && declared.sampling && declared.sampling->tools;
    if (declared.sampling && (!tools || can_tools)) return std::nullopt;
    ClientCapabilities required;
    required.sampling.emplace();
    if (tools) required.sampling->tools.emplace();
    return required;
}

Missing missing_elicitation(const ElicitRequestParams& params, const ClientCapabilities& declared,
                            Revision revision) {
    const bool url = std::holds_alternative<ElicitRequestURLParams>(params);
    if (revision >= r2025_06_18 && declared.elicitation) {
        const auto& modes = *declared.elicitation;
        const bool has_modes = revision >= r2025_11_25;
        if (url && has_modes && modes.url) return std::nullopt;
        // `{}` means form alone, as it did when there was nothing else.
        if (!url && (!has_modes || modes.form || !modes.url)) return std::nullopt;
    }
    ClientCapabilities required;
    required.elicitation.emplace();
    if (url) {
        required.elicitation->url.emplace();
    } else {
        required.elicitation->form.emplace();
    }
    return required;
}

template <class Params>
Answer<std::string> written(const Params& params, Revision revision) {
    auto text = encode(params, revision);
    if (text) return *std::move(text);
    return Unexpected(RpcError(Failure::invalid_argument, text.error().message()));
}

template <class Response>
Answer<Response> read(std::string_view text, Revision revision) {
    auto value = decode<Response>(text, revision);
    if (value) return *std::move(value);
    return Unexpected(RpcError(Failure::invalid_response, value.error().message()));
}

template <class Response>
Answer<InputResponse> as_response(Answer<Response> response) {
    if (!response) return Unexpected(std::move(response).error());
    return InputResponse(*std::move(response));
}

/// Before 2025-11-25 there is one kind of choice: values, and their labels in a list of their own.
void write_older_choices(ElicitSchema& form) {
    for (auto& field : form.properties) {
        LegacyTitledEnumSchema older;
        const auto take = [&older](auto& choice) {
            older.title = std::move(choice.title);
            older.description = std::move(choice.description);
            older.extras = std::move(choice.extras);
        };
        if (auto* plain = std::get_if<UntitledSingleSelectEnumSchema>(&field.value)) {
            older.enum_ = std::move(plain->enum_);
            take(*plain);
        } else if (auto* titled = std::get_if<TitledSingleSelectEnumSchema>(&field.value)) {
            auto& labels = older.enumNames.emplace();
            for (EnumOption& option : titled->oneOf) {
                older.enum_.push_back(std::move(option.const_));
                labels.push_back(std::move(option.title));
            }
            take(*titled);
        } else {
            continue;
        }
        field.value = std::move(older);
    }
}

}  // namespace

Missing missing_for(const InputRequest& question, const ClientCapabilities& declared,
                    Revision revision) {
    if (const auto* sampling = std::get_if<CreateMessageRequest>(&question)) {
        return missing_sampling(sampling->params, declared, revision);
    }
    if (const auto* elicit = std::get_if<ElicitRequest>(&question)) {
        return missing_elicitation(elicit->params, declared, revision);
    }
    if (std::holds_alternative<ListRootsRequest>(question) && !declared.roots) {
        ClientCapabilities required;
        required.roots.emplace();
        return required;
    }
    return std::nullopt;
}

std::optional<std::string> problem_in(const InputRequest& question, Revision revision) {
    if (const auto* sampling = std::get_if<CreateMessageRequest>(&question)) {
        return sampling_problem(sampling->params);
    }
    if (const auto* elicit = std::get_if<ElicitRequest>(&question)) {
        return elicitation_problem(elicit->params, revision);
    }
    if (std::holds_alternative<Unrecognized>(question)) {
        return "a client can be asked for elicitation, sampling and roots only";
    }
    return std::nullopt;
}

void complete_question(InputRequest& question, const ClientCapabilities& declared,
                       Revision revision) {
    if (auto* elicit = std::get_if<ElicitRequest>(&question)) {
        auto* form = std::get_if<ElicitRequestFormParams>(&elicit->params);
        if (form && revision < r2025_11_25) write_older_choices(form->requestedSchema);
        auto* url = std::get_if<ElicitRequestURLParams>(&elicit->params);
        if (url && url->elicitationId.empty() && revision == r2025_11_25) {
            url->elicitationId = random_token();
        }
    } else if (auto* sampling = std::get_if<CreateMessageRequest>(&question)) {
        const bool context = declared.sampling && declared.sampling->context;
        if (revision >= r2025_11_25 && !context) sampling->params.includeContext.reset();
    }
}

std::string_view method_of(const InputRequest& question) {
    if (std::holds_alternative<CreateMessageRequest>(question)) return CreateMessageRequest::method;
    if (std::holds_alternative<ListRootsRequest>(question)) return ListRootsRequest::method;
    if (std::holds_alternative<ElicitRequest>(question)) return ElicitRequest::method;
    return {};
}

Answer<std::string> params_of(const InputRequest& question, Revision revision,
                              std::string_view task_id) {
    const auto name_task = [&](auto params) {
        if (!task_id.empty()) {
            if (!params.meta) params.meta.emplace();
            params.meta->extras.set(meta_keys::related_task, related_task(task_id));
        }
        return written(params, revision);
    };
    if (const auto* sampling = std::get_if<CreateMessageRequest>(&question)) {
        return name_task(sampling->params);
    }
    if (const auto* elicit = std::get_if<ElicitRequest>(&question)) {
        if (task_id.empty()) return written(elicit->params, revision);
        if (const auto* form = std::get_if<ElicitRequestFormParams>(&elicit->params)) {
            return name_task(*form);
        }
        return name_task(std::get<ElicitRequestURLParams>(elicit->params));
    }
    if (task_id.empty()) return std::string();
    return name_task(RequestParams());
}

Answer<InputResponse> read_response(const InputRequest& question, std::string_view result,
                                    Revision revision) {
    if (std::holds_alternative<CreateMessageRequest>(question)) {
        return as_response(read<CreateMessageResult>(result, revision));
    }
    if (std::holds_alternative<ListRootsRequest>(question)) {
        auto roots = read<ListRootsResult>(result, revision);
        if (roots) {
            for (const Root& root : roots->roots) {
                if (root.uri.rfind("file://", 0) == 0) continue;
                return Unexpected(
                    RpcError(Failure::invalid_response, "a root that is no file:// address"));
            }
        }
        return as_response(std::move(roots));
    }
    const auto* elicit = std::get_if<ElicitRequest>(&question);
    auto answer = read<ElicitResult>(result, revision);
    if (!elicit || !answer) return as_response(std::move(answer));
    if (!answer->action.known()) {
        return Unexpected(RpcError(Failure::invalid_response, "an unknown action"));
    }
    const auto* form = std::get_if<ElicitRequestFormParams>(&elicit->params);
    if (!form || answer->action != ElicitActionTag::accept) {
        answer->content.reset();  // there is none to trust
    } else if (auto problem = content_problem(*form, *answer, revision)) {
        return Unexpected(RpcError(Failure::invalid_response, *std::move(problem)));
    }
    return as_response(std::move(answer));
}

}  // namespace mcp::session
