// The members that make a message, found in one walk over its text.
#pragma once

#include "json/raw.hpp"
#include "json/text.hpp"
#include "rpc/member_list.hpp"

#include <mcp/json.hpp>

#include <cstdint>
#include <string_view>

namespace mcp::rpc {

/// The members that make a message, as they are written; null data when one is not there.
struct Fields {
    enum Member : std::uint8_t { jsonrpc, id, method, params, result, error, member_count };
    static constexpr std::string_view names[] = {"jsonrpc", "id",     "method",
                                                 "params",  "result", "error"};

    std::string_view text[member_count]{};
    detail::RawValue place[member_count];  ///< of those that a walk has found

    bool has(Member m) const { return text[m].data() != nullptr; }
    bool is_object(Member m) const { return has(m) && text[m].front() == '{'; }
    bool is_null(Member m) const { return text[m] == "null"; }
    JsonView view(Member m) const { return detail::JsonAccess::view(text[m]); }
};

/// Reads the object at the cursor, which is the whole text. `param_list` gets the members of
/// params. False: `failure` says what is no JSON, or beyond the limits.
bool read_fields(const detail::Cursor&, detail::Scratch&, const JsonLimits&, Fields&,
                 MemberList& param_list, CodecError& failure);

}  // namespace mcp::rpc
