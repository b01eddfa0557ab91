// The response to one request after the other, from the bytes of a connection: its head, then its
// body piece by piece as it arrives, so that a stream of events can be read while it goes on.
#pragma once

#include "http/wire/body_reader.hpp"
#include "http/wire/limits.hpp"
#include "http/wire/response_head.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace mcp::http::wire {

class ResponseReader {
public:
    enum class Event : std::uint8_t {
        more,     ///< all that has arrived was taken
        head,     ///< `head`, valid until the next call
        data,     ///< `data`, a piece of the body, valid as long as the bytes that were given
        end,      ///< of the response; next is `start`
        refused,  ///< `refusal`; nothing that follows can be understood
    };

    /// For the next response. `to_head`: the request was HEAD.
    void start(bool to_head = false);
    /// Takes the next thing from the front of what has arrived. Heads of status 1xx are passed
    /// over. Call it again until it says `more`, `end` or `refused`.
    Event next(std::string_view& arrived, const Limits& limits);
    /// The peer has closed its side: `end` when that is how the body ends, else `refused`.
    Event end_of_input();

    const ResponseHead& head() const { return parser_.head(); }
    std::string_view data() const { return data_; }
    const Refusal& refusal() const { return refusal_; }
    /// Nothing of the response has arrived: the request may be sent again elsewhere.
    bool is_untouched() const {
        return state_ == State::head && unfinished_.empty() && heads_ == 0;
    }

private:
    enum class State : std::uint8_t { head, body, ended };

    Event take_head(std::string_view& arrived, const Limits& limits);
    Event refuse(const Refusal& refusal);

    ResponseHeadParser parser_{};
    BodyReader reader_{};
    std::string unfinished_{};  ///< bytes of a head that is incomplete
    std::string_view data_{};
    Refusal refusal_{};
    int heads_ = 0;
    State state_ = State::head;
    bool to_head_ = false;
    bool forget_head_ = false;
};

}  // namespace mcp::http::wire
