// Makes the nodes of the resulting document, and counts them: declarations that repeat each other
// can ask for more than memory holds.
#pragma once

#include <generator/schema/document.hpp>
#include <generator/support/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace mcpgen::typescript {

class Tree {
public:
    explicit Tree(std::size_t max_nodes) : max_nodes_(max_nodes) {}

    bool full() const { return nodes_ > max_nodes_; }
    std::size_t limit() const { return max_nodes_; }

    Node make(Node::Kind kind, LineColumn at, std::string_view text = {});
    Node object(LineColumn at) { return make(Node::Kind::object, at); }
    Node array(LineColumn at) { return make(Node::Kind::array, at); }
    Node string(LineColumn at, std::string_view text) { return make(Node::Kind::string, at, text); }
    Node boolean(LineColumn at, bool value);
    /// `{"key": "text"}`, the commonest schema.
    Node object_with(LineColumn at, std::string_view key, std::string_view text);
    /// `{"$ref": "#/$defs/name"}`
    Node reference(LineColumn at, std::string_view name);

private:
    std::size_t nodes_ = 0;
    std::size_t max_nodes_;
};

Node* find_member(Node& object, std::string_view key);
/// Gives an object a member; one of that name is replaced where it stands.
void set_member(Node& object, std::string_view key, Node value);

}  // namespace mcpgen::typescript
