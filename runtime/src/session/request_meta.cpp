// Decoding `_meta` once for a row of requests that say the same.
#include "session/request_meta.hpp"

#include <mcp/codec.hpp>
#include <mcp/trace.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace mcp::session {

namespace {

/// Longer ones are not remembered.
constexpr std::size_t longest = 2048;

struct Remembered {
    std::string text{};
    RequestMetaPtr meta{};
};

thread_local Remembered last_meta;

}  // namespace

[[gnu::hot]] RequestMetaPtr known_request_meta(JsonView meta) {
    return last_meta.meta && last_meta.text == meta.text() ? last_meta.meta : nullptr;
}

Result<RequestMetaPtr, CodecError> read_request_meta(JsonView meta, std::string_view version,
                                                     Revision revision) {
    const std::string_view text = meta.text();
    auto read = decode<RequestMetaObject>(text, revision);
    if (!read) return Unexpected(std::move(read).error());
    set_trace_context(*read, trace_context(*read));
    auto peer = std::make_shared<detail::PeerInfo>();
    peer->implementation = read->clientInfo;
    peer->client_capabilities = read->clientCapabilities;
    auto result = std::make_shared<const RequestMeta>(
        RequestMeta{std::string(version), *std::move(read), std::move(peer)});
    if (text.size() <= longest) last_meta = {std::string(text), result};
    return result;
}

}  // namespace mcp::session
