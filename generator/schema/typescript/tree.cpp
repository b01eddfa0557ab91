// See tree.hpp.
#include <generator/schema/typescript/tree.hpp>

#include <generator/support/json_text.hpp>

#include <utility>

namespace mcpgen::typescript {

Node Tree::make(Node::Kind kind, LineColumn at, std::string_view text) {
    ++nodes_;
    Node node;
    node.kind = kind;
    node.text = text;
    node.line = at.line;
    node.column = at.column;
    return node;
}

Node Tree::boolean(LineColumn at, bool value) {
    Node node = make(Node::Kind::boolean, at);
    node.boolean = value;
    return node;
}

Node Tree::object_with(LineColumn at, std::string_view key, std::string_view text) {
    Node node = object(at);
    node.members.push_back({std::string(key), string(at, text)});
    return node;
}

Node Tree::reference(LineColumn at, std::string_view name) {
    std::string pointer = "#/$defs/";
    append_pointer_step(pointer, name);
    return object_with(at, "$ref", pointer);
}

Node* find_member(Node& object, std::string_view key) {
    for (KeyValue& member : object.members) {
        if (member.key == key) return &member.value;
    }
    return nullptr;
}

void set_member(Node& object, std::string_view key, Node value) {
    if (Node* old = find_member(object, key)) {
        *old = std::move(value);
    } else {
        object.members.push_back({std::string(key), std::move(value)});
    }
}

}  // namespace mcpgen::typescript
