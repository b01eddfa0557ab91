// Where the members of an object are, so that what is looked up again and again is not searched for
// again and again.
#pragma once

#include <mcp/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mcp::rpc {

/// The members of an object, in the order in which they came, as far as they are few and have
/// plain names.
class MemberList {
public:
    /// For no object.
    void clear() { whole_ = false; }
    /// For the object whose text begins here.
    void start(const char* object) { object_ = object, size_ = 0, whole_ = true; }
    void add(std::string_view name, std::string_view value) {
        if (size_ == most) return give_up();
        entries_[size_++] = {place_of(name), place_of(value)};
    }
    /// There are members that are not in here.
    void give_up() { whole_ = false; }

    /// `object[name]`. Quick for the object of this list; another one is searched.
    std::optional<JsonView> find(JsonView object, std::string_view name) const;
    /// Becomes the list of a copy of the other one's object.
    void copy(const MemberList& other, const char* object);

private:
    /// A part of the object's text, which has less than 4 GiB.
    struct Place {
        std::uint32_t begin;
        std::uint32_t size;
    };
    struct Entry {
        Place name;
        Place value;
    };
    static constexpr std::size_t most = 8;

    Place place_of(std::string_view text) const {
        return {static_cast<std::uint32_t>(text.data() - object_),
                static_cast<std::uint32_t>(text.size())};
    }
    std::string_view text_of(Place place) const { return {object_ + place.begin, place.size}; }

    const char* object_ = nullptr;
    Entry entries_[most];  // so many as `size_` says have a value
    std::uint8_t size_ = 0;
    bool whole_ = false;
};

}  // namespace mcp::rpc
