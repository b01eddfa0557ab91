// What may be registered: everything is checked here, once, so that serving need not.
#include "server/core.hpp"
#include "server/lint.hpp"
#include "server/uri.hpp"

#include <mcp/dispatch.hpp>

#include <stdexcept>
#include <utility>

namespace mcp::server {

namespace {

using session::ListKind;

[[noreturn]] void refuse(std::string_view what, std::string_view name, std::string_view why) {
    std::string text(what);
    text.append(" \"").append(name).append("\": ").append(why);
    throw std::invalid_argument(text);
}

JsonSchema compiled(const Tool& tool, const JsonObject& schema, std::string_view which) {
    auto result = JsonSchema::compile(schema);
    if (!result) {
        const SchemaViolation& why = result.error();
        refuse("tool", tool.name,
               std::string(which) + (why.schema_path.empty() ? "" : " at " + why.schema_path) +
                   ": " + why.message);
    }
    return *std::move(result);
}

}  // namespace

void Core::add_tool(Tool declaration, detail::ToolHandler handler, bool reads_all) {
    if (declaration.name.empty()) throw std::invalid_argument("a tool needs a name");
    JsonObject& schema = declaration.inputSchema;
    if (schema.empty()) schema = {{"type", "object"}, {"additionalProperties", false}};
    if (schema["type"].as_string() != "object") {
        refuse("tool", declaration.name, "inputSchema must have \"type\": \"object\"");
    }
    auto entry = std::make_shared<ToolEntry>(declaration, std::move(handler),
                                             compiled(declaration, schema, "inputSchema"));
    entry->handler_reads_all = reads_all;
    if (declaration.outputSchema) {
        entry->output = compiled(declaration, *declaration.outputSchema, "outputSchema");
    }
    if (const std::string note = tool_name_note(declaration.name); !note.empty()) {
        report("tool \"" + declaration.name + "\": " + note);
    }
    if (!tools_.add(std::move(entry))) refuse("tool", declaration.name, "the name is taken");
    if (task_support(declaration.name) != ToolExecutionTaskSupportTag::forbidden) {
        has_task_tools_ = true;
    }
    changed(ListKind::tools);
}

void Core::add_resource(Resource declaration, detail::ResourceHandler reader) {
    if (const std::string problem = uri_problem(declaration.uri); !problem.empty()) {
        refuse("resource", declaration.uri, "not a valid address: " + problem);
    }
    if (declaration.name.empty()) refuse("resource", declaration.uri, "it needs a name");
    if (const auto problem = annotations_problem(declaration.annotations); !problem.empty()) {
        refuse("resource", declaration.uri, problem);
    }
    if (declaration.uri.rfind("https://", 0) == 0) {
        report("resource \"" + declaration.uri +
               "\": https is meant for what clients can fetch themselves");
    }
    auto entry = std::make_shared<ResourceEntry>();
    entry->declaration = declaration;
    entry->reader = std::move(reader);
    if (!resources_.add(std::move(entry))) {
        refuse("resource", declaration.uri, "the address is taken");
    }
    changed(ListKind::resources);
}

void Core::add_template(ResourceTemplate declaration, detail::ResourceHandler reader) {
    auto pattern = UriTemplate::parse(declaration.uriTemplate);
    if (!pattern) {
        refuse("resource template", declaration.uriTemplate, pattern.error().message);
    }
    if (declaration.name.empty()) {
        refuse("resource template", declaration.uriTemplate, "it needs a name");
    }
    if (const auto problem = annotations_problem(declaration.annotations); !problem.empty()) {
        refuse("resource template", declaration.uriTemplate, problem);
    }
    std::string name = declaration.uriTemplate;
    auto entry = std::make_shared<TemplateEntry>(std::move(declaration), std::move(reader),
                                                 *std::move(pattern));
    if (!templates_.add(std::move(entry))) refuse("resource template", name, "it is there already");
    changed(ListKind::resources);
}

void Core::add_prompt(Prompt declaration, detail::PromptHandler handler,
                      std::function<std::optional<std::string>(const Map<std::string>&)> validate) {
    if (declaration.name.empty()) throw std::invalid_argument("a prompt needs a name");
    if (declaration.arguments) {
        Map<bool> seen;
        for (const PromptArgument& argument : *declaration.arguments) {
            if (argument.name.empty())
                refuse("prompt", declaration.name, "an argument has no name");
            if (seen.contains(argument.name)) {
                refuse("prompt", declaration.name, "two arguments are called " + argument.name);
            }
            seen[argument.name] = true;
        }
    }
    std::string name = declaration.name;
    auto entry = std::make_shared<PromptEntry>();
    entry->declaration = std::move(declaration);
    entry->handler = std::move(handler);
    entry->validate = std::move(validate);
    if (!prompts_.add(std::move(entry))) refuse("prompt", name, "the name is taken");
    changed(ListKind::prompts);
}

void Core::add_completion(const CompletionReference& of, std::string_view argument,
                          detail::CompletionHandler handler) {
    const auto* prompt = std::get_if<PromptReference>(&of);
    const auto* resource = std::get_if<ResourceTemplateReference>(&of);
    if (prompt == nullptr && resource == nullptr) {
        throw std::invalid_argument("a completion is for a prompt or a resource template");
    }
    auto entry = std::make_shared<CompletionEntry>();
    entry->key = completion_key(prompt != nullptr, prompt != nullptr ? prompt->name : resource->uri,
                                argument);
    entry->handler = std::move(handler);
    if (!completions_.add(std::move(entry))) refuse("completion", argument, "it is there already");
}

void Core::add_method(std::string method, Revisions revisions, detail::JsonHandler handler) {
    if (method.empty()) throw std::invalid_argument("a method needs a name");
    if (find_method(method) != nullptr) {
        refuse("method", method, "the protocol's own methods are served by the server itself");
    }
    auto entry = std::make_shared<MethodEntry>();
    entry->method = method;
    entry->revisions = revisions;
    entry->handler = std::move(handler);
    if (!methods_.add(std::move(entry))) refuse("method", method, "the name is taken");
}

void Core::add_notification(std::string method, std::function<void(const Json&)> handler) {
    auto entry = std::make_shared<NotificationEntry>();
    entry->method = method;
    entry->handler = std::move(handler);
    if (!notifications_.add(std::move(entry))) refuse("notification", method, "the name is taken");
}

bool Core::remove_tool(std::string_view name) {
    if (!tools_.remove(name)) return false;
    changed(ListKind::tools);
    return true;
}
bool Core::remove_resource(std::string_view uri) {
    if (!resources_.remove(uri)) return false;
    changed(ListKind::resources);
    return true;
}
bool Core::remove_template(std::string_view uri_template) {
    if (!templates_.remove(uri_template)) return false;
    changed(ListKind::resources);
    return true;
}
bool Core::remove_prompt(std::string_view name) {
    if (!prompts_.remove(name)) return false;
    changed(ListKind::prompts);
    return true;
}

}  // namespace mcp::server
