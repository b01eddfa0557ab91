// methods.hpp: one type per request and notification, and the error codes.
#include <generator/emit/emitters.hpp>
#include <generator/emit/notes.hpp>
#include <generator/emit/spelling.hpp>
#include <generator/emit/writer.hpp>

namespace mcpgen {
namespace {

const char* direction_name(Direction direction) {
    switch (direction) {
        case Direction::client_to_server: return "client_to_server";
        case Direction::server_to_client: return "server_to_client";
        case Direction::both: break;
    }
    return "both";
}

class MethodsEmitter {
public:
    explicit MethodsEmitter(const Context& context) : context_(context), model_(context.model) {}

    std::string methods() {
        for (const Method& method : model_.methods) write(method);
        return writer_.take();
    }

    std::string errors() {
        if (model_.errors.empty()) return {};
        writer_.comment("Error codes that JSON-RPC or the protocol give a meaning.");
        writer_.open("enum class ErrorCode : int");
        std::vector<Entry> entries;
        for (const ErrorCode& error : model_.errors) {
            entries.push_back({error.name + " = " + std::to_string(error.code) + ",",
                               declaration_comment(error.doc, error.in, false, context_)});
        }
        writer_.entries(entries);
        writer_.close("};");
        return writer_.take();
    }

private:
    void write(const Method& method) {
        writer_.gap();
        writer_.comment(declaration_comment(method.doc, method.in, method.deprecated, context_));
        writer_.open("struct " + method.name);
        constant("std::string_view", "name", literal(method.wire));
        constant("Direction", "direction",
                 std::string("Direction::") + direction_name(method.direction));
        constant("bool", "is_notification", method.notification ? "true" : "false");
        revisions("revisions", method.in);
        if (method.direction == Direction::both && method.from_client != method.from_server) {
            revisions("from_client", method.from_client);
            revisions("from_server", method.from_server);
        }
        alias("Params", method.params ? cpp_type(*method.params) : "NoParams");
        revisions("params_required", method.params_required);
        if (!method.notification) {
            alias("Result", method.result ? cpp_type(*method.result) : "NoResult");
            revisions("input_required", method.input_required);
        }
        writer_.close("};");
    }

    void constant(std::string_view type, std::string_view name, std::string_view value) {
        std::string line = "static constexpr ";
        line.append(type).append(" ").append(name).append(" = ").append(value).append(";");
        writer_.line(line);
    }
    void revisions(std::string_view name, Revisions set) {
        constant("Revisions", name, revisions_code(set, model_));
    }
    void alias(const std::string& name, std::string type) {
        // A class may not give a name a new meaning after it has used the old one.
        if (type == name) type = "::" + context_.space + "::" + type;
        writer_.line("using " + name + " = " + type + ";");
    }

    const Context& context_;
    const Model& model_;
    Writer writer_;
};

}  // namespace

std::string emit_methods(const Context& context) {
    MethodsEmitter emitter(context);
    std::string names;
    if (context.foreign) names = "using ::mcp::Direction;\nusing ::mcp::NoParams;";
    std::string methods = emitter.methods();
    return context.file("methods.hpp",
                        {{"names", names}, {"methods", methods}, {"errors", emitter.errors()}});
}

}  // namespace mcpgen
