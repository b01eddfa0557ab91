// The tables of sample.hpp, in the form of a generated codec.cpp.
#include "runtime/sample.hpp"

namespace sample {

std::string_view to_string(LevelTag tag) { return tag == LevelTag::low ? "low" : "high"; }

namespace {

constexpr Revisions since1 = Revisions::from_bits(6);
constexpr Revisions since2 = Revisions::from_bits(4);

constexpr EnumRow role_rows[] = {{"assistant", all}, {"user", all}, {"tool", since1}};
constexpr EnumRow level_rows[] = {{"low", all}, {"high", since1}};

constexpr Bounds bounds_priority{.minimum = 0, .maximum = 1};
constexpr FieldRow annotations_rows[] = {
    {"priority",
     all,
     {},
     &field<&Annotations::priority>,
     &Codec<std::optional<double>>::ops,
     &bounds_priority},
    {"audience",
     all,
     {},
     &field<&Annotations::audience>,
     &Codec<std::optional<std::vector<Role>>>::ops},
};
constexpr FieldRow text_rows[] = {
    {"type", all, all, nullptr, nullptr, nullptr, "\"text\""},
    {"text", all, all, &field<&TextContent::text>, &Codec<std::string>::ops},
    {"annotations",
     all,
     {},
     &field<&TextContent::annotations>,
     &Codec<std::optional<Annotations>>::ops},
    {"_meta", since1, {}, &field<&TextContent::meta>, &Codec<std::optional<JsonObject>>::ops},
};
constexpr FieldRow audio_rows[] = {
    {"type", since1, since1, nullptr, nullptr, nullptr, "\"audio\""},
    {"data", since1, since1, &field<&AudioContent::data>, &Codec<std::string>::ops},
};
constexpr FieldRow link_rows[] = {
    {"type", since2, since2, nullptr, nullptr, nullptr, "\"link\""},
    {"uri", since2, since2, &field<&LinkContent::uri>, &Codec<std::string>::ops},
    {"name", since2, since2, &field<&LinkContent::name>, &Codec<std::string>::ops},
    {"title", since2, {}, &field<&LinkContent::title>, &Codec<std::optional<std::string>>::ops},
};
constexpr Condition content_1_if[] = {
    {.op = Condition::equals, .path = "type", .constant = "\"text\""}};
constexpr Condition content_2_if[] = {
    {.op = Condition::equals, .path = "type", .constant = "\"audio\""}};
constexpr Condition content_3_if[] = {
    {.op = Condition::equals, .path = "type", .constant = "\"link\""}};
constexpr FallbackPiece content_3_else[] = {
    {"{\"type\":\"text\",\"text\":\"[", "title", "name"},
    {"](", "uri"},
    {")\"}"},
};
constexpr AlternativeRow content_rows[] = {
    {all, &Codec<TextContent>::ops, content_1_if, 1, &Codec<TextContent>::info},
    {since1, &Codec<AudioContent>::ops, content_2_if, 1, &Codec<AudioContent>::info},
    {since2, &Codec<LinkContent>::ops, content_3_if, 1, &Codec<LinkContent>::info, content_3_else,
     3},
};

constexpr Condition id_1_if[] = {{.op = Condition::is_kind, .kinds = kind_string}};
constexpr Condition id_2_if[] = {{.op = Condition::is_kind, .kinds = kind_integer}};
constexpr AlternativeRow id_rows[] = {
    {all, &Codec<std::string>::ops, id_1_if, 1},
    {all, &Codec<std::int64_t>::ops, id_2_if, 1},
};

constexpr FieldRow plain_rows[] = {
    {"kind", all, {}, nullptr, nullptr, nullptr, "\"plain\""},
    {"note", all, {}, &field<&Plain::note>, &Codec<std::optional<std::string>>::ops},
};
constexpr FieldRow listed_rows[] = {
    {"items", all, all, &field<&Listed::items>, &Codec<JsonObject>::ops}};
constexpr Condition schema_1_if[] = {{.op = Condition::has, .path = "items/enum"}};
constexpr Condition schema_2_if[] = {
    {.op = Condition::lacks, .path = "items"},
    {.op = Condition::one_of, .path = "kind", .constant = "\"plain\" \"bare\""}};
constexpr AlternativeRow schema_rows[] = {
    {all, &Codec<Listed>::ops, schema_1_if, 1, &Codec<Listed>::info},
    {all, &Codec<Plain>::ops, schema_2_if, 2, &Codec<Plain>::info},
};

constexpr FieldRow message_rows[] = {
    {"role", all, all, &field<&Message::role>, &Codec<Role>::ops},
    {"content", Revisions(r0) | r1, Revisions(r0) | r1, &field<&Message::content>,
     &one_only_ops<Content>},
    {"content", since2, since2, &field<&Message::content>, &Codec<OneOrMany<Content>>::ops},
};

constexpr Shape shape_object{.kinds = kind_object};
constexpr Shape shape_type{.kinds = kind_string, .constant = "\"object\""};
constexpr Shape shape_properties{.kinds = kind_object, .each = &shape_object};
constexpr Shape shape_string{.kinds = kind_string};
constexpr Shape shape_strings{.kinds = kind_array, .each = &shape_string};
constexpr ShapeMember schema_members[] = {{"type", true, &shape_type},
                                          {"properties", false, &shape_properties},
                                          {"required", false, &shape_strings}};
constexpr Shape shape_schema{.kinds = kind_object, .members = schema_members, .member_count = 3};
constexpr Bounds bounds_schema{.shape = &shape_schema};
constexpr Bounds bounds_object{.kinds = kind_object};
constexpr FieldRow tool_rows[] = {
    {"name", all, all, &field<&Tool::name>, &Codec<std::string>::ops},
    {"schema", all, all, &field<&Tool::schema>, &Codec<JsonObject>::ops, &bounds_schema},
    {"output", r1, {}, &field<&Tool::output>, &Codec<std::optional<Json>>::ops, &bounds_object},
    {"output", since2, {}, &field<&Tool::output>, &Codec<std::optional<Json>>::ops},
    {"resultType", since2, since2, &field<&Tool::result_type>, &Codec<std::string>::ops},
};

constexpr Bounds bounds_tags{.min_items = 1, .max_items = 3};
constexpr Bounds bounds_not_null{.kinds = kind_any & ~kind_null};
constexpr Bounds bounds_integer{.kinds = kind_integer};
constexpr FieldRow mixed_rows[] = {
    {"ttl", r0, r0, &field<&Mixed::ttl>, &Codec<Nullable<std::int64_t>>::ops, &bounds_not_null},
    {"ttl", since1, since1, &field<&Mixed::ttl>, &Codec<Nullable<std::int64_t>>::ops},
    {"mode", all, {}, &field<&Mixed::mode>, &Codec<std::optional<Constant<"form">>>::ops},
    {"caps", all, {}, &field<&Mixed::caps>, &Codec<std::optional<Map<JsonObject>>>::ops},
    {"tags",
     all,
     {},
     &field<&Mixed::tags>,
     &Codec<std::optional<std::vector<std::string>>>::ops,
     &bounds_tags},
    {"flag", all, r2, &field<&Mixed::flag>, &Codec<std::optional<bool>>::ops},
    {"level", all, {}, &field<&Mixed::level>, &Codec<std::optional<Level>>::ops},
    {"cursor", all, {}, &field<&Mixed::cursor>, &Codec<std::optional<Nullable<std::string>>>::ops},
    {"count", r0, {}, &field<&Mixed::count>, &Codec<std::optional<double>>::ops, &bounds_integer},
    {"count", since1, {}, &field<&Mixed::count>, &Codec<std::optional<double>>::ops},
};

constexpr FieldRow tree_rows[] = {
    {"name", all, all, &field<&Tree::name>, &Codec<std::string>::ops},
    {"children", all, {}, &field<&Tree::children>, &Codec<std::vector<Tree>>::ops},
    {"twin", all, {}, &field<&Tree::twin>, &Codec<std::optional<Box<Tree>>>::ops},
};
constexpr FieldRow strict_rows[] = {{"x", all, all, &field<&Strict::x>, &Codec<std::int64_t>::ops}};

}  // namespace
}  // namespace sample

namespace mcp {

using namespace sample;

const EnumInfo Codec<Role>::info = {"Role", role_rows, std::size(role_rows)};
constinit const TypeOps Codec<Role>::ops = enum_ops<Role>;
const EnumInfo Codec<Level>::info = {"Level", level_rows, std::size(level_rows), false};
constinit const TypeOps Codec<Level>::ops = enum_ops<Level>;
const RecordInfo Codec<Annotations>::info = {"Annotations", annotations_rows, 2,
                                             &extras_of<Annotations>};
constinit const TypeOps Codec<Annotations>::ops = record_ops<Annotations>;
const RecordInfo Codec<TextContent>::info = {"TextContent", text_rows, 4, &extras_of<TextContent>};
constinit const TypeOps Codec<TextContent>::ops = record_ops<TextContent>;
const RecordInfo Codec<AudioContent>::info = {"AudioContent", audio_rows, 2,
                                              &extras_of<AudioContent>};
constinit const TypeOps Codec<AudioContent>::ops = record_ops<AudioContent>;
const RecordInfo Codec<LinkContent>::info = {"LinkContent", link_rows, 4, &extras_of<LinkContent>};
constinit const TypeOps Codec<LinkContent>::ops = record_ops<LinkContent>;
constinit const UnionInfo Codec<Content>::info =
    union_info<Content>("Content", content_rows, "type", true);
constinit const TypeOps Codec<Content>::ops = union_ops<Content>;
constinit const UnionInfo Codec<Id>::info = union_info<Id>("Id", id_rows);
constinit const TypeOps Codec<Id>::ops = union_ops<Id>;
const RecordInfo Codec<Plain>::info = {"Plain", plain_rows, 2, &extras_of<Plain>};
constinit const TypeOps Codec<Plain>::ops = record_ops<Plain>;
const RecordInfo Codec<Listed>::info = {"Listed", listed_rows, 1, &extras_of<Listed>};
constinit const TypeOps Codec<Listed>::ops = record_ops<Listed>;
constinit const UnionInfo Codec<Schema>::info = union_info<Schema>("Schema", schema_rows);
constinit const TypeOps Codec<Schema>::ops = union_ops<Schema>;
const RecordInfo Codec<Message>::info = {"Message", message_rows, 3, &extras_of<Message>};
constinit const TypeOps Codec<Message>::ops = record_ops<Message>;
const RecordInfo Codec<Tool>::info = {"Tool", tool_rows, 5, &extras_of<Tool>};
constinit const TypeOps Codec<Tool>::ops = record_ops<Tool>;
const RecordInfo Codec<Mixed>::info = {"Mixed", mixed_rows, std::size(mixed_rows),
                                       &extras_of<Mixed>};
constinit const TypeOps Codec<Mixed>::ops = record_ops<Mixed>;
const RecordInfo Codec<Tree>::info = {"Tree", tree_rows, 3, &extras_of<Tree>};
constinit const TypeOps Codec<Tree>::ops = record_ops<Tree>;
const RecordInfo Codec<Strict>::info = {"Strict", strict_rows, 1, &extras_of<Strict>, all};
constinit const TypeOps Codec<Strict>::ops = record_ops<Strict>;

}  // namespace mcp
