// See codec_tables.hpp.
#include <generator/emit/codec_tables.hpp>

#include <generator/emit/spelling.hpp>

#include <algorithm>
#include <utility>

namespace mcpgen {
namespace {

std::string condition_code(const Condition& condition) {
    std::string op;
    switch (condition.op) {
        case Condition::Op::equals: op = "equals"; break;
        case Condition::Op::has: op = "has"; break;
        case Condition::Op::lacks: op = "lacks"; break;
        case Condition::Op::is_kind: op = "is_kind"; break;
        case Condition::Op::one_of: op = "one_of"; break;
    }
    std::string code = "{Condition::" + op;
    const bool by_kind = !condition.kinds.empty();
    const bool by_text = !condition.texts.empty();
    if (!condition.path.empty() || by_text || by_kind) code += ", " + literal(condition.path);
    if (by_text) {
        std::string texts;
        for (const std::string& text : condition.texts) texts += (texts.empty() ? "" : " ") + text;
        code += ", " + literal(texts);
    }
    if (by_kind) {
        unsigned kinds = 0;
        for (const std::string& kind : condition.kinds) kinds |= kind_bit(kind);
        code += (by_text ? ", " : ", {}, ") + kinds_code(kinds);
    }
    return code + "}";
}

std::string piece_code(const FallbackPiece& piece) {
    std::string code = "{" + literal(piece.text);
    if (!piece.member.empty()) code += ", " + literal(piece.member);
    if (!piece.or_else.empty()) code += ", " + literal(piece.or_else);
    return code + "}";
}

/// `constexpr Type name[] = {item, item};`
void array(Writer& writer, const std::string& head, const std::vector<std::string>& items) {
    std::string one = "constexpr " + head + "[] = {";
    const std::size_t start = one.size();
    for (const std::string& item : items) one += (one.size() == start ? "" : ", ") + item;
    one += "};";
    if (one.size() <= Writer::width) return writer.line(one);
    writer.open("constexpr " + head + "[] =");
    writer.list("", items, ",");
    writer.close("};");
}

}  // namespace

std::string CodecTables::revisions(Revisions set) const {
    return set == model_.all() ? "all" : revisions_code(set, model_);
}

const Record* CodecTables::record_of(const Type& type) const {
    if (!type.is(Type::Kind::named) || type.boxed) return nullptr;
    const Declaration* declaration = model_.find(type.text);
    if (const auto* alias = as<Alias>(declaration)) return record_of(alias->type);
    return as<Record>(declaration);
}

void CodecTables::write(const Record& record) {
    if (record.members.empty()) return;
    std::vector<Row> rows;
    for (const Member& member : record.members) rows_of(record, member, rows);
    writer_.gap();
    writer_.open("constexpr FieldRow " + table_prefix(record.name) + "_rows[] =");
    writer_.table(rows, 3);
    writer_.close("};");
}

/// One row per shape; shapes that are read and written alike share one.
void CodecTables::rows_of(const Record& record, const Member& member, std::vector<Row>& rows) {
    std::vector<std::pair<Revisions, Row>> shapes;
    const auto add = [&](Revisions in, const Type& type) {
        Row cells = cells_of(record, member, type);
        const auto known = std::find_if(shapes.begin(), shapes.end(),
                                        [&](const auto& shape) { return shape.second == cells; });
        if (known != shapes.end())
            known->first |= in;
        else
            shapes.emplace_back(in, std::move(cells));
    };
    if (member.facets.empty()) add(member.in, member.type);
    for (const Facet& facet : member.facets) add(facet.in, facet.type);
    for (auto& [in, cells] : shapes) {
        Row row = {literal(member.wire), revisions(in), revisions(member.required & in)};
        row.insert(row.end(), cells.begin(), cells.end());
        rows.push_back(std::move(row));
    }
}

/// What follows the revisions in a row.
Row CodecTables::cells_of(const Record& record, const Member& member, const Type& facet) {
    if (is_static(member)) {
        const Type& constant = facet.is(Type::Kind::constant) ? facet : member.type;
        return {"nullptr", "nullptr", "nullptr", literal(constant.text)};
    }
    Row cells = {"&field<&" + record.name + "::" + member.name + ">", operations(member, facet)};
    if (std::string bounds = limits_.of(member, facet); bounds != "nullptr")
        cells.push_back(std::move(bounds));
    return cells;
}

std::string CodecTables::operations(const Member& member, const Type& facet) const {
    if (member.type.is(Type::Kind::one_or_many) && !facet.is(Type::Kind::one_or_many)) {
        const std::string element = cpp_type(member.type.args.at(0));
        return (member.optional() ? "&optional_one_only_ops<" : "&one_only_ops<") + element + ">";
    }
    return "&Codec<" + cpp_type(member) + ">::ops";
}

void CodecTables::write(const Union& type) {
    const std::string prefix = table_prefix(type.name);
    writer_.gap();
    std::vector<Row> rows;
    for (std::size_t i = 0; i < type.alternatives.size(); ++i) {
        rows.push_back(row(type.alternatives[i], prefix + "_" + std::to_string(i + 1)));
    }
    writer_.open("constexpr AlternativeRow " + prefix + "_rows[] =");
    writer_.table(rows, 2);
    writer_.close("};");
}

Row CodecTables::row(const Alternative& alternative, const std::string& prefix) {
    const std::string type = cpp_type(alternative.type);
    Row cells = {revisions(alternative.in), "&Codec<" + type + ">::ops"};
    if (alternative.conditions.empty()) {
        cells.insert(cells.end(), {"nullptr", "0"});
    } else {
        std::vector<std::string> items;
        for (const Condition& condition : alternative.conditions)
            items.push_back(condition_code(condition));
        array(writer_, "Condition " + prefix + "_if", items);
        cells.insert(cells.end(), {prefix + "_if", std::to_string(items.size())});
    }
    const Record* record = record_of(alternative.type);
    if (record != nullptr) cells.push_back("&Codec<" + type + ">::info");
    if (!alternative.fallback.empty()) {
        if (record == nullptr) cells.emplace_back("nullptr");
        std::vector<std::string> items;
        for (const FallbackPiece& piece : alternative.fallback) items.push_back(piece_code(piece));
        array(writer_, "FallbackPiece " + prefix + "_else", items);
        cells.insert(cells.end(), {prefix + "_else", std::to_string(items.size())});
    }
    return cells;
}

void CodecTables::write(const Enum& type) {
    if (type.values.empty()) return;
    std::vector<Row> rows;
    for (const Enumerator& value : type.values)
        rows.push_back({literal(value.text), revisions(value.in)});
    writer_.gap();
    writer_.open("constexpr EnumRow " + table_prefix(type.name) + "_rows[] =");
    writer_.table(rows, 2);
    writer_.close("};");
}

}  // namespace mcpgen
