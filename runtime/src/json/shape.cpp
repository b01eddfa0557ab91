// Shapes of valid text. What a shape says nothing about is skipped by counting brackets in the
// table of tokens, which is several times faster than looking at every character.
#include "json/shape.hpp"

#include "json/raw.hpp"
#include "json/text.hpp"

#include <mcp/codec_api.hpp>

#include <string>
#include <utility>

namespace mcp::detail {
namespace {

class ShapeCheck {
public:
    ShapeCheck(const Cursor& cursor, CodecError& error) : cursor_(cursor), error_(error) {}

    /// Checks the value at token `i` and moves behind it.
    bool value(std::uint32_t& i, const Shape& shape) {
        if (!kind_fits(i, shape.kinds))
            return fail(kinds_text(shape.kinds), describe_token(cursor_, i));
        if (!shape.constant.empty() && !is_constant(cursor_.token(i), shape.constant)) {
            return fail(std::string(shape.constant), quote_token(cursor_, i));
        }
        const char c = cursor_.first(i);
        const bool looks_inside = (c == '{' && shape.member_count != 0) || (c != '"' && shape.each);
        if (!looks_inside || (c != '{' && c != '[')) {
            i = cursor_.skip(i);
            return true;
        }
        if (depth_ == max_encode_depth) return fail_depth({depth_, max_encode_depth}, error_);
        ++depth_;
        const bool good = c == '{' ? members(i, shape) : elements(i, *shape.each);
        --depth_;
        return good;
    }

private:
    bool members(std::uint32_t& i, const Shape& shape) {
        const std::uint32_t object = i;
        std::size_t missing = 0;
        for (std::size_t m = 0; m < shape.member_count; ++m)
            missing += shape.members[m].required ? 1 : 0;
        ++i;
        while (cursor_.first(i) != '}') {
            if (cursor_.first(i) == ',') ++i;
            const std::uint32_t name = i;
            i += 2;
            const ShapeMember* const member = find_named(shape, cursor_.content(name));
            if (member && member->required) --missing;
            const Shape* const inner = member ? member->shape : shape.each;
            if (!inner) {
                i = cursor_.skip(i);
            } else if (!value(i, *inner)) {
                std::string plain;
                append_unescaped(plain, cursor_.content(name));
                error_.within(plain);
                return false;
            }
        }
        ++i;
        return missing == 0 || fail_missing(object, shape);
    }

    bool elements(std::uint32_t& i, const Shape& each) {
        ++i;
        for (std::size_t index = 0; cursor_.first(i) != ']'; ++index) {
            if (cursor_.first(i) == ',') ++i;
            if (value(i, each)) continue;
            error_.within(index);
            return false;
        }
        ++i;
        return true;
    }

    static const ShapeMember* find_named(const Shape& shape, std::string_view content) {
        for (std::size_t m = 0; m < shape.member_count; ++m) {
            if (same_text(content, shape.members[m].name)) return &shape.members[m];
        }
        if (shape.member_count == 0 || content.find('\\') == std::string_view::npos) return nullptr;
        for (std::size_t m = 0; m < shape.member_count; ++m) {
            if (unescapes_to(content, shape.members[m].name)) return &shape.members[m];
        }
        return nullptr;
    }

    bool kind_fits(std::uint32_t i, std::uint8_t wanted_kinds) const {
        const std::uint8_t kinds = kinds_of_first(cursor_.first(i));
        if ((kinds & kind_number) == 0 || (wanted_kinds & kind_number))
            return (kinds & wanted_kinds) != 0;
        return (wanted_kinds & kind_integer) != 0 && is_integral(cursor_.token(i));
    }

    static std::string wanted(const Shape& shape) {
        return shape.constant.empty() ? kinds_text(shape.kinds) : std::string(shape.constant);
    }

    bool fail(std::string expected, std::string found) {
        error_ = {{}, std::move(expected), std::move(found)};
        return false;
    }

    bool fail_missing(std::uint32_t object, const Shape& shape) {
        for (std::size_t m = 0; m < shape.member_count; ++m) {
            const ShapeMember& member = shape.members[m];
            if (!member.required || cursor_.find(object, member.name) != cursor_.count()) continue;
            fail(member.shape ? wanted(*member.shape) : "any value", "nothing");
            error_.within(member.name);
            break;
        }
        return false;
    }

    const Cursor& cursor_;
    CodecError& error_;
    std::size_t depth_ = 0;
};

}  // namespace

bool check_shape(std::string_view text, const Shape& shape, Structure& structure,
                 CodecError& error) {
    const std::uint8_t kinds = kinds_of_first(text.front());
    const bool only_kinds = shape.constant.empty() && shape.member_count == 0 && !shape.each;
    if (only_kinds && (kinds & kind_number) == 0 && (kinds & shape.kinds) != 0) return true;
    if (!scan_document(text, text.size(), structure, error)) return false;
    const Cursor cursor(text, structure);
    std::uint32_t i = 0;
    return ShapeCheck(cursor, error).value(i, shape);
}

}  // namespace mcp::detail
