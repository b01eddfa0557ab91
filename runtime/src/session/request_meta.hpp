// `_meta` of modern requests, decoded. Whether the request is admitted is asked elsewhere.
#pragma once

#include "session/served_call.hpp"

#include <mcp/codec_error.hpp>
#include <mcp/json.hpp>
#include <mcp/types.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace mcp::session {

struct RequestMeta {
    std::string version{};  ///< the revision that it names
    RequestMetaObject object{};
    std::shared_ptr<const detail::PeerInfo> peer{};  ///< who asks, as told there
};

using RequestMetaPtr = std::shared_ptr<const RequestMeta>;

/// Clients say the same with each request: what this thread has read last, if it is this, so that
/// it has all that it must; else null.
RequestMetaPtr known_request_meta(JsonView meta);
/// Reads one that has all that it must, with `version` as its revision, and remembers it.
Result<RequestMetaPtr, CodecError> read_request_meta(JsonView meta, std::string_view version,
                                                     Revision revision);

}  // namespace mcp::session
