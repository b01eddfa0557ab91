// Enumerations as the names of their enumerators.
#include "described/take_text.hpp"

#include "codec/encoder.hpp"

#include <mcp/described_tables.hpp>

#include <algorithm>
#include <stdexcept>

namespace mcp::detail {

EnumTable::EnumTable(std::span<const EnumeratorRow> enumerators, void (*annotate)(EnumTable&))
    : rows(enumerators) {
    for (const EnumeratorRow& row : rows) names.emplace_back(row.name);
    annotate(*this);
    for (auto name = names.begin(); name != names.end(); ++name) {
        if (std::find(names.begin(), name, *name) != name)
            throw std::logic_error("annotate: two enumerators are called \"" + *name + '"');
    }
}

void EnumTable::rename(std::int64_t value, std::string name) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].value != value) continue;
        names[i] = std::move(name);
        return;
    }
    throw std::logic_error("annotate: \"" + name + "\" is for an enumerator that is not described");
}

bool decode_name(Decoder& d, const EnumTable& table, std::int64_t& value) {
    std::string room;
    std::string_view text;
    if (!take_text(d, room, text)) return false;
    for (std::size_t i = 0; i < table.names.size(); ++i) {
        if (!same_text(table.names[i], text)) continue;
        value = table.rows[i].value;
        return true;
    }
    std::string expected = "one of ";
    for (const std::string& name : table.names) {
        if (&name != &table.names.front()) expected += ", ";
        append_quoted(expected, name);
    }
    return fail_text(d, std::move(expected));
}

bool encode_name(Encoder& e, const EnumTable& table, std::int64_t value) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        if (table.rows[i].value == value) return e.string(table.names[i]);
    }
    return e.fail("an enumerator", std::to_string(value));
}

}  // namespace mcp::detail
