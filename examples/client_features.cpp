// What a client can do besides calling and waiting: several calls at once, progress, time limits,
// subscriptions, coroutines, completion, middleware. The server is in this program too.
#include <mcp/client.hpp>
#include <mcp/server.hpp>

#include <chrono>
#include <future>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace std::chrono_literals;

void build(mcp::Server& server) {
    server.tool("work", "Works in three steps", [](mcp::Context& context) {
        for (int step = 1; step <= 3; ++step) context.progress(step, 3);
        return "done";
    });
    server.tool("change", "Changes the news", [&server] {
        server.resource_updated("news://today");
        return "changed";
    });
    server.resource({.name = "News", .uri = "news://today"}, "Nothing new");
    server.prompt({.name = "greet", .arguments = {{{.name = "city"}}}},
                  [] { return "Greet this city."; });
    server.completion(mcp::PromptReference{.name = "greet"}, "city",
                      std::vector<std::string>{"Paris", "Prague", "Rome"});
}

/// A program's own kind of coroutine: runs at once, and nobody waits for it.
struct Task {
    struct promise_type {
        Task get_return_object() const { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() const {}
        void unhandled_exception() const { std::terminate(); }
    };
};

Task call_later(mcp::Client& client, std::promise<bool>& done) {
    mcp::CallToolRequestParams params;
    params.name = "work";
    auto operation = client.operation<mcp::CallTool>(params);
    const auto answer = co_await std::move(operation);
    done.set_value(answer.has_value());
}

}  // namespace

int main() {
    mcp::Server server{{.name = "features", .version = "1.0.0"}};
    build(server);
    auto [near_end, far_end] = mcp::memory_transports();
    server.connect(std::move(far_end));

    mcp::ClientOptions options;
    options.calls.timeout = 20s;
    options.versions = mcp::VersionPolicy::auto_();  // the default: asks the server
    mcp::Client client{{.name = "example", .version = "1.0"}, std::move(options)};
    client.use([](mcp::CallInfo& call, mcp::Next next) {
        next.then([method = std::string(call.method)](const mcp::Answer<mcp::Json>& answer) {
            std::clog << method << (answer ? " is done\n" : " has failed\n");
        });
    });
    const auto ready = client.connect(std::move(near_end));
    if (!ready) return std::cerr << ready.error().message << '\n', 1;
    std::cout << "revision " << mcp::to_string(ready->revision) << '\n';

    // One call with its own limits, and with its progress.
    mcp::CallOptions limits;
    limits.timeout = 5s;
    limits.max_total = 60s;
    limits.on_progress = [](const mcp::Progress& progress) {
        std::clog << progress.done << " of " << progress.total.value_or(0) << '\n';
    };
    const auto worked = client.call_tool("work", {}, limits);
    if (!worked) return std::cerr << worked.error().message << '\n', 1;

    // Any method of the protocol, several calls at once.
    auto first = client.start<mcp::CallTool>({.name = "work"});
    auto second = client.start<mcp::ReadResource>({.uri = "news://today"});
    if (!first.get() || !second.get()) return 1;

    // As a coroutine.
    std::promise<bool> done;
    call_later(client, done);
    if (!done.get_future().get()) return 1;

    // Changes of a resource, for as long as the subscription lives.
    std::promise<std::string> changed;
    const auto subscription = client.subscribe(
        "news://today", [&changed](const std::string& uri) { changed.set_value(uri); });
    if (!subscription) return std::cerr << subscription.error().message << '\n', 1;
    if (!client.call_tool("change")) return 1;
    std::cout << changed.get_future().get() << " has changed\n";

    // What could follow in an input field.
    const auto cities = client.complete(mcp::PromptReference{.name = "greet"}, "city", "P");
    if (!cities) return std::cerr << cities.error().message << '\n', 1;
    for (const std::string& city : cities->values) std::cout << city << '\n';
}
