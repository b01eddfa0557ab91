// What src/codec does with values of each form, without templates: the templates of
// <mcp/codec_types.hpp> only bind a C++ type to one of these. Nobody else includes this header.
#pragma once

#include <mcp/tables.hpp>
#include <mcp/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mcp::detail {

bool decode_string(Decoder&, void* value, const Bounds*);
bool encode_string(Encoder&, const void* value, const Bounds*);
bool decode_bool(Decoder&, void* value, const Bounds*);
bool encode_bool(Encoder&, const void* value, const Bounds*);
bool decode_int64(Decoder&, void* value, const Bounds*);
bool encode_int64(Encoder&, const void* value, const Bounds*);
bool decode_uint64(Decoder&, void* value, const Bounds*);
bool encode_uint64(Encoder&, const void* value, const Bounds*);
bool decode_double(Decoder&, void* value, const Bounds*);
bool encode_double(Encoder&, const void* value, const Bounds*);
bool decode_only_null(Decoder&, void*, const Bounds*);
bool encode_only_null(Encoder&, const void*, const Bounds*);
bool decode_json(Decoder&, void* value, const Bounds*);
bool encode_json(Encoder&, const void* value, const Bounds*);
bool decode_json_object(Decoder&, void* value, const Bounds*);
bool encode_json_object(Encoder&, const void* value, const Bounds*);
bool decode_constant(Decoder&, std::string_view text);
bool encode_constant(Encoder&, std::string_view text);

/// Takes the next value when it is null.
bool take_null(Decoder&);
bool encode_null(Encoder&);
bool fail_null(Encoder&, std::uint8_t kinds);
/// Whether the next value is an array.
bool next_is_array(Decoder&);

/// How an array grows while it is read.
struct ArrayGrowth {
    void* (*append)(void* array);  ///< one more element; gives its address
    void (*reserve)(void* array, std::size_t count);
    std::size_t element_size;
};
bool decode_array(Decoder&, void* array, const ArrayGrowth&, const Bounds*, const TypeOps& element);
bool encode_array(Encoder&, const void* first, std::size_t count, std::size_t stride, const Bounds*,
                  const TypeOps& element);
bool fail_not_one(Encoder&, std::size_t count);

struct MapEntryView {
    const std::string* name;
    const void* value;
};
bool decode_map(Decoder&, void* map, void* (*append)(void* map, std::string&& name), const Bounds*,
                const TypeOps& element);
bool encode_map(Encoder&, const void* map, std::size_t count,
                MapEntryView (*entry)(const void* map, std::size_t index), const Bounds*,
                const TypeOps& element);

bool decode_record(Decoder&, void* record, const RecordInfo&);
bool encode_record(Encoder&, const void* record, const RecordInfo&);
bool decode_union(Decoder&, void* value, const UnionInfo&, const Bounds*);
bool encode_union(Encoder&, const void* value, const UnionInfo&, const Bounds*);
bool decode_enum(Decoder&, OpenEnumBase& value, const EnumInfo&);
bool encode_enum(Encoder&, const OpenEnumBase& value, const EnumInfo&);

}  // namespace mcp::detail
