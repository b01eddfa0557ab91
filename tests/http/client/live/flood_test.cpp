// A server that says more than anybody listens to.
#include "server.hpp"

#include <mcp/http_client.hpp>
#include <mcp/message_filter.hpp>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <future>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::http::test;
using namespace std::chrono_literals;

namespace {

/// A figure of this process, such as VmRSS.
double status_of_process(std::string_view name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        double value = 0;
        if (word == std::string(name) + ":" && status >> value) return value;
    }
    return 0;
}

/// Takes its time for every large message.
class Slow final : public MessageFilter {
public:
    Verdict incoming(std::string& message) override {
        if (message.size() > 1000) std::this_thread::sleep_for(1ms);
        return Verdict::pass;
    }
};

}  // namespace

TEST_CASE("SEC-06: a server that floods a client with notifications does not fill its memory") {
    enum class Where { filter, log, progress };
    const auto slow = GENERATE(Where::filter, Where::log, Where::progress);
    const std::size_t size = slow == Where::log ? 100'000 : 4'000;
    std::atomic<bool> ends = false;
    std::atomic<std::size_t> sent = 0;
    Server server([&](Peer& peer) {
        for (Received request; (request = peer.receive()).whole;) {
            const auto body = Json::parse(request.body);
            const std::string id((*body)["id"].text());
            const std::string begin = R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{)";
            if ((*body)["method"].as_string() == "server/discover") {
                peer.reply(begin + R"("resultType":"complete","supportedVersions":["2026-07-28"],)"
                                   R"("capabilities":{"tools":{},"logging":{}},"ttlMs":0,)"
                                   R"("cacheScope":"private"}})");
                continue;
            }
            peer.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
            const std::string token((*body)["params"]["_meta"]["progressToken"].text());
            const std::string words(size, 'x');
            for (int i = 1; !ends; ++i) {
                std::string event = R"(data: {"jsonrpc":"2.0","method":"notifications/)";
                event += slow == Where::progress
                             ? R"(progress","params":{"progressToken":)" + token +
                                   R"(,"progress":)" + std::to_string(i) + R"(,"message":")"
                             : R"(message","params":{"level":"info","data":")";
                event += words + "\"}}\n\n";
                if (!peer.write(event)) return;
                sent += event.size();
            }
            peer.write("data: " + begin + R"("resultType":"complete","content":[]}})" + "\n\n");
            return;
        }
    });
    ClientOptions options;
    options.report = [](std::string_view) {};  // of what was dropped
    Client client{{.name = "test", .version = "1"}, options};
    std::atomic<std::size_t> heard = 0;
    client.on_log([&](const LoggingMessageNotificationParams&) {
        ++heard;
        if (slow == Where::log) std::this_thread::sleep_for(10ms);
    });
    if (slow == Where::filter) client.filter(std::make_shared<Slow>());
    CallOptions call_options;
    if (slow == Where::progress) {
        call_options.on_progress = [&](const Progress&) {
            ++heard;
            if (!ends) std::this_thread::sleep_for(10ms);  // the rest is not waited for
        };
    }
    REQUIRE(connect(client, {.url = server.url()}));
    const double before = status_of_process("VmRSS");
    auto call =
        std::async(std::launch::async, [&] { return client.call_tool("x", {}, call_options); });
    std::this_thread::sleep_for(2s);
    const double grown = (status_of_process("VmRSS") - before) / 1024;
    const double threads = status_of_process("Threads");
    ends = true;
    std::printf(
        "a flood of 2 s, slow %s: %.1f MB were sent, memory grew by %.1f MB, %.0f threads\n",
        slow == Where::filter ? "filter"
        : slow == Where::log  ? "log handler"
                              : "progress handler",
        static_cast<double>(sent) / (1 << 20), grown, threads);
    CHECK(heard > 10);
    CHECK(grown < 64);
    CHECK(threads < 40);
    const auto answer = call.get();  // what has come is still handled, and then the answer
    INFO((answer ? "" : answer.error().message));
    CHECK(answer);
    client.close();
}
