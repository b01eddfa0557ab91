// The ids and errors of JSON-RPC. How whole messages are read and written is in envelope.cpp.
#include <mcp/rpc.hpp>

#include "json/text.hpp"

#include <utility>

namespace mcp {
namespace {

/// `-?[0-9]+`, but for `-0`: as JSON writes integers, so that there is one spelling only.
bool is_plain_integer(std::string_view number) {
    if (number == "-0") return false;
    if (number.front() == '-') number.remove_prefix(1);
    for (const char c : number) {
        if (c < '0' || c > '9') return false;
    }
    return !number.empty();
}

}  // namespace

[[gnu::hot]] std::optional<MessageId> MessageId::from(JsonView value) {
    const std::string_view text = value.text();
    std::optional<MessageId> id(std::in_place);
    if (value.is_string()) {
        // One spelling for each string, so that ids can be compared as texts.
        if (text.find('\\') == std::string_view::npos) {
            id->text_ = text;
        } else {
            std::string plain;
            detail::append_unescaped(plain, text.substr(1, text.size() - 2));
            detail::append_quoted(id->text_, plain);
        }
        return id;
    }
    if (!is_plain_integer(text)) {
        if (!value.is_number() || !detail::is_integral(text)) return std::nullopt;
        if (const auto number = value.as_int64()) {
            id->text_ = std::to_string(*number);  // 1.0, 10e-1
            return id;
        }
    }
    id->text_ = text;
    return id;
}

JsonView MessageId::json() const { return empty() ? JsonView() : detail::JsonAccess::view(text_); }

std::string_view to_string(Failure failure) {
    switch (failure) {
        case Failure::peer: return "refused by the other side";
        case Failure::timeout: return "timed out";
        case Failure::cancelled: return "cancelled";
        case Failure::closed: return "connection closed";
        case Failure::not_negotiated: return "not negotiated";
        case Failure::invalid_argument: return "invalid argument";
        case Failure::invalid_response: return "invalid response";
        case Failure::busy: return "too many calls in flight";
        case Failure::transport: return "not delivered";
        case Failure::tool: return "the tool failed";
    }
    return "unknown failure";
}

RpcError RpcError::invalid_params(const CodecError& error) {
    CodecError below = error;
    below.within("params");
    return invalid_params(below.message());
}

RpcError RpcError::method_not_found(std::string_view method) {
    return {error_code::method_not_found, "no such method: " + std::string(method)};
}

}  // namespace mcp
