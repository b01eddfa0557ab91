// Bytes as base64.
#include "described/take_text.hpp"

#include "codec/encoder.hpp"

#include <mcp/base64.hpp>
#include <mcp/described_tables.hpp>

namespace mcp::detail {

bool decode_bytes(Decoder& d, std::string& bytes, std::optional<std::size_t> size) {
    std::string room;
    std::string_view text;
    if (!take_text(d, room, text)) return false;
    auto decoded = base64_decode(text);
    if (!decoded) return fail_text(d, "base64 with padding");
    bytes = *std::move(decoded);
    if (!size || bytes.size() == *size) return true;
    return d.fail("base64 of " + std::to_string(*size) + " bytes", std::to_string(bytes.size()));
}

bool encode_bytes(Encoder& e, std::string_view bytes) { return e.string(base64_encode(bytes)); }

JsonObject schema_of_bytes(std::optional<std::size_t> size) {
    JsonObject schema = schema_of_kind("string").set("contentEncoding", "base64");
    if (size) {
        const std::size_t length = (*size + 2) / 3 * 4;
        schema.set("minLength", length).set("maxLength", length);
    }
    return schema;
}

}  // namespace mcp::detail
