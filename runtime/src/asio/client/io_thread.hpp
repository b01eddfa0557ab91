// The thread on which all clients of a program do their input and output. It is there as long as
// somebody holds it.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <memory>
#include <thread>
#include <utility>

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
    /// Runs `task` on the thread, after all tasks that were given before. Without the strand those
    /// that the thread itself gives come last.
    template <class Task>
    void post(Task task) {
        boost::asio::post(tasks_, std::move(task));
    }

private:
    std::shared_ptr<boost::asio::io_context> context_;
    boost::asio::strand<boost::asio::io_context::executor_type> tasks_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
    std::thread thread_;
};

}  // namespace mcp::asio
