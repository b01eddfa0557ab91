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
    Revision revision{};
    RequestMeta meta{};

    bool is(std::string_view other, Revision at) const {
        return meta.peer && revision == at && text == other;
    }
};

}  // namespace

Result<RequestMeta, CodecError> read_request_meta(JsonView meta, Revision revision) {
    thread_local Remembered last;
    const std::string_view text = meta.text();
    if (last.is(text, revision)) return last.meta;
    auto read = decode<RequestMetaObject>(text, revision);
    if (!read) return Unexpected(std::move(read).error());
    set_trace_context(*read, trace_context(*read));
    auto peer = std::make_shared<detail::PeerInfo>();
    peer->implementation = read->clientInfo;
    peer->client_capabilities = read->clientCapabilities;
    RequestMeta result{*std::move(read), std::move(peer)};
    if (text.size() <= longest) last = {std::string(text), revision, result};
    return result;
}

}  // namespace mcp::session
