// Paths inside raw values.
#include "json/raw_error.hpp"

#include <utility>
#include <vector>

namespace mcp::detail {
namespace {

constexpr std::uint32_t no_token = 0xffffffffU;

struct Step {
    std::uint32_t open = 0;         // the token that opened the container
    std::uint32_t name = no_token;  // the member we are in
    std::size_t index = 0;          // or the element
    bool object = false;
    bool wants_name = false;
};

/// The containers around token `at`, outermost first. Token `at` itself counts when it is a name.
std::vector<Step> steps_to(const Cursor& cursor, std::uint32_t start, std::uint32_t at) {
    std::vector<Step> steps;
    for (std::uint32_t i = start; i < cursor.count() && i <= at; ++i) {
        const char c = cursor.first(i);
        Step* const inner = steps.empty() ? nullptr : &steps.back();
        if (c == '"' && inner && inner->object && inner->wants_name) {
            inner->name = i;
            inner->wants_name = false;
        }
        if (i == at) break;
        if (c == '{' || c == '[') {
            steps.push_back({i, no_token, 0, c == '{', c == '{'});
        } else if (c == '}' || c == ']') {
            if (inner) steps.pop_back();
        } else if (c == ',' && inner) {
            inner->wants_name = inner->object;
            inner->name = no_token;
            ++inner->index;
        }
    }
    return steps;
}

std::string name_of(const Cursor& cursor, std::uint32_t token) {
    std::string name;
    if (!append_unescaped(name, cursor.content(token))) name = cursor.content(token);
    return name;
}

void add_path(const Cursor& cursor, const std::vector<Step>& steps, CodecError& error) {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        if (!step->object) {
            error.within(step->index);
        } else if (step->name != no_token) {
            error.within(name_of(cursor, step->name));
        }
    }
}

bool report_member(const Cursor& cursor, std::uint32_t start, std::uint32_t end,
                   std::string_view name, CodecError& error) {
    auto steps = steps_to(cursor, start, end);
    if (!steps.empty()) steps.pop_back();  // the object itself: its last member is not the one
    error.within(name);
    add_path(cursor, steps, error);
    return false;
}

}  // namespace

bool report(const Cursor& cursor, std::uint32_t start, std::uint32_t at, std::string expected,
            std::string found, CodecError& error) {
    error = {{}, std::move(expected), std::move(found)};
    add_path(cursor, steps_to(cursor, start, at), error);
    return false;
}

bool report_twice(const Cursor& cursor, std::uint32_t start, std::uint32_t end,
                  std::string_view name, CodecError& error) {
    error = {{}, "every member once", "it twice"};
    return report_member(cursor, start, end, name, error);
}

bool report_missing(const Cursor& cursor, std::uint32_t start, std::uint32_t end,
                    const Shape& shape, CodecError& error) {
    const auto steps = steps_to(cursor, start, end);
    for (std::size_t m = 0; m < shape.member_count; ++m) {
        const ShapeMember& member = shape.members[m];
        if (!member.required || cursor.find(steps.back().open, member.name) != cursor.count())
            continue;
        error = {{}, "any value", "nothing"};
        if (member.shape) {
            error.expected = member.shape->constant.empty() ? kinds_text(member.shape->kinds)
                                                            : std::string(member.shape->constant);
        }
        return report_member(cursor, start, end, member.name, error);
    }
    return false;  // not reached: one of them is missing
}

}  // namespace mcp::detail
