// Whole values: from JSON that is known to be valid, and to it.
#include "codec/decoder.hpp"

#include <mcp/described_tables.hpp>

#include <stdexcept>

namespace mcp::detail {
namespace {

// Described types know no revisions: their rows are in all of them.
constexpr Revision any_revision{};

}  // namespace

[[gnu::hot]] bool read_described(JsonView json, void* value, const TypeOps& type,
                                 CodecError& error) {
    const ScratchLease scratch;
    if (scratch->structure.scan_valid(json.text()) != ScanStatus::ok) {
        error = {{}, "enough memory", "none left"};
        return false;
    }
    Decoder decoder(json.text(), *scratch, any_revision, DecodeOptions().max_depth, error);
    scratch->keys.start(decoder.cursor);
    return type.decode(decoder, value, nullptr) && check_end(decoder.cursor, error);
}

Json write_described(const void* value, const TypeOps& type) {
    std::string text;
    CodecError error;
    if (!encode_document(text, value, type, any_revision, error))
        throw std::invalid_argument(error.message());
    return JsonAccess::json(std::move(text));
}

}  // namespace mcp::detail
