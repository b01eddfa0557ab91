// The head of a request: its line, its fields, and all that follows from them for the connection.
#pragma once

#include "http/wire/fields.hpp"
#include "http/wire/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mcp::http::wire {

/// Views into the bytes that were parsed.
struct RequestHead {
    std::string_view method{};
    /// Path and query, or `*`. When an absolute address was sent its host is the value of Host.
    std::string_view target{};
    std::span<const HttpHeader> headers{};
    std::size_t size = 0;  ///< bytes of the head, with the empty line
    Framing framing = Framing::none;
    std::uint64_t length = 0;  ///< of the body, with Framing::length
    int minor = 1;             ///< of HTTP/1.x
    bool keep_alive = true;
    /// The client waits for `100 Continue` before it sends the body.
    bool expects_continue = false;
};

/// Takes the head of one request at a time:
///
///   first line  ->  fields ...  ->  empty line: `head`
///
/// What is done is not looked at again when more arrives.
class RequestHeadParser {
public:
    /// For the next request.
    void clear();
    /// `bytes` begin with the request, and are those of the call before with more behind them; at
    /// another place if need be. Not after `done` or `refused`.
    Progress parse(std::string_view bytes, const Limits& limits);

    /// In place of `clear` and `parse`, with the same limits: whether these bytes begin with the
    /// head that was parsed last, as those of clients that repeat a request do. Then `head` is
    /// theirs.
    bool repeats(std::string_view bytes);

    /// After `done`: the bytes of the head are here now.
    void moved_to(std::string_view bytes);
    /// Makes `repeats` say no.
    void forget() { done_ = {}; }
    /// After `done`; valid until `clear` or `repeats`, and as long as the bytes are.
    const RequestHead& head() const { return head_; }
    const Refusal& refusal() const { return refusal_; }

private:
    Refusal take_first_line(std::string_view line, std::size_t line_at);
    Refusal finish(std::string_view bytes, const Limits& limits);
    Refusal take_target(std::string_view target, HttpHeader* host);
    HttpHeader* set_views(std::string_view bytes);

    Fields fields_{};
    RequestHead head_{};
    Refusal refusal_{};
    std::size_t at_ = 0;  ///< so much has been looked at
    // Where they are: the bytes may move.
    std::size_t method_at_ = 0;
    std::size_t method_size_ = 0;
    std::size_t target_at_ = 0;
    std::size_t target_size_ = 0;
    int minor_ = 1;
    bool has_first_line_ = false;
    bool has_blank_line_ = false;  ///< before the first line
    std::string done_{};           ///< the bytes of the head, when they are few
    const char* bytes_ = nullptr;  ///< where the views of `head_` are
};

}  // namespace mcp::http::wire
