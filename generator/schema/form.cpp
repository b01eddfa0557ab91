// See form.hpp.
#include <generator/schema/form.hpp>

#include <generator/support/json_text.hpp>

#include <algorithm>

namespace mcpgen {
namespace {

constexpr std::size_t width = 100;

bool has_properties(const Node& node) {
    const auto in_member = [](const KeyValue& member) {
        return (member.key == "properties" && !member.value.members.empty()) ||
               has_properties(member.value);
    };
    return std::any_of(node.members.begin(), node.members.end(), in_member) ||
           std::any_of(node.items.begin(), node.items.end(), has_properties);
}

/// A member that is a list of schemas, such as `anyOf`.
bool has_choices(const Node& node) {
    return std::any_of(node.members.begin(), node.members.end(), [](const KeyValue& member) {
        const ThinList<Node>& items = member.value.items;
        return !items.empty() && items.front().is(Node::Kind::object);
    });
}

std::string on_one_line(const Node& node) {
    switch (node.kind) {
        case Node::Kind::null: return "null";
        case Node::Kind::boolean: return node.boolean ? "true" : "false";
        case Node::Kind::number: return node.text.str();
        case Node::Kind::string: return quote_json(node.text);
        case Node::Kind::array: {
            std::string out;
            for (const Node& item : node.items)
                out += (out.empty() ? "" : ", ") + on_one_line(item);
            return "[" + out + "]";
        }
        case Node::Kind::object: break;
    }
    std::string out;
    for (const KeyValue& member : node.members) {
        out +=
            (out.empty() ? "" : ", ") + quote_json(member.key) + ": " + on_one_line(member.value);
    }
    return out.empty() ? "{}" : "{ " + out + " }";
}

std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    }));
}

class FormWriter {
public:
    std::string text(const Node& root) {
        write(root, 0, 0, false);
        return std::move(out_) + "\n";
    }

private:
    /// `column` is where the value begins. A `table` maps names to schemas.
    void write(const Node& node, std::size_t indent, std::size_t column, bool table) {
        const std::string line = on_one_line(node);
        const bool list = node.is(Node::Kind::array);
        const bool nested = list || node.is(Node::Kind::object);
        const bool fits = column + columns(line) + 1 <= width;  // a comma may follow
        const bool short_form =
            !table && fits && !has_properties(node) && (list || !has_choices(node));
        if (!nested || short_form || (node.items.empty() && node.members.empty())) {
            out_ += line;
            return;
        }
        out_ += list ? "[" : "{";
        const char* separator = "\n";
        for (const Node& item : node.items) {
            out_ += separator + std::string(indent + 2, ' ');
            write(item, indent + 2, indent + 2, false);
            separator = ",\n";
        }
        for (const KeyValue& member : node.members) {
            const std::string key = std::string(indent + 2, ' ') + quote_json(member.key) + ": ";
            out_ += separator + key;
            const bool names = !table && (member.key == "properties" || member.key == "$defs");
            write(member.value, indent + 2, columns(key), names);
            separator = ",\n";
        }
        out_ += "\n" + std::string(indent, ' ') + (list ? "]" : "}");
    }

    std::string out_;
};

}  // namespace

std::string to_form(const Node& root) { return FormWriter().text(root); }

}  // namespace mcpgen
