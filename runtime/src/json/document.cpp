// Whole documents: size, encoding, and that one value is all there is.
#include "json/raw.hpp"

namespace mcp::detail {

[[gnu::hot]] bool scan_document(std::string_view text, std::size_t max_bytes, Structure& structure,
                                CodecError& error) {
    if (text.size() > max_bytes) {
        error = {
            {}, "at most " + std::to_string(max_bytes) + " bytes", std::to_string(text.size())};
        return false;
    }
    switch (structure.scan(text)) {
        case ScanStatus::ok: return true;
        case ScanStatus::empty: error = {{}, "a JSON value", "nothing"}; break;
        case ScanStatus::too_long: error = {{}, "less than 2 GiB", "more"}; break;
        case ScanStatus::bad_utf8: error = {{}, "valid UTF-8", "other bytes"}; break;
        case ScanStatus::control_character:
            error = {{}, "control characters in strings to be escaped", "a raw one"};
            break;
        case ScanStatus::open_string:
            error = {{}, "a closing quote", "the end of the document"};
            break;
        case ScanStatus::no_memory: error = {{}, "enough memory", "none left"}; break;
    }
    return false;
}

bool fail_depth(const Depth& depth, CodecError& error) {
    error = {{}, "at most " + std::to_string(depth.most) + " levels of nesting", "more"};
    return false;
}

[[gnu::hot]] bool check_end(const Cursor& cursor, CodecError& error) {
    if (cursor.at_end()) return true;
    error = {{}, "the end of the document", describe_token(cursor, cursor.index)};
    return false;
}

bool check_document(std::string_view text, std::size_t max_bytes, std::size_t max_depth,
                    std::string& minified, CodecError& error) {
    const ScratchLease scratch;
    if (!scan_document(text, max_bytes, scratch->structure, error)) return false;
    Cursor cursor(text, scratch->structure);
    scratch->keys.start(cursor);
    RawValue value;
    if (!check_raw(cursor, *scratch, {0, max_depth}, nullptr, value, error)) return false;
    if (!check_end(cursor, error)) return false;
    minified = raw_text(cursor, value);
    return true;
}

}  // namespace mcp::detail
