// Reading and writing typed values at one revision of the protocol: `decode<T>` and `encode`. Only
// the front: which types there are is in generated headers (`Codec<T>`), the work is in src/codec.
#pragma once

#include <mcp/codec_error.hpp>
#include <mcp/result.hpp>
#include <mcp/revision.hpp>
#include <mcp/tables.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mcp {

/// How `T` looks on the wire: `Codec<T>::ops`. Generated for protocol types; <mcp/codec_types.hpp>
/// has it for strings, numbers, vectors, maps and the like.
template <class T>
struct Codec;

/// What a peer may send us.
struct DecodeOptions {
    std::size_t max_bytes = std::size_t{16} * 1024 * 1024;  ///< of the document
    std::size_t max_depth = 128;                            ///< of nested objects and arrays
};

/// Nesting that `encode` writes; more is an error, so that a value cannot exhaust the stack.
inline constexpr std::size_t max_encode_depth = 128;

namespace detail {
/// Reads one document into `value`. On failure says why and leaves `value` half filled.
bool decode_document(std::string_view text, void* value, const TypeOps& type, Revision revision,
                     const DecodeOptions& options, CodecError& error);
/// Appends the JSON of `value` to `out`. On failure says why and leaves `out` as it was.
bool encode_document(std::string& out, const void* value, const TypeOps& type, Revision revision,
                     CodecError& error);

/// Turns into a `T{}` in place.
template <class T>
struct Fresh {
    operator T() const { return T{}; }
};

/// Gives `make` what a container needs to make a new `T`. Without arguments it would make a record
/// by `T()`, which fills all of it with zeros before its members are initialised.
template <class T, class Make>
decltype(auto) make_fresh(Make make) {
    if constexpr (std::is_aggregate_v<T>) {
        return make(Fresh<T>{});
    } else {
        return make();
    }
}
}  // namespace detail

/// Reads one JSON document as a `T` of that revision. Required members and kinds are checked;
/// members and enumeration values that nobody knows are kept. Refuses anything that is not one
/// valid JSON document.
template <class T>
Result<T, CodecError> decode(std::string_view text, Revision revision, DecodeOptions options = {}) {
    auto result = detail::make_fresh<T>(
        [](auto... fresh) { return Result<T, CodecError>(std::in_place, fresh...); });
    CodecError error;
    if (!detail::decode_document(text, &*result, Codec<T>::ops, revision, options, error)) {
        result = Unexpected(std::move(error));
    }
    return result;
}

/// Writes `value` as that revision has it, minified, on one line; what the revision lacks is left
/// out, replaced as the protocol says, or refused with its path.
template <class T>
Result<std::string, CodecError> encode(const T& value, Revision revision) {
    Result<std::string, CodecError> result(std::in_place);
    CodecError error;
    if (!detail::encode_document(*result, &value, Codec<T>::ops, revision, error)) {
        result = Unexpected(std::move(error));
    }
    return result;
}

/// As `encode`, appended to `out`; a failure leaves `out` as it was.
template <class T>
Result<void, CodecError> encode_to(std::string& out, const T& value, Revision revision) {
    CodecError error;
    if (!detail::encode_document(out, &value, Codec<T>::ops, revision, error)) {
        return Unexpected(std::move(error));
    }
    return {};
}

}  // namespace mcp
