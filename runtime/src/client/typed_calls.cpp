// See typed_calls.hpp.
#include <mcp/typed_calls.hpp>

#include <mcp/client.hpp>
#include <mcp/codec_types.hpp>
#include <mcp/uri_template.hpp>

#include <utility>

namespace mcp {

const CallOptions usual_options{};

namespace typed {
namespace {

RpcError not_written(const CodecError& error) {
    return {Failure::invalid_argument, "arguments: " + error.message()};
}

Answer<JsonObject> json_of(Given given) {
    if (given.type == nullptr) return JsonObject();
    std::string text;
    CodecError error;
    if (!mcp::detail::encode_document(text, given.value, *given.type, latest_revision, error))
        return Unexpected(not_written(error));
    auto object = JsonObject::parse(text);
    if (!object) return Unexpected(not_written(object.error()));
    return *std::move(object);
}

/// All text of a result, in lines.
std::string text_of(const CallToolResult& result) {
    std::string out;
    for (const ContentBlock& block : result.content) {
        const auto* text = std::get_if<TextContent>(&block);
        if (text == nullptr) continue;
        if (!out.empty()) out += '\n';
        out += text->text;
    }
    return out;
}

/// A call that has failed before it began.
template <class T>
Operation<T> failed(RpcError error) {
    return {{}, [error = std::move(error)](Done<T> done) -> std::uint64_t {
                done(Unexpected(error));
                return 0;
            }};
}

Answer<GetPromptRequestParams> prompt_params(std::string_view name, Answer<JsonObject> arguments) {
    if (!arguments) return Unexpected(std::move(arguments).error());
    GetPromptRequestParams params;
    params.name = name;
    auto texts = decode<Map<std::string>>(arguments->text(), latest_revision);
    if (!texts) return Unexpected(not_written(texts.error()));
    params.arguments = std::move(*texts);
    return params;
}

Answer<ReadResourceRequestParams> read_params(std::string_view uri_template,
                                              Answer<JsonObject> variables) {
    if (!variables) return Unexpected(std::move(variables).error());
    const auto parsed = UriTemplate::parse(uri_template);
    if (!parsed) return Unexpected(RpcError(Failure::invalid_argument, "no URI template"));
    Map<UriVariable> values;
    for (const JsonMember& member : variables->members()) {
        if (auto text = member.value.as_string()) values[member.name()] = *std::move(text);
    }
    ReadResourceRequestParams params;
    params.uri = parsed->expand(values);
    return params;
}

const CallOptions& meant(const Client& client, const CallOptions& options) {
    return &options == &usual_options ? client.default_options() : options;
}

template <class M>
Answer<typename M::Result> answer(Client& client, Answer<typename M::Params> params,
                                  const CallOptions& options) {
    if (!params) return Unexpected(std::move(params).error());
    return client.call<M>(*std::move(params), meant(client, options));
}

template <class M>
Operation<typename M::Result> later(Client& client, Answer<typename M::Params> params,
                                    const CallOptions& options) {
    if (!params) return failed<typename M::Result>(std::move(params).error());
    return client.operation<M>(*std::move(params), meant(client, options));
}

Answer<CallToolRequestParams> tool_params(std::string_view name, Answer<JsonObject> arguments) {
    if (!arguments) return Unexpected(std::move(arguments).error());
    CallToolRequestParams params;
    params.name = name;
    params.arguments = *std::move(arguments);
    return params;
}

}  // namespace

Answer<CallToolResult> checked(Answer<CallToolResult> answer) {
    if (!answer || !answer->isError.value_or(false)) return answer;
    RpcError error(Failure::tool, text_of(*answer));
    if (auto whole = encode(*answer, latest_revision)) {
        if (auto json = Json::parse(*whole)) error.data = *std::move(json);
    }
    return Unexpected(std::move(error));
}

void read(Answer<CallToolResult> answer, const Into& into) {
    answer = checked(std::move(answer));
    if (!answer) return into.fail(into.answer, std::move(answer).error());
    // Until 2025-03-26 there is no structured content, and the text is the same value as JSON.
    const std::string text =
        answer->structuredContent ? answer->structuredContent->dump() : text_of(*answer);
    CodecError error;
    if (mcp::detail::decode_document(text, into.value, *into.type, latest_revision, {}, error))
        return;
    into.fail(into.answer, {Failure::invalid_response, "result: " + error.message()});
}

void call_tool(Client& client, std::string_view name, Given arguments, const CallOptions& options,
               const Into& into) {
    read(call_tool(client, name, arguments, options), into);
}

Answer<CallToolResult> call_tool(Client& client, std::string_view name, Given arguments,
                                 const CallOptions& options) {
    return answer<CallTool>(client, tool_params(name, json_of(arguments)), options);
}

Operation<CallToolResult> tool_operation(Client& client, std::string_view name, Given arguments,
                                         const CallOptions& options) {
    return later<CallTool>(client, tool_params(name, json_of(arguments)), options);
}

Answer<GetPromptResult> prompt(Client& client, std::string_view name, Given arguments,
                               const CallOptions& options) {
    return answer<GetPrompt>(client, prompt_params(name, json_of(arguments)), options);
}

Operation<GetPromptResult> prompt_operation(Client& client, std::string_view name, Given arguments,
                                            const CallOptions& options) {
    return later<GetPrompt>(client, prompt_params(name, json_of(arguments)), options);
}

Answer<ReadResourceResult> read(Client& client, std::string_view uri_template, Given variables,
                                const CallOptions& options) {
    return answer<ReadResource>(client, read_params(uri_template, json_of(variables)), options);
}

Operation<ReadResourceResult> read_operation(Client& client, std::string_view uri_template,
                                             Given variables, const CallOptions& options) {
    return later<ReadResource>(client, read_params(uri_template, json_of(variables)), options);
}

}  // namespace typed
}  // namespace mcp
