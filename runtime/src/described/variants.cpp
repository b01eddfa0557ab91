// Which alternative of a variant a value is: by its kind, and for objects by the members that the
// structs must have.
#include "codec/decoder.hpp"

#include <mcp/described_tables.hpp>

#include <algorithm>
#include <stdexcept>

namespace mcp::detail {
namespace {

const StructTable::Tag* find_tag(const StructTable& table, std::string_view name) {
    for (const StructTable::Tag& tag : table.tags()) {
        if (tag.name == name) return &tag;
    }
    return nullptr;
}

/// Whether a member of both is always another text in each.
bool differ_by_tag(const StructTable& a, const StructTable& b) {
    return std::any_of(a.tags().begin(), a.tags().end(), [&](const StructTable::Tag& tag) {
        const auto* const other = find_tag(b, tag.name);
        return other && other->json != tag.json;
    });
}

/// Whether an object of `later` may have all that `earlier` must have.
bool may_look_like(const StructTable& later, const StructTable& earlier) {
    for (std::size_t i = 0; i < earlier.rows().size(); ++i) {
        if (!earlier.required(i)) continue;
        const auto same = [&](const FieldRow& row) { return row.name == earlier.rows()[i].name; };
        if (std::none_of(later.rows().begin(), later.rows().end(), same)) return false;
    }
    return true;
}

std::string required_names(const StructTable& table) {
    std::string names;
    for (std::size_t i = 0; i < table.rows().size(); ++i) {
        if (!table.required(i)) continue;
        if (!names.empty()) names += ", ";
        names += table.rows()[i].name;
    }
    return names.empty() ? "nothing" : names;
}

/// Whether the object at the decoder has all that the struct must have, and its constants.
bool looks_like(const Decoder& d, const StructTable& table) {
    const auto& cursor = d.cursor;
    for (const StructTable::Tag& tag : table.tags()) {
        const std::uint32_t at = cursor.find(cursor.index, tag.name);
        if (at >= cursor.count() || cursor.first(at) != '"' ||
            !is_constant(cursor.token(at), tag.json)) {
            return false;
        }
    }
    for (std::size_t i = 0; i < table.rows().size(); ++i) {
        if (table.required(i) &&
            cursor.find(cursor.index, table.rows()[i].name) >= cursor.count()) {
            return false;
        }
    }
    return true;
}

/// A member by which all structs are told apart; empty when there is none.
std::string common_tag(const std::vector<const StructTable*>& structs) {
    for (const StructTable::Tag& tag : structs.front()->tags()) {
        std::vector<std::string_view> texts;
        for (const StructTable* table : structs) {
            const auto* const other = find_tag(*table, tag.name);
            if (!other || std::find(texts.begin(), texts.end(), other->json) != texts.end()) break;
            texts.push_back(other->json);
        }
        if (texts.size() == structs.size()) return tag.name;
    }
    return {};
}

}  // namespace

VariantTable::VariantTable(std::span<const AlternativeType> alternatives)
    : alternatives_(alternatives) {
    std::vector<const StructTable*> tables;
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
        kinds_ = static_cast<std::uint8_t>(kinds_ | alternatives[i].type->kinds);
        if (!alternatives[i].structure) continue;
        structs_.push_back(i);
        tables.push_back(alternatives[i].structure());
    }
    for (std::size_t later = 1; later < tables.size(); ++later) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            if (differ_by_tag(*tables[later], *tables[earlier]) ||
                !may_look_like(*tables[later], *tables[earlier])) {
                continue;
            }
            throw std::logic_error(
                "a std::variant has two structs of which the later one (" +
                required_names(*tables[later]) + ") may have all members that the earlier one (" +
                required_names(*tables[earlier]) +
                ") must have: give each a member that is always another text, by mcp::Constant or "
                "SchemaNotes::constant, or put the one that must have more first");
        }
    }
    if (tables.size() > 1) tag_ = common_tag(tables);
}

bool VariantTable::choose(Decoder& d, std::size_t& index) const {
    const std::uint8_t kinds = kinds_of_first(d.cursor.peek());
    if ((kinds & kinds_) == 0) return d.fail_kind(kinds_);
    if (kinds != kind_object || structs_.size() < 2) {
        for (index = 0; index < alternatives_.size(); ++index) {
            if ((kinds & alternatives_[index].type->kinds) != 0) return true;
        }
    }
    // Looking ahead reads all of the object: once for a tag.
    const auto& cursor = d.cursor;
    const std::uint32_t at = tag_.empty() ? cursor.count() : cursor.find(cursor.index, tag_);
    const bool tagged = at < cursor.count() && cursor.first(at) == '"';
    for (const std::size_t each : structs_) {
        const StructTable& table = *alternatives_[each].structure();
        const bool is_it =
            tag_.empty() ? looks_like(d, table)
                         : tagged && is_constant(cursor.token(at), find_tag(table, tag_)->json);
        if (!is_it) continue;
        index = each;
        return true;
    }
    return fail_structs(d);
}

bool VariantTable::fail_structs(Decoder& d) const {
    std::string expected;
    for (const std::size_t each : structs_) {
        const StructTable& table = *alternatives_[each].structure();
        if (!expected.empty()) expected += " or ";
        expected +=
            tag_.empty() ? "object with " + required_names(table) : find_tag(table, tag_)->json;
    }
    if (tag_.empty()) return d.fail(std::move(expected), "object without");
    const std::uint32_t at = d.cursor.find(d.cursor.index, tag_);
    d.fail(std::move(expected), at < d.cursor.count() ? quote_token(d.cursor, at) : "nothing");
    return d.within(tag_);
}

}  // namespace mcp::detail
