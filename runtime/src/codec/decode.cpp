// Decoding a document, and what every loop shares: names, scalars, raw values.
#include "codec/decoder.hpp"

namespace mcp {

bool Decoder::fail(std::string expected, std::string found) {
    error = {{}, std::move(expected), std::move(found)};
    return false;
}

bool Decoder::fail_kind(std::uint8_t kinds) {
    return fail(detail::kinds_text(kinds), detail::describe_token(cursor, cursor.index));
}

bool Decoder::fail_syntax(const char* expected) {
    return fail(expected, detail::describe_token(cursor, cursor.index));
}

bool Decoder::fail_depth() { return detail::fail_depth(depth, error); }

bool Decoder::fail_escapes(std::uint32_t token) {
    return fail("valid escapes", detail::quote_token(cursor, token));
}

bool Decoder::within(std::string_view member) {
    error.within(member);
    return false;
}

bool Decoder::within(std::size_t index) {
    error.within(index);
    return false;
}

bool Decoder::number(std::string_view& text, std::uint8_t kind) {
    const char c = cursor.peek();
    if (c != '-' && (c < '0' || c > '9')) return fail_kind(kind);
    text = cursor.token(cursor.index);
    if (!detail::is_number(text)) return fail_kind(kind);
    ++cursor.index;
    return true;
}

bool Decoder::word(std::string_view word) {
    if (cursor.peek() != word.front() || cursor.token(cursor.index) != word) return false;
    ++cursor.index;
    return true;
}

bool Decoder::raw(std::string& text, const Shape* shape) {
    detail::RawValue value;
    if (!detail::check_raw(cursor, scratch, depth, shape, value, error)) return false;
    text = detail::raw_text(cursor, value);
    return true;
}

bool Decoder::skip() {
    detail::RawValue value;
    return detail::check_raw(cursor, scratch, depth, nullptr, value, error);
}

bool Decoder::constant(std::string_view json) {
    const char c = cursor.peek();
    const bool scalar = c != '\0' && c != '{' && c != '[';
    if (!scalar || !detail::is_constant(cursor.token(cursor.index), json)) {
        return fail(std::string(json), detail::quote_token(cursor, cursor.index));
    }
    ++cursor.index;
    return true;
}

bool detail::decode_document(std::string_view text, void* value, const TypeOps& type,
                             Revision revision, const DecodeOptions& options, CodecError& error) {
    const ScratchLease scratch;
    if (!scan_document(text, options.max_bytes, scratch->structure, error)) return false;
    Decoder decoder(text, *scratch, revision, options.max_depth, error);
    scratch->keys.start(decoder.cursor);
    return type.decode(decoder, value, nullptr) && check_end(decoder.cursor, error);
}

}  // namespace mcp
