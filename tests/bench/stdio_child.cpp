// See stdio_child.hpp.
#include <tests/bench/stdio_child.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>

extern char** environ;  // NOLINT: POSIX says that no header declares it

namespace mcpgen::bench {
namespace {

double seconds(const timespec& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

double processor_seconds_of(int pid) {
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return seconds(time);
}

double processor_seconds_of_children(int parent) {
    double sum = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const int pid = std::atoi(entry.path().filename().c_str());
        std::ifstream stat(pid > 0 ? entry.path() / "stat" : "/dev/null");
        std::string text;
        std::getline(stat, text);
        // The name, in parentheses, may hold anything; then come a letter and the parent.
        const auto name_end = text.rfind(')');
        if (name_end == std::string::npos || name_end + 4 > text.size()) continue;
        if (std::atoi(text.c_str() + name_end + 4) == parent) sum += processor_seconds_of(pid);
    }
    return sum;
}

double now_seconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return seconds(now);
}

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return seconds(time);
}

StdioChild::StdioChild(const std::vector<std::string>& command) : name_(command.front()) {
    int to[2] = {-1, -1};
    int from[2] = {-1, -1};
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) give_up("pipe");
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, from[1], STDOUT_FILENO);
    std::vector<char*> words;
    words.reserve(command.size() + 1);
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const int error = posix_spawnp(&pid_, words[0], &files, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    close(to[0]);
    close(from[1]);
    out_ = to[1];
    in_ = from[0];
    errno = error;
    if (error != 0) give_up("start");
}

StdioChild::~StdioChild() {
    close(out_);
    close(in_);
    for (int i = 0; i < 200; ++i) {
        if (waitpid(pid_, nullptr, WNOHANG) == pid_) return;
        usleep(10'000);
    }
    std::fprintf(stderr, "%s does not end with its input\n", name_.c_str());
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
}

void StdioChild::give_up(const char* what) const {
    std::fprintf(stderr, "%s: %s: %s\n", name_.c_str(), what, std::strerror(errno));
    std::exit(2);
}

void StdioChild::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = write(out_, bytes.data(), bytes.size());
        if (count < 0) give_up("write");
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

std::string_view StdioChild::line() {
    for (;;) {
        const std::size_t end = text_.find('\n', begin_);
        if (end != std::string::npos) {
            const auto line = std::string_view(text_).substr(begin_, end - begin_);
            begin_ = end + 1;
            return line;
        }
        text_.erase(0, begin_);
        begin_ = 0;
        char chunk[64 * 1024];
        const auto count = read(in_, chunk, sizeof chunk);
        if (count <= 0) give_up("read");
        text_.append(chunk, static_cast<std::size_t>(count));
    }
}

double StdioChild::processor_seconds() const { return processor_seconds_of(pid_); }

double StdioChild::megabytes(std::string_view name) const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(name)) return std::atof(line.c_str() + name.size()) / 1024;
    }
    return 0;
}

double StdioChild::peak_megabytes() const { return megabytes("VmHWM:"); }
double StdioChild::resident_megabytes() const { return megabytes("VmRSS:"); }

}  // namespace mcpgen::bench
