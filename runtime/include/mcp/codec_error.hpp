// Why a document was refused, or a value could not be written: where, what was wanted, what was
// there. Only the description; who reports it is in src/json and src/codec.
#pragma once

#include <string>
#include <string_view>

namespace mcp {

/// `params.content[2].type: expected string, found number`, in its three parts.
struct CodecError {
    std::string path{};  ///< from the root of what was decoded or encoded; empty: the root itself
    std::string expected{};  ///< empty: `found` is the whole sentence
    std::string found{};

    /// The sentence. The root is called `document`.
    [[gnu::cold]] std::string message() const;

    /// Puts `path` below a member of something larger: `within("params")` makes `name`
    /// `params.name`. Names that are no identifiers are quoted: `["io.x/y"]`.
    [[gnu::cold]] CodecError& within(std::string_view member);
    /// The same for an element of an array: `[2]`.
    [[gnu::cold]] CodecError& within(std::size_t index);

    friend bool operator==(const CodecError&, const CodecError&) = default;
};

}  // namespace mcp
