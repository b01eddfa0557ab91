// Described structs: the codec's rows for their members, made once for each struct.
#include "codec/decoder.hpp"
#include "codec/encoder.hpp"

#include <mcp/codec_functions.hpp>
#include <mcp/described_tables.hpp>

#include <algorithm>
#include <stdexcept>

namespace mcp::detail {
namespace {

constexpr Revisions everywhere = Revisions::from_bits(~std::uint32_t{0});

std::string json_string(std::string_view text) {
    std::string json;
    append_quoted(json, text);
    return json;
}

}  // namespace

Notes& StructNotes::at(std::ptrdiff_t offset) {
    const auto found = std::find(offsets.begin(), offsets.end(), offset);
    if (found == offsets.end())
        throw std::logic_error("annotate: this member is not described by BOOST_DESCRIBE_STRUCT");
    return members[static_cast<std::size_t>(found - offsets.begin())];
}

StructTable::StructTable(std::span<const MemberRow> members, const void* fresh,
                         void (*annotate)(StructNotes&, const void*))
    : fresh_(fresh) {
    for (const MemberRow& member : members) {
        // `at` gives the address of a member of what is only looked at.
        const void* const place = member.at(const_cast<void*>(fresh));
        notes_.offsets.push_back(static_cast<const char*>(place) - static_cast<const char*>(fresh));
        notes_.members.emplace_back();
    }
    annotate(notes_, fresh);
    for (const auto& [name, text] : notes_.constants) {
        tags_.push_back({texts_.emplace_back(name), texts_.emplace_back(json_string(text))});
        rows_.push_back({texts_[texts_.size() - 2], everywhere, everywhere, nullptr, nullptr,
                         nullptr, texts_.back()});
        sources_.push_back({nullptr, nullptr});
    }
    Extras* (*extras)(void*) = nullptr;
    const Revisions closed = notes_.closed ? everywhere : Revisions();
    info_ = {"", nullptr, 0, extras, closed, everywhere, false};
    for (std::size_t i = 0; i < members.size(); ++i) add(members[i], notes_.members[i]);
    info_.rows = rows_.data();
    info_.row_count = rows_.size();
    for (const FieldRow& row : rows_) {
        const auto twice = std::count_if(rows_.begin(), rows_.end(), [&](const FieldRow& other) {
            return other.name == row.name;
        });
        if (twice > 1)
            throw std::logic_error("annotate: two members are called " + json_string(row.name));
    }
}

void StructTable::add(const MemberRow& member, Notes& notes) {
    if (!member.type) {
        info_.extras = member.extras;
        return;
    }
    if (!member.constant.empty()) {
        tags_.push_back({std::string(member.name), json_string(member.constant)});
    } else if (notes_.defaulted && !member.type->present) {
        notes.defaulted = true;
    }
    const std::string_view name =
        notes.name.empty() ? member.name : std::string_view(texts_.emplace_back(notes.name));
    if (!member.constant.empty()) tags_.back().name = name;
    const bool required = !member.type->present && !notes.defaulted;
    rows_.push_back(
        {name, everywhere, required ? everywhere : Revisions(), member.at, member.type, &notes});
    sources_.push_back({&notes, member.schema});
}

Json StructTable::default_of(std::size_t row) const {
    const FieldRow& member = rows_[row];
    try {
        // As in the constructor.
        return write_described(member.at(const_cast<void*>(fresh_)), *member.type);
    } catch (const std::invalid_argument& error) {
        throw std::logic_error("annotate: the default of " + std::string(member.name) + ": " +
                               error.what());
    }
}

[[gnu::hot]] bool decode_struct(Decoder& d, void* value, const StructTable& table) {
    return decode_record(d, value, table.info());
}

bool encode_struct(Encoder& e, const void* value, const StructTable& table) {
    return encode_record(e, value, table.info());
}

}  // namespace mcp::detail
