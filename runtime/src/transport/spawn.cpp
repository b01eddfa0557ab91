// Starting a child: its environment, its descriptors, its place. All that can go wrong is said by
// name, because a configuration that somebody wrote by hand is behind it.
#include "transport/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

extern char** environ;  // NOLINT: POSIX says that no header declares it

namespace mcp::transport {
namespace {

const std::vector<std::string>& inherited_by_default() {
    static const std::vector<std::string> names = {"HOME",  "LANG", "LC_*",   "LOGNAME", "PATH",
                                                   "SHELL", "TERM", "TMPDIR", "TZ",      "USER"};
    return names;
}

bool is_allowed(std::string_view name, const std::vector<std::string>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(), [&](std::string_view pattern) {
        if (!pattern.ends_with('*')) return name == pattern;
        pattern.remove_suffix(1);
        return name.starts_with(pattern);
    });
}

std::vector<std::string> environment_of(const ProcessOptions& options) {
    const auto& patterns = options.inherit ? *options.inherit : inherited_by_default();
    std::vector<std::string> variables;
    for (char** each = environ; each && *each; ++each) {
        const std::string_view variable = *each;
        const std::string_view name = variable.substr(0, variable.find('='));
        const bool replaced = std::any_of(options.environment.begin(), options.environment.end(),
                                          [&](const auto& pair) { return pair.first == name; });
        if (!replaced && is_allowed(name, patterns)) variables.emplace_back(variable);
    }
    for (const auto& [name, value] : options.environment) {
        variables.emplace_back(name).append(1, '=').append(value);
    }
    return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& strings) {
    std::vector<char*> pointers;
    pointers.reserve(strings.size() + 1);
    for (std::string& each : strings) pointers.push_back(each.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// What cannot be said by `posix_spawn`, whose error numbers do not tell their causes apart.
std::string find_fault(const ProcessOptions& options) {
    if (options.command.empty() || options.command.front().empty()) {
        return "cannot start a server: no command is given";
    }
    for (const std::string& word : options.command) {
        if (word.find('\0') != std::string::npos) {
            return "cannot start " + options.command.front() + ": a NUL in its arguments";
        }
    }
    for (const auto& [name, value] : options.environment) {
        if (name.empty() || name.find('=') != std::string::npos ||
            (name + value).find('\0') != std::string::npos) {
            return "cannot start " + options.command.front() + ": no name for a variable: \"" +
                   name + '"';
        }
    }
    const std::string& place = options.working_directory;
    struct stat status {};
    if (!place.empty() && stat(place.c_str(), &status) != 0) {
        return "cannot start " + options.command.front() + " in " + place + ": " +
               error_words(errno);
    }
    return {};
}

/// The two settings objects of `posix_spawn`, which have to be given back.
struct SpawnSettings {
    posix_spawnattr_t attributes{};
    posix_spawn_file_actions_t files{};

    SpawnSettings() {
        posix_spawnattr_init(&attributes);
        posix_spawn_file_actions_init(&files);
    }
    ~SpawnSettings() {
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    /// A group of its own, and no signal blocked or ignored that this process may have so.
    void start_afresh() {
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        sigdelset(&all, SIGKILL);
        sigdelset(&all, SIGSTOP);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
};

}  // namespace

Result<Child> Child::start(const ProcessOptions& options, Pipes& pipes) {
    if (std::string fault = find_fault(options); !fault.empty()) {
        return Unexpected(Error{std::move(fault)});
    }
    const auto fail = [&](int error) {
        return Unexpected(
            Error{"cannot start " + options.command.front() + ": " + error_words(error)});
    };
    auto [their_in, our_out] = make_pipe();
    auto [our_in, their_out] = make_pipe();
    const bool captures = options.stderr_mode == ProcessOptions::Stderr::capture;
    auto [our_stderr, their_stderr] = captures ? make_pipe() : std::pair<Fd, Fd>();
    if (!our_out || !our_in || (captures && !our_stderr)) return fail(errno);

    SpawnSettings settings;
    settings.start_afresh();
    posix_spawn_file_actions_adddup2(&settings.files, their_in.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&settings.files, their_out.get(), STDOUT_FILENO);
    if (captures) {
        posix_spawn_file_actions_adddup2(&settings.files, their_stderr.get(), STDERR_FILENO);
    } else if (options.stderr_mode == ProcessOptions::Stderr::discard) {
        posix_spawn_file_actions_addopen(&settings.files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
    // Other code of this process may have descriptors open that are not close-on-exec.
    posix_spawn_file_actions_addclosefrom_np(&settings.files, STDERR_FILENO + 1);
#endif
#endif
    if (!options.working_directory.empty()) {
        posix_spawn_file_actions_addchdir_np(&settings.files, options.working_directory.c_str());
    }
    std::vector<std::string> words = options.command;
    std::vector<std::string> variables = environment_of(options);
    const std::vector<char*> argv = pointers_to(words);
    const std::vector<char*> envp = pointers_to(variables);
    pid_t pid = -1;
    const int error = posix_spawnp(&pid, words.front().c_str(), &settings.files,
                                   &settings.attributes, argv.data(), envp.data());
    if (error != 0) return fail(error);
    pipes = {std::move(our_in), std::move(our_out), std::move(our_stderr)};
    return Child(pid);
}

}  // namespace mcp::transport
