// Files that configurations are read from, and those that hold one secret.
#pragma once

#include <mcp/host_config.hpp>

#include <cstddef>
#include <string>

namespace mcp::host {

/// The whole file, of at most `max_bytes`. The error is a sentence without the file's name.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

/// A file that belongs to this user, or to root, and that nobody else can read or write. One line
/// end at its end is not a part of the secret.
Result<Secret> read_secret(const std::string& path, std::size_t max_bytes);

}  // namespace mcp::host
