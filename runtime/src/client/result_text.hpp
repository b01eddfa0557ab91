// Results of servers that leave out what has a meaning when it is absent, or say who they are in a
// way of their own. The codec is strict; this is where the client is not.
#pragma once

#include <mcp/json.hpp>

#include <optional>
#include <string>

namespace mcp::client {

/// What a result says of itself. Looks into the text of the result.
struct ResultNotes {
    explicit ResultNotes(JsonView result);
    std::optional<JsonView> type{};
    std::optional<JsonView> meta{};
    std::optional<JsonView> time{};
    bool has_scope = false;

    bool has_negative_time() const { return time && time->text().starts_with('-'); }
};

/// Whether `complete_result` has nothing to do.
bool is_complete(const ResultNotes& result, bool cacheable);
/// Adds `resultType` when it is missing; with `cacheable` also the hints for keeping the result,
/// and makes a negative time none. Takes a `serverInfo` that is none out of `_meta`. `result` is
/// the text of an object.
std::string complete_result(std::string result, bool cacheable);

}  // namespace mcp::client
