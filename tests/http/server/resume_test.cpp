// Streams that break and are resumed: nothing lost, nothing twice, nothing of another stream.
#include "http/server/rig.hpp"

#include <set>

using namespace mcp;
using namespace mcp::testing;

namespace {

/// A tool that reports one step whenever the test says so, on the test's own thread.
class Stepper {
public:
    explicit Stepper(Rig& rig) {
        rig.server.tool("stepper", "", [this](Context& context) {
            std::unique_lock lock(mutex_);
            context_ = &context;
            changed_.notify_all();
            changed_.wait(lock, [&] { return done_; });
            done_ = false;
            context_ = nullptr;
            return "end";
        });
    }
    ~Stepper() {
        const std::lock_guard lock(mutex_);
        done_ = true;
        changed_.notify_all();
    }
    void step(int number) {
        std::unique_lock lock(mutex_);
        REQUIRE(changed_.wait_for(lock, std::chrono::seconds(20), [&] { return context_; }));
        context_->progress(number);
    }
    void finish() {
        const std::lock_guard lock(mutex_);
        done_ = true;
        changed_.notify_all();
    }

private:
    std::mutex mutex_{};
    std::condition_variable changed_{};
    Context* context_ = nullptr;
    bool done_ = false;
};

int progress_of(const Json& message) {
    return static_cast<int>(message["params"]["progress"].as_int64().value_or(-1));
}

}  // namespace

TEST_CASE(
    "RES-01 RES-02 RES-03 every event has an id, unique in its session, that names its stream") {
    Rig rig;
    const std::string session = rig.open("2025-06-18");
    Got get = rig.get(session);
    std::set<std::string> ids;
    std::set<std::string> streams;
    std::size_t count = 0;
    const auto take = [&](const Got& got) {
        std::set<std::string> own;
        for (const Event& event : got->events()) {
            CHECK(ids.insert(event.id).second);
            own.insert(event.id.substr(0, event.id.find(':')));
            ++count;
        }
        CHECK(own.size() == 1);
        for (const auto& name : own) CHECK(streams.insert(name).second);
    };
    for (int i = 0; i < 5; ++i) {
        Got got = rig.call(session, std::to_string(i), "steps", "{}", progress_meta);
        got->wait();
        take(got);
    }
    rig.server.tool("new", "", [] { return ""; });
    rig.advance(std::chrono::milliseconds(20));
    take(get);
    CHECK(count == 21);

    HttpEndpointOptions options;
    options.resumable = false;
    Rig none(options);
    const std::string plain = none.open();
    Got got = none.call(plain, "1", "steps", "{}", progress_meta);
    for (const Event& event : got->wait().events()) CHECK(event.id.empty());
    // An id is nothing here: the stream is a fresh one.
    CHECK(none.get(plain, "1:1")->status == 200);
}

TEST_CASE(
    "RES-05 RES-06 RES-07 what was lost comes again, of that stream alone, then what is new") {
    Rig rig;
    Stepper stepper(rig);
    const std::string session = rig.open("2025-06-18");
    Got call = rig.call(session, "1", "stepper", "{}", progress_meta);
    for (int i = 1; i <= 3; ++i) stepper.step(i);
    Got other = rig.call(session, "2", "steps", "{}", R"(,"_meta":{"progressToken":"other"})");
    other->wait();
    const std::string after_first = call->events().at(0).id;
    call.cut();
    stepper.step(4);
    Got resumed = rig.get(session, after_first);
    stepper.step(5);
    stepper.finish();
    const auto messages = resumed->wait().messages();
    REQUIRE(messages.size() == 5);
    for (int i = 0; i < 4; ++i) {
        CHECK(progress_of(messages[static_cast<std::size_t>(i)]) == i + 2);
        CHECK(messages[static_cast<std::size_t>(i)]["params"]["progressToken"] == Json("t").view());
    }
    CHECK(text_of(messages[4]) == "end");
    CHECK(resumed->events().at(0).id == call->events().at(1).id);
}

TEST_CASE("RES-08 ids that lead nowhere are refused") {
    Rig rig;
    const std::string session = rig.open("2025-06-18");
    const std::string other = rig.open("2025-06-18");
    Got call = rig.call(session, "1", "steps", "{}", progress_meta);
    call->wait();
    const std::string last = call->events().back().id;
    CHECK(rig.get(session, last)->status == 200);
    for (const std::string_view bad : {"x", "1", "1:", ":1", "1:x", "99:1", "1:99", "-1:1", "1:1:1",
                                       "18446744073709551616:1", "0:1"}) {
        INFO(bad);
        CHECK(rig.get(session, bad)->status == 400);
    }
    CHECK(rig.get(other, last)->status == 400);
    rig.advance(std::chrono::minutes(6));
    CHECK(rig.get(session, last)->status == 400);
}

TEST_CASE("RES-10 an answer that was sent into a dead connection can be had again") {
    Rig rig;
    const std::string session = rig.open();
    Got call = rig.call(session, "1", "steps", "{}", progress_meta);
    call->wait();
    const auto events = call->events();
    REQUIRE(events.size() == 5);  // the first one is empty
    for (int again = 0; again < 3; ++again) {
        const Got resumed = rig.get(session, events[3].id);
        CHECK(resumed->over);
        REQUIRE(resumed->messages().size() == 1);
        CHECK(text_of(resumed->messages()[0]) == "done");
    }
    CHECK(rig.get(session, events[0].id)->messages().size() == 4);
    CHECK(rig.get(session, events[4].id)->messages().empty());
}

TEST_CASE("RES-09 a resumed connection takes the place of the old one") {
    Rig rig;
    Stepper stepper(rig);
    const std::string session = rig.open();
    Got call = rig.call(session, "1", "stepper", "{}", progress_meta);
    stepper.step(1);
    Got resumed = rig.get(session, call->events().back().id);
    CHECK(call->over);
    call.cut();  // late news of the old one
    stepper.step(2);
    stepper.finish();
    CHECK(resumed->wait().messages().size() == 2);
    CHECK(call->messages().size() == 1);
}

TEST_CASE("RES-09 a peer that takes nothing loses its connection, not its events") {
    HttpEndpointOptions options;
    options.max_queued = 2000;
    Rig rig(options);
    Stepper stepper(rig);
    const std::string session = rig.open();
    Got call = rig.call(session, "1", "stepper", "{}", progress_meta);
    stepper.step(1);
    call->stuck = true;
    int last = 1;
    while (!call->aborted && last < 100) stepper.step(++last);
    CHECK(call->aborted);
    CHECK(last < 50);
    stepper.step(++last);
    Got resumed = rig.get(session, call->events().at(1).id);
    stepper.finish();
    const auto messages = resumed->wait().messages();
    REQUIRE(messages.size() == static_cast<std::size_t>(last));
    for (int i = 2; i <= last; ++i) {
        CHECK(progress_of(messages[static_cast<std::size_t>(i - 2)]) == i);
    }
}

TEST_CASE("RES-09 HS-18 the general stream is resumed like any other") {
    Rig rig;
    rig.server.resource({.name = "a", .uri = "test://a"}, "x");
    const std::string session = rig.open();
    rig.post(
        session,
        R"({"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"test://a"}})");
    Got get = rig.get(session);
    for (int i = 0; i < 3; ++i) rig.server.resource_updated("test://a");
    const auto events = get->events();
    REQUIRE(events.size() == 4);
    get.cut();
    for (int i = 0; i < 2; ++i) rig.server.resource_updated("test://a");
    Got resumed = rig.get(session, events[2].id);
    CHECK(resumed->messages().size() == 3);
    rig.server.resource_updated("test://a");
    CHECK(resumed->messages().size() == 4);
    std::set<std::string> ids;
    for (const Event& event : events) ids.insert(event.id);
    for (const Event& event : resumed->events()) ids.insert(event.id);
    CHECK(ids.size() == 7);
}

TEST_CASE("RES-09 RES-05 nothing is lost and nothing comes twice in 10 000 random cuts") {
    HttpEndpointOptions options;
    options.max_streams = 1000;
    ServerOptions server;
    server.limits.max_progress_per_second = 1'000'000'000;  // the clock stands still
    Rig rig(options, server);
    Stepper stepper(rig);
    std::uint64_t seed = 12345;
    const auto random = [&](std::uint64_t below) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        return (seed >> 33) % below;
    };
    const std::string session = rig.open();
    int cuts = 0;
    int id = 0;
    while (cuts < 10'000) {
        Got got = rig.call(session, std::to_string(++id), "stepper", "{}", progress_meta);
        std::string last;
        std::vector<int> seen;
        bool ended = false;
        // What a client takes from a connection that breaks after some byte.
        const auto take = [&](std::size_t bytes) {
            std::string text;
            {
                const std::lock_guard lock(got->mutex);
                text = got->body.substr(0, bytes);
            }
            for (const Event& event : events_in(text)) {
                if (!event.id.empty()) last = event.id;
                if (event.data.empty()) continue;
                const Json message = json(event.data);
                if (message.contains("result")) {
                    ended = true;
                } else {
                    seen.push_back(progress_of(message));
                }
            }
        };
        int step = 0;
        stepper.step(++step);
        const int steps = 100;
        while (!ended) {
            const std::uint64_t before = random(3);
            for (std::uint64_t i = 0; i < before && step < steps; ++i) stepper.step(++step);
            std::size_t size = 0;
            {
                const std::lock_guard lock(got->mutex);
                size = got->body.size();
            }
            take(random(size + 1));
            if (ended) break;
            // Sometimes the server hears of it late, or not before the next connection is there.
            const bool late = random(2) == 0;
            Got old = got;
            if (!late) old.cut();
            ++cuts;
            const std::uint64_t between = random(3);
            for (std::uint64_t i = 0; i < between && step < steps; ++i) stepper.step(++step);
            if (step == steps) {
                stepper.finish();
                ++step;
            }
            if (last.empty()) {  // nothing has arrived: the first event is known to come first
                last = old->events().at(0).id;
            }
            got = rig.get(session, last);
            REQUIRE(got->status == 200);
            if (late) old.cut();
            if (step > steps) {
                got->wait();
                take(std::string::npos);
                REQUIRE(ended);
            }
        }
        REQUIRE(seen.size() == static_cast<std::size_t>(steps));
        for (int i = 0; i < steps; ++i) REQUIRE(seen[static_cast<std::size_t>(i)] == i + 1);
    }
    WARN("cuts: " << cuts << ", calls: " << id);
    CHECK(cuts >= 10'000);
}

TEST_CASE("HS-19 before the general stream is closed a frame says when to come back") {
    HttpEndpointOptions options;
    options.retry = std::chrono::milliseconds(700);
    for (const std::string_view revision : {"2025-11-25", "2025-06-18"}) {
        INFO(revision);
        Rig rig(options);
        Got get = rig.get(rig.open(revision));
        rig.server.tool("new", "", [] { return ""; });
        rig.advance(std::chrono::milliseconds(20));
        REQUIRE(get->messages().size() == 1);
        CHECK_FALSE(get->over);
        CHECK(get->events().back().retry.empty());
        rig.endpoint.shut_down(std::chrono::milliseconds(0));
        CHECK(get->over);
        CHECK(get->messages().size() == 1);
        CHECK(get->events().back().retry == (revision == "2025-11-25" ? "700" : ""));
    }
}
