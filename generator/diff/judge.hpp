// What the comparisons of types and of methods share: whether two shapes are equal, what a new
// shape breaks, and whether both merge.
#pragma once

#include <generator/diff/accepts.hpp>
#include <generator/diff/change.hpp>
#include <generator/diff/load.hpp>

namespace mcpgen {

/// What a change can break.
namespace breaks {
inline constexpr Breaks nothing{};
inline constexpr Breaks wire_only{.wire = true, .source = false};
inline constexpr Breaks source_only{.wire = false, .source = true};
inline constexpr Breaks both{.wire = true, .source = true};
}  // namespace breaks

class Judge {
public:
    explicit Judge(const Sides& sides);

    const Model& older() const { return sides_.older.model; }
    const Model& newer() const { return sides_.newer.model; }
    const Renames& renames() const { return renames_; }

    /// Alike in everything; a renamed type is the same type.
    bool equal(const Type& newer, const Type& older) const;
    /// What replacing one shape by the other breaks, and whether they merge; adds the shapes.
    Change retyped(std::string kind, std::string name, const Type& newer, const Type& older) const;
    bool accepts(const Type& newer, const Type& older) const {
        return acceptance_.accepts(newer, older);
    }
    std::string_view renamed(std::string_view old_name) const {
        return acceptance_.renamed(old_name);
    }

private:
    Type in_new_words(Type type) const;
    bool same_in_cpp(const Type& newer, const Type& older) const;

    const Sides& sides_;
    Renames renames_;
    Acceptance acceptance_;
};

/// A type for readers, with the format, which `to_text` leaves out.
std::string shape_text(const Type& type);

}  // namespace mcpgen
