// The sentences. See the header for how they are written.
#include <generator/support/messages.hpp>

#include <generator/support/words.hpp>

namespace mcpgen::messages {
namespace {

std::string help_command(std::string_view command) {
    return command.empty() ? "`mcpgen help`" : "`mcpgen help " + std::string(command) + '`';
}

std::string see_help(std::string_view command) {
    return "run " + help_command(command) + " to see what there is";
}

std::string did_you_mean(std::string_view meant, std::string_view command) {
    if (meant.empty()) return see_help(command);
    return "did you mean " + backquoted(meant) + "? " + help_command(command) + " lists them all";
}

/// 64 MiB, or bytes when that is exact only so.
std::string size_text(std::uintmax_t bytes) {
    constexpr std::uintmax_t mebi = std::uintmax_t{1} << 20U;
    if (bytes < mebi) return std::to_string(bytes) + " bytes";
    const std::uintmax_t tenths = bytes / (mebi / 10);
    std::string out = std::to_string(tenths / 10);
    if (tenths % 10 != 0) out += '.' + std::to_string(tenths % 10);
    return out + " MiB";
}

}  // namespace

// Files.

Message cannot_read(std::string_view reason) {
    return {"cannot read the file: " + std::string(reason), "check the path and its permissions"};
}

Message cannot_write(std::string_view reason) {
    return {"cannot write: " + std::string(reason),
            "nothing was changed; make the place writable or choose another"};
}

Message is_a_folder() { return {"this is a folder, a file is needed", "name a file in it"}; }

Message not_a_folder() {
    return {"this is a file, a folder is needed", "choose another output folder"};
}

Message too_large(std::uintmax_t bytes, std::uintmax_t limit) {
    return {"the file is too large: " + size_text(bytes) + ", at most " + size_text(limit) +
                " are read",
            "check that this is the schema"};
}

Message no_builtin_schemas(const std::vector<std::string>& tried) {
    Message out{"there are no built-in schemas",
                "name schemas with `--schema`, or the folder that "
                "holds them with MCPGEN_SCHEMA_DIR"};
    if (!tried.empty()) out.text += "; looked in " + join_list(tried);
    return out;
}

Message schema_folder_is_empty() {
    return {"MCPGEN_SCHEMA_DIR names a folder without schemas",
            "a schema there is named for its revision, as 2025-11-25.json"};
}

// JSON text.

Message empty_document() { return {"the file is empty", "a JSON document is needed"}; }

Message invalid_utf8() { return {"the text is not valid UTF-8 here", "save the file as UTF-8"}; }

Message truncated(std::string_view open, std::uint32_t line) {
    std::string what = "the text ends too early";
    if (!open.empty()) {
        what += ": the " + std::string(open) + " that begins on line " + std::to_string(line) +
                " is not closed";
    }
    return {std::move(what), "check that the whole file is there"};
}

Message not_json(std::string_view expected, std::string_view found) {
    return {"this is not JSON: expected " + std::string(expected) + ", found " + std::string(found),
            "correct the text at this place"};
}

Message text_after_document() {
    return {"there is more text after the end of the JSON document",
            "a file holds one document; remove the rest"};
}

Message control_character_in_string() {
    return {"a control character stands unescaped in a string",
            "write it as \\n, \\t or \\u00XX; or the closing quote is missing"};
}

Message invalid_escape() {
    return {"this is no escape that JSON knows",
            "after a backslash stands one of \" \\ / b f n r t, or u and four hexadecimal digits"};
}

Message lone_surrogate() {
    return {"half of a surrogate pair stands alone",
            "characters above U+FFFF are written as two \\u escapes, high then low"};
}

Message invalid_number(std::string_view text) {
    return {backquoted(text) + " is no JSON number",
            "a number has no leading zero or plus, and digits on both sides of the point"};
}

Message trailing_comma() {
    return {"a comma stands before the closing bracket", "remove the comma"};
}

Message comment_in_json() { return {"JSON has no comments", "remove the comment"}; }

Message duplicate_key(std::string_view key, std::uint32_t first_line) {
    return {"the key " + backquoted(key) + " appears twice in this object, first on line " +
                std::to_string(first_line),
            "remove or rename one of the two"};
}

Message too_deep(std::size_t limit) {
    return {"values are nested deeper than " + std::to_string(limit) + " levels",
            "check that this is the schema"};
}

Message too_many_values(std::size_t limit) {
    return {"the document holds more than " + std::to_string(limit) + " values",
            "check that this is the schema"};
}

Message unexplained_json_error(std::string_view parser_says) {
    return {"this is not JSON: " + std::string(parser_says), "correct the text at this place"};
}

// The command line.

Message no_command() { return {"a command is missing", see_help({})}; }

Message unknown_command(std::string_view word, std::string_view meant) {
    return {"there is no command " + backquoted(word), did_you_mean(meant, {})};
}

Message unknown_option(std::string_view command, std::string_view word, std::string_view meant) {
    std::string text =
        command.empty() ? "there is no option " : backquoted(command) + " has no option ";
    return {text + backquoted(word), did_you_mean(meant, command)};
}

Message malformed_option(std::string_view command, std::string_view word) {
    return {backquoted(word) + " is not understood", see_help(command)};
}

Message option_needs_value(std::string_view command, std::string_view option) {
    return {backquoted(option) + " needs a value", see_help(command)};
}

Message bad_option_value(std::string_view command, std::string_view option, std::string_view value,
                         const std::vector<std::string>& allowed) {
    return {backquoted(option) + " is " + join_list(allowed, "or") + ", not " + backquoted(value),
            see_help(command)};
}

Message bad_namespace(std::string_view command, std::string_view value) {
    return {backquoted(value) + " is no C++ namespace",
            "write names joined by `::`, as in `acme::mcp`; see " + help_command(command)};
}

Message unknown_stage(std::string_view stage, std::string_view meant,
                      const std::vector<std::string>& stages) {
    Message out{"there is no stage " + backquoted(stage), "the stages are " + join_list(stages)};
    if (!meant.empty()) out.hint = "did you mean " + backquoted(meant) + "? " + out.hint;
    return out;
}

Message too_few_arguments(std::string_view command, std::string_view wanted) {
    return {backquoted(command) + " needs " + std::string(wanted), see_help(command)};
}

Message unexpected_argument(std::string_view command, std::string_view word) {
    return {backquoted(command) + " takes no argument " + backquoted(word), see_help(command)};
}

Message out_required(std::string_view command) {
    return {backquoted(command) + " needs to know the output folder",
            "name it with `--out DIR`; only the built-in schemas in a checkout have a default"};
}

Message no_overrides_given(std::string_view known) {
    const std::string protocol =
        known.empty() ? std::string() : "; those of the protocol are in " + std::string(known);
    return {"no overrides were given, and something above has to be decided there",
            "name them with `--overrides FILE`" + protocol};
}

Message stale(std::string_view folder, std::size_t files, std::string_view command_line) {
    return {std::string(folder) + " is out of date: " + counted(files, "file") +
                (files == 1 ? " differs" : " differ"),
            "run `" + std::string(command_line) + "`"};
}

Message nothing_generated(std::string_view folder, std::string_view command_line) {
    return {std::string(folder) + " does not exist: nothing was generated there",
            "run `" + std::string(command_line) + "`"};
}

Message needs_description(std::string_view name) {
    return {backquoted(name) + " still needs a description", {}};
}

Message cannot_write_standard_output(std::string_view reason) {
    return {"cannot write to the standard output: " + std::string(reason), {}};
}

}  // namespace mcpgen::messages
