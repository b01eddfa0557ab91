// Standard input and output of a server, seen from its client.
#include <mcp/transport.hpp>

#include "support.hpp"

#include <algorithm>
#include <string>

#include "catch.hpp"

using namespace transport_test;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<mcp::ProcessTransport> start_printing() {
    mcp::ProcessOptions options;
    options.command = {ODD_CHILD, "print_around"};
    options.stderr_mode = mcp::ProcessOptions::Stderr::capture;
    auto child = mcp::process_transport(options);
    REQUIRE(child.has_value());
    return *std::move(child);
}

}  // namespace

TEST_CASE("STD-03 R093 what a server prints goes to standard error, messages alone to its output") {
    auto child = start_printing();
    for (int i = 0; i < 3; ++i) {
        send(*child, "message " + std::to_string(i));
        CHECK(next(*child) == "message " + std::to_string(i));
    }
    for (int i = 0; i < 1000; ++i) {
        const std::string printed = child->captured_stderr();
        if (std::count(printed.begin(), printed.end(), '\n') >= 9) break;
        std::this_thread::sleep_for(2ms);
    }
    const std::string printed = child->captured_stderr();
    CHECK(printed.find("before, not flushed") != std::string::npos);
    CHECK(printed.find("printf") != std::string::npos);
    CHECK(printed.find("cout") != std::string::npos);
    CHECK(printed.find("write") != std::string::npos);
    CHECK(printed.find("message") == std::string::npos);
}

TEST_CASE("STD-10 R098 a server notices the end of its input") {
    auto child = start_printing();
    send(*child, "x");
    CHECK(next(*child) == "x");
    const auto begin = Clock::now();
    child->close();
    CHECK(seconds_since(begin) < 1);
}

TEST_CASE("large messages pass through standard input and output both ways") {
    auto child = start_printing();
    const std::string large(5'000'000, 'x');
    send(*child, large);
    CHECK(next(*child) == large);
}
