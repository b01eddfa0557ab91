// Untrusted messages: bytes 0 and 1 pick one of all generated types, byte 2 the revision, the rest
// is the document. What decodes can be encoded at the same revision, and that decodes to an equal
// value and encodes the same again.
#include <tests/fuzz/law.hpp>
#include <tests/fuzz/types.hpp>

#include <mcp/codec_api.hpp>
#include <mcp/fwd.hpp>

#include <cstdint>
#include <iterator>
#include <memory>
#include <string>

using mcpgen::fuzz::law;

namespace mcp::fuzz {
namespace {

using Value = std::unique_ptr<void, void (*)(void*)>;

std::string encoded(const void* value, const Type& type, Revision revision) {
    std::string out = "before";
    CodecError error;
    const bool ok = detail::encode_document(out, value, *type.ops, revision, error);
    law(ok, "what was decoded can be encoded", error.message());
    law(out.starts_with("before"), "encoding appends", type.name);
    return out.substr(6);
}

void check(const Type& type, Revision revision, std::string_view text) {
    const Value value(type.create(), type.destroy);
    CodecError error;
    if (!detail::decode_document(text, value.get(), *type.ops, revision, {}, error)) {
        law(!error.found.empty() && !error.message().empty(), "a refusal says why", type.name);
        return;
    }
    const std::string once = encoded(value.get(), type, revision);
    const Value again(type.create(), type.destroy);
    const bool ok = detail::decode_document(once, again.get(), *type.ops, revision, {}, error);
    law(ok, "what was encoded can be decoded", error.message() + " in " + once);
    law(type.equal(value.get(), again.get()), "it decodes to an equal value", once);
    law(encoded(again.get(), type, revision) == once, "and encodes the same", once);
}

}  // namespace
}  // namespace mcp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3) return -1;
    const std::size_t index = (data[0] | std::size_t{data[1]} << 8) % mcp::fuzz::type_count;
    const auto revision = static_cast<mcp::Revision>(data[2] % std::size(mcp::revision_dates));
    // A copy of exactly this size, so that reading behind it is seen.
    const std::unique_ptr<char[]> text(new char[size - 3]);
    std::copy(data + 3, data + size, text.get());
    mcp::fuzz::check(mcp::fuzz::types[index], revision, {text.get(), size - 3});
    return 0;
}
