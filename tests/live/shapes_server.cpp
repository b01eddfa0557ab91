// A server with one tool for each shape of tests/described, for other people's clients: the shape
// is the schema of its arguments and of its result, and the result is what the arguments were
// decoded to. Documents to call the tools with are printed by emit_shapes, of tests/described.
#include <tests/described/cases.hpp>

#include <mcp/serve.hpp>

using namespace mcp;

namespace {

void add_tool(Server& server, const testing::ShapeCase& shape) {
    Tool tool;
    tool.name = shape.name;
    tool.inputSchema = shape.schema;
    tool.outputSchema = shape.schema;
    server.tool(std::move(tool), [&shape](const JsonObject& arguments) {
        if (const std::string why = shape.refusal(arguments); !why.empty()) throw ToolError(why);
        return shape.again(arguments);
    });
}

}  // namespace

int main(int argc, char** argv) {
    Server server{{.name = "shapes", .version = "1.0.0"}};
    for (const testing::ShapeCase& shape : testing::shape_cases()) add_tool(server, shape);
    return serve(server, argc, argv);
}
