// Lines over real pipes and sockets.
#include <mcp/forwarding_transport.hpp>
#include <mcp/transport.hpp>

#include "transport/fd.hpp"

#include "outside.hpp"
#include "support.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "catch.hpp"

using namespace transport_test;
using namespace std::chrono_literals;
using mcp::transport::Fd;
using mcp::transport::make_pipe;

namespace {

/// Waits for ever where it may wait long.
class Patient final : public mcp::ForwardingTransport {
public:
    using ForwardingTransport::ForwardingTransport;
    Incoming read(Time deadline) override {
        return inner_->read(deadline > in(10s) ? Time::max() : deadline);
    }
};

/// A transport, and the two ends that its peer holds. Each test with one runs three times: with a
/// transport that waits for a time, with one that waits for input alone, and with one that is
/// waited for.
struct Piped {
    explicit Piped(mcp::LineLimits limits = {}) {
        auto [in, to_transport] = make_pipe();
        auto [from_transport, out] = make_pipe();
        to = std::move(to_transport);
        from = std::move(from_transport);
        transport = mcp::line_transport(dup(in.get()), dup(out.get()), limits);
        const std::string_view waits = GENERATE("for a time", "for input", "outside");
        CAPTURE(waits);
        if (waits == "for input") transport = std::make_unique<Patient>(std::move(transport));
        if (waits == "outside") transport = std::make_unique<Outside>(std::move(transport));
    }
    void say(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto count = ::write(to.get(), bytes.data(), bytes.size());
            if (count <= 0) std::abort();  // also called by threads, where Catch2 can not be
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
    }
    std::string hear() {
        char buffer[65536];
        const auto count = ::read(from.get(), buffer, sizeof buffer);
        return count > 0 ? std::string(buffer, static_cast<std::size_t>(count)) : std::string();
    }
    Fd to, from;
    std::unique_ptr<mcp::Transport> transport;
};

}  // namespace

TEST_CASE("messages go both ways over pipes") {
    Piped pipes;
    pipes.say("one\ntwo\r\nth");
    const auto first = pipes.transport->read(late());
    CHECK(first.text == "one");
    CHECK(first.more);
    const auto second = pipes.transport->read(late());
    CHECK(second.text == "two");
    CHECK(!second.more);
    CHECK(pipes.transport->read(in(1ms)).event == Event::timeout);
    pipes.say("ree\n");
    CHECK(next(*pipes.transport) == "three");
    CHECK(pipes.transport->write("a") == 2);
    CHECK(pipes.transport->write("b") == 4);
    pipes.transport->flush();
    CHECK(pipes.hear() == "a\nb\n");
}

TEST_CASE("the end of input is the end; what came before it is given") {
    Piped pipes;
    pipes.say("one\nrest");
    pipes.to.reset();
    CHECK(next(*pipes.transport) == "one");
    CHECK(next(*pipes.transport) == "rest");
    CHECK(next(*pipes.transport) == "<closed: >");
    CHECK(next(*pipes.transport) == "<closed: >");
}

TEST_CASE("R001 bytes that are no UTF-8 pass: judging them is not the transport's business") {
    Piped pipes;
    pipes.say("\xFF\xFE\n{}\n");
    CHECK(next(*pipes.transport) == "\xFF\xFE");
    CHECK(next(*pipes.transport) == "{}");
}

TEST_CASE("waking up is noticed now, or by the next read, once") {
    Piped pipes;
    pipes.transport->wake();
    CHECK(pipes.transport->read(late()).event == Event::timeout);
    CHECK(pipes.transport->read(in(1ms)).event == Event::timeout);
    std::thread waker([&] {
        std::this_thread::sleep_for(5ms);
        pipes.transport->wake();
    });
    const auto start = Clock::now();
    CHECK(pipes.transport->read(late()).event == Event::timeout);
    CHECK(seconds_since(start) < 5);
    waker.join();
}

TEST_CASE("closing ends a read that waits, and the peer sees the end after the last message") {
    Piped pipes;
    pipes.transport->write("bye");
    std::thread closer([&] {
        std::this_thread::sleep_for(5ms);
        pipes.transport->close();
    });
    CHECK(pipes.transport->read(late()).event == Event::closed);
    closer.join();
    CHECK(pipes.hear() == "bye\n");
    CHECK(pipes.hear().empty());
    CHECK(pipes.transport->write("more") == 0);
    pipes.transport->flush();
}

TEST_CASE("a peer that reads nothing does not hold up writing, and gets all when it reads") {
    Piped pipes;
    const std::string message(100'000, 'x');
    std::size_t queued = 0;
    for (int i = 0; i < 50; ++i) {
        queued = pipes.transport->write(message);
        pipes.transport->flush();
    }
    CHECK(queued > 4'000'000);
    // The thread that reads sends on.
    std::thread reader([&] { pipes.transport->read(late()); });
    std::size_t heard = 0;
    while (heard < 50 * (message.size() + 1)) heard += pipes.hear().size();
    CHECK(heard == 50 * (message.size() + 1));
    pipes.transport->wake();
    reader.join();
}

TEST_CASE("while too much is queued no message is read, but deadlines come") {
    mcp::LineLimits limits;
    limits.max_queued = 200'000;
    Piped pipes(limits);
    for (int i = 0; i < 5; ++i) send(*pipes.transport, std::string(100'000, 'x'));
    pipes.say("wait\n");
    CHECK(pipes.transport->read(in(2ms)).event == Event::timeout);
    std::thread peer([&] {
        std::size_t heard = 0;
        while (heard < 500'005) heard += pipes.hear().size();
    });
    CHECK(next(*pipes.transport) == "wait");
    std::thread rest([&] { pipes.transport->read(late()); });  // sends on
    peer.join();
    pipes.transport->wake();
    rest.join();
}

TEST_CASE("close gives up on a peer that takes nothing") {
    mcp::LineLimits limits;
    limits.close_within = 20ms;
    Piped pipes(limits);
    send(*pipes.transport, std::string(1'000'000, 'x'));
    const auto start = Clock::now();
    pipes.transport->close();
    CHECK(seconds_since(start) < 5);
    CHECK(seconds_since(start) > 0.015);
}

TEST_CASE("writing to a peer that is gone raises no SIGPIPE and ends the transport with a reason") {
    // No test may change it for the whole process, so that this one means something.
    struct sigaction action {};
    sigaction(SIGPIPE, nullptr, &action);
    const auto old = action;
    action.sa_handler = SIG_DFL;
    sigaction(SIGPIPE, &action, nullptr);
    {
        Piped pipes;
        pipes.say("last words\n");
        pipes.from.reset();
        send(*pipes.transport, "x");
        send(*pipes.transport, "y");
        CHECK(next(*pipes.transport) == "last words");
        CHECK(next(*pipes.transport) == "<closed: the other side has closed the connection>");
    }
    sigaction(SIGPIPE, &old, nullptr);
}

TEST_CASE("R091 the same lines go over a socket") {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    auto left = mcp::line_transport(ends[0], ends[0]);
    auto right = mcp::line_transport(ends[1], ends[1]);
    send(*left, "hello");
    CHECK(next(*right) == "hello");
    send(*right, std::string(3'000'000, 'y'));
    std::thread rest([&] { right->read(late()); });
    CHECK(next(*left).size() == 3'000'000);
    left->close();
    rest.join();
    left.reset();
    send(*right, "nobody");
}

TEST_CASE("descriptors that are none are an end with a reason") {
    auto transport = mcp::line_transport(-1, -1);
    CHECK(next(*transport).starts_with("<closed: cannot receive"));
    send(*transport, "x");
}

TEST_CASE("many threads write whole lines") {
    Piped pipes;
    constexpr std::size_t threads = 4;
    constexpr std::size_t each = 2000;
    std::vector<std::thread> writers;
    writers.reserve(threads);
    for (std::size_t t = 0; t < threads; ++t) {
        writers.emplace_back([&, t] {
            for (std::size_t i = 0; i < each; ++i) {
                send(*pipes.transport,
                     std::string(50, static_cast<char>('a' + static_cast<int>(t))));
            }
        });
    }
    std::thread reader([&] {
        while (pipes.transport->read(late()).event == Event::timeout) {}
    });
    std::string all;
    while (all.size() < threads * each * 51) all += pipes.hear();
    for (auto& writer : writers) writer.join();
    pipes.transport->close();
    reader.join();
    int wrong = 0;
    for (std::size_t i = 0; i < all.size(); i += 51) {
        if (all[i + 50] != '\n' || all.substr(i, 50) != std::string(50, all[i])) ++wrong;
    }
    CHECK(wrong == 0);
}

TEST_CASE("STD-13 a line of 100 MB is skipped without being held in memory") {
    mcp::LineLimits limits;
    limits.max_message = 1 << 20;
    Piped pipes(limits);
    rusage before{};
    getrusage(RUSAGE_SELF, &before);
    std::thread peer([&] {
        pipes.say("{\"id\":1,");
        const std::string chunk(1 << 20, 'x');
        for (int i = 0; i < 100; ++i) pipes.say(chunk);
        pipes.say("\nafter\n");
    });
    std::size_t skipped = 0;
    std::size_t reads = 0;
    mcp::Transport::Incoming incoming;
    do {
        incoming = pipes.transport->read(late());
        skipped += incoming.skipped;
        ++reads;
    } while (incoming.event == mcp::Transport::Event::timeout);
    CHECK(incoming.event == mcp::Transport::Event::oversize);
    CHECK(incoming.text.substr(0, 10) == R"({"id":1,xx)");
    CHECK(skipped > (std::size_t{100} << 20));
    CHECK(reads > 10);  // who reads is told on the way
    CHECK(next(*pipes.transport) == "after");
    peer.join();
    rusage after{};
    getrusage(RUSAGE_SELF, &after);
    CHECK(after.ru_maxrss - before.ru_maxrss < 16'000);  // kilobytes
}

TEST_CASE("a transport that is held gives no message, but does everything else") {
    auto [in, to] = make_pipe();
    auto [from, out] = make_pipe();
    Outside outside(mcp::line_transport(in.release(), out.release()));
    REQUIRE(outside.able());
    outside.watched().hold(true);
    REQUIRE(::write(to.get(), "one\ntwo\n", 8) == 8);
    CHECK(outside.read(mcp::Transport::Time(Clock::now() + 20ms)).event == Event::timeout);
    CHECK(outside.watched().wants()[0].fd == -1);
    outside.wake();
    const auto begin = Clock::now();
    CHECK(outside.read(late()).event == Event::timeout);
    CHECK(seconds_since(begin) < 10);
    send(outside, "answer");
    char answer[16];
    CHECK(::read(from.get(), answer, sizeof answer) == 7);
    to.reset();
    const bool failed = GENERATE(false, true);
    if (failed) {
        from.reset();
        send(outside, "lost");
    }
    CHECK(outside.read(mcp::Transport::Time(Clock::now() + 20ms)).event == Event::timeout);
    CHECK(outside.watched().again_at() == mcp::Transport::Time::max());
    outside.watched().hold(false);
    CHECK(next(outside) == "one");
    CHECK(next(outside) == "two");
    CHECK(next(outside) == "<closed: >");
}
