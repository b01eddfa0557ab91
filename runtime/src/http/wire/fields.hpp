// The lines of a head, taken one by one as they arrive, and what the fields say about the message
// itself. Both requests and responses have these. Everything is kept as offsets, because the buffer
// may move while a head is incomplete.
#pragma once

#include "http/wire/limits.hpp"

#include <mcp/http.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace mcp::http::wire {

/// Finds the line of `bytes` that begins at `at`. A line ends with CR LF; other control characters
/// than tabs are refused, and so is what is longer than `limit`, with status `too_long`. When done
/// `line` is the line and `at` behind it. The result for given bytes does not depend on how many
/// follow them.
Progress take_line(std::string_view bytes, std::size_t& at, std::size_t limit, int too_long,
                   std::string_view& line, Refusal& refusal);

class Fields {
public:
    void clear();
    /// Takes the field lines of `bytes` that begin at `at`, up to the empty line. Goes on where it
    /// ended when called again with the same bytes and more.
    Progress parse(std::string_view bytes, std::size_t& at, const Limits& limits, Refusal& refusal);

    /// After `parse` has said `done`. Valid until `clear`, and as long as the bytes are.
    std::span<HttpHeader> headers(std::string_view bytes);

    /// The fields that frame the message, checked together. Each combination that two readers could
    /// understand in two ways is refused. `framing` is `none` when no field says anything.
    Refusal check_framing(const Limits& limits, int minor, Framing& framing,
                          std::uint64_t& length) const;

    bool has_length() const { return length_.has_value(); }
    bool says_close() const { return close_; }
    bool says_keep_alive() const { return keep_alive_; }
    bool expects_continue() const { return expect_continue_; }
    std::size_t hosts() const { return hosts_; }
    std::size_t host_index() const { return host_index_; }  ///< of the last one

private:
    struct Place {
        std::uint32_t name_at;
        std::uint32_t name_size;
        std::uint32_t value_at;
        std::uint32_t value_size;
    };

    Refusal take_field(std::string_view line, std::size_t line_at);
    Refusal look_at(std::string_view name, std::string_view value);
    Refusal look_at_codings(std::string_view value);
    void look_at_connection(std::string_view value);

    std::vector<Place> places_{};
    std::vector<HttpHeader> headers_{};
    std::size_t bytes_ = 0;  ///< of the lines so far

    std::optional<std::uint64_t> length_{};
    std::size_t hosts_ = 0;
    std::size_t host_index_ = 0;
    bool coded_ = false;         ///< Transfer-Encoding is there
    bool chunked_last_ = false;  ///< ... and its last element is `chunked`
    bool other_coding_ = false;
    bool close_ = false;
    bool keep_alive_ = false;
    bool expect_continue_ = false;
};

}  // namespace mcp::http::wire
