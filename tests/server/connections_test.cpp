// The whole server with the whole client: what holds whatever carries the messages, and what does
// not depend on the connection.
#include "result_text.hpp"

#include <mcp/client.hpp>
#include <mcp/client_tasks.hpp>
#include <mcp/message_filter.hpp>
#include <mcp/seal.hpp>
#include <mcp/server.hpp>
#include <mcp/tool_loop.hpp>
#include <mcp/transport.hpp>

#include <tests/catch.hpp>

#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <map>
#include <mutex>
#include <thread>

using namespace mcp;
using namespace std::chrono_literals;

namespace {

using Ends = std::pair<std::unique_ptr<Transport>, std::unique_ptr<Transport>>;

/// A transport as a user would write it: passes everything on.
class Own final : public Transport {
public:
    explicit Own(std::unique_ptr<Transport> inner) : inner_(std::move(inner)) {}
    Incoming read(Time deadline) override { return inner_->read(deadline); }
    std::size_t write(std::string_view message) override { return inner_->write(message); }
    void flush() override { inner_->flush(); }
    void wake() override { inner_->wake(); }
    void close() override { inner_->close(); }

private:
    std::unique_ptr<Transport> inner_;
};

Ends over_pipes() {
    int to_server[2];
    int to_client[2];
    REQUIRE(pipe(to_server) == 0);
    REQUIRE(pipe(to_client) == 0);
    return {line_transport(to_client[0], to_server[1]), line_transport(to_server[0], to_client[1])};
}

Ends over_a_socket() {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    return {line_transport(ends[0], dup(ends[0])), line_transport(ends[1], dup(ends[1]))};
}

Ends over_ones_own() {
    auto [a, b] = memory_transports();
    return {std::make_unique<Own>(std::move(a)), std::make_unique<Own>(std::move(b))};
}

struct Recorder : MessageFilter {
    Verdict incoming(std::string& text) override { return add("-> " + text); }
    Verdict outgoing(std::string& text) override { return add("<- " + text); }
    Verdict add(std::string text) {
        const std::lock_guard lock(mutex);
        lines.push_back(std::move(text));
        return Verdict::pass;
    }
    std::mutex mutex{};
    std::vector<std::string> lines{};
};

ClientOptions pinned(Revision revision) {
    return {.revisions = revision, .versions = VersionPolicy::pin(revision)};
}

/// A whole life: connect, list, ask the user, fail, close. Gives every message.
std::vector<std::string> conversation(Ends ends, Revision revision) {
    const auto recorder = std::make_shared<Recorder>();
    {
        Server server{{.name = "s", .version = "1"}};
        server.filter(recorder);
        server.tool("ask", "", [](Context& context) {
            ElicitRequestFormParams form;
            form.message = "Who?\nReally, \xc3\xa4?";
            form.requestedSchema.properties["n"] = StringSchema{};
            if (context.revision() < r2025_06_18) return std::string("cannot be asked");
            return std::string(context.elicit(form, "n").action.text());
        });
        server.connect(std::move(ends.second));
        Client client{{.name = "c", .version = "1"}, pinned(revision)};
        client.on_elicitation([](const ElicitRequestFormParams&, CallContext&) {
            ElicitResult result;
            result.action = ElicitActionTag::decline;
            return result;
        });
        REQUIRE(client.connect(std::move(ends.first)));
        CHECK(client.tools().value().size() == 1);
        const auto asked = client.call_tool("ask");
        REQUIRE(asked);
        CHECK(text_of(*asked) == (revision >= r2025_06_18 ? "decline" : "cannot be asked"));
        CHECK_FALSE(client.call_tool("none"));
        CHECK(client.ping());
        client.close();
        for (int i = 0; i < 1000 && server.session_count() != 0; ++i) {
            std::this_thread::sleep_for(2ms);
        }
        CHECK(server.session_count() == 0);  // the end of one side is the end of the other
    }
    return recorder->lines;
}

}  // namespace

TEST_CASE("GEN-08 whatever carries them, the messages and the lifecycle are the same") {
    const Revision revision = GENERATE(r2024_11_05, r2025_06_18, r2025_11_25, r2026_07_28);
    const auto in_memory = conversation(memory_transports(), revision);
    CHECK(in_memory.size() >= 8);
    CHECK(conversation(over_pipes(), revision) == in_memory);
    CHECK(conversation(over_a_socket(), revision) == in_memory);
    CHECK(conversation(over_ones_own(), revision) == in_memory);
}

TEST_CASE("TOL-18 middleware that throws does not leave the call unanswered") {
    std::mutex mutex;
    std::string log;
    ServerOptions options;
    options.log = [&](std::string_view line) {
        const std::lock_guard lock(mutex);
        log += line;
    };
    Server server{{.name = "s", .version = "1"}, options};
    server.tool("a", "", [] { return "x"; });
    server.use([](CallInfo& call, Next) {
        if (call.method == "tools/list") throw std::runtime_error("broken");
        throw RpcError(-7, "as it says");
    });
    auto [mine, theirs] = memory_transports();
    server.connect(std::move(theirs));
    Client client{{.name = "c", .version = "1"}};
    REQUIRE(client.connect(std::move(mine)));
    const auto tools = client.tools();
    REQUIRE_FALSE(tools);
    CHECK(tools.error().code == -32603);
    CHECK(tools.error().message == "internal error");
    const auto called = client.call_tool("a");
    REQUIRE_FALSE(called);
    CHECK(called.error().code == -7);
    CHECK(called.error().message == "as it says");
    const std::lock_guard lock(mutex);
    CHECK(log.find("broken") != std::string::npos);
}

TEST_CASE("R034 what lasts beyond a request is named by a handle, and found on any connection") {
    Server server{{.name = "s", .version = "1"}};
    std::mutex mutex;
    std::map<std::string, std::string> baskets;
    server.tool("open", "Opens a basket", [&] {
        const std::lock_guard lock(mutex);
        const std::string handle = random_token();
        baskets[handle] = "empty";
        return handle;
    });
    server.tool(
        {.name = "look", .inputSchema = *JsonObject::parse(R"({"type":"object","properties":{
                     "basket":{"type":"string"}},"required":["basket"]})")},
        [&](const JsonObject& arguments) {
            const std::lock_guard lock(mutex);
            const auto found = baskets.find(*arguments["basket"].as_string());
            if (found == baskets.end()) throw ToolError("no such basket");
            return found->second;
        });
    const auto connect = [&](Client& client) {
        auto [mine, theirs] = memory_transports();
        server.connect(std::move(theirs));
        REQUIRE(client.connect(std::move(mine)));
    };
    std::string handle;
    {
        Client first{{.name = "c", .version = "1"}, pinned(r2026_07_28)};
        connect(first);
        handle = text_of(first.call_tool("open").value());
    }
    Client second{{.name = "c", .version = "1"}, pinned(r2026_07_28)};
    connect(second);
    CHECK(text_of(second.call_tool("look", {{"basket", handle}}).value()) == "empty");
    CHECK(second.call_tool("look", {{"basket", "other"}}).value().isError == true);
}

TEST_CASE("TSK-33 each outcome of a task is read as the result of the call behind it") {
    Server server{{.name = "s", .version = "1"}};
    const auto add = [&](const char* name, auto handler) {
        Tool tool{.name = name, .inputSchema = *JsonObject::parse(R"({"type":"object"})")};
        tool.execution.emplace().taskSupport = ToolExecutionTaskSupportTag::required;
        if (std::string_view(name) == "data") {
            tool.outputSchema = *JsonObject::parse(R"({"type":"object","required":["n"]})");
        }
        server.tool(tool, handler);
    };
    add("data", [] { return Json::object({{"n", 1}}); });
    add("text", [] { return "words"; });
    auto [mine, theirs] = memory_transports();
    server.connect(std::move(theirs));
    Client client{{.name = "c", .version = "1"}, pinned(r2025_11_25)};
    REQUIRE(client.connect(std::move(mine)));
    const auto tools = client.tools().value();
    REQUIRE(tools.size() == 2);
    ClientTasks tasks(client);
    const bool data_first = tools[0].name == "data";
    auto data = tasks.start(data_first ? tools[0] : tools[1], {});
    auto text = tasks.start(data_first ? tools[1] : tools[0], {});
    REQUIRE(data);
    REQUIRE(text);
    CHECK(data->id() != text->id());
    const auto words = text->get();
    const auto number = data->get();
    REQUIRE(words);
    REQUIRE(number);
    CHECK(text_of(*words) == "words");
    CHECK_FALSE(words->structuredContent);
    CHECK(number->structuredContent.value()["n"].as_int64() == 1);
}

TEST_CASE("SMP-12 a model that always wants tools is asked so often, and at last without them") {
    const Revision revision = GENERATE(r2025_11_25, r2026_07_28);
    std::atomic<int> asked{0};
    std::atomic<int> forbidden{0};
    std::atomic<int> ran{0};
    Server server{{.name = "s", .version = "1"}};
    server.tool("think", "", [&](Context& context) {
        CreateMessageRequestParams params;
        params.maxTokens = 10;
        SamplingMessage message;
        message.role = RoleTag::user;
        message.content = TextContent{.text = "How warm is it?"};
        params.messages.push_back(message);
        const Tool lent{.name = "thermometer",
                        .inputSchema = *JsonObject::parse(R"({"type":"object"})")};
        params.tools.emplace().push_back(lent);
        const auto answer = sample_with_tools(
            context, params,
            [&](const ToolUseContent& use) -> CallToolResult {
                if (++ran == 1) throw ToolError("it is broken");
                CallToolResult result;
                result.content.emplace_back(TextContent{.text = use.name + " says 20"});
                return result;
            },
            3);
        return "stopped by " + std::string(answer.stopReason->text());
    });
    Client client{{.name = "c", .version = "1"}, pinned(revision)};
    client.on_sampling(
        [&](const CreateMessageRequestParams& params, CallContext&) {
            ++asked;
            CreateMessageResult result;
            result.role = RoleTag::assistant;
            result.model = "m";
            if (params.toolChoice && params.toolChoice->mode == ToolChoiceModeTag::none) {
                ++forbidden;
                CHECK(params.messages.size() == 5);
            }
            ToolUseContent use;
            use.name = "thermometer";
            use.id = "use-" + std::to_string(params.messages.size());
            result.content = SamplingMessageContentBlock(use);
            result.stopReason = StopReasonTag::toolUse;
            return result;
        },
        {.tools = true});
    auto [mine, theirs] = memory_transports();
    server.connect(std::move(theirs));
    REQUIRE(client.connect(std::move(mine)));
    const auto answer = client.call_tool("think");
    REQUIRE(answer);
    CHECK(text_of(*answer) == "stopped by toolUse");
    CHECK(asked == 3);
    CHECK(forbidden == 1);
    CHECK(ran >= 2);
}

TEST_CASE("ELI-14 ELI-21 a server tells the one client that its user has finished at a page") {
    Server server{{.name = "s", .version = "1"}};
    const std::string id = random_token();
    server.tool("open_page", "", [&](Context& context) {
        ElicitRequestURLParams page;
        page.message = "Please sign in";
        page.url = "https://example.org/sign-in";
        page.elicitationId = id;
        return std::string(context.elicit(page).action.text());
    });
    std::atomic<int> shown{0};
    std::promise<std::string> finished;
    const auto make = [&](Client& client, bool asked) {
        client.on_elicitation([&shown](const ElicitRequestURLParams&, CallContext&) {
            ++shown;
            ElicitResult result;
            result.action = ElicitActionTag::accept;
            return result;
        });
        client.on_elicitation_complete([&finished, asked](const std::string& told) {
            finished.set_value(asked ? told : "the wrong client");
        });
        auto [mine, theirs] = memory_transports();
        server.connect(std::move(theirs));
        REQUIRE(client.connect(std::move(mine)));
    };
    Client ada{{.name = "ada", .version = "1"}, pinned(r2025_11_25)};
    Client bob{{.name = "bob", .version = "1"}, pinned(r2025_11_25)};
    make(ada, true);
    make(bob, false);
    CHECK_FALSE(server.elicitation_belongs(id, ""));
    CHECK(text_of(ada.call_tool("open_page").value()) == "accept");
    CHECK(shown == 1);
    CHECK(server.elicitation_belongs(id, ""));
    CHECK_FALSE(server.elicitation_belongs(id, "somebody else"));
    server.elicitation_completed("made up");
    server.elicitation_completed(id);
    CHECK(finished.get_future().get() == id);
    CHECK_FALSE(server.elicitation_belongs(id, ""));
    CHECK(bob.ping());
}
