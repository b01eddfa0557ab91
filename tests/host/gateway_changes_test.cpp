// Who hears of what a server behind tells of: the clients whose server it is.
#include "gateway_rig.hpp"

#include <mcp/message_filter.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

using namespace mcp;
using namespace mcp::host::test;

namespace {

/// A program that is started for each connection.
struct Program {
    explicit Program(Revision at) : revision(at) {}
    Server& start() {
        const std::lock_guard lock(mutex);
        running.push_back(std::make_unique<Server>(me, Asking::with(revision)));
        Server& server = *running.back();
        server.resource({.name = "notes", .uri = "notes://u/"}, "all");
        server.tool("one", "", [] { return "one"; });
        server.prompt({.name = "one"}, [](const Map<std::string>&) { return "one"; });
        return server;
    }
    Bridge::TransportMaker reach() {
        return [this]() -> Result<std::unique_ptr<Transport>> {
            auto [ours, theirs] = memory_transports();
            start().connect(std::move(theirs));
            return std::move(ours);
        };
    }
    Server& youngest() {
        const std::lock_guard lock(mutex);
        return *running.back();
    }
    const Revision revision;
    std::mutex mutex{};
    std::vector<std::unique_ptr<Server>> running{};
};

/// Counts what is subscribed to, and what of that was ended.
class Subscribed final : public MessageFilter {
public:
    Verdict incoming(std::string& message) override {
        const auto has = [&](const char* text) { return message.find(text) != std::string::npos; };
        if (has("\"resources/subscribe\"") || has("\"resourceSubscriptions\"")) ++begun;
        if (has("\"resources/unsubscribe\"") || has("\"notifications/cancelled\"")) ++ended;
        return Verdict::pass;
    }
    std::atomic<int> begun = 0;
    std::atomic<int> ended = 0;
};

/// Counts the lists of tools that are asked for.
class Listed final : public MessageFilter {
public:
    Verdict incoming(std::string& message) override {
        if (message.find("\"tools/list\"") != std::string::npos) ++times;
        return Verdict::pass;
    }
    std::atomic<int> times = 0;
};

/// A server whose lists are good for a millisecond, and which does not tell when they change.
struct Forgetful {
    Forgetful() : server(me, options()) {
        server.filter(listed);
        server.tool("one", "", [] { return "one"; });
    }
    static ServerOptions options() {
        ServerOptions options = Asking::with(r2026_07_28);
        options.lists.ttl_ms = 1;
        options.limits.max_listen_streams = 0;
        return options;
    }
    std::shared_ptr<Listed> listed = std::make_shared<Listed>();
    Server server;
};

/// One who hears of everything. Who can be asked nothing has a server of its own.
struct Listener {
    Listener(Revision revision, bool asked) {
        ClientOptions options;
        options.revisions = revision;
        options.versions = VersionPolicy::pin(revision);
        client = std::make_unique<Client>(me, options);
        if (asked) {
            client->on_elicitation(
                [](const ElicitRequestFormParams&, CallContext&) { return ElicitResult(); });
        }
        client->on_change(
            {.on_tools_changed = [this] { ++tools; }, .on_prompts_changed = [this] { ++prompts; }});
    }
    void listen(Server& front, const std::string& uri) {
        connect(*client, front);
        auto updates = client->subscribe(uri, [this](const std::string&) { ++updated; });
        REQUIRE(updates);
        subscriptions.push_back(*std::move(updates));
        if (client->connected()->era == Era::legacy) return;
        auto lists = client->listen({.promptsListChanged = true, .toolsListChanged = true}, {});
        REQUIRE(lists);
        subscriptions.push_back(*std::move(lists));
    }
    std::atomic<int> tools = 0;
    std::atomic<int> prompts = 0;
    std::atomic<int> updated = 0;
    std::unique_ptr<Client> client;
    std::vector<Subscription> subscriptions{};
};

}  // namespace

TEST_CASE("what the server of one client tells of reaches no other client of a bridge") {
    for (const Revision behind : {r2025_11_25, r2026_07_28}) {
        for (const Revision front : {r2025_11_25, r2026_07_28}) {
            CAPTURE(to_string(behind), to_string(front));
            Program program(behind);
            Bridge bridge(me, program.reach());
            Listener ada(front, true);
            Listener bob(front, false);
            ada.listen(bridge.server(), "notes://u/");
            Server& hers = program.youngest();
            bob.listen(bridge.server(), "notes://u/");
            Server& his = program.youngest();
            REQUIRE(&hers != &his);

            hers.resource_updated("notes://u/a");
            hers.tool("two", "", [] { return "two"; });
            CHECK(soon([&] { return ada.updated == 1 && ada.tools == 1; }));
            // Behind what would have been told.
            his.resource_updated("notes://u/b");
            his.prompt({.name = "two"}, [](const Map<std::string>&) { return "two"; });
            CHECK(soon([&] { return bob.updated >= 1 && bob.prompts == 1; }));
            CHECK(bob.updated == 1);
            CHECK(bob.tools == 0);
            CHECK(ada.prompts == 0);
        }
    }
}

TEST_CASE("a gateway subscribes for its listeners, and ends that with the last one") {
    const bool merged = GENERATE(false, true);
    for (const Revision behind : {r2025_11_25, r2026_07_28}) {
        for (const Revision front : {r2025_11_25, r2026_07_28}) {
            CAPTURE(merged, to_string(behind), to_string(front));
            Program program(behind);
            const auto wire = std::make_shared<Subscribed>();
            const auto start = [&]() -> Server& {
                Server& server = program.start();
                server.filter(wire);
                return server;
            };
            const auto reach = [&]() -> Result<std::unique_ptr<Transport>> {
                auto [ours, theirs] = memory_transports();
                start().connect(std::move(theirs));
                return std::move(ours);
            };
            Gateway gateway(me, [&](HostOptions options, const Gateway::AskClient&) {
                options.without_consent = true;
                auto host = std::make_unique<Host>(me, std::move(options));
                REQUIRE(host->add(in_memory("one", start())));
                return host;
            });
            Bridge bridge(me, reach);
            Server& server = merged ? gateway.server() : bridge.server();
            const std::string key = merged ? "one+" : "";
            Listener ada(front, true);
            connect(*ada.client, server);
            const auto nothing = [](const std::string&) {};
            auto first = ada.client->subscribe(key + "notes://u/", nothing);
            auto second = ada.client->subscribe(key + "notes://u/", nothing);
            REQUIRE(first);
            REQUIRE(second);
            CHECK(wire->begun == 1);
            first->end();
            second->end();
            CHECK(soon([&] { return wire->ended == 1; }));
            CHECK(wire->begun == 1);
            auto wrong = ada.client->subscribe(key + "none://there", nothing);
            CHECK((!wrong || wrong->honoured().resourceSubscriptions->empty()));
        }
    }
}

TEST_CASE("one client hears what its server tells of, on whichever connection") {
    Program program(r2026_07_28);
    GatewayOptions options;
    options.one_client = true;
    Bridge bridge(me, program.reach(), options);
    Listener ada(r2026_07_28, true);
    ada.listen(bridge.server(), "notes://u/");
    Client without(me);
    connect(without, bridge.server());
    REQUIRE(without.tools());
    program.youngest().tool("two", "", [] { return "two"; });
    CHECK(soon([&] { return ada.tools == 1; }));
}

TEST_CASE("what the servers of one client tell of reaches no other client of a gateway") {
    for (const Revision front : {r2025_11_25, r2026_07_28}) {
        CAPTURE(to_string(front));
        Program program(r2026_07_28);
        Gateway gateway(me, [&](HostOptions options, const Gateway::AskClient&) {
            options.without_consent = true;
            auto host = std::make_unique<Host>(me, std::move(options));
            REQUIRE(host->add(in_memory("one", program.start())));
            return host;
        });
        Listener ada(front, true);
        Listener bob(front, false);
        ada.listen(gateway.server(), "one+notes://u/");
        Server& hers = program.youngest();
        bob.listen(gateway.server(), "one+notes://u/");
        Server& his = program.youngest();
        REQUIRE(&hers != &his);

        hers.resource_updated("notes://u/a");
        CHECK(soon([&] { return ada.updated == 1; }));
        his.resource_updated("notes://u/b");
        CHECK(soon([&] { return bob.updated >= 1; }));
        CHECK(bob.updated == 1);
    }
}

TEST_CASE("a call has old lists of its server fetched again, and those of no other") {
    Forgetful called;
    Forgetful other;
    Gateway gateway(me, [&](HostOptions options, const Gateway::AskClient&) {
        options.without_consent = true;
        options.catalogue.least_pause = std::chrono::milliseconds(1);
        auto host = std::make_unique<Host>(me, std::move(options));
        REQUIRE(host->add(in_memory("called", called.server)));
        REQUIRE(host->add(in_memory("other", other.server)));
        return host;
    });
    const auto client = person("ada", r2026_07_28);
    connect(*client, gateway.server());
    REQUIRE(client->tools());  // from here on their names are known
    const int before = other.listed->times;
    for (int again = 1; again <= 10; ++again) {
        const int at_first = called.listed->times;
        CHECK(soon([&] {
            CHECK(said(client->call_tool("called__one")) == "one");
            return called.listed->times > at_first;
        }));
    }
    CHECK(other.listed->times <= before + 1);  // what may have been under way
}
