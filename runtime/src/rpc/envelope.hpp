// What a message is, without a look into its params: request, notification, answer, or a batch. The
// whole text is checked to be JSON here; what it means is decided by a session.
#pragma once

#include "rpc/member_list.hpp"

#include <mcp/json.hpp>
#include <mcp/rpc.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mcp::detail {
class Cursor;
struct RawValue;
struct Scratch;
}  // namespace mcp::detail

namespace mcp::rpc {

struct Envelope {
    enum class Kind : std::uint8_t { request, notification, result, error, batch };

    Kind kind = Kind::notification;
    MessageId id{};                         ///< empty for notifications, and for errors without one
    std::string_view method{};              ///< of requests and notifications; without escapes
    std::optional<JsonView> params{};       ///< of requests and notifications; an object
    std::optional<JsonView> params_meta{};  ///< `params._meta`, whatever it is
    const MemberList* param_list = nullptr;  ///< of `params`, where there is one
    JsonView payload{};                      ///< `result`, `error`, or the array that a batch is
    /// Keeps `method` alive when it was written with escapes.
    std::shared_ptr<const std::string> plain_method{};

    /// `params[name]`.
    std::optional<JsonView> param(std::string_view name) const;
    /// `params._meta[name]`.
    std::optional<JsonView> meta(std::string_view name) const;
};

/// A request or notification with texts of its own: it outlives what it was read from.
class KeptEnvelope {
public:
    explicit KeptEnvelope(const Envelope& message);
    KeptEnvelope(const KeptEnvelope&) = delete;
    KeptEnvelope& operator=(const KeptEnvelope&) = delete;
    const Envelope& operator*() const { return envelope_; }

private:
    std::string method_;
    std::string params_{};
    Envelope envelope_;
};

/// Why a text is no message, and what to answer.
struct BadMessage {
    RpcError error{};
    MessageId id{};                ///< when it could be read
    bool is_answer = false;        ///< looks like an answer: nothing is sent back, call `id` fails
    bool is_notification = false;  ///< has a method and no id: nothing is sent back
    /// Has an id and nothing else that tells what it is. Who waits for an answer with this id takes
    /// it for that, everybody else for a request.
    bool may_be_answer = false;
};

/// What to say of a message that is larger than it may be, of which only the beginning is there:
/// finds the id when it comes early.
[[gnu::cold]] BadMessage too_large(std::string_view beginning);

/// Reads envelopes. Keeps buffers, so one reader serves one thread at a time.
class EnvelopeReader {
public:
    explicit EnvelopeReader(JsonLimits limits = {});
    ~EnvelopeReader();
    EnvelopeReader(const EnvelopeReader&) = delete;
    EnvelopeReader& operator=(const EnvelopeReader&) = delete;

    /// The message that `text` is. The views in it are valid until the next `read`, and as long as
    /// `text`. Not JSON: -32700 without an id. No message, or beyond the limits: -32600.
    Result<Envelope, BadMessage> read(std::string_view text);
    /// The same for one element of a batch, which has been checked to be JSON. An array in an array
    /// is no message.
    static Result<Envelope, BadMessage> element(JsonView value);

private:
    /// False: `failure` says what is no JSON, or beyond the limits.
    bool read(detail::Cursor&, detail::Scratch&, Result<Envelope, BadMessage>&,
              CodecError& failure);
    JsonView minified(const detail::Cursor&, const detail::RawValue&, std::string_view text);

    JsonLimits limits_;
    std::string minified_;
    MemberList param_list_{};
};

/// What goes over the wire, on one line. `params`, `result`: minified JSON; empty for no params,
/// and for the result `{}`.
std::string request_text(const MessageId& id, std::string_view method, std::string_view params);
std::string notification_text(std::string_view method, std::string_view params);
std::string result_text(const MessageId& id, std::string result);
/// An empty id is left out.
[[gnu::cold]] std::string error_text(const MessageId& id, const RpcError& error);
/// As `error_text`, with `"id":null` for an empty id, as revisions before 2025-11-25 want it.
[[gnu::cold]] std::string error_text_with_null(const MessageId& id, const RpcError& error);
/// The error of an answer. Fails when it is not shaped as one.
Result<RpcError, CodecError> read_error(JsonView payload);

}  // namespace mcp::rpc
