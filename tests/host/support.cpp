// Servers and a user.
#include "support.hpp"

#include <algorithm>
#include <utility>

namespace mcp::host::test {

using namespace std::chrono_literals;

HostServer in_memory(std::string name, Server& server) {
    HostServer made;
    made.config.name = std::move(name);
    made.connect = [&server]() -> Result<std::unique_ptr<Transport>> {
        auto [ours, theirs] = memory_transports();
        server.connect(std::move(theirs));
        return std::move(ours);
    };
    return made;
}

HostServer script(std::string name, std::string text) {
    HostServer made;
    made.config.name = std::move(name);
    made.config.command = "/bin/sh";
    made.config.args = {"-c", std::move(text)};
    return made;
}

HostServer RawServer::named(std::string name) {
    HostServer made;
    made.config.name = std::move(name);
    made.connect = [this]() -> Result<std::unique_ptr<Transport>> {
        auto [ours, theirs] = memory_transports();
        ++connections;
        const std::lock_guard lock(mutex_);
        threads_.emplace_back(
            [work = work_, theirs = std::shared_ptr<Transport>(std::move(theirs))] {
                work(*theirs);
                theirs->close();
            });
        return std::move(ours);
    };
    return made;
}

void RawServer::join() {
    std::vector<std::thread> all;
    {
        const std::lock_guard lock(mutex_);
        all.swap(threads_);
    }
    for (std::thread& thread : all) thread.join();
}

void stay_silent(Transport& transport) {
    while (transport.read(std::chrono::steady_clock::now() + 10s).event !=
           Transport::Event::closed) {}
}

HostOptions quick_options() {
    HostOptions options;
    options.without_consent = true;
    options.process_grace = 20ms;
    options.restart.first = 1ms;
    options.restart.longest = 20ms;
    options.catalogue.least_pause = 1ms;
    return options;
}

std::shared_ptr<ConsentGate> User::gate() {
    ConsentOptions options;
    options.ask = [this](const ConsentQuestion& question, const ConsentReply& reply) {
        {
            const std::lock_guard lock(mutex_);
            asked_.push_back(question);
        }
        reply({.allow = allows(question)});
    };
    return std::make_shared<ConsentGate>(std::move(options));
}

std::vector<ConsentQuestion> User::asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
}

std::size_t User::count(ActionKind kind) const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::count_if(
        asked_.begin(), asked_.end(),
        [&](const ConsentQuestion& question) { return question.action->kind() == kind; }));
}

bool soon(const std::function<bool()>& is_so) {
    const auto until = std::chrono::steady_clock::now() + 10s;
    while (std::chrono::steady_clock::now() < until) {
        if (is_so()) return true;
        std::this_thread::sleep_for(1ms);
    }
    return false;
}

std::string text_of(const CallToolResult& result) {
    if (result.content.empty()) return {};
    const auto* const text = std::get_if<TextContent>(&result.content[0]);
    return text ? text->text : std::string();
}

std::vector<std::string> tool_names(const Catalogue& catalogue) {
    std::vector<std::string> names;
    for (const auto& tool : catalogue.tools()) names.push_back(tool->name);
    return names;
}

ServerState state_of(const Host& host, std::string_view server) {
    const auto status = host.server(server);
    return status ? status->state : ServerState::stopped;
}

}  // namespace mcp::host::test
