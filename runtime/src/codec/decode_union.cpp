// Decoding unions: the chosen alternative, a value that none knows, or a message that says what was
// wanted.
#include "codec/decoder.hpp"

#include <mcp/codec_types.hpp>

namespace mcp::detail {
namespace {

/// The kinds of all alternatives of the revision.
std::uint8_t all_kinds(const UnionInfo& info, Revision revision) {
    unsigned kinds = 0;
    for (std::size_t r = 0; r < info.row_count; ++r) {
        if (info.rows[r].in.contains(revision)) kinds |= info.rows[r].type->kinds;
    }
    return static_cast<std::uint8_t>(kinds);
}

/// `Text, Image`: the records of the revision.
std::string record_names(const UnionInfo& info, Revision revision) {
    std::string names;
    for (std::size_t r = 0; r < info.row_count; ++r) {
        const AlternativeRow& row = info.rows[r];
        if (!row.record || !row.in.contains(revision)) continue;
        if (!names.empty()) names += ", ";
        names += row.record->name;
    }
    return names;
}

bool fail_no_alternative(Decoder& d, const UnionInfo& info) {
    const std::uint8_t kinds = all_kinds(info, d.revision);
    if ((kinds_of_first(d.cursor.peek()) & kinds) == 0) return d.fail_kind(kinds);
    const std::string wanted = info.tag.empty() ? std::string() : tag_constants(info, d.revision);
    if (!wanted.empty() && d.cursor.peek() == '{') {
        const std::uint32_t tag = d.cursor.find(d.cursor.index, info.tag);
        const bool there = tag < d.cursor.count();
        // A known tag whose other conditions fail is no fault of the tag.
        if (!there || !is_known_tag(info, d.revision, d.cursor.token(tag))) {
            d.fail(wanted, there ? quote_token(d.cursor, tag) : "nothing");
            return d.within(info.tag);
        }
    }
    const std::string names = record_names(info, d.revision);
    return d.fail(names.empty() ? std::string(info.name) : "one of " + names,
                  "one that is none of them: " + describe_token(d.cursor, d.cursor.index));
}

/// Whether the value has a tag that is a string, and no row of the revision knows it.
bool has_new_tag(const Decoder& d, const UnionInfo& info) {
    if (info.tag.empty()) return false;
    const std::uint32_t tag = d.cursor.find(d.cursor.index, info.tag);
    return d.cursor.first(tag) == '"' && !is_known_tag(info, d.revision, d.cursor.token(tag));
}

}  // namespace

bool decode_union(Decoder& d, void* value, const UnionInfo& info, const Bounds* bounds) {
    const std::size_t chosen = choose_alternative(d, info);
    if (chosen < info.row_count) {
        return info.rows[chosen].type->decode(d, info.emplace(value, chosen), bounds);
    }
    if (!info.open || !has_new_tag(d, info)) return fail_no_alternative(d, info);
    std::string text;
    if (!d.raw(text, nullptr)) return false;
    *static_cast<Unrecognized*>(info.emplace(value, info.row_count)) =
        Unrecognized(JsonAccess::json(std::move(text)));
    return true;
}

}  // namespace mcp::detail
