// Requests, one after the other, from the bytes of a connection. What has arrived as a whole is not
// copied; what is incomplete is kept here until the rest comes.
#pragma once

#include "http/wire/body_reader.hpp"
#include "http/wire/limits.hpp"
#include "http/wire/request_head.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mcp::http::wire {

/// Cheap while nothing is incomplete: no memory of its own.
class RequestReader {
public:
    enum class State : std::uint8_t {
        idle,     ///< nothing of a request has arrived
        head,     ///< a part of its head
        body,     ///< the head, and a part of the body
        whole,    ///< all of it: `head` and `body`; next is `clear`
        refused,  ///< `refusal`; nothing that follows can be understood
    };

    /// Takes from the front of what has arrived, at most to the end of one request; all of it when
    /// the request is incomplete. With `whole`, head and body are valid until `clear`, and as long
    /// as `scratch` is not used for something else and the bytes that were given stay.
    State take(std::string_view& arrived, RequestHeadParser& scratch, const Limits& limits);
    /// After `whole`: forgets the request, and the memory for it.
    void clear();

    State state() const { return state_; }
    /// From State::body on.
    const RequestHead& head() const { return *head_; }
    std::string_view body() const { return body_; }
    const Refusal& refusal() const { return refusal_; }
    /// Memory for what is incomplete.
    std::size_t kept_bytes() const;

private:
    struct Unfinished {
        RequestHeadParser parser{};
        BodyReader reader{};
        std::string head{};  ///< its bytes so far
        std::string body{};  ///< the data of the body so far
    };

    State take_head(std::string_view& arrived, RequestHeadParser& scratch, const Limits& limits);
    State take_body(std::string_view& arrived, BodyReader& reader, const Limits& limits);
    void keep_head(std::string_view bytes, RequestHeadParser& scratch);
    State refuse(const Refusal& refusal);

    std::unique_ptr<Unfinished> unfinished_{};
    const RequestHead* head_ = nullptr;
    std::string_view body_{};
    Refusal refusal_{};
    State state_ = State::idle;
};

}  // namespace mcp::http::wire
