// Finds members that an object has twice, for many nested objects at once and without quadratic
// cost.
#pragma once

#include "json/cursor.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::detail {

/// The names seen so far in one open object.
struct ObjectNames {
    std::uint64_t filter = 0;  ///< one bit per hash of a name
    std::uint32_t base = 0;    ///< where its names start in the stack
    bool unsure = false;  ///< a late name may be a repetition; settled when the object is closed
};

/// The names of all objects that are open, innermost last; each is a token, or an unescaped copy.
class KeyStack {
public:
    /// For one document. A member is at least four tokens, which bounds how many names there can
    /// be.
    void start(const Cursor& cursor);
    /// Gives back what a large document needed, and the names that were kept.
    void shrink();
    bool is_large() const { return capacity_ > largest_kept_table || !kept_.empty(); }

    ObjectNames open() const { return {0, used_, false}; }

    /// Adds the name at `token`. False when the object is small and has it already.
    bool add(ObjectNames& object, std::uint32_t token, std::string_view name) {
        const std::uint64_t bit = std::uint64_t{1} << (hash(name) & 63);
        const bool fresh = (object.filter & bit) == 0;
        object.filter |= bit;
        names_[used_++] = token;
        return fresh || !repeats_last(object);
    }

    /// Forgets the names of the innermost object. Gives a name that it had twice and that `add` did
    /// not see, or null data.
    std::string_view close(const ObjectNames& object) {
        if (object.unsure) return settle(object);
        used_ = object.base;
        return {};
    }

    /// Keeps the unescaped form of the name at `token`; gives what `add` takes in its place.
    std::uint32_t keep(std::string_view content);
    std::string_view text_of(std::uint32_t token) const;

private:
    static std::size_t hash(std::string_view name) {
        if (name.empty()) return 0;
        // Names that start and end alike are common: `minimum` and `maximum`.
        const auto early = static_cast<unsigned char>(name[name.size() / 4]);
        const auto last = static_cast<unsigned char>(name.back());
        return name.size() * 8 + std::size_t{early} * 3 + last;
    }
    bool repeats_last(ObjectNames& object) const;
    std::string_view settle(const ObjectNames& object);

    static constexpr std::size_t largest_kept_table = std::size_t{64} * 1024;

    const Cursor* cursor_ = nullptr;
    std::unique_ptr<std::uint32_t[]> names_;
    std::size_t capacity_ = 0;
    std::uint32_t used_ = 0;
    std::vector<std::unique_ptr<std::string>> kept_;
};

/// One of `names` that is there twice, or null data.
std::string_view find_repeated(std::vector<std::string_view> names);

}  // namespace mcp::detail
