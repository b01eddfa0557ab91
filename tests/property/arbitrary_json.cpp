// See arbitrary_json.hpp.
#include <tests/property/arbitrary_json.hpp>

#include <array>
#include <set>
#include <string_view>
#include <vector>

namespace mcp::testing {
namespace {

constexpr std::size_t deepest = 5;

constexpr std::string_view whole_numbers[] = {"0",     "-0",
                                              "1",     "-1",
                                              "42",    "1.0",
                                              "10e2",  "1E+3",
                                              "-2e0",  "123456789012345678901234567890",
                                              "1e300", "9007199254740993"};
constexpr std::string_view broken_numbers[] = {"0.5",  "-0.1",    "1.50",
                                               "1e-3", "2.5E-07", "3.141592653589793238462643"};

void append_escape(std::string& to, unsigned unit, bool upper) {
    const std::string_view digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    to += "\\u";
    for (unsigned shift = 16; shift != 0; shift -= 4) to += digits[(unit >> (shift - 4)) & 0xfU];
}

/// The character that starts at `i`, which then points behind it.
unsigned next_character(const std::string& text, std::size_t& i) {
    const auto byte = [&](std::size_t at) {
        return static_cast<unsigned>(static_cast<unsigned char>(text[at]));
    };
    const unsigned first = byte(i);
    const std::size_t more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    static constexpr unsigned masks[] = {0x7f, 0x1f, 0x0f, 0x07};
    unsigned c = first & masks[more];
    for (std::size_t k = 1; k <= more; ++k) c = (c << 6U) | (byte(i + k) & 0x3fU);
    i += more + 1;
    return c;
}

Kind pick_kind(Random& random, JsonRange range, bool scalar) {
    std::array<Kind, 8> allowed{};
    std::size_t count = 0;
    for (const Kind kind : every_kind) {
        if ((range.kinds & kind) == 0) continue;
        if (range.plain &&
            (kind == kind_null || (kind == kind_number && (range.kinds & kind_integer))))
            continue;
        if (scalar && (kind == kind_array || kind == kind_object)) continue;
        allowed[count++] = kind;
    }
    if (count == 0) return (range.kinds & kind_object) ? kind_object : kind_array;
    return allowed[random.below(count)];
}

/// A name that the object does not have yet.
std::string fresh_name(Random& random, std::set<std::string>& names) {
    std::string name = random.word();
    if (random.once_in(10)) name = random.text();
    if (random.once_in(40)) name = random.coin() ? "__proto__" : "constructor";
    while (!names.insert(name).second) name += random.word();
    return name;
}

std::string array(Random& random, const Shape* each, JsonRange inner, std::size_t depth) {
    std::string text = "[";
    const std::size_t count = depth >= deepest ? 0 : random.count(0, 20);
    for (std::size_t i = 0; i < count; ++i) {
        if (i != 0) text += ',';
        text += each ? arbitrary_json(random, *each, inner.plain, depth + 1)
                     : arbitrary_json(random, inner, depth + 1);
    }
    return text + ']';
}

void append_members(Random& random, std::string& text, std::set<std::string>& names,
                    const Shape* each, JsonRange inner, std::size_t depth) {
    const std::size_t count = depth >= deepest ? 0 : random.count(0, 20);
    for (std::size_t i = 0; i < count; ++i) {
        if (text.back() != '{') text += ',';
        text += spelled(random, fresh_name(random, names)) + ':';
        text += each ? arbitrary_json(random, *each, inner.plain, depth + 1)
                     : arbitrary_json(random, inner, depth + 1);
    }
}

}  // namespace

std::string spelled(Random& random, const std::string& text) {
    const bool exotic = random.once_in(4);
    std::string result = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t start = i;
        const unsigned c = next_character(text, i);
        const bool must = c < 0x20 || c == '"' || c == '\\';
        const bool may = exotic && random.once_in(3);
        if (!must && !may) {
            result += text.substr(start, i - start);
            continue;
        }
        static constexpr std::string_view letters = "\"\\/\b\f\n\r\t";
        static constexpr std::string_view escapes = "\"\\/bfnrt";
        const std::size_t letter =
            c < 0x80 ? letters.find(static_cast<char>(c)) : std::string_view::npos;
        if (letter != std::string_view::npos && !random.once_in(4)) {
            result += '\\';
            result += escapes[letter];
        } else if (c >= 0x10000) {
            append_escape(result, 0xd800U + ((c - 0x10000U) >> 10U), random.coin());
            append_escape(result, 0xdc00U + ((c - 0x10000U) & 0x3ffU), random.coin());
        } else {
            append_escape(result, c, random.coin());
        }
    }
    return result + '"';
}

std::string arbitrary_json(Random& random, JsonRange range, std::size_t depth) {
    const JsonRange inner{.kinds = kind_any, .plain = range.plain};
    switch (pick_kind(random, range, depth >= deepest)) {
        case kind_null: return "null";
        case kind_boolean: return random.coin() ? "true" : "false";
        case kind_integer:
            return random.coin() ? std::to_string(random.integer())
                                 : std::string(random.pick(whole_numbers));
        case kind_number: return std::string(random.pick(broken_numbers));
        case kind_string: return spelled(random, random.text());
        case kind_array: return array(random, nullptr, inner, depth);
        default: break;
    }
    std::string text = "{";
    std::set<std::string> names;
    append_members(random, text, names, nullptr, inner, depth);
    return text + '}';
}

std::string arbitrary_json(Random& random, const Shape& shape, bool plain, std::size_t depth) {
    if (!shape.constant.empty()) return std::string(shape.constant);
    const JsonRange range{.kinds = shape.kinds, .plain = plain};
    const Kind kind = pick_kind(random, range, depth >= deepest && shape.member_count == 0);
    if (kind == kind_array) return array(random, shape.each, {.plain = plain}, depth);
    if (kind != kind_object)
        return arbitrary_json(random, JsonRange{.kinds = kind, .plain = plain}, depth);

    std::string text = "{";
    std::set<std::string> names;
    for (std::size_t i = 0; i < shape.member_count; ++i) names.emplace(shape.members[i].name);
    // Any order: what the shape names need not come first.
    if (random.coin()) append_members(random, text, names, shape.each, {.plain = plain}, depth);
    for (std::size_t i = 0; i < shape.member_count; ++i) {
        const ShapeMember& member = shape.members[i];
        if (!member.required && random.coin()) continue;
        if (text.back() != '{') text += ',';
        text += spelled(random, std::string(member.name)) + ':';
        text += member.shape ? arbitrary_json(random, *member.shape, plain, depth + 1)
                             : arbitrary_json(random, JsonRange{.plain = plain}, depth + 1);
    }
    if (random.coin()) append_members(random, text, names, shape.each, {.plain = plain}, depth);
    return text + '}';
}

std::string sample_of(Kind kind) {
    switch (kind) {
        case kind_null: return "null";
        case kind_boolean: return "true";
        case kind_integer: return "7";
        case kind_number: return "0.5";
        case kind_string: return "\"no such thing\"";
        case kind_array: return "[]";
        default: return "{}";
    }
}

}  // namespace mcp::testing
