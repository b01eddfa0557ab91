// Bindings of two protocols in one program; it has to compile.
#include <mcp/codec.hpp>
#include <mcp/describe.hpp>
#include <mcp/dispatch.hpp>
#include <mcp/methods.hpp>

#include <acme/proto/codec.hpp>
#include <acme/proto/describe.hpp>
#include <acme/proto/dispatch.hpp>
#include <acme/proto/methods.hpp>
#include <acme/proto/tasks/describe.hpp>
#include <acme/proto/tasks/methods.hpp>

static_assert(acme::proto::since(acme::proto::r2025_06_18) == mcp::since(mcp::r2025_06_18));

bool differ(const mcp::Tool& a, const acme::proto::Tool& b) { return a.name != b.name; }

std::string_view text_of(const acme::proto::Role& role) { return role.text(); }
