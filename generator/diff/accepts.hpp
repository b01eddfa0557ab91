// Whether a reader of the new revision takes everything that a writer of the old one may send, type
// by type.
#pragma once

#include <generator/model/model.hpp>

#include <map>
#include <string>

namespace mcpgen {

/// Names of the old model that are called differently in the new one.
using Renames = std::map<std::string, std::string, std::less<>>;

class Acceptance {
public:
    /// The models and the renames must outlive it.
    Acceptance(const Model& older, const Model& newer, const Renames& renames)
        : older_(older), newer_(newer), renames_(renames) {}

    /// True when no old value is refused. A type that keeps its name counts as accepted: what
    /// changed inside it is a change of its own. Objects are taken to hold no members but those
    /// they are documented to have.
    bool accepts(const Type& newer, const Type& older) const { return accepts(newer, older, 0); }

    /// The name that an old declaration has in the new model.
    std::string_view renamed(std::string_view old_name) const;

private:
    bool accepts(const Type& newer, const Type& older, int depth) const;
    bool accepts_record(const Type& newer, const Type& older, int depth) const;
    bool accepts_text(const Type& newer, const Type& older) const;

    const Model& older_;
    const Model& newer_;
    const Renames& renames_;
};

/// `type` without limits, formats and shapes: what its C++ type depends on.
Type bare(Type type);

}  // namespace mcpgen
