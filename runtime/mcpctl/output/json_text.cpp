// Prints JSON with what is harmful escaped, and masks secrets by the names of their members.
#include "output/json_text.hpp"

#include "output/safe_text.hpp"

#include <mcp/secret_words.hpp>

#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

namespace mcpctl {
namespace {

std::string unicode_escape(std::uint32_t value) {
    std::array<char, 16> text{};
    if (value >= 0x10000) {
        value -= 0x10000;
        std::snprintf(text.data(), text.size(), "\\u%04x\\u%04x", 0xd800U + (value >> 10U),
                      0xdc00U + (value & 0x3ffU));
    } else {
        std::snprintf(text.data(), text.size(), "\\u%04x", value);
    }
    return text.data();
}

/// A string with its quotes, as JSON has it.
std::string harmless(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const CodePoint point = first_code_point(text);
        const bool joiner = point.value == 0x200c || point.value == 0x200d;
        if (is_harmless(point.value) && !joiner)
            out += text.substr(0, point.bytes);
        else
            out += unicode_escape(point.value);
        text.remove_prefix(point.bytes);
    }
    return out;
}

class JsonPrinter {
public:
    explicit JsonPrinter(const JsonManner& manner) : manner_(manner) {}

    void print(mcp::JsonView value, std::size_t depth) {
        switch (value.kind()) {
            case mcp::JsonKind::object: return print_object(value, depth);
            case mcp::JsonKind::array: return print_array(value, depth);
            case mcp::JsonKind::string: return paint("32", harmless(value.text()));
            case mcp::JsonKind::number: return paint("36", value.text());
            default: return paint("33", value.text());
        }
    }
    std::string text;

private:
    void paint(std::string_view code, std::string_view what) {
        if (manner_.colors) text += "\x1b[" + std::string(code) + 'm';
        text += what;
        if (manner_.colors) text += "\x1b[0m";
    }
    void next_line(std::size_t depth) {
        if (manner_.indented) text += '\n' + std::string(depth * 2, ' ');
    }
    void print_object(mcp::JsonView value, std::size_t depth) {
        text += '{';
        bool first = true;
        for (const mcp::JsonMember& member : value.members()) {
            if (!first) text += ',';
            first = false;
            next_line(depth + 1);
            paint("34", '"' + harmless(member.raw_name) + '"');
            text += manner_.indented ? ": " : ":";
            print(member.value, depth + 1);
        }
        if (!first) next_line(depth);
        text += '}';
    }
    void print_array(mcp::JsonView value, std::size_t depth) {
        text += '[';
        bool first = true;
        for (const mcp::JsonView element : value.elements()) {
            if (!first) text += ',';
            first = false;
            next_line(depth + 1);
            print(element, depth + 1);
        }
        if (!first) next_line(depth);
        text += ']';
    }

    JsonManner manner_;
};

/// Copies a value; all text and numbers of it are masked when it is a secret itself.
mcp::Json masked(mcp::JsonView value, bool is_secret) {
    if (value.is_object()) {
        std::vector<mcp::JsonPair> members;
        for (const mcp::JsonMember& member : value.members()) {
            std::string name = member.name();
            const bool hides = is_secret || mcp::sounds_secret(name);
            members.push_back({std::move(name), masked(member.value, hides)});
        }
        return mcp::Json::object(members);
    }
    if (value.is_array()) {
        std::vector<mcp::Json> elements;
        for (const mcp::JsonView element : value.elements())
            elements.push_back(masked(element, is_secret));
        return mcp::Json::array(elements);
    }
    const bool hides = is_secret && (value.is_string() || value.is_number());
    return hides ? mcp::Json("***") : mcp::Json(value);
}

}  // namespace

std::string json_text(mcp::JsonView value, const JsonManner& manner) {
    JsonPrinter printer(manner);
    printer.print(value, 0);
    return std::move(printer.text);
}

mcp::Json without_secrets(mcp::JsonView value) { return masked(value, false); }

}  // namespace mcpctl
