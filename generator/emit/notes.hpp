// What comments say: the short form of a description, and in which revisions something exists.
#pragma once

#include <generator/emit/context.hpp>

#include <string>
#include <string_view>

namespace mcpgen {

/// The first paragraph of a description on one line; only its first sentence when it is long. Ends
/// with a full stop.
std::string brief(std::string_view doc);

/// `since 2025-06-18`, `only 2025-11-25`, `2024-11-05 to 2025-06-18`, seen from inside `within`;
/// empty when the two are the same.
std::string revisions_words(Revisions set, Revisions within, const Model& model);

/// Comment of a declaration, a method or an error code: its description, where it exists,
/// `Deprecated.`
std::string declaration_comment(std::string_view doc, Revisions in, bool deprecated,
                                const Context& context);

/// Comment of a member of a record that exists in the revisions `within`.
std::string member_comment(const Member& member, Revisions within, const Model& model);

/// Comment of an enumerator.
std::string enumerator_comment(const Enumerator& value, Revisions within, const Model& model);

/// `AudioContent since 2025-03-26`, for the alternatives that not all revisions of the union have.
std::string alternatives_note(const Union& type, const Model& model);

}  // namespace mcpgen
