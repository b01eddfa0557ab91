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
        entries_[size_++] = {name, value};
    }
    /// There are members that are not in here.
    void give_up() { whole_ = false; }

    /// `object[name]`. Quick for the object of this list; another one is searched.
    std::optional<JsonView> find(JsonView object, std::string_view name) const;
    /// Becomes the list of a copy of the other one's object.
    void copy(const MemberList& other, const char* object);

private:
    struct Entry {
        std::string_view name;
        std::string_view value;
    };
    static constexpr std::size_t most = 8;

    const char* object_ = nullptr;
    Entry entries_[most]{};
    std::uint8_t size_ = 0;
    bool whole_ = false;
};

}  // namespace mcp::rpc
