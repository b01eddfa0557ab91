// `_meta` of modern requests, decoded. Says nothing about whether the request is admitted.
#pragma once

#include "session/served_call.hpp"

#include <mcp/codec_error.hpp>
#include <mcp/json.hpp>
#include <mcp/types.hpp>

#include <memory>

namespace mcp::session {

struct RequestMeta {
    RequestMetaObject object{};
    std::shared_ptr<const detail::PeerInfo> peer{};  ///< who asks, as told there
};

/// Clients say the same with each request: what this thread has decoded last is remembered.
Result<RequestMeta, CodecError> read_request_meta(JsonView meta, Revision revision);

}  // namespace mcp::session
