// Reading the few params that every call of a feature has, without the codec: they are on the way
// of every call, and the rest of the params is the session's.
#pragma once

#include "session/served_call.hpp"
#include "util/spare_text.hpp"

#include <mcp/codec_api.hpp>
#include <mcp/json.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::server {

std::string_view kind_name(JsonView value);

/// `params.name: expected string, found number`
RpcError wrong_param(std::string_view name, std::string_view expected,
                     std::optional<JsonView> found);

/// A member of the params that is a string.
Answer<std::string> string_param(std::optional<JsonView> params, std::string_view name);

/// Reads the params of `P` at a revision; absent ones are empty.
template <class P>
Answer<P> read_params(std::optional<JsonView> params, Revision revision) {
    auto value = decode<P>(params ? params->text() : std::string_view("{}"), revision);
    if (value) return *std::move(value);
    return Unexpected(RpcError::invalid_params(value.error()));
}

/// Bytes that most results have room in.
inline constexpr std::size_t usual_result = 256;

/// Adds `_meta` with the server's name to the text of an object without `_meta`.
void add_server_info(std::string& object, std::string_view info);

/// Writes a result at the request's revision, with the server's name where that is wanted.
template <class R>
[[gnu::hot]] Answer<std::string> write_result(R& result, Context& context) {
    const auto& call = detail::ServedCall::of(context);
    // Nearly all results have nothing else in `_meta`: then what is written already is put there.
    const bool adds_text = !result.meta && !call.server_info_text.empty();
    if (call.server_info != nullptr && !adds_text) {
        if (!result.meta) result.meta.emplace();
        if (!result.meta->serverInfo) result.meta->serverInfo = *call.server_info;
    }
    Answer<std::string> text(detail::SpareText::take());
    if (adds_text) text->reserve(usual_result + call.server_info_text.size());
    const auto written = encode_to(*text, result, context.revision());
    if (!written) {
        text = Unexpected(RpcError(error_code::internal_error,
                                   "the result cannot be written: " + written.error().message()));
    } else if (adds_text) {
        add_server_info(*text, call.server_info_text);
    }
    return text;
}

inline bool is_modern(Revision revision) { return revision >= r2026_07_28; }

}  // namespace mcp::server
