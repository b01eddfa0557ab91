// Descriptors, wake-ups, and writing that neither waits nor kills.
#include "transport/fd.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/eventfd.h>
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <string>
#include <system_error>

namespace mcp::transport {
namespace {

thread_local bool sigpipe_is_blocked = false;
std::atomic<bool> sigpipe_is_ignored = false;

bool is_socket(int fd) {
    struct stat status {};
    return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

sigset_t only_sigpipe() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    return set;
}

// Sanitizers know the functions of the C library, and not the system calls.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define MCP_SANITIZED
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) || \
    __has_feature(memory_sanitizer)
#define MCP_SANITIZED
#endif
#endif

/// As `write`, but no point of cancellation.
long write_bytes(int fd, std::string_view bytes) noexcept {
#if defined(__linux__) && !defined(MCP_SANITIZED)
    return ::syscall(SYS_write, fd, bytes.data(), bytes.size());
#else
    return ::write(fd, bytes.data(), bytes.size());
#endif
}

/// Writes with SIGPIPE kept away from this thread; one that was raised meanwhile is taken back.
long write_without_signal(int fd, std::string_view bytes) {
    const sigset_t sigpipe = only_sigpipe();
    sigset_t pending;
    sigset_t old;
    sigpending(&pending);
    const bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &sigpipe, &old);
    const long written = write_bytes(fd, bytes);
    const int error = errno;
    if (written < 0 && error == EPIPE && !was_pending) {
        const timespec now{};
        while (sigtimedwait(&sigpipe, nullptr, &now) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    errno = error;
    return written;
}

}  // namespace

void Fd::reset(int fd) noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
}

std::pair<Fd, Fd> make_pipe() {
    int ends[2] = {-1, -1};
#if defined(__linux__)
    if (pipe2(ends, O_CLOEXEC) != 0) return {};
#else
    if (pipe(ends) != 0) return {};
    for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
#endif
    return {Fd(ends[0]), Fd(ends[1])};
}

[[gnu::hot]] long read_some(int fd, char* into, std::size_t size) noexcept {
#if defined(__linux__) && !defined(MCP_SANITIZED)
    return ::syscall(SYS_read, fd, into, size);
#else
    return ::read(fd, into, size);
#endif
}

std::string error_words(int error_number) { return std::generic_category().message(error_number); }

int poll_timeout(Time deadline) {
    if (deadline == Time::max()) return -1;
    const Time now = Time::clock::now();
    if (deadline <= now) return 0;  // asked first: the difference of distant times is none
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count();
    return static_cast<int>(std::min<long long>(milliseconds, INT_MAX));
}

#if defined(__linux__)
Wakeup::Wakeup() : read_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!read_) throw std::system_error(errno, std::generic_category(), "eventfd");
}
void Wakeup::set() noexcept {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(read_.get(), &one, sizeof one);
}
void Wakeup::clear() noexcept {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto taken = ::read(read_.get(), &count, sizeof count);
}
#else
Wakeup::Wakeup() {
    auto [read, write] = make_pipe();
    if (!read) throw std::system_error(errno, std::generic_category(), "pipe");
    fcntl(read.get(), F_SETFL, O_NONBLOCK);
    fcntl(write.get(), F_SETFL, O_NONBLOCK);
    read_ = std::move(read);
    write_ = std::move(write);
}
void Wakeup::set() noexcept {
    const char one = 1;
    [[maybe_unused]] const auto written = ::write(write_.get(), &one, sizeof one);
}
void Wakeup::clear() noexcept {
    char taken[64];
    while (::read(read_.get(), taken, sizeof taken) > 0) {}
}
#endif

WriteMode own_for_writing(int fd) {
    if (is_socket(fd)) return WriteMode::socket;
    const int flags = fcntl(fd, F_GETFL);
    if (flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0) return WriteMode::nonblocking;
    return WriteMode::careful;
}

WriteMode share_for_writing(Fd& fd) {
    if (is_socket(fd.get())) return WriteMode::socket;
#if defined(__linux__)
    // O_NONBLOCK belongs to what was opened, not to the descriptor. A pipe or a terminal that is
    // opened a second time can have it while everybody else's stays as it is.
    struct stat status {};
    if (fstat(fd.get(), &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode))) {
        const std::string path = "/proc/self/fd/" + std::to_string(fd.get());
        Fd own(open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
        if (own) {
            fd = std::move(own);
            return WriteMode::nonblocking;
        }
    }
#endif
    return WriteMode::careful;
}

[[gnu::hot]] long write_some(int fd, WriteMode mode, std::string_view bytes) {
    for (;;) {
        long written = 0;
        if (mode == WriteMode::socket) {
            written = ::send(fd, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        } else {
            if (mode == WriteMode::careful) {
                pollfd ready{fd, POLLOUT, 0};
                if (poll(&ready, 1, 0) <= 0 || ready.revents == 0) return 0;
                bytes = bytes.substr(0, PIPE_BUF);
            }
            if (sigpipe_is_blocked || sigpipe_is_ignored.load(std::memory_order_relaxed)) {
                written = write_bytes(fd, bytes);
            } else {
                written = write_without_signal(fd, bytes);
            }
        }
        if (written >= 0) return written;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return 0;
        if (errno != EINTR) return -1;
    }
}

void block_sigpipe_in_this_thread() {
    const sigset_t sigpipe = only_sigpipe();
    sigpipe_is_blocked = pthread_sigmask(SIG_BLOCK, &sigpipe, nullptr) == 0;
}

void ignore_sigpipe() {
    struct sigaction action {};
    if (sigaction(SIGPIPE, nullptr, &action) != 0) return;
    if ((action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_DFL) {
        action.sa_handler = SIG_IGN;
        if (sigaction(SIGPIPE, &action, nullptr) != 0) return;
    }
    sigpipe_is_ignored = true;
}

}  // namespace mcp::transport
