// What came of a call behind, as the client in front gets it.
#pragma once

#include "gateway/front_call.hpp"
#include "server/params.hpp"

#include <mcp/client.hpp>
#include <mcp/methods.hpp>
#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace mcp::gateway {

/// A failure of the connection behind is none of the one in front.
inline RpcError for_front(RpcError error) {
    if (error.failure == Failure::peer) return error;
    return {error_code::internal_error, "the server behind: " + error.message};
}

/// The same, for the outcome of `M` at a server since 2026-07-28, where the code of an unknown
/// resource is that of all wrong params. The session in front has the code of its revision.
template <class M, class T>
void name_missing(Answer<T>& answer, bool modern_behind) {
    if constexpr (std::is_same_v<M, ReadResource>) {
        if (!answer && modern_behind && resource_missing(answer.error())) {
            answer.error().code = error_code::resource_not_found;
        }
    }
}

template <class Result>
Answer<std::string> write_for_front(Result result, Context& context) {
    if constexpr (std::is_same_v<Result, CallToolResult>) {
        const bool objects_only = !server::is_modern(context.revision());
        if (objects_only && result.structuredContent && !result.structuredContent->is_object()) {
            result.structuredContent.reset();
        }
    }
    return server::write_result(result, context);
}

template <class Result>
FrontCall::Write writer(Answer<Result> answer) {
    if (!answer) {
        return [error = for_front(std::move(answer).error())](Context&) -> Answer<std::string> {
            return Unexpected(error);
        };
    }
    const auto result = std::make_shared<Result>(*std::move(answer));
    return [result](Context& context) { return write_for_front(std::move(*result), context); };
}

}  // namespace mcp::gateway
