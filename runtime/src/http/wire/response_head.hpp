// The head of a response: its line and fields, and how its body ends.
#pragma once

#include "http/wire/fields.hpp"
#include "http/wire/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mcp::http::wire {

/// Views into the bytes that were parsed.
struct ResponseHead {
    int status = 0;
    std::string_view reason{};
    std::span<const HttpHeader> headers{};
    std::size_t size = 0;  ///< bytes of the head, with the empty line
    Framing framing = Framing::none;
    std::uint64_t length = 0;  ///< of the body, with Framing::length
    int minor = 1;             ///< of HTTP/1.x
    bool keep_alive = true;    ///< as far as the head says

    /// Another head follows for the same request, as after `100 Continue`.
    bool is_interim() const { return status < 200; }
};

/// Takes one head at a time, as RequestHeadParser does. The status of a refusal means nothing.
class ResponseHeadParser {
public:
    /// For the next response. `to_head`: the request was HEAD, so there is no body.
    void clear(bool to_head = false);
    Progress parse(std::string_view bytes, const Limits& limits);

    const ResponseHead& head() const { return head_; }
    const Refusal& refusal() const { return refusal_; }

private:
    Refusal take_first_line(std::string_view line, std::size_t line_at);
    Refusal finish(std::string_view bytes, const Limits& limits);

    Fields fields_{};
    ResponseHead head_{};
    Refusal refusal_{};
    std::size_t at_ = 0;  ///< so much has been looked at
    std::size_t reason_at_ = 0;
    std::size_t reason_size_ = 0;
    bool to_head_ = false;
    bool has_first_line_ = false;
};

}  // namespace mcp::http::wire
