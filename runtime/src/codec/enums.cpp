// Open enumerations, in both directions.
#include "codec/decoder.hpp"
#include "codec/encoder.hpp"

#include <mcp/codec_types.hpp>

namespace mcp::detail {

struct EnumAccess {
    static void set_known(OpenEnumBase& value, std::size_t row) {
        value.index_ = static_cast<std::uint32_t>(row);
        value.unknown_.clear();
    }
    static std::string& set_unknown(OpenEnumBase& value) {
        value.index_ = OpenEnumBase::unknown_index;
        return value.unknown_;
    }
    static std::size_t row(const OpenEnumBase& value) { return value.index_; }
    static const std::string& text(const OpenEnumBase& value) { return value.unknown_; }
};

namespace {

/// The row with this text at this revision, or `row_count`.
std::size_t find_row(const EnumInfo& info, Revision revision, std::string_view text) {
    std::size_t row = 0;
    while (row < info.row_count &&
           !(info.rows[row].text == text && info.rows[row].in.contains(revision))) {
        ++row;
    }
    return row;
}

std::string all_texts(const EnumInfo& info, Revision revision) {
    std::string text = "one of ";
    bool first = true;
    for (std::size_t row = 0; row < info.row_count; ++row) {
        if (!info.rows[row].in.contains(revision)) continue;
        if (!first) text += ", ";
        first = false;
        append_quoted(text, info.rows[row].text);
    }
    return text;
}

}  // namespace

bool decode_enum(Decoder& d, OpenEnumBase& value, const EnumInfo& info) {
    const std::uint32_t token = d.cursor.index;
    std::string_view text;
    bool escaped = false;
    if (!d.string(text, escaped)) return false;
    std::string plain;
    if (escaped) {
        append_unescaped(plain, text);
        text = plain;
    }
    const std::size_t row = find_row(info, d.revision, text);
    if (row != info.row_count) {
        EnumAccess::set_known(value, row);
        return true;
    }
    if (!info.open) return d.fail(all_texts(info, d.revision), quote_token(d.cursor, token));
    EnumAccess::set_unknown(value) = text;
    return true;
}

[[gnu::hot]] bool encode_enum(Encoder& e, const OpenEnumBase& value, const EnumInfo& info) {
    if (!value.known()) {
        const std::string& text = EnumAccess::text(value);
        if (info.open || find_row(info, e.revision, text) != info.row_count) return e.string(text);
        std::string found;
        append_quoted(found, with_valid_utf8(text));
        return e.fail(all_texts(info, e.revision), found);
    }
    const std::size_t row = EnumAccess::row(value);
    if (row >= info.row_count)
        return e.fail(all_texts(info, e.revision), "a number that is no enumerator");
    if (!info.rows[row].in.contains(e.revision)) {
        std::string found;
        append_quoted(found, info.rows[row].text);
        return e.fail(all_texts(info, e.revision), found);
    }
    return e.string(info.rows[row].text);
}

}  // namespace mcp::detail
