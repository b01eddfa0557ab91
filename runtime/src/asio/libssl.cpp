// Finding libssl: linked, or loaded by its name.
#include "asio/libssl.hpp"

#if !defined(MCPGEN_LINK_LIBCRYPTO)
#include "util/late_library.hpp"

#include <string>
#endif

namespace mcp::web {

#if defined(MCPGEN_LINK_LIBCRYPTO)

const Libssl& libssl() {
#define MCP_LINKED(name) &::name,
    static constexpr Libssl functions{MCP_LIBSSL_FUNCTIONS(MCP_LINKED)};
#undef MCP_LINKED
    return functions;
}

#else

namespace {

Libssl load() {
    // The version whose headers this was compiled with: its functions keep their meaning within it.
    const std::string version = std::to_string(OPENSSL_VERSION_MAJOR);
    const util::LateLibrary library("libssl.so." + version, "libssl" + version);
    Libssl functions{};
#define MCP_FIND(name) library.find(#name, functions.name);
    MCP_LIBSSL_FUNCTIONS(MCP_FIND)
#undef MCP_FIND
    return functions;
}

}  // namespace

const Libssl& libssl() {
    static const Libssl functions = load();
    return functions;
}

#endif

}  // namespace mcp::web
