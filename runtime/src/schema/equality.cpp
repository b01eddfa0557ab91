// Structural equality and hashing over JSON text.
#include "schema/equality.hpp"

#include "json/text.hpp"
#include "schema/decimal.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace mcp::schema {
namespace {

struct Named {
    std::string name;
    JsonView value;
};

std::vector<Named> sorted_members(JsonView object) {
    std::vector<Named> members;
    for (const JsonMember& member : object.members())
        members.push_back({member.name(), member.value});
    std::sort(members.begin(), members.end(),
              [](const Named& a, const Named& b) { return a.name < b.name; });
    return members;
}

bool same_objects(JsonView a, JsonView b, std::size_t depth) {
    const auto left = sorted_members(a);
    const auto right = sorted_members(b);
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [&](const Named& x, const Named& y) {
                          return x.name == y.name && same_value(x.value, y.value, depth + 1);
                      });
}

bool same_arrays(JsonView a, JsonView b, std::size_t depth) {
    const auto left = a.elements();
    const auto right = b.elements();
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [&](JsonView x, JsonView y) { return same_value(x, y, depth + 1); });
}

std::size_t hash_text(std::string_view text) { return std::hash<std::string_view>()(text); }

std::size_t mix(std::size_t seed, std::size_t hash) {
    return seed ^ (hash + 0x9e3779b97f4a7c15U + (seed << 6U) + (seed >> 2U));
}

}  // namespace

std::string_view plain_text(std::string_view raw, std::string& room) {
    if (raw.find('\\') == std::string_view::npos) return raw;
    room.clear();
    detail::append_unescaped(room, raw);
    return room;
}

bool same_value(JsonView a, JsonView b, std::size_t depth) {
    const JsonKind kind = a.kind();
    if (kind != b.kind() || depth > deepest_equality) return false;
    if (a.text() == b.text()) return true;
    switch (kind) {
        case JsonKind::number: return same_number(a.text(), b.text());
        case JsonKind::string: {
            std::string room_a;
            std::string room_b;
            return plain_text(a, room_a) == plain_text(b, room_b);
        }
        case JsonKind::array: return same_arrays(a, b, depth);
        case JsonKind::object: return same_objects(a, b, depth);
        default: return false;
    }
}

std::size_t hash_value(JsonView value, std::size_t depth) {
    if (depth > deepest_equality) return 0;
    switch (value.kind()) {
        case JsonKind::number: return Decimal(value.text()).hash();
        case JsonKind::string: {
            std::string room;
            return hash_text(plain_text(value, room)) + 1;
        }
        case JsonKind::array: {
            std::size_t seed = 17;
            for (const JsonView element : value.elements())
                seed = mix(seed, hash_value(element, depth + 1));
            return seed;
        }
        case JsonKind::object: {
            std::size_t sum = 23;  // a sum, since the order does not count
            for (const JsonMember& member : value.members())
                sum += mix(hash_text(member.name()), hash_value(member.value, depth + 1));
            return sum;
        }
        default: return hash_text(value.text()) + 2;
    }
}

}  // namespace mcp::schema
