// codec.hpp and codec.cpp: one table per record, union and enumeration.
#include <generator/emit/codec_tables.hpp>
#include <generator/emit/emitters.hpp>
#include <generator/emit/spelling.hpp>
#include <generator/emit/writer.hpp>

namespace mcpgen {
namespace {

/// The definitions of `Codec<T>`'s members, in namespace mcp. Tables are found through `scope`.
class Definitions {
public:
    explicit Definitions(const Context& context) : scope_(context.scope) {}

    void write(const Record& record, const Model& model) {
        std::vector<std::string> parts = {literal(record.name)};
        if (record.members.empty()) {
            parts.insert(parts.end(), {"nullptr", "0"});
        } else {
            const std::string rows = scope_ + table_prefix(record.name) + "_rows";
            parts.insert(parts.end(), {rows, "std::size(" + rows + ")"});
        }
        parts.push_back(record.sealed ? "nullptr" : "&extras_of<" + scope_ + record.name + ">");
        const bool everywhere = record.in == model.all();
        if (!record.closed.empty())
            parts.push_back(revisions(record.closed, model));
        else if (!everywhere)
            parts.emplace_back("{}");
        if (!everywhere) parts.push_back(revisions(record.in, model));
        define("RecordInfo", record.name, parts, "{", "};");
        ops(record.name, "record_ops");
    }

    void write(const Union& type, const Model&) {
        std::vector<std::string> parts = {literal(type.name),
                                          scope_ + table_prefix(type.name) + "_rows"};
        if (!type.tag.empty() || type.open) parts.push_back(literal(type.tag));
        if (type.open) parts.emplace_back("true");
        define("UnionInfo", type.name, parts, "union_info<" + scope_ + type.name + ">(", ");");
        ops(type.name, "union_ops");
    }

    void write(const Enum& type, const Model&) {
        if (type.values.empty()) {
            define("EnumInfo", type.name, {literal(type.name), "nullptr", "0"}, "{", "};");
        } else {
            const std::string rows = scope_ + table_prefix(type.name) + "_rows";
            define("EnumInfo", type.name, {literal(type.name), rows, "std::size(" + rows + ")"},
                   "{", "};");
        }
        ops(type.name, "enum_ops");
    }

    void write(const Alias&, const Model&) {}

    std::string take() { return writer_.take(); }

private:
    void define(const std::string& kind, const std::string& name,
                const std::vector<std::string>& parts, const std::string& open,
                const std::string& close) {
        const std::string head =
            "constinit const " + kind + " Codec<" + scope_ + name + ">::info = ";
        std::string one = head + open;
        for (std::size_t i = 0; i < parts.size(); ++i) one += (i == 0 ? "" : ", ") + parts[i];
        one += close;
        writer_.gap();
        if (one.size() <= Writer::width) return writer_.line(one);
        if (open == "{") {
            writer_.line(head + open);
            return writer_.list("    ", parts, close);
        }
        writer_.line(head.substr(0, head.size() - 1));
        writer_.list("    " + open, parts, close);
    }
    void ops(const std::string& name, const std::string& kind) {
        const std::string head = "constinit const TypeOps Codec<" + scope_ + name + ">::ops =";
        const std::string value = kind + "<" + scope_ + name + ">;";
        if (head.size() + 1 + value.size() <= Writer::width)
            return writer_.line(head + " " + value);
        writer_.line(head);
        writer_.line("    " + value);
    }
    /// The names of the revisions, seen from namespace mcp.
    std::string revisions(Revisions set, const Model& model) const {
        if (scope_.empty()) return revisions_code(set, model);
        return "Revisions::from_bits(" + std::to_string(set.bits()) + ")";
    }

    std::string scope_;
    Writer writer_;
};

void write_to_string(Writer& writer, const Enum& type) {
    const std::string tag = tag_name(type.name);
    writer.gap();
    writer.open("std::string_view to_string(" + tag + " tag)");
    writer.line(type.values.empty() ? "return static_cast<void>(tag), std::string_view();"
                                    : "return " + table_prefix(type.name) +
                                          "_rows[static_cast<std::size_t>(tag)].text;");
    writer.close();
}

void write_special_members(Writer& writer, const Union& type) {
    const std::string scope = type.name + "::";
    writer.gap();
    for (const SpecialMember& member : special_members(type.name))
        writer.line(member.result + scope + member.signature + " = default;");
    const std::string operand = "const " + type.name + "& ";
    writer.list("bool operator==(", {operand + "a", operand + "b"}, ") {");
    writer.inside();
    writer.line("using Base = " + scope + "Base;");
    writer.line("return static_cast<const Base&>(a) == static_cast<const Base&>(b);");
    writer.close();
}

}  // namespace

std::string codecs_text(const Context& context) {
    Writer writer;
    const auto declare = [&](const std::string& name, const char* info) {
        const std::string head = "template <> struct Codec<" + context.scope + name + ">";
        const std::string members =
            std::string("static const TypeOps ops; static const ") + info + " info;";
        const std::string line = head + " { " + members + " };";
        if (line.size() <= Writer::width) return writer.line(line);
        writer.open(head);
        writer.line(members);
        writer.close("};");
    };
    for (const Declaration& declaration : context.model.declarations) {
        if (const auto* record = as<Record>(&declaration)) declare(record->name, "RecordInfo");
        if (const auto* type = as<Union>(&declaration)) declare(type->name, "UnionInfo");
        if (const auto* type = as<Enum>(&declaration)) declare(type->name, "EnumInfo");
    }
    return writer.take();
}

std::string emit_codec_header(const Context& context) {
    std::string includes;
    if (context.model.base != nullptr) {
        includes = "#include <" + context.path.substr(0, context.path.rfind('/')) + "/codec.hpp>";
    }
    return context.file("codec.hpp", {{"includes", includes}, {"codecs", codecs_text(context)}});
}

Holes codec_holes(const Context& context) {
    CodecTables tables(context.model);
    Definitions definitions(context);
    Writer functions;
    for (const Declaration& declaration : context.model.declarations) {
        std::visit([&](const auto& kind) { tables.write(kind); }, declaration);
        std::visit([&](const auto& kind) { definitions.write(kind, context.model); }, declaration);
        if (const auto* type = as<Enum>(&declaration)) write_to_string(functions, *type);
        if (const auto* type = as<Union>(&declaration)) write_special_members(functions, *type);
    }
    return {{"using", context.foreign ? "using namespace ::mcp;\n\n" : ""},
            {"limits", tables.take_limits()},
            {"tables", tables.take()},
            {"functions", functions.take()},
            {"definitions", definitions.take()}};
}

std::string emit_codec_source(const Context& context) {
    return context.file("codec.cpp", codec_holes(context));
}

}  // namespace mcpgen
