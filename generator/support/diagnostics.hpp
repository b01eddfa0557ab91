// Problems found in the input, collected so that a stage can report all of its own.
// This is not for problems of the program itself; those are exceptions.
#pragma once

#include <generator/support/shared_text.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace mcpgen {

/// Where in the input something is: a file, and a line, a JSON pointer, or both.
struct Location {
    SharedText file;
    SharedText pointer;        ///< `#/$defs/Tool/properties/x`; empty when unknown
    std::uint32_t line = 0;    ///< from 1; 0 when unknown
    std::uint32_t column = 0;  ///< from 1
};

enum class Severity { note, warning, error };

/// One problem: a sentence that says what is wrong, and a hint that says what to do.
struct Diagnostic {
    Severity severity = Severity::error;
    Location where;
    std::string message;
    std::string hint;
};

/// Text of a problem as wording without a place; see `support/messages.hpp` for all of them.
struct Message {
    std::string text;
    std::string hint;
};

class Diagnostics {
public:
    void error(Location where, Message message);
    void warning(Location where, Message message);

    bool failed() const { return errors_ > 0; }
    std::size_t error_count() const { return errors_; }
    const std::vector<Diagnostic>& all() const { return all_; }

private:
    std::vector<Diagnostic> all_;
    std::size_t errors_ = 0;
};

/// `file:12:3: error: sentence (#/$defs/X)` and, on a second line, the hint. `color` adds terminal
/// colours. Control characters in what is quoted from the input are made visible.
std::string to_text(const Diagnostic& diagnostic, bool color);

/// The same as one JSON object, for editors.
std::string to_json(const Diagnostic& diagnostic);

}  // namespace mcpgen
