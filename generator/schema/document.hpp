// A JSON document as an ordered tree in which every value knows its place.
// The only user of simdjson in the generator; it knows nothing of JSON Schema. What is wrong with a
// text that simdjson refuses is said by `json_fault.hpp`.
#pragma once

#include <generator/support/diagnostics.hpp>
#include <generator/support/shared_text.hpp>
#include <generator/support/thin_list.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

struct KeyValue;

/// One JSON value.
struct Node {
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    bool boolean = false;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    SharedText text;             ///< a string's value, or a number exactly as written
    ThinList<Node> items;        ///< of an array
    ThinList<KeyValue> members;  ///< of an object, in document order

    bool is(Kind k) const { return kind == k; }
    /// The member called `key`, or null.
    const Node* find(std::string_view key) const;
};

struct KeyValue {
    SharedText key;
    Node value;
};

/// A parsed file. `file` is the path as the user gave it; it stands in every message.
struct Document {
    SharedText file;
    Node root;
};

/// Limits that no sane schema reaches.
struct DocumentLimits {
    std::size_t max_bytes = std::size_t{64} << 20;
    std::size_t max_depth = 128;
    std::size_t max_values = std::size_t{4} << 20;
};

/// Parses JSON text; a byte order mark before it is skipped. Reports truncated or malformed text,
/// invalid UTF-8, duplicate keys, too much depth or size, each with line and column, and then gives
/// nothing.
std::optional<Document> parse_document(SharedText file, std::string_view text,
                                       Diagnostics& diagnostics, const DocumentLimits& limits = {});

/// Reads a file and parses it. `-` is standard input. A path that cannot be read is reported with
/// the reason; a file that is too large is refused before it is read.
std::optional<Document> read_document(const std::string& path, Diagnostics& diagnostics,
                                      const DocumentLimits& limits = {});

/// A value with the way to it, for walkers that report problems. Lives on the stack of the walk.
class Place {
public:
    Place(const Document& document) : document_(&document), node_(&document.root) {}
    Place(const Place& parent, std::string_view key, const Node& node)
        : document_(parent.document_), parent_(&parent), key_(key), node_(&node) {}
    Place(const Place& parent, std::size_t index, const Node& node)
        : document_(parent.document_),
          parent_(&parent),
          index_(index),
          is_index_(true),
          node_(&node) {}

    const Node& node() const { return *node_; }
    const Node* operator->() const { return node_; }
    /// `#/$defs/Tool/properties/x`, with `~0` and `~1` escapes.
    std::string pointer() const;
    Location location() const;

private:
    void append_pointer(std::string& out) const;

    const Document* document_;
    const Place* parent_ = nullptr;
    std::string_view key_;
    std::size_t index_ = 0;
    bool is_index_ = false;
    const Node* node_;
};

}  // namespace mcpgen
