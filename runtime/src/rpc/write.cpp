// Writing envelopes, and the error object both ways.
#include "rpc/envelope.hpp"

#include "json/text.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace mcp::rpc {
namespace {

constexpr std::string_view opening = R"({"jsonrpc":"2.0")";

void append_method(std::string& text, std::string_view method) {
    text += R"(,"method":)";
    if (!detail::append_quoted_checked(text, method)) {
        detail::append_quoted(text, detail::with_valid_utf8(method));
    }
}

void append_params(std::string& text, std::string_view params) {
    if (!params.empty()) text.append(R"(,"params":)").append(params);
    text += '}';
}

std::string error_with_id(std::string_view id, const RpcError& error) {
    const Json message(error.message);
    std::string text(opening);
    if (!id.empty()) text.append(R"(,"id":)").append(id);
    text += R"(,"error":{"code":)";
    text += std::to_string(error.code);
    text.append(R"(,"message":)").append(message.text());
    if (error.data) text.append(R"(,"data":)").append(error.data->text());
    text += "}}";
    return text;
}

}  // namespace

std::string request_text(const MessageId& id, std::string_view method, std::string_view params) {
    std::string text;
    text.reserve(64 + id.text().size() + method.size() + params.size());
    text.append(opening).append(R"(,"id":)").append(id.text());
    append_method(text, method);
    append_params(text, params);
    return text;
}

std::string notification_text(std::string_view method, std::string_view params) {
    std::string text;
    text.reserve(48 + method.size() + params.size());
    text.append(opening);
    append_method(text, method);
    append_params(text, params);
    return text;
}

[[gnu::hot]] std::string result_text(const MessageId& id, std::string result) {
    constexpr std::string_view before_id = R"({"jsonrpc":"2.0","id":)";
    constexpr std::string_view before_result = R"(,"result":)";
    if (result.empty()) result = "{}";
    // What was made with room to spare is not copied.
    const std::size_t head = before_id.size() + id.text().size() + before_result.size();
    result.resize(head + result.size() + 1);
    char* at = result.data();
    std::memmove(at + head, at, result.size() - head - 1);
    for (const std::string_view part : {before_id, id.text(), before_result}) {
        at = std::copy(part.begin(), part.end(), at);
    }
    result.back() = '}';
    return result;
}

std::string error_text(const MessageId& id, const RpcError& error) {
    return error_with_id(id.text(), error);
}

std::string error_text_with_null(const MessageId& id, const RpcError& error) {
    return error_with_id(id.empty() ? "null" : id.text(), error);
}

Result<RpcError, CodecError> read_error(JsonView payload) {
    const auto fail = [](std::string_view member, std::string_view expected,
                         const std::optional<JsonView>& found) {
        CodecError error{{}, std::string(expected), found ? "something else" : "nothing"};
        if (!member.empty()) error.within(member);
        error.within("error");
        return Unexpected(std::move(error));
    };
    if (!payload.is_object()) return fail({}, "object", payload);
    const auto code = payload.find("code");
    const auto number = code ? code->as_int64() : std::nullopt;
    if (!number) return fail("code", "integer", code);
    const auto message = payload.find("message");
    auto text = message ? message->as_string() : std::nullopt;
    if (!text) return fail("message", "string", message);
    RpcError error(*number, *std::move(text));
    if (const auto data = payload.find("data")) error.data = Json(*data);
    return error;
}

}  // namespace mcp::rpc
