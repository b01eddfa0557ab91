// Encoding records: the rows of the revision in their order, then the members that no row knows.
#include "codec/encoder.hpp"

#include <mcp/codec_types.hpp>

namespace mcp::detail {
namespace {

bool has_row(const RecordInfo& info, Revision revision, std::string_view name) {
    for (std::size_t i = 0; i < info.row_count; ++i) {
        if (info.rows[i].name == name && info.rows[i].in.contains(revision)) return true;
    }
    return false;
}

/// Writes a row that the revision has.
bool write_row(Encoder& e, void* record, const FieldRow& row, bool& first) {
    if (!row.type) {
        append_name(e.out, row.name, row.name.plain(), first);
        e.out += row.constant;
        return true;
    }
    const void* const value = row.at(record);
    if (row.type->present && !row.type->present(value)) {
        return !row.required.contains(e.revision) || e.fail(kinds_text(row.type->kinds), "nothing");
    }
    append_name(e.out, row.name, row.name.plain(), first);
    return row.type->encode(e, value, row.bounds);
}

}  // namespace

[[gnu::hot]] bool encode_record(Encoder& e, const void* record, const RecordInfo& info) {
    // `at` gives the address of a member of a record that is about to be written or only read.
    void* const object = const_cast<void*>(record);
    if (!info.in.contains(e.revision)) {
        return e.fail("a type of this revision", std::string(info.name));
    }
    if (!e.open('{')) return false;
    bool first = true;
    for (std::size_t i = 0; i < info.row_count; ++i) {
        const FieldRow& row = info.rows[i];
        if (!row.in.contains(e.revision)) continue;
        if (!write_row(e, object, row, first)) return e.within(row.name);
    }
    const Extras* const extras = info.extras ? info.extras(object) : nullptr;
    if (extras && !info.closed.contains(e.revision)) {
        for (const Extras::Member& member : *extras) {
            if (has_row(info, e.revision, member.name)) continue;
            e.separate(first);
            if (!e.string(member.name)) return e.within(member.name);
            e.out += ':';
            e.out += member.value.text();
        }
    }
    e.close('}');
    return true;
}

}  // namespace mcp::detail
