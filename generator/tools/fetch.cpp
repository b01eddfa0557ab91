// See fetch.hpp.
#include <generator/tools/fetch.hpp>

#include <generator/support/tool_messages.hpp>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace mcpgen {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_output = std::size_t{64} << 20;

/// Where the program may be: installed, or in a build folder of a checkout.
std::vector<fs::path> candidates() {
    if (const char* wish = std::getenv("MCPGEN_FETCH"); wish != nullptr && *wish != '\0')
        return {wish};
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    return {folder / "mcpgen-fetch", folder.parent_path() / "runtime" / "fetch" / "mcpgen-fetch"};
}

std::optional<fs::path> find_program(Diagnostics& diagnostics) {
    std::error_code error;
    std::string tried;
    for (const fs::path& path : candidates()) {
        if (fs::is_regular_file(path, error)) return path;
        tried += (tried.empty() ? "" : " and ") + path.string();
    }
    diagnostics.error({}, messages::no_fetcher(tried));
    return std::nullopt;
}

/// Reads until the other side closes. Nothing when that is more than anyone can have to say.
std::optional<std::string> read_all(int descriptor) {
    std::string out;
    std::array<char, 65536> buffer{};
    while (out.size() <= max_output) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return out;
        out.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return std::nullopt;
}

/// Runs the program; what it writes to the standard error stream reaches the user.
std::optional<std::string> run(const fs::path& program, const std::string& option,
                               const std::string& value, Diagnostics& diagnostics) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        diagnostics.error({}, messages::fetch_failed(std::strerror(errno)));
        return std::nullopt;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    std::array<std::string, 3> words = {program.string(), option, value};
    std::array<char*, 4> arguments = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    pid_t child = 0;
    const int failed =
        ::posix_spawn(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (failed != 0) {
        ::close(ends[0]);
        diagnostics.error({}, messages::fetch_failed(std::strerror(failed)));
        return std::nullopt;
    }
    std::optional<std::string> out = read_all(ends[0]);
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (out && WIFEXITED(status) && WEXITSTATUS(status) == 0) return out;
    const std::string why = WIFSIGNALED(status)
                                ? "the program ended by signal " + std::to_string(WTERMSIG(status))
                                : "see above";
    diagnostics.error({}, messages::fetch_failed(out ? why : "it says too much"));
    return std::nullopt;
}

}  // namespace

std::optional<Manifest> fetch_manifest(const std::string& option, const std::string& value,
                                       Diagnostics& diagnostics) {
    const auto program = find_program(diagnostics);
    if (!program) return std::nullopt;
    const auto text = run(*program, option, value, diagnostics);
    if (!text) return std::nullopt;
    Manifest manifest;
    if (auto document = parse_document(value, *text, diagnostics))
        add_to_manifest(manifest, *std::move(document), diagnostics);
    if (!diagnostics.failed() && manifest.empty())
        diagnostics.error({.file = value, .pointer = {}}, messages::empty_manifest());
    if (diagnostics.failed()) return std::nullopt;
    return manifest;
}

}  // namespace mcpgen
