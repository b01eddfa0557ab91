// See json_line.hpp.
#include <generator/tools/json_line.hpp>

#include <generator/support/json_text.hpp>
#include <generator/support/utf8.hpp>

#include <cstdint>

namespace mcpgen {
namespace {

void append_unit(std::string& out, std::uint32_t unit) {
    static constexpr char digits[] = "0123456789abcdef";
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U}) out += digits[(unit >> shift) & 15U];
}

std::string ascii_text(std::string_view text) {
    const std::string json = quote_json(text);
    std::string out;
    for (std::size_t at = 0; at < json.size();) {
        const auto byte = [&](std::size_t i) {
            return static_cast<std::uint32_t>(static_cast<unsigned char>(json[at + i]));
        };
        const std::size_t length = utf8_length(std::string_view(json).substr(at));
        if (length < 2) {
            out += json[at++];
            continue;
        }
        std::uint32_t c = byte(0) & (0xffU >> (length + 1));
        for (std::size_t i = 1; i < length; ++i) c = (c << 6U) | (byte(i) & 0x3fU);
        if (c >= 0x10000) {
            append_unit(out, 0xd800U + ((c - 0x10000U) >> 10U));
            append_unit(out, 0xdc00U + ((c - 0x10000U) & 0x3ffU));
        } else {
            append_unit(out, c);
        }
        at += length;
    }
    return out;
}

void append(std::string& out, const Node& node) {
    switch (node.kind) {
        case Node::Kind::null: out += "null"; return;
        case Node::Kind::boolean: out += node.boolean ? "true" : "false"; return;
        case Node::Kind::number: out += node.text; return;
        case Node::Kind::string: out += ascii_text(node.text); return;
        case Node::Kind::array:
        case Node::Kind::object: break;
    }
    out += node.is(Node::Kind::array) ? '[' : '{';
    const char* separator = "";
    for (const Node& item : node.items) {
        out += separator;
        append(out, item);
        separator = ",";
    }
    for (const KeyValue& member : node.members) {
        out += separator;
        out += ascii_text(member.key) + ":";
        append(out, member.value);
        separator = ",";
    }
    out += node.is(Node::Kind::array) ? ']' : '}';
}

}  // namespace

std::string json_line(const Node& node) {
    std::string out;
    append(out, node);
    return out;
}

}  // namespace mcpgen
