// A small made-up protocol of three revisions, written by hand as the compiler would write it: the
// tests of the codec use it, so that they do not depend on the real protocol.
#pragma once

#include <mcp/codec_types.hpp>

namespace sample {

using namespace mcp;

inline constexpr Revision r0{0}, r1{1}, r2{2};
inline constexpr Revisions all = Revisions::from_bits(7);

enum class RoleTag : std::uint8_t { assistant, user, tool };  // tool: since r1
using Role = OpenEnum<RoleTag>;
enum class LevelTag : std::uint8_t { low, high };  // closed
using Level = OpenEnum<LevelTag>;
std::string_view to_string(LevelTag tag);

struct Annotations {
    std::optional<double> priority{};  // 0 to 1
    std::optional<std::vector<Role>> audience{};
    Extras extras{};
    friend bool operator==(const Annotations&, const Annotations&) = default;
};

struct TextContent {
    static constexpr std::string_view type = "text";
    std::string text;
    std::optional<Annotations> annotations{};
    std::optional<JsonObject> meta{};  // `_meta`
    Extras extras{};
    friend bool operator==(const TextContent&, const TextContent&) = default;
};

struct AudioContent {  // since r1, without replacement
    static constexpr std::string_view type = "audio";
    std::string data;
    Extras extras{};
    friend bool operator==(const AudioContent&, const AudioContent&) = default;
};

struct LinkContent {  // since r2; before: text with the title or the name
    static constexpr std::string_view type = "link";
    std::string uri;
    std::string name;
    std::optional<std::string> title{};
    Extras extras{};
    friend bool operator==(const LinkContent&, const LinkContent&) = default;
};

struct Content : std::variant<TextContent, AudioContent, LinkContent, Unrecognized> {
    using Base = std::variant<TextContent, AudioContent, LinkContent, Unrecognized>;
    using Base::Base;
};

struct Id : std::variant<std::string, std::int64_t> {
    using Base = std::variant<std::string, std::int64_t>;
    using Base::Base;
};

struct Plain {  // {"kind": "plain"}, and no "items"
    std::optional<std::string> note{};
    Extras extras{};
    friend bool operator==(const Plain&, const Plain&) = default;
};
struct Listed {  // has items/enum
    JsonObject items;
    Extras extras{};
    friend bool operator==(const Listed&, const Listed&) = default;
};
struct Schema : std::variant<Listed, Plain> {
    using Base = std::variant<Listed, Plain>;
    using Base::Base;
};

struct Message {
    Role role;
    OneOrMany<Content> content;  // r0 and r1: one
    Extras extras{};
    friend bool operator==(const Message&, const Message&) = default;
};

struct Tool {
    std::string name;
    JsonObject schema;                     // type "object", properties: objects
    std::optional<Json> output{};          // r0: not there; r1: an object; r2: anything
    std::string result_type = "complete";  // r2, required there
    Extras extras{};
    friend bool operator==(const Tool&, const Tool&) = default;
};

struct Mixed {
    Nullable<std::int64_t> ttl;
    std::optional<Constant<"form">> mode{};
    std::optional<Map<JsonObject>> caps{};
    std::optional<std::vector<std::string>> tags{};  // 1 to 3
    std::optional<bool> flag{};
    std::optional<Level> level{};
    std::optional<Nullable<std::string>> cursor{};
    std::optional<double> count{};  // r0: an integer
    Extras extras{};
    friend bool operator==(const Mixed&, const Mixed&) = default;
};

struct Tree {
    std::string name;
    std::vector<Tree> children{};
    std::optional<Box<Tree>> twin{};
    Extras extras{};
    friend bool operator==(const Tree&, const Tree&) = default;
};

struct Strict {  // closed
    std::int64_t x = 0;
    Extras extras{};
    friend bool operator==(const Strict&, const Strict&) = default;
};

}  // namespace sample

namespace mcp {
template <>
struct Codec<sample::Role> {
    static const TypeOps ops;
    static const EnumInfo info;
};
template <>
struct Codec<sample::Level> {
    static const TypeOps ops;
    static const EnumInfo info;
};
template <>
struct Codec<sample::Annotations> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::TextContent> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::AudioContent> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::LinkContent> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::Content> {
    static const TypeOps ops;
    static const UnionInfo info;
};
template <>
struct Codec<sample::Id> {
    static const TypeOps ops;
    static const UnionInfo info;
};
template <>
struct Codec<sample::Plain> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::Listed> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::Schema> {
    static const TypeOps ops;
    static const UnionInfo info;
};
template <>
struct Codec<sample::Message> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::Tool> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::Mixed> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::Tree> {
    static const TypeOps ops;
    static const RecordInfo info;
};
template <>
struct Codec<sample::Strict> {
    static const TypeOps ops;
    static const RecordInfo info;
};
}  // namespace mcp

namespace sample {

/// The sentence with which decoding fails; empty when it does not.
template <class T>
std::string refusal(std::string_view text, Revision revision, DecodeOptions options = {}) {
    const auto result = decode<T>(text, revision, options);
    return result ? std::string() : result.error().message();
}

/// The text that `value` is written as, or the sentence with which that fails.
template <class T>
std::string written(const T& value, Revision revision) {
    const auto result = encode(value, revision);
    return result ? *result : result.error().message();
}

}  // namespace sample
