// Which era a message belongs to, and the ladder of checks that a modern request climbs before it
// is served. The steps that concern HTTP headers are the HTTP server's, behind a Gate.
#pragma once

#include "rpc/envelope.hpp"
#include "session/request_meta.hpp"
#include "session/server_core.hpp"

#include <mcp/dispatch_row.hpp>
#include <mcp/rpc.hpp>

#include <optional>
#include <string_view>

namespace mcp::session {

/// Whether a request is to be judged by the modern rules: it names its revision in `_meta`, or
/// could be nothing else here.
/// `row` is the method's, or null.
bool is_modern(const rpc::Envelope& message, const MethodRow* row, Revisions served);

/// Looks at a request between the steps, for transports that carry more than the message.
class Gate {
public:
    virtual ~Gate() = default;
    /// `_meta` is there; `version` is what it names.
    virtual std::optional<RpcError> revision(std::string_view version) = 0;
    /// The server has the method.
    virtual std::optional<RpcError> params(const rpc::Envelope& message) = 0;
    /// Every step is done: errors are the handler's from here on.
    virtual void admitted() = 0;
};

struct Admitted {
    Revision revision{};
    RequestMetaPtr meta{};
    bool asks_input = false;  ///< the answer may be a question
};

/// The steps in their order: `_meta`, revision, method, the words of `_meta`. The first one that
/// fails is the answer.
Answer<Admitted> admit(const rpc::Envelope& message, const MethodRow* row, ServerCore& core,
                       Gate* gate = nullptr);

}  // namespace mcp::session
