// Sessions on real connections in memory, with the crew's threads.
#include "catch.hpp"
#include "session/script.hpp"

#include "run/connection.hpp"

#include <mcp/transport.hpp>

#include <atomic>
#include <thread>

using namespace script;
using namespace std::chrono_literals;

namespace {

/// A client's end: writes lines, reads lines, gives up after a while.
struct Peer {
    explicit Peer(FakeCore& core) {
        auto [mine, theirs] = memory_transports();
        transport = std::move(mine);
        connection = std::make_unique<run::Connection>(std::move(theirs), core.crew());
        session = std::make_shared<session::ServerSession>(
            core, std::make_shared<session::ConnectionOutbox>(*connection));
        connection->start(session);
    }
    ~Peer() {
        transport->close();
        connection->wait();
    }
    void send(const std::string& text) {
        transport->write(text);
        transport->flush();
    }
    Json read() {
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        while (true) {
            const auto incoming = transport->read(deadline);
            if (incoming.event == Transport::Event::message) return *Json::parse(incoming.text);
            if (incoming.event == Transport::Event::timeout &&
                std::chrono::steady_clock::now() < deadline) {
                continue;
            }
            FAIL("no message came");
        }
    }
    void initialize(std::string_view capabilities = "{}") {
        send(R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{
            "protocolVersion":"2025-11-25","capabilities":)" +
             std::string(capabilities) + R"(,"clientInfo":{"name":"c","version":"1"}}})");
        CHECK(read()["id"].as_string() == "i");
        send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    }

    std::unique_ptr<Transport> transport{};
    std::unique_ptr<run::Connection> connection{};
    std::shared_ptr<session::ServerSession> session{};
};

}  // namespace

TEST_CASE("PNG-02 RPC-20 a handler that blocks does not hold up the connection") {
    FakeCore core;
    std::atomic<bool> go = false;
    core.tool("block", [&](std::optional<JsonView>, Context&, Done<std::string> done) {
        go.wait(false);
        done(text_result("blocked"));
    });
    for (const bool inline_calls : {true, false}) {
        core.inline_calls = inline_calls;
        go = false;
        Peer peer(core);
        peer.initialize();
        peer.send(Script::call("1", "block"));
        peer.send(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
        CHECK(peer.read()["id"].as_int64() == 2);
        go = true;
        go.notify_all();
        CHECK(peer.read()["id"].as_int64() == 1);
    }
}

TEST_CASE("SMP-16 a handler on the thread that reads may wait for the client") {
    FakeCore core;
    core.tool("roots", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
        done(text_result(std::to_string(context.list_roots().roots.size())));
    });
    Peer peer(core);
    peer.initialize(R"({"roots":{}})");
    for (int i = 0; i < 20; ++i) {
        core.inline_calls = i % 2 == 0;
        peer.send(Script::call("7", "roots"));
        const Json request = peer.read();
        CHECK(request["method"].as_string() == "roots/list");
        peer.send(R"({"jsonrpc":"2.0","id":)" + std::string(request["id"].text()) +
                  R"(,"result":{"roots":[{"uri":"file:///a"}]}})");
        CHECK(peer.read()["result"]["content"][0]["text"].as_string() == "1");
    }
}

TEST_CASE("STD-10 R098 the end of the input stops handlers that block in a question") {
    FakeCore core;
    std::atomic<bool> failed = false;
    core.inline_calls = false;
    core.tool("roots", [&](std::optional<JsonView>, Context& context, Done<std::string> done) {
        try {
            (void)context.list_roots();
        } catch (const RpcError& error) {
            failed = error.failure == Failure::closed;
            done(Unexpected(error));
        }
    });
    {
        Peer peer(core);
        peer.initialize(R"({"roots":{}})");
        peer.send(Script::call("7", "roots"));
        CHECK(peer.read()["method"].as_string() == "roots/list");
    }
    for (int i = 0; i < 2000 && !failed; ++i) std::this_thread::sleep_for(1ms);
    CHECK(failed);
}

TEST_CASE("RSC-09 changes of lists reach clients from any thread") {
    FakeCore core;
    Peer peer(core);
    peer.initialize();
    std::thread changer([&] {
        for (int i = 0; i < 100; ++i) peer.session->list_changed(ListKind::tools);
    });
    CHECK(peer.read()["method"].as_string() == "notifications/tools/list_changed");
    changer.join();
}

TEST_CASE("CAN-07 R236 cancellation and completion race without harm") {
    FakeCore core;
    core.inline_calls = false;
    core.tool("work", [](std::optional<JsonView>, Context& context, Done<std::string> done) {
        context.progress(1);
        done(text_result("x"));
    });
    Peer peer(core);
    peer.initialize();
    int answered = 0;
    for (int i = 0; i < 300; ++i) {
        const std::string id = std::to_string(i);
        peer.send(Script::call(id, "work"));
        peer.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
                  id + "}}");
        peer.send(R"({"jsonrpc":"2.0","id":"p)" + id + R"(","method":"ping"})");
        while (peer.read()["id"].as_string() != "p" + id) ++answered;
    }
    CHECK(answered <= 300);
    const auto over = [&] { return peer.session->counters().in_flight == 0; };
    for (int i = 0; i < 2000 && !over(); ++i) std::this_thread::sleep_for(1ms);
    CHECK(over());
}
