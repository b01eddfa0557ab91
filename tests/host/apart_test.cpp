// One server that fails, hangs, floods, lies or comes back: the others go on, and the host says
// what happened.
#include "support.hpp"

#include <algorithm>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host::test;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

/// A host with one good server, and options under which others give up soon.
struct Pair {
    explicit Pair(HostOptions options = quick_options()) : host(me, limited(std::move(options))) {
        good.tool("hello", "", [] { return "hello"; });
        REQUIRE(host.add(in_memory("good", good)));
    }
    static HostOptions limited(HostOptions options) {
        options.client.probe_timeout = 30ms;
        options.client.connect_timeout = 60ms;
        options.catalogue.page_timeout = 60ms;
        return options;
    }
    /// The good server answers, and quickly.
    void check_good() {
        const auto began = Clock::now();
        const auto answer = host.call_tool("good__hello");
        REQUIRE(answer);
        CHECK(text_of(*answer) == "hello");
        CHECK(Clock::now() - began < 2s);
    }

    Server good{me};
    Host host;
};

std::optional<Json> next_message(Transport& transport) {
    const auto incoming = transport.read(Clock::now() + 5s);
    if (incoming.event != Transport::Event::message) return {};
    auto json = Json::parse(incoming.text);
    return json ? std::optional(std::move(*json)) : std::nullopt;
}

/// Speaks 2025-11-25, and gives `result_of` for everything after the greeting.
void speak(Transport& transport, const std::function<std::string(const Json& request)>& result_of) {
    while (const auto message = next_message(transport)) {
        if (!message->contains("id") || !message->contains("method")) continue;
        const std::string method = (*message)["method"].as_string().value_or("");
        std::string result = result_of(*message);
        if (method == "initialize") {
            result =
                R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},
                "serverInfo":{"name":"raw","version":"1"}})";
        }
        if (result.empty()) continue;
        std::string reply = R"({"jsonrpc":"2.0","id":)";
        reply += (*message)["id"].text();
        reply += method == "server/discover" ? R"(,"error":{"code":-32601,"message":"no"}})"
                                             : ",\"result\":" + result + "}";
        std::erase(reply, '\n');
        transport.write(reply);
        transport.flush();
    }
}

std::string one_tool(const std::string& name) {
    return R"({"tools":[{"name":")" + name + R"(","inputSchema":{"type":"object"}}]})";
}

}  // namespace

TEST_CASE("a server that says nothing holds up nobody, and is tried again") {
    RawServer silent(stay_silent);
    Pair pair;
    REQUIRE(pair.host.add(silent.named("bad")));
    const auto catalogue = pair.host.fetch_catalogue(20ms);
    pair.check_good();
    CHECK_FALSE(pair.host.call_tool("bad__anything"));
    CHECK(soon([&] { return silent.connections >= 3; }));
    pair.check_good();
    const auto status = *pair.host.server("bad");
    CHECK(status.starts >= 2);
    CHECK(status.failures >= 1);
    CHECK(pair.host.stop("bad"));
}

TEST_CASE("a server that hangs at its list is given up, and one that hangs in a call only there") {
    RawServer hangs([](Transport& transport) {
        speak(transport, [](const Json& request) {
            return request["method"].as_string() == "tools/list" ? "" : "{}";
        });
    });
    RawServer hangs_later([](Transport& transport) {
        speak(transport, [](const Json& request) -> std::string {
            const auto method = request["method"].as_string();
            if (method == "tools/call") return "";
            return method == "tools/list" ? one_tool("x") : "{}";
        });
    });
    Pair pair;
    REQUIRE(pair.host.add(hangs.named("bad")));
    REQUIRE(pair.host.add(hangs_later.named("worse")));
    const auto answer = pair.host.call_tool("bad__x");
    REQUIRE_FALSE(answer);
    CHECK(answer.error().message.find("tools/list") != std::string::npos);
    CallOptions options;
    options.timeout = 20ms;
    CHECK(pair.host.call_tool("worse__x", {}, options).error().failure == Failure::timeout);
    pair.check_good();
    CHECK(state_of(pair.host, "worse") == ServerState::ready);
}

TEST_CASE("a server that ends is started again, and its calls fail with the reason meanwhile") {
    std::atomic<int> calls = 0;
    RawServer ends([&](Transport& transport) {
        speak(transport, [&](const Json& request) -> std::string {
            const auto method = request["method"].as_string();
            if (method == "tools/call" && ++calls == 1) {
                transport.close();
                return "";
            }
            return method == "tools/list" ? one_tool("x") : R"({"content":[]})";
        });
    });
    Pair pair;
    REQUIRE(pair.host.add(ends.named("bad")));
    const auto first = pair.host.call_tool("bad__x");
    REQUIRE_FALSE(first);
    CHECK(first.error().failure == Failure::closed);
    pair.check_good();
    CHECK(soon([&] { return pair.host.call_tool("bad__x").has_value(); }));
    CHECK(pair.host.server("bad")->starts == 2);
    CHECK(ends.connections == 2);
    // Its tools were there all the time: they have not changed.
    CHECK(pair.host.catalogue()->tool("bad__x"));
}

TEST_CASE("a call can be given up while its server is being started") {
    RawServer silent(stay_silent);
    HostOptions options = quick_options();
    options.client.probe_timeout = 10s;
    Host host(me, options);
    REQUIRE(host.add(silent.named("slow")));
    std::stop_source stop;
    CallOptions call;
    call.stop = stop.get_token();
    std::atomic<int> given = 0;
    host.call_tool_async("slow__x", {}, call, [&](const Answer<CallToolResult>& answer) {
        if (!answer && answer.error().failure == Failure::cancelled) ++given;
    });
    REQUIRE(soon([&] { return silent.connections == 1; }));
    std::thread waits([&] {
        if (host.call_tool("slow__x", {}, call).error().failure == Failure::cancelled) ++given;
    });
    CHECK(given == 0);
    stop.request_stop();
    waits.join();
    CHECK(given == 2);
}

TEST_CASE("garbage in place of answers is noted, and harms nobody") {
    RawServer garbage([](Transport& transport) {
        speak(transport, [&](const Json& request) -> std::string {
            for (const char* const line : {"garbage", "{}", "[1,2]", "\xFF\xFE", "null"}) {
                transport.write(line);
            }
            const auto method = request["method"].as_string();
            if (method == "tools/list") return R"({"tools":{"name":5}})";
            return "[]";
        });
    });
    Pair pair;
    REQUIRE(pair.host.add(garbage.named("bad")));
    const auto catalogue = pair.host.fetch_catalogue();
    pair.check_good();
    CHECK(catalogue->tool("good__hello"));
    const auto notes = catalogue->notes();
    CHECK(std::any_of(notes.begin(), notes.end(), [](const CatalogueNote& note) {
        return note.server == "bad" && note.what.find("tools/list") != std::string::npos;
    }));
    CHECK_FALSE(pair.host.call_tool("bad__x"));
}

TEST_CASE("lists without an end, and things too large, are cut and noted") {
    std::atomic<int> pages = 0;
    RawServer endless([&](Transport& transport) {
        speak(transport, [&](const Json& request) -> std::string {
            const auto method = request["method"].as_string();
            if (method != "tools/list") return "{}";
            const std::string page = std::to_string(++pages);
            const std::string large = page == "2" ? std::string(5000, 'x') : "";
            return R"({"nextCursor":")" + page + R"(","tools":[{"name":"t)" + page +
                   R"(","description":")" + large + R"(","inputSchema":{"type":"object"}}]})";
        });
    });
    HostOptions options = quick_options();
    options.catalogue.max_items = 10;
    options.catalogue.max_item = 4000;
    Pair pair(options);
    REQUIRE(pair.host.add(endless.named("bad")));
    const auto catalogue = pair.host.fetch_catalogue();
    CHECK(catalogue->tools().size() == 11);
    CHECK(catalogue->tool("bad__t2") == nullptr);
    CHECK(catalogue->notes().size() == 2);
    CHECK(pages == 12);
}

TEST_CASE("a server that floods is slowed down, and the others answer") {
    // Answers to its requests earn it nothing.
    const std::string noise = GENERATE(
        as<std::string>(), R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})",
        R"({"jsonrpc":"2.0","id":"a\",\"method\":","method":"ping"})");
    CAPTURE(noise);
    std::atomic<std::size_t> written = 0;
    std::atomic<bool> over = false;
    RawServer flood([&](Transport& transport) {
        std::atomic<bool> ended = false;
        std::atomic<bool> listed = false;
        std::thread writes([&] {
            while (!listed && !ended) std::this_thread::sleep_for(1ms);
            while (!ended && !over) {
                const std::size_t queued = transport.write(noise);
                ++written;
                if (queued > 100'000) std::this_thread::sleep_for(1ms);
            }
        });
        speak(transport, [&](const Json& request) {
            if (request["method"].as_string() == "tools/list") listed = true;
            return listed ? one_tool("x") : "{}";
        });
        ended = true;
        writes.join();
    });
    HostOptions options = quick_options();
    options.traffic.burst = 100;
    options.traffic.messages_per_second = 5000;
    Pair pair(options);
    REQUIRE(pair.host.add(flood.named("bad")));
    (void)pair.host.start("bad");
    for (int i = 0; i < 20; ++i) pair.check_good();
    // What is queued is full by then: from now on it writes as fast as it is read.
    CHECK(soon([&] { return written > 3000; }));
    const std::size_t before = written;
    const auto began = Clock::now();
    std::this_thread::sleep_for(200ms);
    const std::size_t now = written;
    const std::chrono::duration<double> passed = Clock::now() - began;
    CHECK(static_cast<double>(now - before) < 2 * 5000 * passed.count() + 2000);
    over = true;
}

TEST_CASE("a program is started with what its configuration says, and looked after") {
    // Answers by hand: the id is taken out of each line.
    const std::string text = R"(
        echo "the log of $NAME" >&2
        while IFS= read -r line; do
            id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
            case "$line" in
            *'"initialize"'*) r='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}' ;;
            *'"tools/list"'*) r='{"tools":[{"name":"name","inputSchema":{"type":"object"}},{"name":"die","inputSchema":{"type":"object"}}]}' ;;
            *'"die"'*) exit 3 ;;
            *'"tools/call"'*) r='{"content":[{"type":"text","text":"'"$NAME"'"}]}' ;;
            *) continue ;;
            esac
            [ -n "$id" ] && printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$r"
        done)";
    HostOptions options = quick_options();
    options.expand.environment = [](const std::string& name) -> std::optional<std::string> {
        return name == "WHO" ? std::optional<std::string>("Ada") : std::nullopt;
    };
    Host host(me, options);
    HostServer server = script("sh", text);
    server.versions = VersionPolicy::legacy();
    server.config.env = {{"NAME", Secret("${WHO}")}};
    REQUIRE(host.add(server));
    const auto answer = host.call_tool("sh__name");
    REQUIRE(answer);
    CHECK(text_of(*answer) == "Ada");
    CHECK(soon([&] { return host.server("sh")->stderr_text == "the log of Ada\n"; }));
    const int pid = host.server("sh")->pid;
    CHECK(pid > 0);
    CHECK_FALSE(host.call_tool("sh__die"));
    CHECK(soon([&] { return host.call_tool("sh__name").has_value(); }));
    CHECK(host.server("sh")->pid != pid);
    CHECK(host.server("sh")->starts == 2);
}

TEST_CASE("programs that cannot be started, or end at once, say why in their status") {
    HostOptions options = quick_options();
    options.expand.environment = [](const std::string&) { return std::nullopt; };
    Pair pair(options);
    HostServer missing = script("missing", "");
    missing.config.command = "/nowhere/program";
    HostServer unset = script("unset", "");
    unset.config.env = {{"A", Secret("${NOT_SET}")}};
    HostServer web{.config = {.name = "web", .kind = ServerKind::http, .url = "http://localhost"}};
    HostServer ends = script("ends", "echo no >&2; exit 1");
    for (const HostServer& server : {missing, unset, web, ends}) REQUIRE(pair.host.add(server));
    (void)pair.host.fetch_catalogue();
    pair.check_good();
    const auto error = [&](const char* name) { return pair.host.start(name).error().message; };
    CHECK(error("missing").find("/nowhere/program") != std::string::npos);
    CHECK(error("unset").find("environment variable NOT_SET is not set") != std::string::npos);
    CHECK(error("web").find("does not speak HTTP") != std::string::npos);
    CHECK_FALSE(error("ends").empty());
    CHECK(soon([&] { return pair.host.server("ends")->stderr_text == "no\n"; }));
    CHECK(soon([&] { return pair.host.server("ends")->starts > 3; }));
    const auto waiting = pair.host.call_tool("missing__x");
    CHECK(waiting.error().failure == Failure::closed);
}

TEST_CASE("a host ends while its servers start, hang and fail") {
    RawServer silent(stay_silent);
    const auto began = Clock::now();
    {
        HostOptions options = quick_options();
        Host host(me, options);
        REQUIRE(host.add(silent.named("silent")));
        HostServer ends = script("ends", "exit 1");
        HostServer sleeps = script("sleeps", "sleep 60");
        REQUIRE(host.add(ends));
        REQUIRE(host.add(sleeps));
        (void)host.fetch_catalogue(10ms);
    }
    CHECK(Clock::now() - began < 9s);
}
