// The whole client over sockets, with connections that are cut.
#include "server.hpp"

#include <mcp/http_client.hpp>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <future>
#include <iostream>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::http::test;
using namespace std::chrono_literals;

namespace {

const Implementation me{.name = "test", .version = "1"};
const std::string content = R"("content":[{"type":"text","text":"done"}])";

/// Saves the probe.
ClientOptions known(Era era) {
    ClientOptions options;
    ServerVerdict verdict{.era = era, .revision = era == Era::modern ? r2026_07_28 : r2025_11_25};
    verdict.expires = std::chrono::system_clock::time_point::max();
    options.known = verdict;
    return options;
}

std::string id_of(const Received& request) {
    return std::string((*Json::parse(request.body))["id"].text());
}
std::string method_of(const Received& request) {
    const auto body = Json::parse(request.body);
    return body ? (*body)["method"].as_string().value_or("") : std::string();
}
std::string answer_to(const Received& request, const std::string& result) {
    return R"({"jsonrpc":"2.0","id":)" + id_of(request) + R"(,"result":{)" + result + "}}";
}
std::string chunked(std::string_view text) {
    char size[20];
    std::snprintf(size, sizeof size, "%zx\r\n", text.size());
    return size + std::string(text) + "\r\n";
}
const std::string stream_head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

/// A legacy server but for tools/call and GET, which `serve` is given.
void legacy(Peer& peer, const std::function<void(const Received&)>& serve) {
    for (Received request; (request = peer.receive()).whole;) {
        const std::string method = method_of(request);
        if (method == "initialize") {
            peer.reply(
                answer_to(request, R"("protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                                   R"("serverInfo":{"name":"s","version":"1"})"),
                "application/json", "200 OK", "Mcp-Session-Id: s-1\r\n");
        } else if (method == "tools/call" || request.method == "GET") {
            serve(request);
        } else {
            peer.reply("", "", request.method == "DELETE" ? "204 No Content" : "202 Accepted");
        }
    }
}

}  // namespace

TEST_CASE("a client connects to an address, calls, and hears of progress") {
    Server server([](Peer& peer) {
        for (Received request; (request = peer.receive()).whole;) {
            if (method_of(request) == "server/discover") {
                peer.reply(answer_to(
                    request, R"("resultType":"complete","supportedVersions":["2026-07-28"],)"
                             R"("capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private")"));
                continue;
            }
            const std::string token(
                (*Json::parse(request.body))["params"]["_meta"]["progressToken"].text());
            peer.write(stream_head +
                       chunked(R"(data: {"jsonrpc":"2.0","method":"notifications/progress",)"
                               R"("params":{"progressToken":)" +
                               token + R"(,"progress":1}})" + "\n\n"));
            peer.write(
                chunked("data: " + answer_to(request, R"("resultType":"complete",)" + content) +
                        "\n\n") +
                "0\r\n\r\n");
        }
    });
    Client client{me};
    const auto connected = connect(client, {.url = server.url()});
    REQUIRE(connected);
    CHECK(connected->era == Era::modern);
    for (int i = 0; i < 10; ++i) {
        CallOptions options;
        std::atomic<int> progress = 0;
        options.on_progress = [&](const Progress&) { ++progress; };
        REQUIRE(client.call_tool("x", {}, options));
        CHECK(progress == 1);
    }
    CHECK(server.connections() == 1);
}

TEST_CASE("R128 a modern stream that is cut anywhere fails its call, or has answered it") {
    std::size_t cut = 0;
    std::size_t whole = 1;
    std::size_t answered = 0;
    std::size_t failed = 0;
    Server server([&](Peer& peer) {
        const Received request = peer.receive();
        const std::string reply =
            stream_head + chunked(": hello\n\nid: 1\ndata: {\"jsonrpc\":\"2.0\",\n") +
            chunked("data: \"method\":\"notifications/message\"}\n\n") +
            chunked("data: " + answer_to(request, R"("resultType":"complete",)" + content) +
                    "\n\n") +
            "0\r\n\r\n";
        whole = reply.size();
        peer.write(std::string_view(reply).substr(0, cut));
    });
    Client client{me, known(Era::modern)};
    REQUIRE(connect(client, {.url = server.url()}));
    for (; cut <= whole; ++cut) {
        INFO("cut at " << cut << " of " << whole);
        const auto result = client.call_tool("x");
        if (result) {
            ++answered;
            CHECK(std::get<TextContent>(result->content.at(0)).text == "done");
        } else {
            ++failed;
            CHECK(result.error().failure == Failure::transport);
        }
    }
    // Only what follows the end of the last event may be missing.
    std::cout << "modern stream cut at each of " << whole << " bytes: " << failed << " failed, "
              << answered << " answered\n";
    CHECK(answered >= 1);
    CHECK(answered <= 9);
}

TEST_CASE("RES-04 RES-11 HC-10 a legacy stream that is cut anywhere is resumed where it was cut") {
    std::atomic<std::size_t> cut = 0;
    std::atomic<std::size_t> whole = 1;
    std::atomic<int> posts = 0;
    std::atomic<int> heard = 0;
    std::string id;
    // Three events; each can be replayed.
    const auto events = [&] {
        return std::vector<std::string>{"id: 1\nretry: 1\ndata:\n\n",
                                        R"(id: 2
data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}})"
                                        "\n\n",
                                        "id: 3\ndata: {\"jsonrpc\":\"2.0\",\"id\":" + id +
                                            ",\"result\":{" + content + "}}\n\n"};
    };
    Server server([&](Peer& peer) {
        legacy(peer, [&](const Received& request) {
            const auto last = request.headers.find("last-event-id");
            if (request.method == "GET" && last == request.headers.end()) {
                peer.reply("", "", "405 Method Not Allowed");
                return;
            }
            std::string reply = stream_head;
            std::size_t from = 0;
            if (request.method == "POST") {
                ++posts;
                id = id_of(request);
            } else {
                from = std::stoul(last->second);
            }
            const auto all = events();
            for (std::size_t i = from; i < all.size(); ++i) reply += chunked(all[i]);
            reply += "0\r\n\r\n";
            if (request.method == "POST") {
                whole = reply.size();
                peer.write(std::string_view(reply).substr(0, cut));
                peer.close();
            } else {
                peer.write(reply);
            }
        });
    });
    Client client{me, known(Era::legacy)};
    client.on_log([&](const LoggingMessageNotificationParams&) { ++heard; });
    REQUIRE(connect(client, {.url = server.url()}));
    std::size_t answered = 0;
    std::size_t resumed_from = 0;
    for (; cut <= whole; ++cut) {
        INFO("cut at " << cut << " of " << whole);
        const auto result = client.call_tool("x");
        const std::size_t first_event_ends = stream_head.size() + 4 + 25;
        if (result) {
            if (answered++ == 0) resumed_from = cut;
        } else {
            CHECK(result.error().failure == Failure::transport);
            CHECK(cut <= first_event_ends);
        }
    }
    std::cout << "legacy stream cut at each of " << whole << " bytes: answered from byte "
              << resumed_from << " on, in " << posts << " POSTs\n";
    CHECK(resumed_from > 0);
    CHECK(answered == whole + 1 - resumed_from);
    CHECK(static_cast<std::size_t>(posts) == whole + 1);  // no call was made twice
    for (int i = 0; i < 100 && static_cast<std::size_t>(heard) < answered; ++i) {
        std::this_thread::sleep_for(10ms);
    }
    CHECK(static_cast<std::size_t>(heard) == answered);  // nothing lost, nothing heard twice
}

TEST_CASE("RES-13 a server that is killed in the middle of a call fails it at once") {
    int port_pipe[2];
    REQUIRE(::pipe(port_pipe) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        // Only what may be called after a fork: it takes connections and never answers.
        const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
        ::listen(listener, 8);
        ::write(port_pipe[1], &listener, 1);
        char port[2];
        sockaddr_storage address{};
        socklen_t size = sizeof address;
        ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
        std::copy_n(reinterpret_cast<const char*>(&address) + 2, 2, port);
        ::write(port_pipe[1], port, 2);
        for (;;) ::accept(listener, nullptr, nullptr);
    }
    unsigned char port[3];
    std::size_t got = 0;
    while (got < 3) got += static_cast<std::size_t>(::read(port_pipe[0], port + got, 3 - got));
    ::close(port_pipe[0]);
    ::close(port_pipe[1]);
    Client client{me, known(Era::modern)};
    REQUIRE(connect(
        client, {.url = "http://127.0.0.1:" + std::to_string(port[1] * 256 + port[2]) + "/mcp"}));
    auto call = client.start<CallTool>({.name = "x"});
    std::this_thread::sleep_for(100ms);
    ::kill(child, SIGKILL);
    const auto killed = std::chrono::steady_clock::now();
    const auto result = call.get();
    const auto took = std::chrono::steady_clock::now() - killed;
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE_FALSE(result);
    CHECK(result.error().failure == Failure::transport);
    CHECK(took < 2s);
    // And the next one says that nobody is there.
    const auto next = client.call_tool("x");
    REQUIRE_FALSE(next);
    CHECK(next.error().message.find("refused") != std::string::npos);
}

TEST_CASE("SES-08 HC-09 closing ends the session on the wire, and cancelling is said") {
    std::mutex mutex;
    std::vector<std::string> seen;
    Server server([&](Peer& peer) {
        for (Received request; (request = peer.receive()).whole;) {
            const std::string method = method_of(request);
            {
                const std::lock_guard lock(mutex);
                seen.push_back(request.method + " " + method + " " +
                               request.headers["mcp-session-id"]);
            }
            if (method == "initialize") {
                peer.reply(
                    answer_to(request,
                              R"("protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                              R"("serverInfo":{"name":"s","version":"1"})"),
                    "application/json", "200 OK", "Mcp-Session-Id: s-1\r\n");
            } else if (method != "tools/call") {
                peer.reply("", "", request.method == "GET" ? "405 No" : "202 Accepted");
            }
        }
    });
    Client client{me, known(Era::legacy)};
    REQUIRE(connect(client, {.url = server.url()}));
    CallOptions options;
    options.timeout = 50ms;
    CHECK(client.call_tool("x", {}, options).error().failure == Failure::timeout);
    client.close();
    const std::lock_guard lock(mutex);
    const auto was = [&](const std::string& what) {
        return std::count(seen.begin(), seen.end(), what);
    };
    CHECK(was("POST notifications/cancelled s-1") == 1);
    CHECK(was("DELETE  s-1") == 1);
    CHECK(was("POST initialize ") == 1);
}
