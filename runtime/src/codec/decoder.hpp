// The state of one decode: a cursor over the tokens, the revision, the depth, and the first error.
// The loops that use it are in decode_*.cpp, one per kind of type.
#pragma once

#include "json/cursor.hpp"
#include "json/raw.hpp"
#include "json/scratch.hpp"

#include <mcp/codec_api.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace mcp {

class Decoder {
public:
    Decoder(std::string_view text, detail::Scratch& memory, Revision at_revision,
            std::size_t max_depth, CodecError& reason)
        : cursor(text, memory.structure),
          scratch(memory),
          revision(at_revision),
          depth{0, max_depth},
          error(reason) {}

    detail::Cursor cursor;
    detail::Scratch& scratch;
    const Revision revision;
    detail::Depth depth;
    /// How many bytes arrays may still reserve for elements that are only expected.
    std::size_t reserve_budget = std::size_t{64} * 1024;
    CodecError& error;  ///< its path is built from the inside out while the calls return

    // ---- containers ----

    /// Takes the opening bracket `c`, one level down; `kind` is what the message calls the value.
    bool open(char c, std::uint8_t kind) {
        if (cursor.peek() != c) return fail_kind(kind);
        if (depth.used >= depth.most) return fail_depth();
        ++depth.used;
        ++cursor.index;
        return true;
    }
    /// Takes `c` when it is next.
    bool take(char c) {
        if (cursor.peek() != c) return false;
        ++cursor.index;
        return true;
    }
    void close() { --depth.used; }

    /// Takes `"name":`. The name is unescaped; `token` is what KeyStack knows it by.
    bool name(std::string_view& name, std::uint32_t& token) {
        if (cursor.peek() != '"') return fail_syntax("a member name");
        token = cursor.index;
        bool escaped = false;
        if (!string(name, escaped)) return false;
        if (escaped) {
            token = scratch.keys.keep(name);
            name = scratch.keys.text_of(token);
        }
        return take(':') || fail_syntax("\":\"");
    }

    // ---- values ----

    /// Takes a string; `content` is between its quotes, `escaped` says whether it has escapes.
    bool string(std::string_view& content, bool& escaped) {
        return string_as_written(content, escaped) &&
               (!escaped || detail::escapes_are_valid(content) || fail_escapes(cursor.index - 1));
    }
    /// The same, with escapes that are still to be checked.
    bool string_as_written(std::string_view& content, bool& escaped) {
        if (cursor.peek() != '"') return fail_kind(kind_string);
        content = cursor.content(cursor.index);
        escaped = cursor.has_backslash(content);
        ++cursor.index;
        return true;
    }
    /// Takes a scalar that is no string, checked to be a number.
    bool number(std::string_view& text, std::uint8_t kind);
    /// Takes `word`, which is `true`, `false` or `null`; false without an error when it is not
    /// next.
    bool word(std::string_view word);
    /// Takes any value, minified.
    bool raw(std::string& text, const Shape* shape);
    /// Takes any value and forgets it.
    bool skip();
    /// Takes the value when it is this scalar, given as JSON text.
    bool constant(std::string_view json);

    // ---- failures: always false, to be returned ----

    [[gnu::cold]] bool fail(std::string expected, std::string found);
    /// The next value is of the wrong kind.
    [[gnu::cold]] bool fail_kind(std::uint8_t kinds);
    /// The next token is not what the grammar wants.
    [[gnu::cold]] bool fail_syntax(const char* expected);
    [[gnu::cold]] bool fail_depth();
    [[gnu::cold]] bool fail_escapes(std::uint32_t token);
    [[gnu::cold]] bool within(std::string_view member);
    [[gnu::cold]] bool within(std::size_t index);
};

namespace detail {

/// The alternative that the value at the cursor is, or `row_count` when no alternative takes it.
std::size_t choose_alternative(const Decoder&, const UnionInfo&);

/// The constants by which a union's alternatives are told apart at a revision: `"text", "image"`.
std::string tag_constants(const UnionInfo&, Revision);
/// Whether one of them is the tag `token`, JSON text.
bool is_known_tag(const UnionInfo&, Revision, std::string_view token);

/// `number from 0 to 1`; for limits that a number broke.
std::string limits_text(const Bounds&);
/// `at least 1 element`; for limits that a count broke.
std::string count_text(const Bounds&, std::size_t count);

}  // namespace detail
}  // namespace mcp
