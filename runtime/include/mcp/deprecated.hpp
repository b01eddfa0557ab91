// What revision 2026-07-28 advises new programs against: roots, sampling, and the log messages of
// the protocol. They work as ever, since older peers need them; define MCP_WARN_DEPRECATED before
// including anything, and the compiler says where they are used.
#pragma once

#ifdef MCP_WARN_DEPRECATED
#define MCP_DEPRECATED_FEATURE(instead) [[deprecated("since 2026-07-28: " instead)]]
#else
#define MCP_DEPRECATED_FEATURE(instead)
#endif
