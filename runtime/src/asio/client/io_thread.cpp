// One thread for all.
#include "asio/client/io_thread.hpp"

#include <csignal>
#include <mutex>

namespace mcp::asio {

std::shared_ptr<IoThread> IoThread::get() {
    static std::mutex mutex;
    static std::weak_ptr<IoThread> running;
    const std::lock_guard lock(mutex);
    auto thread = running.lock();
    if (!thread) {
        thread = std::make_shared<IoThread>();
        running = thread;
    }
    return thread;
}

IoThread::IoThread()
    : context_(std::make_shared<boost::asio::io_context>(1)),
      tasks_(context_->get_executor()),
      work_(boost::asio::make_work_guard(*context_)),
      thread_([context = context_] {
          // Signals are for the program's own threads; OpenSSL writes without MSG_NOSIGNAL.
          sigset_t all;
          sigfillset(&all);
          pthread_sigmask(SIG_BLOCK, &all, nullptr);
          context->run();
      }) {}

IoThread::~IoThread() {
    work_.reset();
    context_->stop();
    if (thread_.get_id() == std::this_thread::get_id()) {
        thread_.detach();  // the last one let go inside of a callback
    } else {
        thread_.join();
    }
}

}  // namespace mcp::asio
