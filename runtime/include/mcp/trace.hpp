// What a program may watch of its sessions: requests as they start and end, the size of messages,
// and the trace context that a request carries. Where figures and spans go is the program's affair.
#pragma once

#include <mcp/rpc.hpp>
#include <mcp/types.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mcp {

/// How a request ended.
enum class Outcome : std::uint8_t {
    result,     ///< with a result; that of a tool may still say that the tool failed
    error,      ///< with an error
    input,      ///< with questions to the client: it comes again
    cancelled,  ///< without an answer: the other side gave it up, or is gone
};
std::string_view to_string(Outcome outcome);

/// A request as a tracer sees it. The views are valid during the call only.
struct RequestInfo {
    std::string_view method{};
    std::string_view id{};  ///< as written in the message
    Revision revision{};
    std::string_view principal{};
    const RequestMetaObject* meta = nullptr;
};

struct RequestEnd {
    Outcome outcome = Outcome::result;
    std::int64_t code = 0;  ///< of an error
    std::chrono::nanoseconds duration{};
};

/// Hears of requests and messages. Called on the threads that work on them, several at once: be
/// quick, and do not call back into the session.
class Tracer {
public:
    virtual ~Tracer() = default;
    virtual void started(const RequestInfo&) {}
    virtual void ended(const RequestInfo&, const RequestEnd&) {}
    virtual void message_in(std::size_t) {}   ///< bytes
    virtual void message_out(std::size_t) {}  ///< bytes
};

/// The trace context of a request, as W3C has it: what is not well-formed is left out.
struct TraceContext {
    std::string traceparent{};
    std::string tracestate{};
    std::string baggage{};
    friend bool operator==(const TraceContext&, const TraceContext&) = default;
};

/// `00-<32 hex>-<16 hex>-<2 hex>`, ids not all zero.
bool is_traceparent(std::string_view text);
bool is_tracestate(std::string_view text);
bool is_baggage(std::string_view text);

/// From `_meta` of a request.
TraceContext trace_context(const RequestMetaObject& meta);
/// Puts a trace context into `_meta`, for a request that belongs to another one.
void set_trace_context(RequestMetaObject& meta, const TraceContext& context);

}  // namespace mcp
