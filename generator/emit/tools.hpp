// The files for a server's tools: types, codec, client, service. See emit.hpp.
#pragma once

#include <generator/emit/emit.hpp>
#include <generator/model/tools.hpp>

namespace mcpgen {

struct ToolOptions {
    EmitOptions common;  ///< its namespace is outside of the runtime's
    bool client = true;
    bool server = true;
    bool coroutines = false;  ///< the service's functions are
};

/// Adds `types.hpp`, `codec.{hpp,cpp}`, and what the options ask for: `client.{hpp,cpp}`,
/// `server.{hpp,cpp}`; and `manifest.json`, which lists them.
void emit_tools(const ToolSet& tools, const ToolOptions& options, FileSet& files);

}  // namespace mcpgen
