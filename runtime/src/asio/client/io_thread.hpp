// The thread on which all clients of a program do their input and output. It is there as long as
// somebody holds it.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <memory>
#include <thread>

namespace mcp::asio {

class IoThread {
public:
    /// The one that runs, or a new one.
    static std::shared_ptr<IoThread> get();
    IoThread();
    /// Lets what is under way come to its end: fetches are given up before.
    ~IoThread();
    IoThread(const IoThread&) = delete;
    IoThread& operator=(const IoThread&) = delete;

    boost::asio::io_context& context() { return *context_; }

private:
    std::shared_ptr<boost::asio::io_context> context_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
    std::thread thread_;
};

}  // namespace mcp::asio
