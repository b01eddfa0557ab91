// A server program under measurement: starts it, speaks lines with it, reads its meters. Blocking,
// and with as little of its own as possible, because all of it is measured along.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpgen::bench {

class StdioChild {
public:
    /// Ends the program when the child cannot be started.
    explicit StdioChild(const std::vector<std::string>& command);
    ~StdioChild();
    StdioChild(const StdioChild&) = delete;
    StdioChild& operator=(const StdioChild&) = delete;

    void send(std::string_view bytes);
    /// The next line, valid until the next call. Ends the program when there is none.
    std::string_view line();
    /// Whether another line is there already.
    bool has_line() const { return text_.find('\n', begin_) != std::string::npos; }

    double processor_seconds() const;
    int pid() const { return pid_; }
    double peak_megabytes() const;
    double resident_megabytes() const;

private:
    double megabytes(std::string_view name) const;
    [[noreturn]] void give_up(const char* what) const;

    std::string name_;
    int pid_ = -1;
    int in_ = -1;
    int out_ = -1;
    std::string text_{};
    std::size_t begin_ = 0;
};

/// The processor time of another process, and of those that it has started and that are there.
double processor_seconds_of(int pid);
double processor_seconds_of_children(int pid);
/// Seconds by the clock that never goes back.
double now_seconds();
/// The processor time of this process.
double processor_seconds();

}  // namespace mcpgen::bench
