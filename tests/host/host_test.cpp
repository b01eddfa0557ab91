// Many servers behind one catalogue: names, calls, changes.
#include "support.hpp"

#include <mcp/message_filter.hpp>

#include <algorithm>
#include <future>
#include <mutex>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;
using namespace std::chrono_literals;

namespace {

void add_echo(Server& server, const std::string& who) {
    Tool tool{.name = "echo", .inputSchema = {{"type", "object"}}};
    server.tool(std::move(tool),
                [who](const JsonObject& arguments) { return who + ":" + arguments.dump(); });
}

/// Everything that a server hears and says.
class Overheard final : public MessageFilter {
public:
    Verdict incoming(std::string& message) override { return note(message); }
    Verdict outgoing(std::string& message) override { return note(message); }
    std::string all() const {
        const std::lock_guard lock(mutex_);
        return all_;
    }

private:
    Verdict note(const std::string& message) {
        const std::lock_guard lock(mutex_);
        all_ += message + '\n';
        return Verdict::pass;
    }
    mutable std::mutex mutex_{};
    std::string all_{};
};

}  // namespace

TEST_CASE("R263 tools of several servers have names of their own, and calls find their way") {
    Server one(me);
    Server two(me);
    add_echo(one, "one");
    add_echo(two, "two");
    Host host(me, quick_options());
    REQUIRE(host.add(in_memory("one", one)));
    REQUIRE(host.add(in_memory("two!", two)));
    CHECK(host.catalogue()->size() == 0);  // nobody has needed them yet
    CHECK(state_of(host, "one") == ServerState::idle);
    const auto catalogue = host.fetch_catalogue();
    CHECK(tool_names(*catalogue) == std::vector<std::string>{"one__echo", "two__echo"});
    CHECK(catalogue->tool("two__echo")->server == "two!");
    CHECK(catalogue->tool("two__echo")->offered().name == "two__echo");
    CHECK(catalogue->tool("two__echo")->tool.name == "echo");
    CHECK(catalogue->tool("three__echo") == nullptr);
    for (const char* const who : {"one", "two"}) {
        const auto answer = host.call_tool(std::string(who) + "__echo", {{"a", 1}});
        REQUIRE(answer);
        CHECK(text_of(*answer) == who + std::string(R"(:{"a":1})"));
    }
    for (const char* const name : {"one__nothing", "three__echo", "echo", ""}) {
        const auto answer = host.call_tool(name);
        REQUIRE_FALSE(answer);
        CHECK(answer.error().code == error_code::invalid_params);
    }
}

TEST_CASE("SEC-14 R431 a server hears neither of another one's calls nor of its name") {
    Server one(me);
    Server two(me);
    add_echo(one, "one");
    add_echo(two, "two");
    const auto of_one = std::make_shared<Overheard>();
    const auto of_two = std::make_shared<Overheard>();
    one.filter(of_one);
    two.filter(of_two);
    Host host(me, quick_options());
    REQUIRE(host.add(in_memory("alpha", one)));
    REQUIRE(host.add(in_memory("beta", two)));
    REQUIRE(host.call_tool("alpha__echo", {{"word", "swordfish"}}));
    REQUIRE(host.call_tool("beta__echo", {{"word", "marlin"}}));
    const auto knows = [](const auto& who, std::string_view word) {
        return who->all().find(word) != std::string::npos;
    };
    CHECK(knows(of_one, "swordfish"));
    CHECK(knows(of_two, "marlin"));
    CHECK_FALSE(knows(of_two, "swordfish"));
    CHECK_FALSE(knows(of_one, "marlin"));
    for (const auto& who : {of_one, of_two}) {
        CHECK_FALSE(knows(who, "alpha"));
        CHECK_FALSE(knows(who, "beta"));
    }
}

TEST_CASE("a server is started by the first call, and by no other server's") {
    Server one(me);
    Server two(me);
    add_echo(one, "one");
    add_echo(two, "two");
    Host host(me, quick_options());
    REQUIRE(host.add(in_memory("one", one)));
    HostServer eager = in_memory("two", two);
    eager.eager = true;
    REQUIRE(host.add(eager));
    CHECK(text_of(*host.call_tool("one__echo")) == "one:{}");
    CHECK(state_of(host, "one") == ServerState::ready);
    CHECK(state_of(host, "two") == ServerState::idle);
    host.start();
    CHECK(soon([&] { return state_of(host, "two") == ServerState::ready; }));
    REQUIRE(host.stop("one"));
    CHECK(state_of(host, "one") == ServerState::stopped);
    CHECK(tool_names(*host.catalogue()) == std::vector<std::string>{"two__echo"});
    CHECK(host.call_tool("one__echo").error().message == "the server one is stopped");
    REQUIRE(host.start("one"));
    CHECK(host.call_tool("one__echo"));
    CHECK(host.remove("one"));
    CHECK_FALSE(host.remove("one"));
    CHECK_FALSE(host.call_tool("one__echo"));
    CHECK_FALSE(host.start("one"));
}

TEST_CASE("servers that cannot be added are refused with the reason") {
    Host host(me, quick_options());
    REQUIRE(host.add(script("a", "exit")));
    CHECK(host.add(script("a", "exit")).error().message == "there is a server a already");
    CHECK_FALSE(host.add(script("", "exit")));
    const auto wrong = host.add(parse_host_config(
        R"({"mcpServers": {"a": {"command": "x"}, "b": {"command": 1}, "c": {"command": "x"}}})",
        "mcp.json"));
    REQUIRE(wrong.size() == 2);
    CHECK(wrong[0].message == "mcp.json: /mcpServers/b/command: expected text, found a number");
    CHECK(wrong[1].message == "mcp.json: /mcpServers/a: there is a server a already");
    CHECK(host.servers().size() == 2);
}

TEST_CASE("changes of a list are told, and the catalogue follows") {
    const auto versions = GENERATE(VersionPolicy::auto_(), VersionPolicy::legacy());
    Server server(me);
    add_echo(server, "one");
    std::atomic<int> changes = 0;
    HostOptions options = quick_options();
    options.catalogue_changed = [&](const CatalogueChange& change) {
        if (change.tools) ++changes;
    };
    Host host(me, options);
    HostServer added = in_memory("one", server);
    added.versions = versions;
    REQUIRE(host.add(added));
    host.fetch_catalogue();
    CHECK(changes == 1);
    server.tool("more", "", [] { return "more"; });
    CHECK(soon([&] { return host.catalogue()->tool("one__more") != nullptr; }));
    CHECK(soon([&] { return changes == 2; }));
    CHECK(text_of(*host.call_tool("one__more")) == "more");
    server.remove_tool("echo");
    CHECK(soon([&] { return host.catalogue()->tool("one__echo") == nullptr; }));
}

TEST_CASE("resources, templates, prompts and completion go by the names of the catalogue") {
    Server server(me);
    server.resource({.name = "today", .uri = "news://today"}, "sunny");
    server.resource_template({.name = "any", .uriTemplate = "news://{day}"},
                             [](const ResourceQuery&) { return std::string("rain"); });
    server.prompt({.name = "greet", .arguments = {{{.name = "who"}}}},
                  [](const Map<std::string>&) { return "hello"; });
    server.completion(PromptReference{.name = "greet"}, "who",
                      std::vector<std::string>{"Ada", "Bob"});
    server.tool("link", "", [] {
        CallToolResult result;
        result.content.push_back(ResourceLink{.name = "today", .uri = "news://today"});
        return result;
    });
    Host host(me, quick_options());
    REQUIRE(host.add(in_memory("News", server)));
    const auto catalogue = host.fetch_catalogue();
    REQUIRE(catalogue->resources().size() == 1);
    CHECK(catalogue->resources()[0]->uri == "news+news://today");
    REQUIRE(catalogue->resource_templates().size() == 1);
    CHECK(catalogue->resource_templates()[0]->uri_template == "news+news://{day}");
    CHECK(catalogue->prompt("News__greet"));

    const auto link = host.call_tool("News__link");
    REQUIRE(link);
    const std::string uri = std::get<ResourceLink>(link->content.at(0)).uri;
    const auto content = host.read_resource(uri);
    REQUIRE(content);
    const auto& text = std::get<TextResourceContents>(content->contents.at(0));
    CHECK(text.text == "sunny");
    CHECK(text.uri == "news+news://today");
    CHECK(host.read_resource("news+news://monday"));
    CHECK_FALSE(host.read_resource("news://today"));
    CHECK_FALSE(host.read_resource("other+news://today"));

    CHECK(host.prompt("News__greet"));
    CHECK_FALSE(host.prompt("News__nothing"));
    CompleteRequestParams params;
    params.argument = {.name = "who", .value = "A"};
    params.ref = PromptReference{.name = "News__greet"};
    const auto completion = host.complete(params);
    REQUIRE(completion);
    CHECK(completion->values == std::vector<std::string>{"Ada"});

    std::promise<std::string> changed;
    const auto subscription =
        host.subscribe("news+news://today", [&](const std::string& at) { changed.set_value(at); });
    REQUIRE(subscription);
    server.resource_updated("news://today");
    CHECK(changed.get_future().get() == "news+news://today");
}

TEST_CASE("progress, a limit of time and giving up go with each call") {
    std::atomic<int> told_to_stop = 0;
    Server server(me);
    server.tool("work", "", [](Context& context) {
        context.progress(1, 2, "half");
        return "done";
    });
    server.tool("hang", "", [&](Context& context) {
        while (!context.cancelled()) std::this_thread::sleep_for(1ms);
        ++told_to_stop;
        return "stopped";
    });
    Host host(me, quick_options());
    REQUIRE(host.add(in_memory("s", server)));
    std::atomic<double> progress = 0;
    CallOptions options;
    options.on_progress = [&](const Progress& p) { progress = p.done; };
    CHECK(text_of(*host.call_tool("s__work", {}, options)) == "done");
    CHECK(progress == 1);
    options = {};
    options.timeout = 30ms;
    CHECK(host.call_tool("s__hang", {}, options).error().failure == Failure::timeout);
    CHECK(soon([&] { return told_to_stop == 1; }));
    std::stop_source stop;
    options = {};
    options.stop = stop.get_token();
    std::promise<Answer<CallToolResult>> answer;
    host.call_tool_async("s__hang", {}, options,
                         [&](Answer<CallToolResult> given) { answer.set_value(std::move(given)); });
    stop.request_stop();
    CHECK(answer.get_future().get().error().failure == Failure::cancelled);
}

TEST_CASE("log messages come with the name of their server, at the level that was asked for") {
    Server server(me);
    server.tool("talk", "", [](Context& context) {
        context.log(LoggingLevelTag::debug, "quiet");
        context.log(LoggingLevelTag::error, "loud");
        return "";
    });
    std::mutex mutex;
    std::vector<std::string> heard;
    HostOptions options = quick_options();
    options.log = [&](const std::string& who, const LoggingMessageNotificationParams& message) {
        const std::lock_guard lock(mutex);
        heard.push_back(who + " " + message.data.dump());
    };
    Host host(me, options);
    REQUIRE(host.add(in_memory("s", server)));
    host.set_log_level(LoggingLevelTag::error);
    REQUIRE(host.call_tool("s__talk"));
    CHECK(soon([&] {
        const std::lock_guard lock(mutex);
        return !heard.empty();
    }));
    const std::lock_guard lock(mutex);
    CHECK(heard == std::vector<std::string>{R"(s "loud")"});
}
