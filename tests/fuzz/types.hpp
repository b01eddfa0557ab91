// Every generated type, known by what can be done with its values: what the fuzzer of decoding
// picks from. The list is made while configuring, from the manifests of the bindings.
#pragma once

#include <mcp/tables.hpp>

#include <cstddef>
#include <string_view>

namespace mcp::fuzz {

struct Type {
    std::string_view name;  ///< `mcp::Tool`
    const TypeOps* ops;
    void* (*create)();
    void (*destroy)(void* value);
    bool (*equal)(const void* a, const void* b);
};

extern const Type types[];
extern const std::size_t type_count;

}  // namespace mcp::fuzz
