// Reading the params that every call of a feature has.
#include "server/params.hpp"

#include "rpc/meta_keys.hpp"

#include <array>
#include <cstddef>

namespace mcp::server {

std::string_view kind_name(JsonView value) {
    constexpr std::array<std::string_view, 6> names{"null",   "boolean", "number",
                                                    "string", "array",   "object"};
    return names[static_cast<std::size_t>(value.kind())];
}

RpcError wrong_param(std::string_view name, std::string_view expected,
                     std::optional<JsonView> found) {
    CodecError error;
    error.path = std::string(name);
    error.expected = std::string(expected);
    error.found = found ? std::string(kind_name(*found)) : "nothing";
    return RpcError::invalid_params(error);
}

Answer<std::string> string_param(std::optional<JsonView> params, std::string_view name) {
    std::optional<JsonView> found;
    if (params) found = params->find(name);
    if (found) {
        if (auto text = found->as_string()) return *std::move(text);
    }
    return Unexpected(wrong_param(name, "string", found));
}

[[gnu::hot]] void add_server_info(std::string& object, std::string_view info) {
    object.pop_back();
    if (object.size() > 1) object += ',';
    object.append(R"("_meta":{")").append(meta_keys::server_info).append(R"(":)");
    object.append(info).append("}}");
}

}  // namespace mcp::server
