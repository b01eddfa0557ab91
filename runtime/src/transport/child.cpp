// Ending a child and all of its group.
//
//   running --its own end--> ended --the rest of the group: SIGTERM, SIGKILL--> reaped
//           --grace, SIGTERM, grace, SIGKILL--^
#include "transport/child.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

namespace mcp::transport {
namespace {

/// Where nothing can be waited for, it is looked for so often.
constexpr std::chrono::milliseconds look_every{5};

int open_end_fd([[maybe_unused]] pid_t pid) {
#if defined(SYS_pidfd_open)
    return static_cast<int>(syscall(SYS_pidfd_open, pid, 0));  // close-on-exec
#else
    return -1;
#endif
}

void sleep_until_next_look(Time deadline) {
    std::this_thread::sleep_until(std::min(deadline, Time::clock::now() + look_every));
}

}  // namespace

Child::Child(pid_t pid) : pid_(pid), end_(open_end_fd(pid)) {}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      end_(std::move(other.end_)),
      ended_(other.ended_),
      reaped_(other.reaped_),
      code_(other.code_),
      status_(other.status_) {}

bool Child::ended_by(Time deadline) {
    while (!ended_) {
        siginfo_t info{};
        const int result =
            waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
        if (result == 0 && info.si_pid == pid_) {
            ended_ = true;
            code_ = info.si_code;
            status_ = info.si_status;
        } else if (result != 0 && errno == ECHILD) {
            ended_ = reaped_ = true;  // somebody else has taken it, or SIGCHLD is ignored
        } else if (Time::clock::now() >= deadline) {
            return false;
        } else if (end_) {
            pollfd end{end_.get(), POLLIN, 0};
            poll(&end, 1, poll_timeout(deadline));
        } else {
            sleep_until_next_look(deadline);
        }
    }
    return true;
}

void Child::reap() {
    if (reaped_) return;
    siginfo_t info{};
    while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG) != 0 &&
           errno == EINTR) {}
    reaped_ = true;
}

bool Child::group_is_empty() const { return kill(-pid_, 0) != 0 && errno == ESRCH; }

bool Child::group_empty_by(Time deadline) const {
    while (!group_is_empty()) {
        if (Time::clock::now() >= deadline) return false;
        sleep_until_next_look(deadline);
    }
    return true;
}

void Child::end(std::chrono::milliseconds grace) {
    const auto later = [](std::chrono::milliseconds wait) { return Time::clock::now() + wait; };
    if (pid_ <= 0 || reaped_) return;
    if (!ended_by(later(grace))) {
        kill(-pid_, SIGTERM);
        if (!ended_by(later(grace))) {
            kill(-pid_, SIGKILL);
            // Even that may take a while, in a file system that hangs; not for ever here.
            if (!ended_by(later(std::chrono::seconds(2)))) return;
        }
    }
    // What the child has started and left behind. As long as the child is in the table, the number
    // of its group is not given to others.
    kill(-pid_, SIGTERM);
    reap();
    if (!group_empty_by(later(grace))) kill(-pid_, SIGKILL);
}

std::string Child::how_it_ended() const {
    if (!ended_) return {};
    if (code_ == CLD_EXITED) {
        return "the server ended with exit status " + std::to_string(status_);
    }
    if (code_ == CLD_KILLED || code_ == CLD_DUMPED) {
        return "the server was ended by signal " + std::to_string(status_) + " (" +
               strsignal(status_) + ')';
    }
    return "the server has ended";
}

}  // namespace mcp::transport
