// See schema_messages.hpp.
#include <generator/support/schema_messages.hpp>

#include <generator/support/words.hpp>

namespace mcpgen::messages {
namespace {

std::string listed(const std::vector<std::string>& names, std::string_view separator) {
    std::string out;
    for (const std::string& name : names) {
        if (!out.empty()) out += separator;
        out += name;
    }
    return out;
}

}  // namespace

Message unknown_keyword(std::string_view keyword) {
    return {"unknown keyword " + backquoted(keyword),
            "bindings that ignore a keyword could accept what the schema forbids; remove it from "
            "the schema, or from a copy"};
}
Message schema_not_an_object() {
    return {"a schema must be an object or a boolean", "see JSON Schema 2020-12, section 4.3"};
}
Message no_definitions() {
    return {"the document has no definitions",
            "expected an object called `$defs` (or `definitions`) at the root"};
}
Message foreign_reference(std::string_view target) {
    return {"reference " + backquoted(target) + " leaves the document",
            "only `#/$defs/Name` and `#/definitions/Name` can be followed; copy the definition "
            "into this document"};
}
Message unknown_type(std::string_view name) {
    return {"unknown type " + backquoted(name),
            "one of null, boolean, integer, number, string, array, object"};
}
Message constant_not_scalar() {
    return {"only null, booleans, numbers and strings can be constants",
            "write an object constant as properties with constants"};
}
Message empty_list(std::string_view keyword) {
    return {backquoted(keyword) + " is empty, so nothing satisfies it",
            "list at least one entry or remove the keyword"};
}
Message wrong_kind(std::string_view expected) {
    return {"expected " + std::string(expected), "correct the value of this keyword"};
}
Message dangling_reference(std::string_view name, std::string_view nearest) {
    return {"there is no definition called " + backquoted(name),
            nearest.empty() ? "add the definition or correct the reference"
                            : "did you mean " + backquoted(nearest) + "?"};
}
Message reference_cycle(const std::vector<std::string>& chain) {
    return {"definitions only refer to each other: " + listed(chain, " -> "),
            "one of them must say what the value is"};
}
Message duplicate_definition(std::string_view name) {
    return {"definition " + backquoted(name) + " is given twice",
            "remove one, or rename it in overrides.json"};
}
Message no_revision() {
    return {"cannot tell which revision this document is",
            "write it before the path (2025-11-25=FILE), into the file as `x-mcp-revision`, or "
            "into the file's or folder's name"};
}
Message duplicate_revision(std::string_view revision, std::string_view other_file) {
    return {
        "revision " + std::string(revision) + " was already read from " + std::string(other_file),
        "give each revision once; an own name can be set with NAME=FILE"};
}
Message too_many_revisions() { return {"more than 32 revisions", "drop the oldest ones"}; }
Message unknown_base_revision(std::string_view revision) {
    return {"this extension builds on revision " + backquoted(revision) +
                ", which is not among the schemas",
            "add --schema with that revision, or write REVISION=FILE to name another"};
}
Message bad_extension_name(std::string_view extension) {
    return {"extension " + backquoted(extension) + " gives no name for a C++ namespace",
            "name it as `x-mcp-extension` in the file: its last word becomes the namespace"};
}
Message duplicate_extension(std::string_view space, std::string_view other_file) {
    return {"extension namespace " + backquoted(space) + " was already taken by " +
                std::string(other_file),
            "give one of them another name as `x-mcp-extension` in the file"};
}
Message contradiction(std::string_view what) {
    return {"nothing can satisfy this schema: " + std::string(what), "correct the schema"};
}
Message not_supported(std::string_view what) {
    return {"there is no C++ form for " + std::string(what),
            "give the type in overrides.json with an entry under `types`"};
}
Message no_cpp_form(std::string_view what) {
    return {"there is no C++ form for " + std::string(what),
            "say it in another way in the schema, or in a copy"};
}
Message intersection_clash(std::string_view member) {
    return {"the parts of `allOf` disagree about member " + backquoted(member),
            "make them alike, or set the type in overrides.json"};
}
Message intersection_not_object() {
    return {"`allOf` can only combine objects",
            "set the type in overrides.json with an entry under `types`"};
}
Message name_taken(std::string_view name, std::string_view by) {
    return {"the inline type would be called " + backquoted(name) + ", which " + std::string(by) +
                " has with another shape",
            "name it in overrides.json with an entry under `names`"};
}
Message ambiguous_union(std::string_view name, const std::vector<std::string>& alternatives) {
    return {"no rule tells the alternatives of union " + backquoted(name) +
                " apart: " + listed(alternatives, ", "),
            "state the conditions in overrides.json: {\"unions\": [{\"union\": \"" +
                std::string(name) +
                "\", \"order\": [{\"alternative\": …, \"when\": […]}], \"why\": …}]}"};
}
Message no_merge(std::string_view what, std::string_view old_revision, std::string_view old_shape,
                 std::string_view new_revision, std::string_view new_shape) {
    return {std::string(what) + " does not merge: " + std::string(old_revision) + " has " +
                std::string(old_shape) + ", " + std::string(new_revision) + " has " +
                std::string(new_shape),
            "choose a type that holds both in overrides.json (`types`), or rename one of them "
            "(`rename`)"};
}
Message bad_identifier(std::string_view wire) {
    return {backquoted(wire) + " gives no C++ identifier",
            "name it in overrides.json: a definition with an entry under `rename`, anything else "
            "under `identifiers`"};
}
Message reserved_name(std::string_view name) {
    return {backquoted(name) + " is the name of a type of the runtime",
            "name it in overrides.json: a definition with an entry under `rename`, an inline type "
            "under `names`"};
}
Message identifier_clash(std::string_view identifier, std::string_view first,
                         std::string_view second) {
    return {backquoted(first) + " and " + backquoted(second) + " would both be called '" +
                std::string(identifier) + "' in C++",
            "name one of them in overrides.json with an entry under `identifiers`"};
}
Message too_many_members(std::string_view record, std::size_t count) {
    return {backquoted(record) + " has " + std::to_string(count) +
                " members; the codec handles at most 256",
            "split the record, or keep it as raw JSON with an entry under `types`"};
}
Message no_result(std::string_view request) {
    return {"cannot tell what answers " + backquoted(request),
            "name the result in overrides.json with an entry under `results`"};
}
Message method_clash(std::string_view wire, std::string_view first, std::string_view second) {
    return {"method " + backquoted(wire) + " is defined by both " + std::string(first) + " and " +
                std::string(second),
            "a method has one definition in a revision"};
}
Message override_unused(std::string_view what) {
    return {"override matches nothing: " + std::string(what),
            "remove it, or correct the name or the revisions"};
}
Message override_without_why() {
    return {"override without a reason", "say in one sentence why, as \"why\""};
}
Message override_unknown_kind(std::string_view key) {
    return {"unknown key " + backquoted(key) + " in overrides",
            "see schema/README.md for the kinds of overrides"};
}
Message override_missing(std::string_view key) {
    return {"override lacks " + backquoted(key), "see schema/README.md for its form"};
}
Message override_bad_revision(std::string_view revision) {
    return {backquoted(revision) + " is neither a revision nor a range of revisions",
            "write `2025-03-26`, `..2025-03-26`, `2025-03-26..` or both ends"};
}

bool asks_for_override(const Diagnostic& problem) {
    return problem.hint.find("overrides.json") != std::string::npos;
}

}  // namespace mcpgen::messages
