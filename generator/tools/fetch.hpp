// Asking a server that runs. The compiler does not speak the protocol: that is the runtime's,
// which it does not link. So another program asks, `mcpgen-fetch` (runtime/fetch), and its output
// is read.
#pragma once

#include <generator/tools/manifest.hpp>

#include <optional>
#include <string>

namespace mcpgen {

/// What the server says of itself. `option` is `--stdio` or `--url`, `value` the command or the
/// address. The program is the one that MCPGEN_FETCH names, or that is found beside this one.
std::optional<Manifest> fetch_manifest(const std::string& option, const std::string& value,
                                       Diagnostics& diagnostics);

}  // namespace mcpgen
