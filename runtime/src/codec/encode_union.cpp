// Encoding unions: the held alternative, what is written in its place at revisions that lack it, or
// an error.
#include "codec/encoder.hpp"
#include "json/walk.hpp"

#include <mcp/codec_types.hpp>

#include <algorithm>

namespace mcp::detail {
namespace {

const FieldRow* find_row(const RecordInfo& info, std::string_view name) {
    for (std::size_t i = 0; i < info.row_count; ++i) {
        if (info.rows[i].name == name) return &info.rows[i];
    }
    return nullptr;
}

/// Appends the characters of a string member, escaped. `found` says whether it is there.
bool write_member(Encoder& e, void* record, const RecordInfo& info, std::string_view name,
                  bool& found) {
    const FieldRow* const row = find_row(info, name);
    found = row && (!row->type || !row->type->present || row->type->present(row->at(record)));
    if (!found) return true;
    TextBuffer text;
    text += row->constant;
    if (row->type) {
        Encoder part(text, e.structure, e.revision, e.error);
        if (!row->type->encode(part, row->at(record), nullptr)) return e.within(name);
    }
    const bool quoted = text.size() >= 2 && text.view().front() == '"';
    e.out += quoted ? text.view().substr(1, text.size() - 2) : text.view();
    return true;
}

bool write_fallback(Encoder& e, const void* alternative, const AlternativeRow& row) {
    void* const record = const_cast<void*>(alternative);
    for (std::size_t i = 0; i < row.fallback_count; ++i) {
        const FallbackPiece& piece = row.fallback[i];
        e.out += piece.text;
        if (piece.member.empty() || !row.record) continue;
        bool found = false;
        if (!write_member(e, record, *row.record, piece.member, found)) return false;
        if (found || piece.or_else.empty()) continue;
        if (!write_member(e, record, *row.record, piece.or_else, found)) return false;
    }
    return true;
}

/// A value that no alternative knows is an object with a tag that is a string and really is
/// unknown; anything else could not be read back.
bool write_unrecognized(Encoder& e, std::string_view text, const UnionInfo& info) {
    const bool object = text.front() == '{';
    if (!object) return e.fail("object", "Unrecognized with something else");
    if (!info.tag.empty()) {
        const std::string_view tag = find_member(text, info.tag);
        if (!tag.data() || tag.front() != '"') {
            e.fail("string", tag.data() ? "something else" : "nothing");
            return e.within(info.tag);
        }
        if (is_known_tag(info, e.revision, tag)) {
            e.fail("a value that no alternative has", std::string(tag));
            return e.within(info.tag);
        }
    }
    e.out += text;
    return true;
}

/// Whether `row` is a number beside an integer, so that the text must say which one it is.
bool tells_numbers_apart(const UnionInfo& info, const AlternativeRow& row) {
    if ((row.type->kinds & kind_number) == 0 || row.type->kinds == kind_integer || row.record)
        return false;
    return std::any_of(info.rows, info.rows + info.row_count, [](const AlternativeRow& other) {
        return other.type->kinds == kind_integer;
    });
}

/// `3` becomes `3.0`.
void mark_as_number(TextBuffer& out, std::size_t start) {
    if (out.view().find_first_of(".eE", start) == std::string_view::npos) out += ".0";
}

}  // namespace

[[gnu::hot]] bool encode_union(Encoder& e, const void* value, const UnionInfo& info,
                               const Bounds* bounds) {
    const std::size_t index = info.index(value);
    if (index > info.row_count || (index == info.row_count && !info.open)) {
        return e.fail(std::string(info.name), "a variant without a value");
    }
    const void* const held = info.get(value);
    if (index == info.row_count) {
        return write_unrecognized(e, static_cast<const Unrecognized*>(held)->json().text(), info);
    }
    const AlternativeRow& row = info.rows[index];
    if (row.in.contains(e.revision)) {
        const std::size_t start = e.out.size();
        if (!row.type->encode(e, held, bounds)) return false;
        if (tells_numbers_apart(info, row)) mark_as_number(e.out, start);
        return true;
    }
    if (row.fallback_count != 0) return write_fallback(e, held, row);
    const std::string name(row.record ? row.record->name : info.name);
    return e.fail("", name + " does not exist at this revision");
}

}  // namespace mcp::detail
