// Starting the program that opens pages.
#include "auth/client/browser.hpp"

#include "auth/client/code_flow.hpp"

#include <sys/wait.h>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>

extern char** environ;

namespace mcp::auth {

bool open_in_browser(const std::string& url, const std::string& program) {
    if (!is_page(url)) return false;
#if defined(__APPLE__)
    std::string name = program.empty() ? "open" : program;
#else
    std::string name = program.empty() ? "xdg-open" : program;
#endif
    std::string argument = url;
    char* const words[] = {name.data(), argument.data(), nullptr};
    posix_spawn_file_actions_t files{};
    if (::posix_spawn_file_actions_init(&files) != 0) return false;
    // Standard output may be somebody's protocol.
    for (const int fd : {0, 1, 2}) {
        ::posix_spawn_file_actions_addopen(&files, fd, "/dev/null", fd == 0 ? O_RDONLY : O_WRONLY,
                                           0);
    }
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, name.c_str(), &files, nullptr, words, environ);
    ::posix_spawn_file_actions_destroy(&files);
    if (error != 0) return false;
    // It hands the page over to the browser, and ends.
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return false;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace mcp::auth
