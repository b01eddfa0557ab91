// Names that are unique among all servers of a host, and that every model's API takes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace mcp::host {

inline constexpr std::size_t max_key = 24;
inline constexpr std::size_t max_name = 64;

/// What the names of a server's things begin with: letters, digits and `-`, a letter first. So the
/// first `__` of a name ends the key, and it can be the scheme of an address. `taken` says whether
/// another server has it, whatever the case of its letters; then it ends in a hash of the name.
std::string server_key(std::string_view server,
                       const std::function<bool(std::string_view key)>& taken);

/// `key__name`, in the characters that are allowed. Not unique yet.
std::string joined_name(std::string_view key, std::string_view name);
/// The same with a hash of the name at its end.
std::string hashed_name(std::string_view key, std::string_view name);
/// The key that a name begins with; empty when it has none.
std::string_view key_of_name(std::string_view name);

/// `key+address`.
std::string joined_uri(std::string_view key, std::string_view uri);
/// The key that an address begins with, in small letters; empty when it has none.
std::string_view key_of_uri(std::string_view uri);
/// The rest of it.
std::string_view uri_at_server(std::string_view uri);

}  // namespace mcp::host
