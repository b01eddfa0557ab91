// Canonical JSON. Recursion is bounded: the value has passed the limits of the reader.
#include "session/canonical.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mcp::session {

namespace {

void append_number(std::string& out, JsonView value) {
    if (const auto integer = value.as_int64()) {
        out += std::to_string(*integer);
        return;
    }
    const std::string_view text = value.text();
    const auto number = value.as_double();
    // Integers that fit no int64 keep their digits: as doubles, different ones would be equal.
    if (number && text.find_first_of(".eE") != std::string_view::npos) {
        out += Json(*number).text();
    } else {
        out += text;
    }
}

void append_members(std::string& out, std::vector<std::pair<std::string, JsonView>>& members) {
    std::sort(members.begin(), members.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    out += '{';
    bool first = true;
    for (const auto& [name, value] : members) {
        if (!std::exchange(first, false)) out += ',';
        out += Json(name).text();
        out += ':';
        append_canonical(out, value);
    }
    out += '}';
}

}  // namespace

void append_canonical_without(std::string& out, JsonView object,
                              std::initializer_list<std::string_view> left_out) {
    std::vector<std::pair<std::string, JsonView>> members;
    for (const JsonMember& member : object.members()) {
        std::string name = member.name();
        if (std::find(left_out.begin(), left_out.end(), name) != left_out.end()) continue;
        members.emplace_back(std::move(name), member.value);
    }
    append_members(out, members);
}

void append_canonical(std::string& out, JsonView value) {
    switch (value.kind()) {
        case JsonKind::object: return append_canonical_without(out, value, {});
        case JsonKind::array: {
            out += '[';
            bool first = true;
            for (const JsonView element : value.elements()) {
                if (!std::exchange(first, false)) out += ',';
                append_canonical(out, element);
            }
            out += ']';
            return;
        }
        case JsonKind::string: out += Json(value.as_string().value_or("")).text(); return;
        case JsonKind::number: return append_number(out, value);
        case JsonKind::boolean:
        case JsonKind::null: out += value.text(); return;
    }
}

}  // namespace mcp::session
