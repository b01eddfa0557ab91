// The words of JSON-RPC that users meet: the id of a message, why a call failed, the error codes.
// How messages are read, matched and written is in src/rpc.
#pragma once

#include <mcp/codec_error.hpp>
#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp {

/// The id of a request: a string or an integer, kept as its JSON text. `"1"` and `1` are two ids.
/// Empty when a message has none.
class MessageId {
public:
    MessageId() = default;
    explicit MessageId(std::int64_t number) : text_(std::to_string(number)) {}
    explicit MessageId(std::string_view string) : text_(Json(string).text()) {}
    /// The id that a JSON value is; nothing when it is neither a string nor an integer.
    static std::optional<MessageId> from(JsonView value);

    bool empty() const noexcept { return text_.empty(); }
    /// As it is written in a message: `7` or `"seven"`.
    std::string_view text() const noexcept { return text_; }
    bool is_string() const noexcept { return !text_.empty() && text_.front() == '"'; }
    JsonView json() const;

    friend bool operator==(const MessageId&, const MessageId&) = default;

private:
    std::string text_;
};

/// The numbers of JSON-RPC errors that the protocol gives a meaning.
namespace error_code {
inline constexpr std::int64_t parse_error = -32700;
inline constexpr std::int64_t invalid_request = -32600;
inline constexpr std::int64_t method_not_found = -32601;
inline constexpr std::int64_t invalid_params = -32602;
inline constexpr std::int64_t internal_error = -32603;
inline constexpr std::int64_t resource_not_found = -32002;         ///< until 2025-11-25
inline constexpr std::int64_t url_elicitation_required = -32042;   ///< only 2025-11-25
inline constexpr std::int64_t header_mismatch = -32020;            ///< since 2026-07-28
inline constexpr std::int64_t missing_client_capability = -32021;  ///< since 2026-07-28
inline constexpr std::int64_t unsupported_version = -32022;        ///< since 2026-07-28
inline constexpr std::int64_t rejected_by_user = -1;
}  // namespace error_code

/// Who says that a call failed, and with that, what can be done about it.
enum class Failure : std::uint8_t {
    peer,              ///< the other side answered with an error: `code`, `message`, `data` are its
    timeout,           ///< no answer in time; the other side was told to stop
    cancelled,         ///< this side gave up the call
    closed,            ///< the connection ended before the answer came; `message` says why
    not_negotiated,    ///< not sent: the revision or the other side's capabilities lack it
    invalid_argument,  ///< not sent: the params cannot be written at the negotiated revision
    invalid_response,  ///< the answer is not what the protocol promises
    busy,              ///< not sent: too many requests are in flight
    transport,         ///< no answer can come, or none that may be believed: `message` says what
                       ///< happened on the way (over HTTP `data.status` is the status, if any)
    tool,  ///< a typed call: the tool answered that it failed; `message` is its text, `data` the
           ///< whole result
};
std::string_view to_string(Failure failure);

/// Why a call failed. Handlers return or throw one to answer with an error: then only `code`,
/// `message` and `data` count.
class RpcError : public std::exception {
public:
    RpcError() = default;
    [[gnu::cold]] RpcError(std::int64_t error_number, std::string text,
                           std::optional<Json> details = {})
        : code(error_number), message(std::move(text)), data(std::move(details)) {}
    [[gnu::cold]] RpcError(Failure reason, std::string text)
        : failure(reason), message(std::move(text)) {}

    [[gnu::cold]] static RpcError invalid_params(std::string text,
                                                 std::optional<Json> details = {}) {
        return {error_code::invalid_params, std::move(text), std::move(details)};
    }
    /// `params.name: expected string, found number`.
    [[gnu::cold]] static RpcError invalid_params(const CodecError& error);
    [[gnu::cold]] static RpcError method_not_found(std::string_view method);

    const char* what() const noexcept override { return message.c_str(); }

    Failure failure = Failure::peer;
    std::int64_t code = error_code::internal_error;
    std::string message{};
    std::optional<Json> data{};

    friend bool operator==(const RpcError& a, const RpcError& b) {
        return a.failure == b.failure && a.code == b.code && a.message == b.message &&
               a.data == b.data;
    }
};

/// What a call gives: its result, or why there is none.
template <class T>
using Answer = Result<T, RpcError>;

}  // namespace mcp

template <>
struct std::hash<mcp::MessageId> {
    std::size_t operator()(const mcp::MessageId& id) const noexcept {
        return std::hash<std::string_view>()(id.text());
    }
};
