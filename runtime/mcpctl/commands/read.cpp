// `mcpctl read`: the content of a resource.
#include "commands/commands.hpp"
#include "output/content.hpp"
#include "peer/arguments.hpp"
#include "peer/connection.hpp"

#include <mcp/base64.hpp>
#include <mcp/uri_template.hpp>

#include <variant>

namespace mcpctl {
namespace {

/// The address itself, or what a template becomes with the values that are given.
Outcome<std::string> address_of(const Invocation& invocation) {
    const std::string& text = invocation.arguments.front();
    auto values = read_strings({invocation.arguments.begin() + 1, invocation.arguments.end()});
    if (!values) return Unexpected(values.error());
    if (values->empty()) return text;
    const auto uri_template = mcp::UriTemplate::parse(text);
    if (!uri_template)
        return Unexpected(wrong_usage(uri_template.error().message,
                                      "a template has names in braces: file:///{path}"));
    const auto names = uri_template->variables();
    mcp::Map<mcp::UriVariable> variables;
    for (const auto& [name, value] : *values) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            return Unexpected(
                wrong_usage("the template " + text + " has no variable `" + name + '`',
                            "NAME=VALUE is for what stands in braces"));
        }
        variables[name] = value;
    }
    return uri_template->expand(variables);
}

/// One content as it is, for files and pipes.
void print_bytes_of(const mcp::AnyResourceContents& contents, Terminal& terminal) {
    if (const auto* text = std::get_if<mcp::TextResourceContents>(&contents))
        return terminal.print(text->text);
    const auto bytes = mcp::base64_decode(std::get<mcp::BlobResourceContents>(contents).blob);
    if (bytes) terminal.print(*bytes);
}

bool is_base64(const mcp::AnyResourceContents& contents) {
    const auto* blob = std::get_if<mcp::BlobResourceContents>(&contents);
    return blob == nullptr || mcp::base64_decode(blob->blob).has_value();
}

}  // namespace

Outcome<int> run_read(const Invocation& invocation, Terminal& terminal) {
    const auto uri = address_of(invocation);
    if (!uri) return Unexpected(uri.error());
    Connection connection(invocation, terminal);
    const auto connected = connection.connect();
    if (!connected) return Unexpected(connected.error());
    const auto contents = connection.client().read_resource(*uri);
    if (!contents) {
        Problem problem = connection.problem("resources/read " + *uri, contents.error());
        if (mcp::resource_missing(contents.error()))
            problem.hint = '`' + line_for(connection.target(), "list", "resources templates") +
                           "` shows those there are";
        return Unexpected(std::move(problem));
    }
    if (terminal.json()) {
        std::vector<mcp::Json> all;
        for (const auto& one : *contents) all.push_back(json_of(one));
        terminal.print_json(mcp::Json::object({{"contents", mcp::Json::array(all)}}));
        return exit_fine;
    }
    Saver saver(invocation.text("save"));
    const bool as_it_is =
        contents->size() == 1 && !terminal.out_is_terminal() && !saver.is_wanted();
    if (as_it_is && is_base64(contents->front())) {
        print_bytes_of(contents->front(), terminal);
        return exit_fine;
    }
    ContentPrinter printer(terminal, saver);
    for (const mcp::AnyResourceContents& one : *contents) {
        if (const auto printed = printer.print(one); !printed) return Unexpected(printed.error());
    }
    return exit_fine;
}

}  // namespace mcpctl
