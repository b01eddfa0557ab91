// dispatch.hpp and dispatch.cpp: the table of methods.
#include <generator/emit/emitters.hpp>
#include <generator/emit/writer.hpp>

#include <algorithm>

namespace mcpgen {

std::string emit_dispatch_header(const Context& context) {
    std::string names;
    if (context.foreign) {
        names =
            "using ::mcp::Direction;\nusing ::mcp::MethodRow;\nusing ::mcp::MethodTable;\nusing "
            "::mcp::Revision;";
    }
    return context.file("dispatch.hpp", {{"names", names}});
}

std::string emit_dispatch_source(const Context& context) {
    std::vector<const Method*> methods;
    for (const Method& method : context.model.methods) methods.push_back(&method);
    std::sort(methods.begin(), methods.end(),
              [](const Method* a, const Method* b) { return a->wire < b->wire; });

    Writer writer;
    if (methods.empty()) {
        writer.line("constinit const MethodTable method_table;");
    } else {
        std::size_t longest = 0;
        for (const Method* method : methods) longest = std::max(longest, method->name.size());
        const std::string row = context.foreign ? "::mcp::method_row<" : "method_row<";
        writer.open("constexpr MethodRow method_rows[] =");
        for (const Method* method : methods) {
            std::string line = row + method->name + ">(),";
            line.resize(row.size() + longest + 4, ' ');
            line += "  // " + method->wire;
            writer.line(
                Writer::indent + line.size() <= Writer::width ? line : row + method->name + ">(),");
        }
        writer.close("};");
        writer.gap();
        writer.line("constinit const MethodTable method_table = method_rows;");
    }
    return context.file("dispatch.cpp", {{"table", writer.take()}});
}

}  // namespace mcpgen
