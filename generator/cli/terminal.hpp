// What reaches the user's eyes: results on the standard output, problems and progress on the
// standard error stream, colours where they are wanted.
#pragma once

#include <generator/cli/options.hpp>
#include <generator/pipeline.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace mcpgen::cli {

class Terminal {
public:
    explicit Terminal(const Manner& manner);

    /// A result that was asked for.
    void print(std::string_view text);
    /// A result that `--quiet` leaves out.
    void remark(std::string_view text);
    /// A unified diff, coloured on a terminal; `--quiet` leaves it out.
    void print_diff(std::string_view diff);

    /// Every problem, then how many, when they are more than one.
    void report(const Diagnostics& diagnostics);
    void report(const Diagnostic& diagnostic);

    /// Names the stage on a terminal, once the work has taken 200 ms. Copies of the function refer
    /// to this object.
    Progress progress();
    /// Takes the progress line away.
    void end_progress();

    /// False when the standard output did not take everything; errno says why.
    bool flush();

private:
    Manner manner_;
    bool color_out_ = false;
    bool color_error_ = false;
    bool show_progress_ = false;
    bool progress_shown_ = false;
    bool output_failed_ = false;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace mcpgen::cli
