// What `format` means when it is asserted: one function for each name. Annotating needs none of
// this.
#pragma once

#include <string_view>

namespace mcp::schema {

/// Whether UTF-8 text has the format.
using FormatCheck = bool (*)(std::string_view text);

/// The check of a format; null for formats that are not known, which are notes always.
FormatCheck find_format(std::string_view name);

// format_time.cpp: RFC 3339, appendix A for durations
bool is_date(std::string_view text);
bool is_time(std::string_view text);
bool is_date_time(std::string_view text);
bool is_duration(std::string_view text);

// format_network.cpp
bool is_hostname(std::string_view text);
bool is_email(std::string_view text);
bool is_idn_email(std::string_view text);
bool is_ipv4(std::string_view text);
bool is_ipv6(std::string_view text);

// format_uri.cpp: RFC 3986, RFC 3987, RFC 6570
bool is_uri(std::string_view text);
bool is_uri_reference(std::string_view text);
bool is_iri(std::string_view text);
bool is_iri_reference(std::string_view text);
bool is_uri_template(std::string_view text);

// formats.cpp
bool is_uuid(std::string_view text);
bool is_json_pointer(std::string_view text);
bool is_relative_json_pointer(std::string_view text);
bool is_regex(std::string_view text);

}  // namespace mcp::schema
