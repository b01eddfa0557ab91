// See tool_functions.hpp.
#include <generator/emit/tool_functions.hpp>

#include <generator/emit/notes.hpp>
#include <generator/emit/spelling.hpp>
#include <generator/emit/writer.hpp>

#include <algorithm>
#include <functional>
#include <vector>

namespace mcpgen {
namespace {

enum class OfferKind { tool, prompt, resource };

/// What differs between tools, prompts and resource templates.
struct Spelled {
    const Offer& offer;
    OfferKind kind;

    std::string result() const {
        if (kind == OfferKind::prompt) return "mcp::GetPromptResult";
        if (kind == OfferKind::resource) return "mcp::ReadResourceResult";
        return offer.result ? cpp_type(*offer.result) : "mcp::CallToolResult";
    }
    std::string arguments() const { return offer.arguments ? cpp_type(*offer.arguments) : ""; }
    std::string verb() const {
        if (kind == OfferKind::prompt) return "mcp::typed::prompt";
        return kind == OfferKind::resource ? "mcp::typed::read"
                                           : "mcp::typed::call<" + result() + ">";
    }
    /// What a coroutine awaits.
    std::string operation() const {
        if (kind == OfferKind::tool) return "mcp::ToolOperation<" + result() + ">";
        return "mcp::Operation<" + result() + ">";
    }
    /// What makes it: a function, or of a tool the type itself.
    std::string operation_verb() const {
        if (kind == OfferKind::tool) return operation();
        return std::string("mcp::typed::") + (kind == OfferKind::prompt ? "prompt" : "read") +
               "_operation";
    }
    /// What the other side knows it by.
    const std::string& wire() const {
        return kind == OfferKind::resource ? offer.uri_template : offer.wire;
    }
    std::string doc() const {
        const std::string text = brief(offer.doc);
        if (!text.empty()) return text;
        return std::string(kind == OfferKind::tool     ? "The tool `"
                           : kind == OfferKind::prompt ? "The prompt `"
                                                       : "The resources `") +
               offer.wire + "`.";
    }
};

void each(const ToolSet& tools, const std::function<void(const Spelled&)>& visit) {
    for (const Offer& offer : tools.tools) visit({offer, OfferKind::tool});
    for (const Offer& offer : tools.prompts) visit({offer, OfferKind::prompt});
    for (const Offer& offer : tools.templates) visit({offer, OfferKind::resource});
}

/// `const ForecastArguments& arguments`, with ` = {}` where nothing has to be given.
std::vector<std::string> parameters(const Spelled& spelled, bool with_default) {
    if (!spelled.offer.arguments) return {};
    const bool may_lack = with_default && spelled.offer.callable_without;
    return {"const " + spelled.arguments() + "& arguments" + (may_lack ? " = {}" : "")};
}

std::vector<std::string> and_options(std::vector<std::string> parameters, bool with_default) {
    parameters.push_back(std::string("const mcp::CallOptions& options") +
                         (with_default ? " = mcp::usual_options" : ""));
    return parameters;
}

/// The value that is sent, as an argument of the runtime's functions.
std::string sent(const Spelled& spelled) {
    return spelled.offer.arguments ? "mcp::typed::given(arguments)" : "{}";
}

void define(Writer& writer, const Spelled& spelled, const std::string& type,
            const std::string& name, const std::string& verb) {
    writer.gap();
    writer.list(type + " Client::" + name + "(", and_options(parameters(spelled, false), false),
                ") const {");
    writer.list("    return " + verb + "(",
                {"*client_", literal(spelled.wire()), sent(spelled), "options"}, ");");
    writer.line("}");
}

/// A string literal in pieces, each on a line. What follows `?` might be a trigraph.
void write_literal(Writer& writer, const std::string& head, const std::string& text) {
    constexpr std::size_t piece = 84;
    writer.line(head);
    std::size_t at = 0;
    while (at < text.size()) {
        const std::string code = literal(std::string_view(text).substr(at, piece));
        std::string safe;
        for (const char c : code) {
            if (c == '?' && safe.ends_with('?')) safe += '\\';
            safe += c;
        }
        at += piece;
        writer.line("    " + safe + (at < text.size() ? "" : ";"));
    }
}

std::string constant_name(const Spelled& spelled) { return spelled.offer.name + "_declaration"; }

/// The call of the service, inside of what is registered.
std::string service_call(const Spelled& spelled) {
    std::string call = "service." + spelled.offer.name + "(";
    if (spelled.offer.arguments) {
        call += "mcp::typed::arguments_of<" + spelled.arguments() + ">(given), ";
    }
    return call + "context)";
}

}  // namespace

std::string client_declarations(const ToolSet& tools) {
    Writer writer;
    writer.inside();
    each(tools, [&](const Spelled& spelled) {
        const std::string& name = spelled.offer.name;
        const std::string operation = operation_name(spelled.offer);
        const std::string answer = "mcp::Answer<" + spelled.result() + "> ";
        const std::vector<std::string> all = and_options(parameters(spelled, true), true);
        writer.gap();
        writer.comment(spelled.doc());
        writer.list(answer + name + "(", all, ") const;");
        writer.list(spelled.operation() + " " + operation + "(", all, ") const;");
    });
    return writer.take();
}

std::string client_definitions(const ToolSet& tools) {
    Writer writer;
    each(tools, [&](const Spelled& spelled) {
        define(writer, spelled, "mcp::Answer<" + spelled.result() + ">", spelled.offer.name,
               spelled.verb());
        define(writer, spelled, spelled.operation(), operation_name(spelled.offer),
               spelled.operation_verb());
    });
    return writer.take();
}

std::string service_functions(const ToolSet& tools, bool coroutines) {
    Writer writer;
    writer.inside();
    each(tools, [&](const Spelled& spelled) {
        std::vector<std::string> given = parameters(spelled, false);
        // What is referred to would be gone while a coroutine waits.
        if (coroutines && !given.empty()) given = {spelled.arguments() + " arguments"};
        given.emplace_back("mcp::Context& context");
        std::string type = "mcp::Answer<" + spelled.result() + ">";
        if (coroutines) type = "mcp::Async<" + type + ">";
        writer.gap();
        writer.comment(spelled.doc());
        writer.list("virtual " + type + " " + spelled.offer.name + "(", given, ") = 0;");
    });
    return writer.take();
}

std::string service_declarations(const ToolSet& tools) {
    Writer writer;
    each(tools, [&](const Spelled& spelled) {
        writer.gap();
        write_literal(
            writer, "constexpr char " + constant_name(spelled) + "[] =", spelled.offer.declaration);
    });
    return writer.take();
}

std::string service_registrations(const ToolSet& tools) {
    Writer writer;
    writer.inside();
    each(tools, [&](const Spelled& spelled) {
        const bool used = spelled.offer.arguments.has_value();
        const std::string given = used ? " given" : "";
        std::string add = "mcp::typed::add_tool";
        std::string type = "const mcp::JsonObject&";
        std::string call = service_call(spelled);
        if (spelled.kind == OfferKind::prompt) {
            add = "mcp::typed::add_prompt";
            type = "const mcp::Map<std::string>&";
        } else if (spelled.kind == OfferKind::resource) {
            add = "mcp::typed::add_template";
            type = "const mcp::ResourceQuery&";
        } else if (spelled.offer.result) {
            call = "mcp::typed::result_of(" + call + ")";
        }
        writer.line(add + "(");
        writer.line("    server, " + constant_name(spelled) + ",");
        writer.line("    [&service](" + type + given + ", mcp::Context& context) {");
        writer.line("        return " + call + ";");
        writer.line("    });");
    });
    return writer.take();
}

}  // namespace mcpgen
