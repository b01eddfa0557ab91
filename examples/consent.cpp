// What a host asks before it lets a server have its way: rules, a question on the console, a log.
// No server is talked to here; the tool is made up. Run it with a file of rules of your own, or
// without one.
#include <mcp/host_consent.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

namespace {

constexpr const char* rules = R"({
  "rules": [
    {"effect": "refuse", "tool": "delete_*", "because": "nothing is deleted from here"},
    {"effect": "ask_each_time", "action": "resource"}
  ]
})";

std::string content(const char* file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A program with windows would keep `reply` and call it when a button is pressed.
void ask_on_console(const mcp::ConsentQuestion& question, const mcp::ConsentReply& reply) {
    std::cout << question.summary << '\n' << question.reason << '\n';
    for (const auto& each : question.details) {
        std::cout << "  " << each.name << ": " << each.text << '\n';
    }
    for (const auto& each : question.suspicions) std::cout << "  Mind: " << each.text << '\n';
    for (const auto& each : question.changes) {
        std::cout << "  " << each.part << " was " << mcp::visible_text(each.before) << ", is "
                  << mcp::visible_text(each.now) << '\n';
    }
    std::cout << "[y]es, yes for this [s]ession, [a]lways yes, anything else: no > ";
    std::string line;
    std::getline(std::cin, line);
    mcp::ConsentAnswer answer;
    answer.allow = line == "y" || line == "s" || line == "a";
    if (line == "s") answer.scope = mcp::ConsentScope::session;
    if (line == "a") answer.scope = mcp::ConsentScope::always;
    reply(answer);
}

/// The call of a tool. A host makes a definition once for each tool of a server's list.
mcp::HostAction call(const std::string& name) {
    mcp::ServerIdentity server;
    server.name = "files";
    server.command = {"npx", "-y", "files-server", "/home/me/notes"};
    mcp::ToolCallAction tool;
    tool.definition = std::make_shared<const mcp::ToolDefinition>(
        mcp::Tool{.name = name, .inputSchema = {{"type", "object"}}});
    tool.exposed_name = "files__" + name;
    tool.arguments = {{"path", "today.txt"}};
    return {server, tool};
}

}  // namespace

int main(int argc, char** argv) {
    const auto policy = mcp::HostPolicy::parse(argc > 1 ? content(argv[1]) : rules);
    if (!policy) {
        std::cerr << policy.error().message << '\n';
        return 2;
    }
    mcp::ConsentOptions options;
    options.policy = *policy;
    options.ask = ask_on_console;
    mcp::ConsentGate gate(options);

    for (const char* name : {"delete_file", "read_file"}) {
        const mcp::ConsentPreview preview = gate.preview(call(name));
        std::cout << name << ": " << preview.reason << '\n';
        for (const auto& step : preview.rules.steps) {
            std::cout << "  " << step.rule << ": " << step.why << '\n';
        }
        const mcp::ConsentVerdict verdict = gate.check(call(name));
        std::cout << (verdict.allowed ? "It is sent. " : "It is not sent. ") << verdict.reason
                  << "\n\n";
    }
}
