// types.hpp: records, unions, enumerations and aliases, in the order of the model.
#include <generator/emit/emitters.hpp>
#include <generator/emit/notes.hpp>
#include <generator/emit/spelling.hpp>
#include <generator/emit/writer.hpp>

namespace mcpgen {
namespace {

class TypesEmitter {
public:
    explicit TypesEmitter(const Context& context) : context_(context), model_(context.model) {}

    std::string text() {
        for (const Declaration& declaration : model_.declarations) {
            writer_.gap();
            std::visit([this](const auto& kind) { write(kind); }, declaration);
        }
        return writer_.take();
    }

private:
    void write(const Record& record) {
        comment(record);
        writer_.open("struct " + record.name);
        std::vector<Entry> entries;
        entries.reserve(record.members.size());
        for (const Member& member : record.members) {
            entries.push_back({code_of(member), member_comment(member, record.in, model_)});
        }
        writer_.entries(entries);
        if (!record.sealed) writer_.line("Extras extras{};");
        const std::string operand = "const " + record.name + "&";
        writer_.list("friend bool operator==(", {operand, operand}, ") = default;");
        writer_.close("};");
    }

    std::string code_of(const Member& member) const {
        if (is_static(member)) {
            const std::string_view json = member.type.text;
            return "static constexpr " + constant_type(json) + " " + member.name + " = " +
                   constant_value(json) + ";";
        }
        return cpp_type(member) + " " + member.name + initializer(member, model_) + ";";
    }

    void write(const Union& type) {
        comment(type);
        writer_.comment(alternatives_note(type, model_));
        std::vector<std::string> alternatives;
        for (const Alternative& alternative : type.alternatives)
            alternatives.push_back(cpp_type(alternative.type));
        if (type.open) alternatives.emplace_back("Unrecognized");
        writer_.list("struct " + type.name + " : std::variant<", alternatives, "> {");
        writer_.inside();
        writer_.line("using Base = variant;");
        writer_.line("using Base::Base;");
        for (const SpecialMember& member : special_members(type.name))
            writer_.line(member.result + member.signature + ";");
        const std::string operand = "const " + type.name + "&";
        writer_.list("friend bool operator==(", {operand, operand}, ");");
        writer_.close("};");
    }

    void write(const Enum& type) {
        comment(type);
        const std::string tag = tag_name(type.name);
        std::vector<Entry> entries;
        std::vector<std::string> names;
        bool commented = false;
        for (const Enumerator& value : type.values) {
            entries.push_back({value.name + ",", enumerator_comment(value, type.in, model_)});
            names.push_back(value.name);
            commented = commented || !entries.back().comment.empty();
        }
        const std::string head = "enum class " + tag + " : std::uint8_t";
        if (commented) {
            writer_.open(head);
            writer_.entries(entries);
            writer_.close("};");
        } else {
            writer_.block(head, names, ";");
        }
        writer_.line("using " + type.name + " = OpenEnum<" + tag + ">;");
        writer_.line("std::string_view to_string(" + tag + " tag);");
    }

    void write(const Alias& alias) {
        comment(alias);
        writer_.line("using " + alias.name + " = " + cpp_type(alias.type) + ";");
    }

    template <class Kind>
    void comment(const Kind& kind) {
        writer_.comment(declaration_comment(kind.doc, kind.in, kind.deprecated, context_));
    }

    const Context& context_;
    const Model& model_;
    Writer writer_;
};

}  // namespace

std::string types_text(const Context& context) { return TypesEmitter(context).text(); }

std::string emit_types(const Context& context) {
    std::string includes;
    if (context.model.base != nullptr) {
        includes = "#include <" + context.path.substr(0, context.path.rfind('/')) + "/types.hpp>";
    }
    return context.file("types.hpp", {{"includes", includes}, {"types", types_text(context)}});
}

}  // namespace mcpgen
