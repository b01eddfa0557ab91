// A server program as a process of its own: what it says on standard error, and how it ends. Ended
// with the object. No test cases.
#pragma once

#include "support.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

extern char** environ;  // NOLINT: POSIX says that no header declares it

namespace asio_test {

class ServerProcess {
public:
    /// `passed`: a socket that it gets as systemd would pass it, for the process `for_pid`; for
    /// itself when that is 0.
    explicit ServerProcess(std::vector<std::string> command, int passed = -1, pid_t for_pid = 0) {
        if (passed >= 0) {
            // Only a shell can say the number of the process that it becomes.
            const std::string pid = for_pid == 0 ? "$$" : std::to_string(for_pid);
            const std::string line = "LISTEN_FDS=1 LISTEN_PID=" + pid + " exec \"$@\"";
            command.insert(command.begin(), {"/bin/sh", "-c", line, "sh"});
        }
        int pipe[2] = {-1, -1};
        if (::pipe2(pipe, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files, pipe[1], 2);
        if (passed >= 0) posix_spawn_file_actions_adddup2(&files, passed, 3);
        std::vector<char*> words;
        words.reserve(command.size() + 1);
        for (std::string& word : command) words.push_back(word.data());
        words.push_back(nullptr);
        const int error = posix_spawnp(&pid_, words[0], &files, nullptr, words.data(), environ);
        posix_spawn_file_actions_destroy(&files);
        ::close(pipe[1]);
        stderr_ = pipe[0];
        if (error != 0) throw std::runtime_error(command[0] + " cannot be started");
    }
    ~ServerProcess() {
        if (!ended_) {
            signal(SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
        ::close(stderr_);
    }
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    pid_t pid() const { return pid_; }
    void signal(int number) const { ::kill(pid_, number); }

    /// Its next line; what there is when none is completed.
    std::string line() {
        std::string text;
        pollfd waits{stderr_, POLLIN, 0};
        char byte = 0;
        while (::poll(&waits, 1, static_cast<int>(patience.count())) > 0 &&
               ::read(stderr_, &byte, 1) == 1 && byte != '\n') {
            text += byte;
        }
        return text;
    }
    /// Where it listens, as it says next; throws when it says something else.
    std::string address() {
        constexpr std::string_view mark = "listening on ";
        const std::string text = line();
        if (!text.starts_with(mark)) throw std::runtime_error(text);
        return text.substr(mark.size());
    }
    /// All that it says until it ends.
    std::string rest() {
        std::string text;
        pollfd waits{stderr_, POLLIN, 0};
        char buffer[4096];
        while (::poll(&waits, 1, static_cast<int>(patience.count())) > 0) {
            const ssize_t size = ::read(stderr_, buffer, sizeof buffer);
            if (size <= 0) break;
            text.append(buffer, static_cast<std::size_t>(size));
        }
        return text;
    }
    /// Exit status, or a signal's number below zero; nothing while it runs.
    std::optional<int> end() {
        int status = 0;
        if (!ended_ && ::waitpid(pid_, &status, WNOHANG) == pid_) {
            ended_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        }
        return ended_;
    }
    /// The same, when it has come; -1000 when it does not come.
    int wait() {
        return eventually([this] { return end().has_value(); }) ? *end() : -1000;
    }

private:
    pid_t pid_ = -1;
    int stderr_ = -1;
    std::optional<int> ended_{};
};

}  // namespace asio_test
