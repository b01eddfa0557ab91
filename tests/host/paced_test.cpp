// The transport that lets a server wait: what it passes on, what wakes it, what earns an allowance.
#include "host/paced_transport.hpp"
#include "transport/fd.hpp"

#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;

/// Gives a message for each `read`, and says that there are more.
class Endless final : public Transport {
public:
    std::function<void()> during_read = [] {};
    std::size_t skips = 0;

    Incoming read(Time) override {
        during_read();
        if (skips != 0) return {.event = Event::timeout, .skipped = skips};
        return {.event = Event::message, .text = "{}", .more = true};
    }
    std::size_t write(std::string_view) override { return 0; }
    void wake() override {}
    void close() override {}
};

struct PacedRig {
    Endless* inner = nullptr;
    std::unique_ptr<host::PacedTransport> paced{};

    explicit PacedRig(double burst) {
        auto made = std::make_unique<Endless>();
        inner = made.get();
        TrafficLimits limits;
        limits.burst = burst;
        limits.messages_per_second = 0.001;
        paced = std::make_unique<host::PacedTransport>(
            std::move(made), limits, std::make_shared<host::ProcessView>(), nullptr);
    }
    Transport::Event next() { return paced->read(Clock::now() + 1ms).event; }
};

}  // namespace

TEST_CASE("a transport that is about to pause does not say that there is more") {
    PacedRig rig(1.5);
    CHECK(rig.paced->read(Clock::now() + 1s).more);
    const auto last = rig.paced->read(Clock::now() + 1s);
    CHECK(last.event == Transport::Event::message);
    CHECK_FALSE(last.more);
    CHECK(rig.next() == Transport::Event::timeout);
}

TEST_CASE("a message without end is paused, too") {
    PacedRig rig(1000);
    rig.inner->skips = std::size_t{32} * 1024 * 1024;
    std::size_t let_through = 0;
    for (int i = 0; i < 100; ++i) {
        const auto incoming = rig.paced->read(Clock::now());
        let_through += incoming.skipped / 1024;
    }
    CHECK(let_through <= 4 * 32 * 1024);  // the burst of 64 MB, and what a slow machine earns
}

TEST_CASE("who wakes a transport while it reads is not forgotten in the pause after it") {
    PacedRig rig(0.5);
    rig.inner->during_read = [&] { rig.paced->wake(); };
    CHECK(rig.paced->read(Clock::now() + 1s).event == Transport::Event::message);
    const auto began = Clock::now();
    CHECK(rig.paced->read(began + 3s).event == Transport::Event::timeout);
    CHECK(Clock::now() - began < 2s);
}

TEST_CASE("requests earn an answer, and nothing else does") {
    PacedRig rig(0.5);
    CHECK(rig.next() == Transport::Event::message);
    for (const char* const text :
         {R"({"jsonrpc":"2.0","id":1,"result":{}})", R"({"jsonrpc":"2.0","method":"x"})",
          R"({"jsonrpc":"2.0","id":"\",\"method\":","result":{"method":1}})",
          R"({"jsonrpc":"2.0","id":"a,\"method\":1","error":{}})", R"({"jsonrpc":"2.0","id":"a)",
          R"({"jsonrpc":"2.0","id":1)", "", "[]"}) {
        CAPTURE(text);
        rig.paced->write(text);
        CHECK(rig.next() == Transport::Event::timeout);
    }
    for (const char* const text :
         {R"({"jsonrpc":"2.0","id":1,"method":"ping"})",
          R"({"jsonrpc":"2.0","id":"a\"b","method":"ping","params":{}})"}) {
        CAPTURE(text);
        rig.paced->write(text);
        CHECK(rig.next() == Transport::Event::message);
        CHECK(rig.next() == Transport::Event::timeout);
    }
}

TEST_CASE("a transport that somebody else waits for pauses without waiting itself") {
    auto [in, to] = transport::make_pipe();
    auto [from, out] = transport::make_pipe();
    TrafficLimits limits;
    limits.burst = 1.5;
    limits.messages_per_second = 20;
    host::PacedTransport paced(line_transport(in.release(), out.release()), limits,
                               std::make_shared<host::ProcessView>(), nullptr);
    REQUIRE(paced.wait_outside([] {}));
    const auto see = [&](bool input) { paced.seen({input, false, false, false}); };
    REQUIRE(::write(to.get(), "1\n2\n3\n4\n", 8) == 8);
    see(true);
    CHECK(paced.read(Clock::now()).more);
    const auto second = paced.read(Clock::now());
    CHECK(second.text == "2");
    CHECK_FALSE(second.more);  // though there is: not now
    const auto free_at = paced.again_at();
    CHECK(free_at > Clock::now());
    REQUIRE(free_at < Clock::now() + 5s);
    CHECK(paced.wants()[0].fd == -1);
    see(false);
    CHECK(paced.read(Clock::now()).event == Transport::Event::timeout);
    CHECK(paced.would_wait());
    std::this_thread::sleep_until(free_at);
    CHECK(paced.read(Clock::now()).text == "3");  // from what was read before
}

TEST_CASE("a transport around one that waits by itself does so, too") {
    PacedRig rig(10);
    CHECK_FALSE(rig.paced->wait_outside([] {}));
    CHECK(rig.next() == Transport::Event::message);
}
