// Servers as child processes: well behaved ones and others.
#include <mcp/transport.hpp>

#include "outside.hpp"
#include "support.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

using namespace transport_test;
using namespace std::chrono_literals;
using Stderr = mcp::ProcessOptions::Stderr;

namespace {

mcp::ProcessOptions habit(std::vector<std::string> words) {
    mcp::ProcessOptions options;
    options.command = {ODD_CHILD};
    options.command.insert(options.command.end(), words.begin(), words.end());
    options.grace = 2s;
    return options;
}

std::unique_ptr<mcp::ProcessTransport> start(const mcp::ProcessOptions& options) {
    auto child = mcp::process_transport(options);
    INFO((child ? "" : child.error().message));
    REQUIRE(child.has_value());
    return *std::move(child);
}

/// Nobody with this number is left, but for a moment until init has noticed.
bool is_gone(int pid) {
    for (int i = 0; i < 400; ++i) {
        if (kill(pid, 0) != 0) return true;
        char name[64];
        std::snprintf(name, sizeof name, "/proc/%d/stat", pid);
        std::string stat(512, '\0');
        const int fd = open(name, O_RDONLY);
        const auto size = fd < 0 ? 0 : read(fd, stat.data(), stat.size());
        if (fd >= 0) close(fd);
        stat.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
        if (stat.find(") Z ") != std::string::npos) return true;  // an orphan without init
        std::this_thread::sleep_for(5ms);
    }
    return false;
}

}  // namespace

TEST_CASE("STD-01 STD-04 R094 a child is spoken to over its pipes, with nothing but messages") {
    auto child = start(habit({"echo"}));
    send(*child, "{}");
    CHECK(next(*child) == "{}");
    send(*child, "a");
    send(*child, "b");
    CHECK(next(*child) == "a");
    CHECK(next(*child) == "b");
    const int pid = child->pid();
    CHECK(pid > 0);
    child->close();
    CHECK(next(*child) == "<closed: >");
    CHECK(kill(pid, 0) != 0);  // no zombie either
}

TEST_CASE("SEC-11 arguments reach a child as they are: no shell reads them") {
    mcp::ProcessOptions options;
    options.command = {"echo", "; rm -rf nothing", "$(id)", "`id`", "a  b", "*", "$HOME", "&& id"};
    auto child = start(options);
    CHECK(next(*child) == "; rm -rf nothing $(id) `id` a  b * $HOME && id");
    options.command = {"echo a; echo b"};
    CHECK_FALSE(mcp::process_transport(options).has_value());
}

TEST_CASE("STD-12 what a child prints before it speaks is passed on as a line") {
    auto child = start(habit({"banner"}));
    CHECK(next(*child) == "Welcome!");
    send(*child, "{}");
    CHECK(next(*child) == "{}");
}

TEST_CASE("a program that does not exist is named") {
    mcp::ProcessOptions options;
    options.command = {"no-such-program-anywhere"};
    auto child = mcp::process_transport(options);
    REQUIRE(!child.has_value());
    CHECK(child.error().message ==
          "cannot start no-such-program-anywhere: No such file or directory");
    options.command = {};
    CHECK(mcp::process_transport(options).error().message ==
          "cannot start a server: no command is given");
    options.command = {"/dev/null"};
    CHECK(mcp::process_transport(options).error().message ==
          "cannot start /dev/null: Permission denied");
    options = habit({"echo"});
    options.working_directory = "/no/such/place";
    CHECK(mcp::process_transport(options).error().message.find("in /no/such/place") !=
          std::string::npos);
}

TEST_CASE("STD-09 R099 how a child has ended is said") {
    auto child = start(habit({"exit", "3"}));
    CHECK(next(*child) == "<closed: the server ended with exit status 3>");
    child = start(habit({"close_output"}));
    send(*child, "go");
    CHECK(next(*child) == "bye");
    CHECK(next(*child) == "<closed: the server ended with exit status 3>");
}

TEST_CASE("R100 a child that is killed is noticed at once") {
    auto child = start(habit({"echo"}));
    send(*child, "x");
    CHECK(next(*child) == "x");
    const auto begin = Clock::now();
    kill(child->pid(), SIGKILL);
    CHECK(next(*child) == "<closed: the server was ended by signal 9 (Killed)>");
    CHECK(seconds_since(begin) < 1);
    send(*child, "nobody");
}

TEST_CASE("a child that is gone is noticed although its own child holds the pipes") {
    auto child = start(habit({"grandchild", "kind", "leave"}));
    const int grandchild = std::stoi(next(*child));
    CHECK(next(*child) == "<closed: the server ended with exit status 0>");
    child->close();
    CHECK(is_gone(grandchild));
}

TEST_CASE("R099 R100 the end of a child is noticed by who waits for it along with others") {
    const auto heard = [](const std::vector<std::string>& words, int messages, bool kills,
                          std::chrono::milliseconds late = {}) {
        auto child = start(habit(words));
        const int pid = child->pid();
        Outside outside(std::move(child));
        REQUIRE(outside.able());
        send(outside, "go");
        std::this_thread::sleep_for(late);
        std::string all;
        for (int i = 0; i < messages; ++i) all += next(outside) == "<timeout>" ? "!" : ".";
        if (kills) kill(pid, SIGKILL);
        const int waits = Outside::waits;
        const auto begin = Clock::now();
        all += next(outside);
        CHECK(seconds_since(begin) < 10);
        CHECK(Outside::waits == waits + 1);  // for how it ended
        return all;
    };
    CHECK(heard({"exit", "3"}, 0, false) == "<closed: the server ended with exit status 3>");
    CHECK(heard({"close_output"}, 1, false) == ".<closed: the server ended with exit status 3>");
    CHECK(heard({"grandchild", "kind", "leave"}, 1, false) ==
          ".<closed: the server ended with exit status 0>");
    // The message and the end are there together, and nothing comes after them.
    CHECK(heard({"grandchild", "kind", "leave"}, 1, false, 300ms) ==
          ".<closed: the server ended with exit status 0>");
    CHECK(heard({"echo"}, 1, true) == ".<closed: the server was ended by signal 9 (Killed)>");
}

TEST_CASE("STD-08 R097 a child that ends at the end of its input is not hurried") {
    auto child = start(habit({"echo"}));
    const auto begin = Clock::now();
    child->close();
    CHECK(seconds_since(begin) < 1.5);
}

TEST_CASE("STD-08 R097 a child that does not end gets SIGTERM after the grace, then SIGKILL") {
    const auto [ignores, graces] =
        GENERATE(table<const char*, double>({{"ignore_eof", 1}, {"ignore_term", 2}}));
    auto options = habit({ignores});
    options.grace = 100ms;
    auto child = start(options);
    CHECK(next(*child) == "ready");
    const int pid = child->pid();
    const auto begin = Clock::now();
    child->close();
    CHECK(seconds_since(begin) >= 0.1 * graces);
    CHECK(seconds_since(begin) < 5);
    CHECK(is_gone(pid));
}

TEST_CASE("STD-08 what a child has started ends with it") {
    auto options = habit({"grandchild", "stubborn"});
    options.grace = 100ms;
    auto child = start(options);
    const int grandchild = std::stoi(next(*child));
    CHECK(kill(grandchild, 0) == 0);
    child->close();
    CHECK(is_gone(grandchild));
}

TEST_CASE("STD-05 STD-06 R095 10 MB on standard error hold nobody up and are no failure") {
    auto options = habit({"flood"});
    options.stderr_mode = GENERATE(Stderr::capture, Stderr::discard);
    options.max_captured = 1000;
    auto child = start(options);
    send(*child, "still there");
    CHECK(next(*child) == "still there");
    if (options.stderr_mode == Stderr::discard) {
        CHECK(child->captured_stderr().empty());
        return;
    }
    for (int i = 0; i < 1000 && !child->captured_stderr().ends_with("the end"); ++i) {
        std::this_thread::sleep_for(2ms);
    }
    CHECK(child->captured_stderr().size() == 1000);
    CHECK(child->captured_stderr().ends_with("!the end"));
}

TEST_CASE("STD-14 a child gets the variables that are allowed, and those that are given") {
    setenv("MCPGEN_TEST_SECRET", "secret", 1);
    setenv("LC_MCPGEN_TEST", "tongue", 1);
    auto options = habit({"variable", "MCPGEN_TEST_SECRET", "LC_MCPGEN_TEST", "GIVEN", "PATH"});
    options.environment = {{"GIVEN", "a=b"}, {"PATH", "/given"}};
    auto child = start(options);
    CHECK(next(*child) == "<none>");
    CHECK(next(*child) == "tongue");
    CHECK(next(*child) == "a=b");
    CHECK(next(*child) == "/given");
    options.inherit = std::vector<std::string>{"*"};
    child = start(options);
    CHECK(next(*child) == "secret");
    options.inherit = std::vector<std::string>{};
    child = start(options);
    CHECK(next(*child) == "<none>");
    CHECK(next(*child) == "<none>");
}

TEST_CASE("a child starts where it is told, with clean signals and no descriptors of others") {
    auto options = habit({"directory"});
    options.working_directory = "/";
    CHECK(next(*start(options)) == "/");

    const int leaked = open("/dev/null", O_RDONLY);  // not close-on-exec
    REQUIRE(leaked >= 0);
    CHECK(next(*start(habit({"descriptors"}))) == "open:");
    close(leaked);

    sigset_t sigpipe;
    sigset_t old;
    sigemptyset(&sigpipe);
    sigaddset(&sigpipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe, &old);
    CHECK(next(*start(habit({"signals"}))) == "open default leads");
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

TEST_CASE("two children do not hold each other's pipes") {
    auto first = start(habit({"echo"}));
    auto second = start(habit({"echo"}));
    send(*second, "x");
    CHECK(next(*second) == "x");
    const auto begin = Clock::now();
    first->close();
    CHECK(seconds_since(begin) < 1.5);
}
