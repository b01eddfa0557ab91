// What can go wrong, as the user is told: one sentence with what and where, and what to do. How it
// is printed is in `output/terminal.hpp`.
#pragma once

#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <optional>
#include <string>
#include <utility>

namespace mcpctl {

inline constexpr int exit_fine = 0;
inline constexpr int exit_failed = 1;       ///< the server, or the call
inline constexpr int exit_wrong_usage = 2;  ///< the command line

struct Problem {
    std::string what{};
    std::string hint{};  ///< what to do; may be empty
    int exit_code = exit_failed;
    std::optional<mcp::Json> details{};  ///< for `--json`: the server's own error
};

inline Problem wrong_usage(std::string what, std::string hint) {
    return {std::move(what), std::move(hint), exit_wrong_usage, {}};
}

template <class T>
using Outcome = mcp::Result<T, Problem>;
using mcp::Unexpected;

}  // namespace mcpctl
