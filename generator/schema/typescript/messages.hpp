// The sentences of the TypeScript front end, with their hints, in one table. How they are written
// is said in generator/support/messages.hpp.
#pragma once

#include <generator/support/diagnostics.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mcpgen::messages {

// Tokens and syntax. `found` is as the file has it; empty at the end of the file.
Message ts_unterminated(std::string_view what);
Message ts_unexpected_character(std::string_view found);
Message ts_bad_number(std::string_view text);
Message ts_bad_escape(std::string_view text);
Message ts_expected(std::string_view expected, std::string_view found);
Message ts_unclosed(std::string_view bracket);
Message ts_unsupported(std::string_view what, std::string_view instead);
Message ts_constant_value(std::string_view name);
Message ts_too_many_types(std::size_t limit);
Message ts_too_many_errors(std::size_t limit);

// Doc comments.
Message ts_unknown_tag(std::string_view tag);
Message ts_bad_tag_value(std::string_view tag, std::string_view value, std::string_view expected);

// Names.
Message ts_undeclared(std::string_view what, std::string_view name, std::string_view nearest);
Message ts_duplicate(std::string_view what, std::string_view name, std::uint32_t first_line);
Message ts_import_clash(std::string_view imported, std::uint32_t declared_line);
Message ts_circular(std::string_view name);
Message ts_wrong_arguments(std::string_view name, std::size_t wanted, std::size_t given);

// Meaning.
Message ts_not_an_object(std::string_view what);
Message ts_imported_members(std::string_view name, std::string_view needed_by);
Message ts_bad_keys(std::string_view where);
Message ts_not_a_member(std::string_view key);
Message ts_omit_of_open();
Message ts_member_clash(std::string_view member);
Message ts_undefined_value();
Message ts_too_large(std::size_t limit);

}  // namespace mcpgen::messages
