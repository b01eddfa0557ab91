// Descriptors: writing that never waits, whatever is at the other end.
#include "transport/fd.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "catch.hpp"

using mcp::transport::Fd;
using mcp::transport::make_pipe;
using mcp::transport::share_for_writing;
using mcp::transport::write_some;
using mcp::transport::WriteMode;

namespace {

/// Writes until no more is taken; how much that was.
std::size_t fill(int fd, WriteMode mode) {
    const std::string much(300'000, 'x');
    std::size_t all = 0;
    for (;;) {
        const long count = write_some(fd, mode, much);
        if (count <= 0) return count < 0 ? 0 : all;
        all += static_cast<std::size_t>(count);
    }
}

bool blocks(int fd) { return (fcntl(fd, F_GETFL) & O_NONBLOCK) == 0; }

}  // namespace

TEST_CASE("a pipe that others have stays as it is for them") {
    auto [in, out] = make_pipe();
    const Fd others(dup(out.get()));
    const WriteMode mode = share_for_writing(out);
    CHECK(fill(out.get(), mode) > 4096);
    CHECK(blocks(others.get()));
}

TEST_CASE("a pipe that blocks is never written to for longer than it takes") {
    auto [in, out] = make_pipe();
    CHECK(fill(out.get(), WriteMode::careful) > 4096);
    CHECK(blocks(out.get()));
}

TEST_CASE("a socket is written to without waiting and without a signal") {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    Fd mine(ends[0]);
    Fd theirs(ends[1]);
    const WriteMode mode = share_for_writing(mine);
    CHECK(mode == WriteMode::socket);
    CHECK(fill(mine.get(), mode) > 4096);
    CHECK(blocks(mine.get()));
    theirs.reset();
    CHECK(write_some(mine.get(), mode, "x") == -1);
}

TEST_CASE("a file takes everything") {
    std::FILE* const file = std::tmpfile();
    REQUIRE(file != nullptr);
    Fd fd(dup(fileno(file)));
    std::fclose(file);
    const WriteMode mode = share_for_writing(fd);
    CHECK(write_some(fd.get(), mode, "hello") == 5);
}

TEST_CASE("poll is told to wait to the end of the millisecond, or for ever") {
    using namespace std::chrono_literals;
    using mcp::transport::poll_timeout;
    using mcp::transport::Time;
    CHECK(poll_timeout(Time::max()) == -1);
    CHECK(poll_timeout(Time::min()) == 0);
    CHECK(poll_timeout(Time::clock::now() - 1s) == 0);
    CHECK(poll_timeout(Time::clock::now() + 100us) == 1);
    CHECK(poll_timeout(Time::clock::now() + 24h * 365) > 0);
}
