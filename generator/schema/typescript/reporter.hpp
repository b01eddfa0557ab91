// Reports problems of one file: each once, and not without end.
// All stages of this front end share one, so that the limit holds for the file.
#pragma once

#include <generator/schema/typescript/messages.hpp>
#include <generator/support/diagnostics.hpp>
#include <generator/support/utf8.hpp>

#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace mcpgen::typescript {

class Reporter {
public:
    static constexpr std::size_t max_errors = 50;

    Reporter(SharedText file, Diagnostics& diagnostics)
        : file_(std::move(file)), diagnostics_(diagnostics) {}

    /// After `max_errors` it says so once and reports nothing more.
    void error(LineColumn at, Message message) {
        if (full() || !seen_.emplace(at.line, at.column, message.text).second) return;
        if (seen_.size() == max_errors) message = messages::ts_too_many_errors(max_errors - 1);
        diagnostics_.error({file_, {}, at.line, at.column}, std::move(message));
    }

    bool failed() const { return !seen_.empty(); }
    /// The caller may give up.
    bool full() const { return seen_.size() >= max_errors; }

private:
    SharedText file_;
    Diagnostics& diagnostics_;
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::string>> seen_;
};

}  // namespace mcpgen::typescript
