// The walk over raw tokens. A state machine with its own stack, so that no input can exhaust the
// machine's:
//
//   value --{--> name : value      ended --,--> name : value, or value
//         --[--> value                   --} or ]--> ended, one level up
//         --scalar--> ended              --at the outermost level--> done
//
// Most of a protocol's text passes through here, so the state is kept in local variables, and
// everything that is rare (escapes, shapes, failures) in functions of their own.
#include "json/raw.hpp"

#include "json/raw_error.hpp"

#include <cstring>
#include <utility>

namespace mcp::detail {
namespace {

class Walk {
public:
    Walk(Cursor& cursor, Scratch& scratch, const Depth& depth, CodecError& error)
        : cursor_(cursor),
          frames_(scratch.frames),
          keys_(scratch.keys),
          depth_(depth),
          start_(cursor.index),
          error_(error) {}

    bool run(const Shape* shape, RawValue& result) {
        const char* const text = cursor_.data();
        Position p = cursor_.positions() + start_;
        const Position end = cursor_.positions() + cursor_.count();
        std::uint32_t gaps = 0;         // not zero: white space between tokens was seen
        RawFrame* frame = outermost();  // the innermost container
        const RawFrame* const deepest = frame + room();

        const auto first = [&]() __attribute__((always_inline))->char {
            return p != end ? text[*p] : '\0';
        };
        const auto pass_mark = [&]() __attribute__((always_inline)) {
            gaps |= p[1] - p[0] - 1;
            ++p;
        };
        // Where the token at p ends.
        const auto token_end = [&]() __attribute__((always_inline)) {
            std::uint32_t at = p[1];
            while (is_space(text[at - 1])) --at;
            gaps |= p[1] - at;
            return at;
        };
        const auto string = [&](std::string_view & content, bool& escaped)
            __attribute__((always_inline)) {
            const std::uint32_t begin = *p + 1;
            std::uint32_t quote = p[1] - 1;
            if (text[quote] != '"') quote = token_end() - 1;
            content = {text + begin, quote - begin};
            escaped = cursor_.has_backslash(begin, quote);
            ++p;
            return !escaped || escapes_are_valid(content) || bad_escape(p - 1);
        };
        const auto name = [&]() __attribute__((always_inline)) {
            if (first() != '"') return syntax(p, "a member name");
            const Position place = p;
            std::string_view name_text;
            bool escaped = false;
            if (!string(name_text, escaped)) return false;
            std::uint32_t id = token(place);
            if (escaped) {
                id = keys_.keep(name_text);
                name_text = keys_.text_of(id);
            }
            if (!keys_.add(frame->names, id, name_text)) return twice(place);
            if (first() != ':') return syntax(p, "\":\"");
            pass_mark();
            shape = frame->shape ? member_shape(*frame, name_text) : nullptr;
            return true;
        };
        const auto open = [&](char closer) __attribute__((always_inline)) {
            if (frame == deepest) return too_deep(p);
            *++frame = {keys_.open(), closer, 0, shape && looks_inside(*shape) ? shape : nullptr};
            pass_mark();
            return true;
        };

        for (;;) {
            // A value starts here.
            const char c = first();
            if (shape && !fits(p, *shape)) return false;
            if (c == '"') {
                std::string_view content;
                bool escaped = false;
                if (!string(content, escaped)) return false;
            } else if (c == '{') {
                if (!open('}')) return false;
                if (first() != '}') {
                    if (!name()) return false;
                    continue;
                }
            } else if (c == '[') {
                if (!open(']')) return false;
                if (first() != ']') {
                    shape = frame->shape ? frame->shape->each : nullptr;
                    continue;
                }
            } else {
                if (p == end) return syntax(p, "a value");
                const std::uint32_t stop = token_end();
                if (!is_scalar(c, {text + *p, stop - *p})) return syntax(p, "a value");
                ++p;
            }
            // A value has ended, or an empty container is about to.
            while (frame->closer != '\0') {
                const char mark = first();
                if (mark == ',') {
                    pass_mark();
                    if (frame->closer == '}') {
                        if (!name()) return false;
                    } else {
                        shape = frame->shape ? frame->shape->each : nullptr;
                    }
                    break;
                }
                if (mark != frame->closer) {
                    return syntax(p, frame->closer == '}' ? "\",\" or \"}\"" : "\",\" or \"]\"");
                }
                if (!close(*frame, p)) return false;
                --frame;
                if (frame->closer != '\0') {
                    pass_mark();
                } else {
                    ++p;
                }
            }
            if (frame->closer == '\0') break;
        }
        const auto last = static_cast<std::uint32_t>(p - cursor_.positions()) - 1;
        result = {start_, last, gaps == 0};
        cursor_.index = last + 1;
        return true;
    }

private:
    using Position = const std::uint32_t*;

    /// How many more levels the value may open; never more than there are tokens for.
    std::size_t room() const {
        const std::size_t levels = depth_.used < depth_.most ? depth_.most - depth_.used : 0;
        const std::size_t tokens = cursor_.count() - start_;
        return levels < tokens ? levels : tokens;
    }

    /// The frame around the value, with room behind it for all levels.
    RawFrame* outermost() {
        if (frames_.size() <= room()) frames_.resize(room() + 1);
        frames_.front() = {};
        return frames_.data();
    }

    static bool is_scalar(char c, std::string_view token) {
        switch (c) {
            case 't': return token == "true";
            case 'f': return token == "false";
            case 'n': return token == "null";
            default: return is_number(token);
        }
    }

    static bool looks_inside(const Shape& shape) {
        return shape.member_count != 0 || shape.each != nullptr;
    }

    static const Shape* member_shape(RawFrame& frame, std::string_view name) {
        const Shape& shape = *frame.shape;
        for (std::size_t m = 0; m < shape.member_count; ++m) {
            if (!same_text(shape.members[m].name, name)) continue;
            if (shape.members[m].required) ++frame.required_seen;
            return shape.members[m].shape;
        }
        return shape.each;
    }

    /// What can only be said when the container is over; `p` is at its closing bracket.
    bool close(const RawFrame& frame, Position p) {
        const std::string_view again = keys_.close(frame.names);
        if (again.data()) return report_twice(cursor_, start_, token(p), again, error_);
        if (!frame.shape || frame.closer != '}') return true;
        std::uint32_t required = 0;
        for (std::size_t m = 0; m < frame.shape->member_count; ++m) {
            required += frame.shape->members[m].required ? 1 : 0;
        }
        return frame.required_seen == required ||
               report_missing(cursor_, start_, token(p), *frame.shape, error_);
    }

    bool fits(Position p, const Shape& shape) {
        const std::uint32_t at = token(p);
        const std::uint8_t kinds = kinds_of_first(cursor_.first(at));
        if (kinds == 0) return true;  // no value at all: said by the walk
        if ((kinds & shape.kinds) == 0)
            return fail(p, kinds_text(shape.kinds), describe_token(cursor_, at));
        const bool any_number = (kinds & kind_number) == 0 || (shape.kinds & kind_number) != 0;
        if (!any_number && !is_integral(cursor_.token(at))) {
            return fail(p, kinds_text(shape.kinds), quote_token(cursor_, at));
        }
        if (shape.constant.empty() || is_constant(cursor_.token(at), shape.constant)) return true;
        return fail(p, std::string(shape.constant), quote_token(cursor_, at));
    }

    // ---- failures: always false, to be returned ----

    std::uint32_t token(Position p) const {
        return static_cast<std::uint32_t>(p - cursor_.positions());
    }

    bool fail(Position p, std::string expected, std::string found) {
        return report(cursor_, start_, token(p), std::move(expected), std::move(found), error_);
    }
    [[gnu::cold, gnu::noinline]] bool syntax(Position p, const char* expected) {
        return fail(p, expected, describe_token(cursor_, token(p)));
    }
    [[gnu::cold, gnu::noinline]] bool bad_escape(Position p) {
        return fail(p, "valid escapes", quote_token(cursor_, token(p)));
    }
    [[gnu::cold, gnu::noinline]] bool too_deep(Position p) {
        fail_depth(depth_, error_);
        return fail(p, std::move(error_.expected), std::move(error_.found));
    }
    [[gnu::cold, gnu::noinline]] bool twice(Position p) {
        return fail(p, "every member once", "it twice");
    }

    Cursor& cursor_;
    std::vector<RawFrame>& frames_;
    KeyStack& keys_;
    const Depth depth_;
    const std::uint32_t start_;
    CodecError& error_;
};

}  // namespace

[[gnu::hot]] bool check_raw(Cursor& cursor, Scratch& scratch, const Depth& depth,
                            const Shape* shape, RawValue& result, CodecError& error) {
    return Walk(cursor, scratch, depth, error).run(shape, result);
}

std::string raw_text(const Cursor& cursor, const RawValue& value) {
    if (value.minified) {
        return std::string(
            cursor.between(cursor.begin_of(value.first_token), cursor.end_of(value.last_token)));
    }
    const std::uint32_t begin = cursor.begin_of(value.first_token);
    std::string text(cursor.end_of(value.last_token) - begin, '\0');
    const char* const end = cursor.data() + begin + text.size();
    char* to = text.data();
    for (std::uint32_t i = value.first_token; i <= value.last_token; ++i) {
        const char* const from = cursor.data() + cursor.begin_of(i);
        if (kinds_of_first(*from) == 0 || *from == '{' || *from == '[') {
            *to++ = *from;  // nothing but a mark starts like this in a checked value
            continue;
        }
        const std::uint32_t size = cursor.end_of(i) - cursor.begin_of(i);
        // Sixteen bytes at once are cheaper than few, and may spill where later tokens go: what is
        // left of the value is at least as long as what is left of the copy.
        if (size <= 16 && from + 16 <= end) {
            std::memcpy(to, from, 16);
        } else {
            std::memcpy(to, from, size);
        }
        to += size;
    }
    text.resize(static_cast<std::size_t>(to - text.data()));
    return text;
}

}  // namespace mcp::detail
