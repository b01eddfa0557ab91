// Handles signals: the handler writes one byte to a pipe, and a thread that reads it requests the
// stop.
#include "peer/interrupt.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace mcpctl {
namespace {

std::atomic<int> interrupt_pipe{-1};

void on_interrupt(int) {
    const int saved = errno;
    const char byte = 1;
    const auto written = ::write(interrupt_pipe.load(), &byte, 1);
    static_cast<void>(written);  // a full pipe: the news is there already
    errno = saved;
}

}  // namespace

Interrupt::Interrupt() {
    if (::pipe2(pipe_.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe");
    interrupt_pipe = pipe_[1];
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    watcher_ = std::thread([this] {
        char byte = 0;
        while (::read(pipe_[0], &byte, 1) < 0 && errno == EINTR) {}
        if (byte != 0) source_.request_stop();
    });
}

Interrupt::~Interrupt() {
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    const char end = 0;
    const auto written = ::write(pipe_[1], &end, 1);
    static_cast<void>(written);
    watcher_.join();
    interrupt_pipe = -1;
    ::close(pipe_[0]);
    ::close(pipe_[1]);
}

}  // namespace mcpctl
