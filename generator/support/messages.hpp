// Every sentence about files, JSON text and the command line that a user can get to read, in one
// place, so that they sound alike; those about schemas are in `schema_messages.hpp`. A function is
// named for the problem; it takes the facts and gives the sentence and the hint. A sentence starts
// with a small letter, has no full stop, and puts names from the input in backquotes.
#pragma once

#include <generator/support/diagnostics.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen::messages {

// Files.
Message cannot_read(std::string_view reason);
Message cannot_write(std::string_view reason);
Message is_a_folder();
Message not_a_folder();
Message too_large(std::uintmax_t bytes, std::uintmax_t limit);
Message no_builtin_schemas(const std::vector<std::string>& tried);
Message schema_folder_is_empty();

// JSON text.
Message empty_document();
Message invalid_utf8();
/// `open` is what is not closed: `string`, `array`, `object`, or nothing.
Message truncated(std::string_view open, std::uint32_t line);
Message not_json(std::string_view expected, std::string_view found);
Message text_after_document();
Message control_character_in_string();
Message invalid_escape();
Message lone_surrogate();
Message invalid_number(std::string_view text);
Message trailing_comma();
Message comment_in_json();
Message duplicate_key(std::string_view key, std::uint32_t first_line);
Message too_deep(std::size_t limit);
Message too_many_values(std::size_t limit);
Message unexplained_json_error(std::string_view parser_says);

// The command line. `command` is empty for the program itself.
Message no_command();
Message unknown_command(std::string_view word, std::string_view meant);
Message unknown_option(std::string_view command, std::string_view word, std::string_view meant);
Message malformed_option(std::string_view command, std::string_view word);
Message option_needs_value(std::string_view command, std::string_view option);
Message bad_option_value(std::string_view command, std::string_view option, std::string_view value,
                         const std::vector<std::string>& allowed);
Message bad_namespace(std::string_view command, std::string_view value);
Message unknown_stage(std::string_view stage, std::string_view meant,
                      const std::vector<std::string>& stages);
Message too_few_arguments(std::string_view command, std::string_view wanted);
Message unexpected_argument(std::string_view command, std::string_view word);
Message out_required(std::string_view command);
/// `known` are those of the protocol; empty when they are not at hand.
Message no_overrides_given(std::string_view known);
Message stale(std::string_view folder, std::size_t files, std::string_view command_line);
Message nothing_generated(std::string_view folder, std::string_view command_line);
Message needs_description(std::string_view name);
Message cannot_write_standard_output(std::string_view reason);

}  // namespace mcpgen::messages
