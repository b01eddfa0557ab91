// Many connections at once; the figures are printed.
#include "load.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <vector>

using namespace asio_test;

TEST_CASE("SEC-06: 1000 connections that send a byte now and then do not delay others") {
    REQUIRE(raise_descriptors() > 3000);
    const OneProcessor one;
    const Rig rig;
    const Rig quiet;  // the same server without them
    Wire wire = rig.connect();
    Wire alone = quiet.connect();
    times_of(wire, post("hello"), 500);
    times_of(alone, post("hello"), 500);
    std::vector<double> without;
    std::vector<double> during;
    std::vector<Wire> slow;
    for (int i = 0; i < 1000; ++i) {
        slow.push_back(rig.connect());
        slow.back().send("POST / HTTP/1.1\r\nX: ");
    }
    const Rig elsewhere;
    const Wire drain = elsewhere.connect();
    drain.send("POST / HTTP/1.1\r\nX: ");
    std::atomic<bool> drips = false;
    std::atomic<bool> ends = false;
    std::thread dripping([&] {
        for (std::size_t i = 0; !ends; i = (i + 1) % slow.size()) {
            (drips ? slow[i] : drain).send("x");
            std::this_thread::sleep_for(std::chrono::microseconds(500));
        }
    });
    // In turns, and with a thread that writes as often, so that both see the same machine.
    for (int round = 0; round < 9; ++round) {
        drips = false;
        without.push_back(times_of(alone, post("hello"), 1000).first);
        drips = true;
        during.push_back(times_of(wire, post("hello"), 1000).first);
    }
    ends = true;
    dripping.join();
    CHECK(rig.server.connection_count() == 1001);  // they were there all the time
    std::sort(without.begin(), without.end());
    std::sort(during.begin(), during.end());
    std::printf("a request with 1000 slow connections: %.1f us, without: %.1f us (medians)\n",
                during[4], without[4]);
    CHECK(during[4] <= 2 * without[4]);
}

TEST_CASE("10000 idle streams are held with less than 16 KB each") {
    const std::size_t streams = std::min<std::size_t>(10'000, (raise_descriptors() - 200) / 2);
    std::mutex mutex;
    std::vector<std::shared_ptr<HttpReply>> kept;
    mcp::HttpServerOptions options;
    const Rig rig(
        [&](const HttpRequest& request,
            std::shared_ptr<HttpReply> reply) -> std::shared_ptr<HttpExchange> {
            if (request.target != "/stream") return echo(request, reply);
            reply->begin(200, {});
            reply->write(": hello\n\n");
            const std::lock_guard lock(mutex);
            kept.push_back(std::move(reply));
            return std::make_shared<Exchange>([] {});
        },
        options);
    std::vector<Wire> wires;
    wires.reserve(streams);
    kept.reserve(streams);
    const double before = resident_kilobytes();
    for (std::size_t i = 0; i < streams; ++i) {
        wires.push_back(rig.connect());
        wires.back().send(get("/stream"));
        if (i % 100 == 99) {
            REQUIRE(eventually([&] {
                const std::lock_guard lock(mutex);
                return kept.size() == wires.size();
            }));
        }
    }
    const double each = (resident_kilobytes() - before) / static_cast<double>(streams);
    std::printf("%zu idle streams: %.2f KB each, both ends\n", streams, each);
    CHECK(each < 16);
    Wire wire = rig.connect();
    CHECK(times_of(wire, post("hello"), 1000).first < 10'000);
    kept.back()->write("data: 1\n\n");
    CHECK(wires.back().until("data: 1\n\n").ends_with("data: 1\n\n"));
    kept.clear();
}
