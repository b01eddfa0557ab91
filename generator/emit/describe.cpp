// describe.hpp: the types described with Boost.Describe.
#include <generator/emit/emitters.hpp>
#include <generator/emit/spelling.hpp>
#include <generator/emit/writer.hpp>

namespace mcpgen {
namespace {

void describe(Writer& writer, const Record& record) {
    std::vector<std::string> members;
    for (const Member& member : record.members) {
        if (!is_static(member)) members.push_back(member.name.str());
    }
    members.emplace_back("extras");
    writer.list("BOOST_DESCRIBE_STRUCT(" + record.name + ", (), (", members, "))");
}

void describe(Writer& writer, const Enum& type) {
    std::vector<std::string> names;
    for (const Enumerator& value : type.values) names.push_back(value.name);
    writer.list("BOOST_DESCRIBE_ENUM(" + tag_name(type.name) + (names.empty() ? "" : ", "), names,
                ")");
}

}  // namespace

std::string emit_describe(const Context& context) {
    Writer writer;
    for (const Declaration& declaration : context.model.declarations) {
        if (const auto* record = as<Record>(&declaration)) describe(writer, *record);
        if (const auto* type = as<Enum>(&declaration)) describe(writer, *type);
    }
    return context.file("describe.hpp", {{"descriptions", writer.take()}});
}

}  // namespace mcpgen
