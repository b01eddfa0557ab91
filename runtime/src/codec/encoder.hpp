// The state of one encode: the text so far, the revision, the depth, and the first error. The loops
// that use it are in encode_*.cpp, one per kind of type.
#pragma once

#include "json/buffer.hpp"
#include "json/raw.hpp"
#include "json/text.hpp"

#include <mcp/codec_api.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace mcp {

class Encoder {
public:
    Encoder(detail::TextBuffer& to, detail::Structure& memory, Revision at_revision,
            CodecError& reason)
        : out(to), structure(memory), revision(at_revision), error(reason) {}

    detail::TextBuffer& out;
    detail::Structure& structure;  ///< for looking into raw values
    const Revision revision;
    std::size_t depth = 0;
    CodecError& error;  ///< its path is built from the inside out while the calls return

    /// Writes an opening bracket, one level down.
    bool open(char c) {
        if (depth == max_encode_depth) return fail_depth();
        ++depth;
        out += c;
        return true;
    }
    void close(char c) {
        --depth;
        out += c;
    }
    /// Writes `,` unless this is the first item of its container.
    void separate(bool& first) {
        if (!first) out += ',';
        first = false;
    }
    bool string(std::string_view text) {
        return detail::append_quoted_checked(out, text) || fail("valid UTF-8", "other bytes");
    }

    // ---- failures: always false, to be returned ----

    [[gnu::cold]] bool fail(std::string expected, std::string found);
    [[gnu::cold]] bool fail_depth();
    [[gnu::cold]] bool within(std::string_view member);
    [[gnu::cold]] bool within(std::size_t index);
};

namespace detail {
std::string limits_text(const Bounds&);
std::string count_text(const Bounds&, std::size_t count);
bool is_known_tag(const UnionInfo&, Revision, std::string_view token);
}  // namespace detail
}  // namespace mcp
