// Encoding a document.
#include "codec/encoder.hpp"

namespace mcp {

bool Encoder::fail(std::string expected, std::string found) {
    error = {{}, std::move(expected), std::move(found)};
    return false;
}

bool Encoder::fail_depth() {
    return fail("at most " + std::to_string(max_encode_depth) + " levels of nesting", "more");
}

bool Encoder::within(std::string_view member) {
    error.within(member);
    return false;
}

bool Encoder::within(std::size_t index) {
    error.within(index);
    return false;
}

[[gnu::hot]] bool detail::encode_document(std::string& out, const void* value, const TypeOps& type,
                                          Revision revision, CodecError& error) {
    // Written into memory that is used again, so that a result has the size that it needs, and
    // room for the words of a message around it.
    const ScratchLease scratch;
    scratch->text.clear();
    Encoder encoder(scratch->text, scratch->structure, revision, error);
    if (!type.encode(encoder, value, nullptr)) return false;
    constexpr std::size_t around = 64;
    if (out.empty()) out.reserve(scratch->text.view().size() + around);
    out += scratch->text.view();
    return true;
}

}  // namespace mcp
