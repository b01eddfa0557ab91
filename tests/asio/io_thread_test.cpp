// The thread of all HTTP clients.
#include "asio/client/io_thread.hpp"

#include <catch.hpp>

#include <future>
#include <string>
#include <thread>

TEST_CASE("tasks run in the order in which they are given, by whatever thread") {
    const auto io = mcp::asio::IoThread::get();
    std::string order;
    std::promise<void> done;
    io->post([&] {
        io->post([&] { order += "the thread's own, "; });
        std::thread([&] {
            io->post([&] { order += "another's"; });
            io->post([&] { done.set_value(); });
        }).join();
    });
    done.get_future().wait();
    CHECK(order == "the thread's own, another's");
}
