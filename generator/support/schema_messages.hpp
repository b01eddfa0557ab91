// Every sentence the compiler says about schemas, models and overrides, with its hint, in one
// table, so that they read alike. Messages about files and the command line are in `messages.hpp`.
#pragma once

#include <generator/support/diagnostics.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mcpgen::messages {

// What a document says.
Message unknown_keyword(std::string_view keyword);
Message schema_not_an_object();
Message no_definitions();
Message foreign_reference(std::string_view target);
Message unknown_type(std::string_view name);
Message constant_not_scalar();
Message empty_list(std::string_view keyword);
Message wrong_kind(std::string_view expected);
Message dangling_reference(std::string_view name, std::string_view nearest);
Message reference_cycle(const std::vector<std::string>& chain);
Message duplicate_definition(std::string_view name);
Message no_revision();
Message duplicate_revision(std::string_view revision, std::string_view other_file);
Message too_many_revisions();
Message unknown_base_revision(std::string_view revision);
Message bad_extension_name(std::string_view extension);
Message duplicate_extension(std::string_view space, std::string_view other_file);

// What cannot be expressed.
Message contradiction(std::string_view what);
/// An override can settle it.
Message not_supported(std::string_view what);
/// No override can: they come later.
Message no_cpp_form(std::string_view what);
Message intersection_clash(std::string_view member);
Message intersection_not_object();
Message name_taken(std::string_view name, std::string_view by);
Message ambiguous_union(std::string_view name, const std::vector<std::string>& alternatives);
Message no_merge(std::string_view what, std::string_view old_revision, std::string_view old_shape,
                 std::string_view new_revision, std::string_view new_shape);
Message bad_identifier(std::string_view wire);
Message reserved_name(std::string_view name);
Message identifier_clash(std::string_view identifier, std::string_view first,
                         std::string_view second);
Message too_many_members(std::string_view record, std::size_t count);
Message no_result(std::string_view request);
Message method_clash(std::string_view wire, std::string_view first, std::string_view second);

// Overrides.
Message override_unused(std::string_view what);
Message override_without_why();
Message override_unknown_kind(std::string_view key);
Message override_missing(std::string_view key);
Message override_bad_revision(std::string_view revision);

/// Whether the problem is one that an override settles: its hint says so.
bool asks_for_override(const Diagnostic& problem);

}  // namespace mcpgen::messages
