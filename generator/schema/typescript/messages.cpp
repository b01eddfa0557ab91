// The sentences. See the header for what they are about.
#include <generator/schema/typescript/messages.hpp>

#include <generator/support/words.hpp>

namespace mcpgen::messages {

Message ts_unterminated(std::string_view what) {
    return {"this " + std::string(what) + " is not closed",
            "close it; everything after it was not read"};
}
Message ts_unexpected_character(std::string_view found) {
    return {"unexpected character " + backquoted(found), "remove it"};
}
Message ts_bad_number(std::string_view text) {
    return {backquoted(text) + " is not a number that JSON can hold",
            "write it with decimal digits, or as hexadecimal below 2 to the power of 64"};
}
Message ts_bad_escape(std::string_view text) {
    return {"unknown escape " + backquoted(text) + " in a string", "write the character itself"};
}
Message ts_expected(std::string_view expected, std::string_view found) {
    return {"expected " + std::string(expected) + ", found " +
                (found.empty() ? "the end of the file" : backquoted(found)),
            "only type declarations and constants are read; correct or remove this"};
}
Message ts_unclosed(std::string_view bracket) {
    return {"this " + backquoted(bracket) + " is not closed", "add the closing bracket"};
}
Message ts_unsupported(std::string_view what, std::string_view instead) {
    return {std::string(what) + " cannot be expressed in JSON Schema here", std::string(instead)};
}
Message ts_constant_value(std::string_view name) {
    return {"constant " + backquoted(name) + " has no literal value",
            "give it a string, a number, true or false; move anything else out of this file"};
}
Message ts_too_many_types(std::size_t limit) {
    return {"the file holds more than " + std::to_string(limit) + " types",
            "check that this is the schema"};
}
Message ts_too_many_errors(std::size_t limit) {
    return {"stopped after " + std::to_string(limit) + " errors",
            "correct those first; check that this is a TypeScript schema"};
}

Message ts_unknown_tag(std::string_view tag) {
    return {"unknown tag " + backquoted('@' + std::string(tag)) + " in a doc comment",
            "a tag can restrict values, so it is not skipped; correct or remove it"};
}
Message ts_bad_tag_value(std::string_view tag, std::string_view value, std::string_view expected) {
    return {backquoted('@' + std::string(tag)) + " needs " + std::string(expected) + ", found " +
                (value.empty() ? "nothing" : backquoted(value)),
            "correct the value after the tag"};
}

Message ts_undeclared(std::string_view what, std::string_view name, std::string_view nearest) {
    return {std::string(what) + ' ' + backquoted(name) + " is not declared",
            nearest.empty()
                ? "declare it in this file or import it"
                : "did you mean " + backquoted(nearest) + "? otherwise declare or import it"};
}
Message ts_duplicate(std::string_view what, std::string_view name, std::uint32_t first_line) {
    return {std::string(what) + ' ' + backquoted(name) + " is already declared on line " +
                std::to_string(first_line),
            "declarations are not merged; remove or rename one"};
}
Message ts_import_clash(std::string_view imported, std::uint32_t declared_line) {
    return {"the import of " + backquoted(imported) + " and the declaration on line " +
                std::to_string(declared_line) + " get the same name in the schema",
            "rename the declaration"};
}
Message ts_circular(std::string_view name) {
    return {"type " + backquoted(name) + " is defined by nothing but itself",
            "one type of the circle must say what the value is"};
}
Message ts_wrong_arguments(std::string_view name, std::size_t wanted, std::size_t given) {
    return {backquoted(name) + " takes " + counted(wanted, "type argument") + ", " +
                std::to_string(given) + " given",
            wanted == 0 ? "generic types of one's own are not read; write the type out"
                        : "correct the list in angle brackets"};
}

Message ts_not_an_object(std::string_view what) {
    return {std::string(what) + " is not a type with members",
            "name an interface, an object type, or an intersection of such"};
}
Message ts_imported_members(std::string_view name, std::string_view needed_by) {
    return {backquoted(needed_by) + " needs the members of " + backquoted(name) +
                ", which is declared in another file",
            "write the wanted members out"};
}
Message ts_bad_keys(std::string_view where) {
    return {"the keys of " + backquoted(where) + " are not known",
            "give string literals, or for `Record` also `string`"};
}
Message ts_not_a_member(std::string_view key) {
    return {"there is no member " + backquoted(key) + " to pick", "correct the name"};
}
Message ts_omit_of_open() {
    return {"`Omit` of a type with an index signature loses every member in TypeScript",
            "write the wanted members out"};
}
Message ts_member_clash(std::string_view member) {
    return {"member " + backquoted(member) + " is declared by several parts of an intersection",
            "declare it once, or refer to the intersection without extending it"};
}
Message ts_undefined_value() {
    return {"`undefined` is no JSON value", "mark the member as optional with `?`"};
}
Message ts_too_large(std::size_t limit) {
    return {"the declarations repeat each other into more than " + std::to_string(limit) +
                " schema values",
            "give repeated object types a name of their own with `interface`"};
}

}  // namespace mcpgen::messages
