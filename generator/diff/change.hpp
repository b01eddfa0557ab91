// One difference between two revisions, and what it costs whom. Found by `compare.hpp`, printed by
// `report.hpp`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// What a change does. A change that breaks nothing is additive.
struct Breaks {
    bool wire =
        false;  ///< a document of one revision may be refused or misread by a peer of the other
    bool source = false;  ///< code written against the old bindings may stop compiling
};

struct Change {
    std::string kind;  ///< `member.retyped`; docs/diff.md lists them all
    std::string name;  ///< `Tool.icons`, `tools/call`
    std::string before;
    std::string after;
    Breaks breaks;
    std::optional<bool>
        merges;  ///< both shapes fit into one C++ type; false: an override has to say how
    std::string note;

    /// `member` of `member.retyped`.
    std::string_view subject() const { return std::string_view(kind).substr(0, kind.find('.')); }
    /// `retyped`.
    std::string_view verb() const { return std::string_view(kind).substr(kind.find('.') + 1); }
    bool additive() const { return !breaks.wire && !breaks.source; }
};

/// What was compared, and everything that differs, in the order in which it is shown.
struct Difference {
    std::string old_revision;
    std::string old_file;
    std::string new_revision;
    std::string new_file;
    std::vector<Change> changes;
};

}  // namespace mcpgen
