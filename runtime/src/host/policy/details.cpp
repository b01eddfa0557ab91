// What the user may want to see before agreeing: all that goes out, as text.
#include "host/policy/subject.hpp"

#include <mcp/codec.hpp>
#include <mcp/display.hpp>

#include <utility>
#include <variant>

namespace mcp::host {

namespace {

class Details {
public:
    void put(std::string name, std::string_view text) {
        if (!text.empty()) all_.push_back({std::move(name), visible_text(text)});
    }
    /// A value of the protocol as JSON.
    template <class T>
    void put_value(std::string name, const T& value) {
        const auto text = encode(value, latest_revision);
        put(std::move(name), text ? *text : "cannot be shown: " + text.error().message());
    }

    void operator()(const ToolCallAction& call) {
        const Tool& tool = call.definition->tool();
        put("tool", display_name(tool));
        put("description", tool.description.value_or(""));
        const ToolHints hints = tool_hints(tool);
        put("the server says", std::string(hints.read_only     ? "it only reads"
                                           : hints.destructive ? "it may destroy something"
                                                               : "it only adds something") +
                                   (hints.open_world ? ", and may reach the outside" : ""));
        put("arguments", call.arguments.text());
    }
    void operator()(const SamplingAction& sampling) { put_prompt(sampling.prompt); }
    void operator()(const SamplingResultAction& sampling) {
        for (const SamplingMessageContentBlock& each : sampling.result.content) {
            put_block("answer", each);
        }
    }
    void operator()(const FormAction& form) {
        put("message", form.form.message);
        for (const auto& field : form.form.requestedSchema.properties) put("field", field.name);
        if (!form.entered) return;
        for (const auto& entry : *form.entered) put_value(entry.name, entry.value);
    }
    void operator()(const PageAction& page) {
        put("address", page.page.url);
        put("message", page.page.message);
    }
    void operator()(const RootsAction& roots) {
        for (const Root& each : roots.roots) put("folder", each.uri);
    }
    void operator()(const ResourceAction& resource) { put("resource", resource.uri); }
    void operator()(const StartAction&) {}

    /// What runs, word by word: blanks in a word cannot be taken for its end.
    void put_server(const ServerIdentity& server) {
        for (const std::string& word : server.command) put("command", word);
        for (const auto& [name, value] : server.environment) put("variable", name);
        put("folder", server.directory);
        put("address", server.url);
        for (const auto& [name, value] : server.headers) put("header", name);
    }

    std::vector<ConsentDetail> take() { return std::move(all_); }

private:
    void put_prompt(const CreateMessageRequestParams& prompt) {
        put("system prompt", prompt.systemPrompt.value_or(""));
        for (const SamplingMessage& message : prompt.messages) {
            for (const SamplingMessageContentBlock& each : message.content) {
                put_block(std::string(message.role.text()), each);
            }
        }
        put("at most", std::to_string(prompt.maxTokens) + " tokens");
        if (!prompt.tools) return;
        for (const Tool& tool : *prompt.tools) put("with the tool", tool.name);
    }
    void put_block(std::string name, const SamplingMessageContentBlock& block) {
        if (const auto* text = std::get_if<TextContent>(&block)) {
            put(std::move(name), text->text);
        } else {
            put_value(std::move(name), block);
        }
    }

    std::vector<ConsentDetail> all_{};
};

}  // namespace

std::vector<ConsentDetail> details_of(const HostAction& action) {
    Details details;
    std::visit(details, action.what);
    if (action.kind() == ActionKind::start) details.put_server(action.server);
    return details.take();
}

}  // namespace mcp::host
