// A host with a model: `host [--yes] [CONFIG [QUESTION]]`. Starts the servers of a configuration
// file, or two of its own, and lets a model call their tools. The user is asked on the console
// before anything happens; `--yes` is their choice not to be. The model here only pretends: it
// calls every tool that needs no arguments, and says what came of it.
#include <mcp/host.hpp>
#include <mcp/host_consent.hpp>
#include <mcp/host_model.hpp>
#include <mcp/server.hpp>

#include <ctime>
#include <iostream>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Brings a question to the user. Several servers may ask at the same time.
void ask_user(const mcp::ConsentQuestion& question, const mcp::ConsentReply& reply) {
    static std::mutex console;
    const std::lock_guard one(console);
    std::cout << question.summary << '\n' << question.reason << '\n';
    for (const mcp::ConsentDetail& detail : question.details) {
        std::cout << "  " << detail.name << ": " << detail.text << '\n';
    }
    for (const mcp::Suspicion& suspicion : question.suspicions) {
        std::cout << "  ! " << suspicion.text << '\n';
    }
    for (const mcp::DefinitionChange& change : question.changes) {
        std::cout << "  " << change.part << " was " << mcp::visible_text(change.before) << ", is "
                  << mcp::visible_text(change.now) << '\n';
    }
    std::cout << "Allow? [y]es, once; for this [s]ession; [n]o: " << std::flush;
    std::string line;
    std::getline(std::cin, line);
    mcp::ConsentAnswer answer{.allow = line == "y" || line == "s"};
    if (line == "s") answer.scope = mcp::ConsentScope::session;
    reply(answer);
}

/// In place of a language model. A real one gets `openai_request(name, conversation, tools)`, and
/// its answer is read with `openai_reply(body)`.
mcp::Result<mcp::ModelMessage> pretend(const std::vector<mcp::ModelMessage>& conversation,
                                       const mcp::ModelTools& tools) {
    mcp::ModelMessage message;
    if (conversation.back().role == mcp::ModelMessage::Role::user) {
        for (const auto& tool : tools) {
            if (tool->tool.inputSchema["required"].size() != 0) continue;
            message.calls.push_back({.id = tool->name, .name = tool->name});
        }
    }
    if (!message.calls.empty()) return message;
    message.text = "I have found out:";
    for (const mcp::ModelMessage& each : conversation) {
        if (each.role == mcp::ModelMessage::Role::tool) {
            message.text += "\n  " + each.call_id + ": " + each.text;
        }
    }
    return message;
}

/// A server in this process. One that is a program needs `command` and `args` in place of
/// `connect`.
mcp::HostServer inside(std::string name, mcp::Server& server) {
    mcp::HostServer inside;
    inside.config.name = std::move(name);
    inside.connect = [&server]() -> mcp::Result<std::unique_ptr<mcp::Transport>> {
        auto [ours, theirs] = mcp::memory_transports();
        server.connect(std::move(theirs));
        return std::move(ours);
    };
    return inside;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    mcp::HostOptions options;
    if (!arguments.empty() && arguments.front() == "--yes") {
        options.without_consent = true;  // the user's choice
        arguments.erase(arguments.begin());
    } else {
        mcp::ConsentOptions consent;
        consent.ask = ask_user;
        options.consent = std::make_shared<mcp::ConsentGate>(std::move(consent));
    }
    options.state_changed = [](const std::string& server, mcp::ServerState state) {
        std::clog << server << " is " << to_string(state) << '\n';
    };

    mcp::Server weather{{.name = "weather", .version = "1.0"}};
    weather.tool("now", "The weather at this moment.", [] { return "12 degrees, rain"; });
    mcp::Server clock{{.name = "clock", .version = "1.0"}};
    clock.tool("year", "The year.", [] { return std::to_string(1970 + std::time({}) / 31556952); });

    mcp::Host host{{.name = "host", .version = "1.0"}, options};
    if (arguments.empty()) {
        (void)host.add(inside("weather", weather));
        (void)host.add(inside("clock", clock));
    } else {
        for (const mcp::Error& wrong : host.add(mcp::read_host_config(arguments[0]))) {
            std::cerr << wrong.message << '\n';
        }
    }

    const auto catalogue = host.fetch_catalogue();
    for (const auto& tool : catalogue->tools()) {
        std::cout << tool->name << ": " << tool->tool.description.value_or("") << '\n';
    }
    for (const mcp::CatalogueNote& note : catalogue->notes()) {
        std::cout << note.server << ": " << note.what << '\n';
    }

    mcp::ModelLoopOptions limits;
    limits.max_rounds = 5;
    const std::string question = arguments.size() > 1 ? arguments[1] : "What is it like today?";
    const auto outcome = mcp::run_model(host, pretend, {{.text = question}}, limits);
    if (!outcome) return std::cerr << outcome.error().message << '\n', 1;
    std::cout << outcome->conversation.back().text << '\n';
}
