// Runs programs as users do: in a folder, by a shell.
#pragma once

#include <cstdlib>
#include <string>

#include <sys/wait.h>

#include "generator/support/temporary_folder.hpp"

namespace mcpgen::test {

struct Run {
    int code = -1;
    std::string out;
    std::string err;
};

/// Runs shell commands in `folder`, without input.
inline Run run_shell(const TemporaryFolder& folder, const std::string& commands) {
    const TemporaryFolder streams;
    const std::string all = "cd '" + folder.path().string() + "' && { " + commands + "; } >'" +
                            (streams / "out").string() + "' 2>'" + (streams / "err").string() +
                            "' </dev/null";
    const int status = std::system(all.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, streams.get("out"), streams.get("err")};
}

}  // namespace mcpgen::test
