// A server with real sessions, on transports in memory: what the rig leaves out.
#include "tests/server/rig.hpp"

#include <mcp/serve.hpp>
#include <mcp/server.hpp>
#include <mcp/transport.hpp>

#include <unistd.h>
#include <array>
#include <chrono>
#include <cstdio>
#include <future>
#include <thread>

using namespace mcp;
using namespace mcp::testing;

namespace {

/// The client's end, as raw lines.
class Peer {
public:
    explicit Peer(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}

    void send(std::string_view message) {
        transport_->write(message);
        transport_->flush();
    }
    /// The next message; null when the connection has ended, or nothing comes.
    Json receive() {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        const auto incoming = transport_->read(deadline);
        return incoming.event == Transport::Event::message ? json(incoming.text) : Json();
    }
    /// Skips messages until the answer with this id.
    Json answer(std::int64_t id) {
        while (true) {
            const Json message = receive();
            if (message.is_null() || message["id"].as_int64() == id) return message;
        }
    }
    bool ended() {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (true) {
            const auto incoming = transport_->read(deadline);
            if (incoming.event != Transport::Event::message) {
                return incoming.event == Transport::Event::closed;
            }
        }
    }
    void close() { transport_->close(); }
    void initialize(std::string_view version = "2025-11-25") {
        send(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" +
             std::string(version) +
             R"(","capabilities":{},"clientInfo":{"name":"c","version":"1"}}})");
        REQUIRE(answer(0).contains("result"));
        send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    }

private:
    std::unique_ptr<Transport> transport_;
};

struct Live {
    explicit Live(ServerOptions options = {})
        : server(Implementation{.name = "live", .version = "2"}, std::move(options)) {}
    Peer connect() {
        auto [ours, theirs] = memory_transports();
        server.connect(std::move(ours));
        return Peer(std::move(theirs));
    }
    Server server;
};

std::string call(std::int64_t id, std::string_view name) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
           R"(,"method":"tools/call","params":{"name":")" + std::string(name) + R"("}})";
}

std::string modern(std::int64_t id, std::string_view method, std::string_view members = {}) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" +
           std::string(method) + R"(","params":{)" + std::string(members) +
           R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)" +
           R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
}

}  // namespace

TEST_CASE("a client of each era calls a tool on a server") {
    Live live;
    live.server.tool("hello", "Says hello", [] { return "Hello"; });
    Peer old = live.connect();
    for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
        Peer peer = live.connect();
        peer.initialize(version);
        peer.send(call(1, "hello"));
        CHECK(first_text(Json(peer.answer(1)["result"])) == "Hello");
    }
    Peer modern = live.connect();
    modern.send(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hello","_meta":{)"
        R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
        R"("io.modelcontextprotocol/clientCapabilities":{}}}})");
    const Json answer = modern.answer(1);
    CHECK(first_text(Json(answer["result"])) == "Hello");
    CHECK(answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"].as_string() ==
          "live");
}

TEST_CASE("TOL-02 every session hears of a new tool, once for many changes") {
    Live live;
    live.server.tool("first", "", [] { return "x"; });
    Peer a = live.connect();
    Peer b = live.connect();
    a.initialize();
    b.initialize();
    for (Peer* peer : {&a, &b}) {  // so that both sessions are at work
        peer->send(call(1, "first"));
        REQUIRE(peer->answer(1).contains("result"));
    }
    for (int i = 0; i < 20; ++i) {
        live.server.tool("more" + std::to_string(i), "", [] { return "x"; });
    }
    for (Peer* peer : {&a, &b}) {
        CHECK(peer->receive()["method"].as_string() == "notifications/tools/list_changed");
    }
}

TEST_CASE("a session is gone when its client is") {
    Live live;
    {
        Peer peer = live.connect();
        peer.initialize();
        CHECK(live.server.session_count() == 1);
        peer.close();
        while (live.server.session_count() != 0) std::this_thread::yield();
    }
    // The next one clears away what is left.
    Peer next = live.connect();
    next.initialize();
    CHECK(live.server.session_count() == 1);
}

TEST_CASE("a server that ends tells its clients' handlers to stop, and waits for them") {
    std::promise<void> started;
    std::atomic<bool> stopped{false};
    auto live = std::make_unique<Live>();
    live->server.tool("long", "", [&](Context& context) {
        started.set_value();
        while (!context.cancelled()) std::this_thread::yield();
        stopped = true;
        return "late";
    });
    Peer peer = live->connect();
    peer.initialize();
    peer.send(call(1, "long"));
    started.get_future().wait();
    live.reset();
    CHECK(stopped);
    CHECK(peer.ended());
}

TEST_CASE("a polite shutdown lets requests end, and takes no new sessions") {
    Live live;
    std::promise<void> started;
    std::promise<void> go;
    live.server.tool("slow", "", [&] {
        started.set_value();
        go.get_future().wait();
        return "done";
    });
    Peer peer = live.connect();
    peer.initialize();
    peer.send(call(1, "slow"));
    started.get_future().wait();
    std::thread closing([&] { live.server.shutdown(std::chrono::seconds(10)); });
    go.set_value();
    CHECK(first_text(Json(peer.answer(1)["result"])) == "done");
    CHECK(peer.ended());
    closing.join();
    auto [ours, theirs] = memory_transports();
    live.server.serve(std::move(ours));  // returns at once
    CHECK(live.server.session_count() == 0);
}

TEST_CASE("a client that has closed its side still gets its answers") {
    Live live;
    std::promise<void> started;
    std::promise<void> go;
    live.server.tool("slow", "", [&] {
        started.set_value();
        go.get_future().wait();
        return "done";
    });
    std::array<int, 2> to_server{};
    std::array<int, 2> to_client{};
    REQUIRE(::pipe(to_server.data()) == 0);
    REQUIRE(::pipe(to_client.data()) == 0);
    live.server.connect(line_transport(to_server[0], to_client[1]));
    Peer peer(line_transport(to_client[0], ::dup(to_client[0])));
    const std::string text =
        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":)"
        R"("2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}})"
        "\n" +
        call(1, "slow") + "\n";
    REQUIRE(::write(to_server[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    ::close(to_server[1]);
    started.get_future().wait();
    go.set_value();
    CHECK(first_text(Json(peer.answer(1)["result"])) == "done");
    CHECK(peer.ended());
}

TEST_CASE("serve runs a session on this thread until its end") {
    Live live;
    live.server.tool("hello", "", [] { return "Hello"; });
    auto [ours, theirs] = memory_transports();
    Peer peer(std::move(theirs));
    std::thread client([&] {
        peer.initialize();
        peer.send(call(1, "hello"));
        CHECK(first_text(Json(peer.answer(1)["result"])) == "Hello");
        peer.close();
    });
    live.server.serve(std::move(ours));
    client.join();
    CHECK(live.server.session_count() == 0);
}

TEST_CASE("a handler may register tools and ask its user") {
    Live live;
    live.server.tool("grow", "", [&] {
        live.server.tool("grown", "", [] { return "new"; });
        return "ok";
    });
    Peer peer = live.connect();
    peer.initialize();
    peer.send(call(1, "grow"));
    CHECK(first_text(Json(peer.answer(1)["result"])) == "ok");
    peer.send(call(2, "grown"));
    CHECK(first_text(Json(peer.answer(2)["result"])) == "new");
}

TEST_CASE("a program that does not know an argument ends with 2") {
    Live live;
    std::array<char, 8> program{"server"};
    std::array<char, 8> unknown{"--what"};
    std::array<char, 8> help{"--help"};
    std::array<char*, 3> bad{program.data(), unknown.data(), nullptr};
    CHECK(serve(live.server, 2, bad.data()) == 2);
    std::array<char*, 3> good{program.data(), help.data(), nullptr};
    CHECK(serve(live.server, 2, good.data()) == 0);
}

TEST_CASE("a program without HTTP does not speak of it in its help") {
    Live live;
    std::array<char, 8> program{"server"};
    std::array<char, 8> help{"--help"};
    std::array<char*, 3> words{program.data(), help.data(), nullptr};
    std::FILE* const file = std::tmpfile();
    REQUIRE(file != nullptr);
    std::fflush(stdout);
    const int output = ::dup(STDOUT_FILENO);
    ::dup2(::fileno(file), STDOUT_FILENO);
    const int code = serve(live.server, 2, words.data());
    std::fflush(stdout);
    ::dup2(output, STDOUT_FILENO);
    ::close(output);
    std::string said(4096, '\0');
    std::rewind(file);
    said.resize(std::fread(said.data(), 1, said.size(), file));
    std::fclose(file);
    CHECK(code == 0);
    CHECK(said.find("--stdio") != said.npos);
    CHECK(said.find("--http") == said.npos);
}

TEST_CASE("R035 lists do not depend on the connection, nor on what was asked on it before") {
    Live live;
    const auto offer = [&](const std::string& name) {
        live.server.tool(name, "", [] { return ""; });
        live.server.prompt({.name = name}, [] { return ""; });
        live.server.resource({.name = name, .uri = "test://" + name}, "");
    };
    offer("first");
    live.server.tool("grow", "Offers more, for everybody", [&] {
        offer("second");
        return "";
    });
    Peer one = live.connect();
    Peer two = live.connect();
    std::int64_t id = 0;
    const auto lists = [&](Peer& peer) {
        std::string all;
        for (const char* method : {"tools/list", "prompts/list", "resources/list"}) {
            peer.send(modern(++id, method));
            all += Json(peer.answer(id)["result"]).dump();
        }
        return all;
    };
    const std::string before = lists(one);
    CHECK(lists(two) == before);
    one.send(modern(++id, "tools/call", R"("name":"grow",)"));
    REQUIRE(one.answer(id).contains("result"));
    const std::string after = lists(one);
    CHECK(after != before);
    CHECK(lists(two) == after);
    Peer three = live.connect();
    CHECK(lists(three) == after);
}
