// Calls of tools whose results go on as they came where that can be: most are nothing but texts,
// which every revision writes in the same way.
#pragma once

#include <mcp/client.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace mcp::gateway {

class PlainResult {
public:
    /// Nothing when there is more in the result than texts, and for one that is malformed.
    static std::optional<PlainResult> read(JsonView result);
    /// As the codec would write it, for this request.
    std::string write(Context& context) const;

private:
    std::string content_{};  ///< the text of an array
    std::optional<bool> is_error_{};
};
using ToolAnswer = std::variant<PlainResult, CallToolResult>;

class TextCalls {
public:
    /// `typed`: the result is to be read whatever is in it, as for a tool that promises a schema.
    static void call_tool(Client& client, std::string name, JsonObject arguments,
                          CallOptions options, bool typed, Done<ToolAnswer> done);
};

}  // namespace mcp::gateway
