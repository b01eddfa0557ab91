// Messages as sessions write them begin in one of two ways. Others, which filters may make, are
// looked through.
#include "http/server/message_kind.hpp"

#include <mcp/json.hpp>

namespace mcp::http {

MessageKind kind_of(std::string_view message) {
    constexpr std::string_view notification = R"({"jsonrpc":"2.0","method":)";
    constexpr std::string_view with_id = R"({"jsonrpc":"2.0","id":)";
    if (message.substr(0, notification.size()) == notification) return MessageKind::other;
    if (message.substr(0, with_id.size()) == with_id) {
        std::size_t end = with_id.size();
        if (message.substr(end, 1) == "\"") {
            for (++end; end < message.size() && message[end] != '"'; ++end) {
                if (message[end] == '\\') ++end;
            }
            ++end;
        } else {
            end = message.find_first_of(",}", end);
        }
        if (end < message.size()) {
            const std::string_view rest = message.substr(end);
            if (rest.substr(0, 10) == R"(,"result":)") return MessageKind::result;
            if (rest.substr(0, 9) == R"(,"error":)") return MessageKind::error;
            if (rest.substr(0, 10) == R"(,"method":)") return MessageKind::other;
        }
    }
    const auto value = Json::parse(message);
    if (!value || value->contains("method")) return MessageKind::other;
    if (value->contains("result")) return MessageKind::result;
    return value->contains("error") ? MessageKind::error : MessageKind::other;
}

std::int64_t error_code_of(std::string_view message) {
    const auto value = Json::parse(message);
    return value ? (*value)["error"]["code"].as_int64().value_or(0) : 0;
}

}  // namespace mcp::http
