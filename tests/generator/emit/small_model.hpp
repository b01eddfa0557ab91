// A small protocol of three revisions that has one of everything the emitters must spell, and an
// extension of it. Built by hand, so that these tests need no other stage.
#pragma once

#include <generator/emit/emit.hpp>

#include <memory>
#include <string>
#include <utility>

namespace small {

using mcpgen::Model;

namespace parts {

using namespace mcpgen;
using Kind = Type::Kind;

inline const Revisions oldest = Revisions::one(0);
inline const Revisions middle = Revisions::one(1);
inline const Revisions newest = Revisions::one(2);
inline const Revisions all = Revisions::first(3);

inline Type simple(Kind kind) { return Type::simple(kind); }
inline Type named(std::string name) { return Type::reference(std::move(name)); }
inline Type of(Kind kind, Type inner) {
    Type type = Type::simple(kind);
    type.args.push_back(std::move(inner));
    return type;
}
inline Type constant(std::string json) {
    Type type = Type::simple(Kind::constant);
    type.text = std::move(json);
    return type;
}
inline Type shaped(Kind kind, Type shape) {
    Type type = Type::simple(kind);
    type.shape = std::make_shared<const Type>(std::move(shape));
    return type;
}

inline Member member(std::string wire, Type type, Revisions in, Revisions required,
                     SharedText doc = {}) {
    Member result;
    result.name = wire;
    result.wire = std::move(wire);
    result.doc = std::move(doc);
    result.in = in;
    result.required = required;
    result.type = std::move(type);
    return result;
}
inline Member meta() {
    Member result = member("_meta", simple(Kind::object), all, {});
    result.name = "meta";
    return result;
}

inline Alternative alternative(Type type, Revisions in, std::vector<Condition> conditions) {
    Alternative result;
    result.name = to_text(type);
    result.type = std::move(type);
    result.in = in;
    result.conditions = std::move(conditions);
    return result;
}
inline Condition tag_is(const std::string& text) {
    return {Condition::Op::equals, "type", {"\"" + text + "\""}, {}};
}
inline Condition kind_is(const std::string& kind) {
    return {Condition::Op::is_kind, "", {}, {kind}};
}

inline Record record(std::string name, SharedText doc, Revisions in, std::vector<Member> members) {
    Record result;
    result.name = std::move(name);
    result.doc = std::move(doc);
    result.in = in;
    result.members = std::move(members);
    return result;
}

inline Union request_id() {
    Union type;
    type.name = "RequestId";
    type.doc = "Ties an answer to its request.";
    type.in = all;
    type.alternatives = {alternative(simple(Kind::string), all, {kind_is("string")}),
                         alternative(simple(Kind::integer), all, {kind_is("integer")})};
    return type;
}

inline Enum role() {
    Enum type;
    type.name = "Role";
    type.doc = "Who speaks.";
    type.in = all;
    type.values = {{"assistant", "assistant", "", all}, {"user", "user", "", all}};
    return type;
}

inline Enum result_type() {
    Enum type;
    type.name = "ResultType";
    type.in = newest;
    type.values = {{"complete", "complete", "The answer is final.", newest},
                   {"input-required", "input_required", "", newest}};
    return type;
}

inline Type priority() {
    Type type = simple(Kind::number);
    type.bounds.edit().minimum = 0;
    type.bounds.edit().maximum = 1;
    return type;
}

inline Union content() {
    Union type;
    type.name = "Content";
    type.doc = "One piece of a message.";
    type.in = all;
    type.tag = "type";
    type.open = true;
    type.alternatives = {alternative(named("TextContent"), all, {tag_is("text")}),
                         alternative(named("AudioContent"), middle | newest, {tag_is("audio")})};
    type.alternatives[1].fallback = {{"{\"type\":\"text\",\"text\":\"audio: ", "mimeType", ""},
                                     {"\"}", "", ""}};
    return type;
}

inline Record call_result() {
    Member structured = member("structuredContent", simple(Kind::any), middle | newest, {});
    structured.facets = {{middle, simple(Kind::object)}, {newest, simple(Kind::any)}};
    Member content = member("content", of(Kind::one_or_many, named("Content")), all, all);
    content.facets = {{oldest, named("Content")}, {middle | newest, content.type}};
    Member result_type =
        member("resultType", named("ResultType"), newest, newest, "Whether more is to come.");
    result_type.default_value = "\"complete\"";
    return record("CallToolResult",
                  "The answer to `tools/call`. A failing tool is a result with `isError`, not an "
                  "error of the call.",
                  all,
                  {content, member("isError", simple(Kind::boolean), all, {}), structured,
                   result_type, meta()});
}

inline Record tool() {
    Type schema = simple(Kind::inline_record);
    schema.members = {member("type", constant("\"object\""), all, all),
                      member("properties", of(Kind::map, simple(Kind::object)), all, {}),
                      member("required", of(Kind::array, simple(Kind::string)), all, {})};
    Member schema_name = member("$schema", simple(Kind::string), newest, {});
    schema_name.name = "schema";
    Member priority_member = member("priority", of(Kind::array, priority()), all, {});
    priority_member.type.bounds.edit().max_items = 3;
    Member size = member("size", simple(Kind::number), all, {});
    size.facets = {{oldest | middle, simple(Kind::integer)}, {newest, simple(Kind::number)}};
    Member title =
        member("title", simple(Kind::string), middle | newest, {}, "What people get to read.");
    title.deprecated = true;
    Type child = named("Tool");
    child.boxed = true;
    return record("Tool", "A tool that a client can call.", all,
                  {member("name", simple(Kind::string), all, all, "Unique within a server."),
                   member("inputSchema", shaped(Kind::object, schema), all, all,
                          "JSON Schema of the arguments."),
                   title, member("mode", constant("\"form\""), all, oldest, "Only one is known."),
                   priority_member, size, member("fallback", child, all, {}), schema_name, meta()});
}

inline Record task() {
    Member ttl = member("ttl", of(Kind::nullable, simple(Kind::integer)), middle, middle);
    return record("Task", "Work that goes on after the answer.", middle, {ttl});
}

inline Method call_tool() {
    Method method;
    method.wire = "tools/call";
    method.definition = "CallToolRequest";
    method.name = "CallTool";
    method.doc = "Calls a tool.";
    method.in = all;
    method.from_client = all;
    method.params = named("CallToolRequestParams");
    method.params_required = all;
    method.result = named("CallToolResult");
    method.input_required = newest;
    return method;
}

inline Method ping() {
    Method method;
    method.wire = "ping";
    method.definition = "PingRequest";
    method.name = "Ping";
    method.doc = "Asks whether the other side is there.";
    method.in = oldest | middle;
    method.direction = Direction::both;
    method.from_client = oldest | middle;
    method.from_server = oldest;
    method.result = named("EmptyResult");
    return method;
}

inline Method cancelled() {
    Method method;
    method.wire = "notifications/cancelled";
    method.definition = "CancelledNotification";
    method.name = "Cancelled";
    method.notification = true;
    method.in = all;
    method.direction = Direction::server_to_client;
    method.from_server = all;
    return method;
}

}  // namespace parts

/// The protocol.
inline Model protocol() {
    using namespace parts;
    Model model;
    model.revisions = {"2024-11-05", "2025-06-18", "2026-07-28"};
    Alias cursor;
    cursor.name = "Cursor";
    cursor.doc = "Where a list goes on.";
    cursor.in = all;
    cursor.type = simple(Kind::string);
    Record empty = record("EmptyResult", "", all, {});
    empty.closed = oldest;
    model.declarations = {
        role(),
        result_type(),
        request_id(),
        cursor,
        record("TextContent", "Text.", all,
               {member("type", constant("\"text\""), all, all),
                member("text", simple(Kind::string), all, all), meta()}),
        record("AudioContent", "Sound.", middle | newest,
               {member("type", constant("\"audio\""), middle | newest, middle | newest),
                member("mimeType", simple(Kind::string), middle | newest, middle | newest)}),
        content(),
        call_result(),
        empty,
        record("CallToolRequestParams", "", all,
               {member("name", simple(Kind::string), all, all),
                member("arguments", of(Kind::map, simple(Kind::any)), all, {})}),
        tool(),
        task()};
    model.methods = {call_tool(), ping(), cancelled()};
    model.errors = {{"parse_error", -32700, "The message is no JSON.", all},
                    {"timed_out", -32001, "", newest}};
    model.published = {{"CallToolRequest", all, "method", "tools/call"},
                       {"Tool", oldest | newest, "type", "Tool"}};
    model.reindex();
    return model;
}

/// Has a `Task` of its own beside the protocol's. `base` must outlive it.
inline Model extension(const Model& base) {
    using namespace parts;
    Model model;
    model.revisions = base.revisions;
    model.extension = "io.example/tasks";
    model.space = "tasks";
    model.base = &base;
    model.declarations = {record("Task", "Work with a name.", newest,
                                 {member("taskId", named("RequestId"), newest, newest),
                                  member("role", named("Role"), newest, {})})};
    Method method;
    method.wire = "tasks/get";
    method.name = "GetTask";
    method.in = newest;
    method.from_client = newest;
    method.params = named("CallToolRequestParams");
    method.params_required = newest;
    method.result = named("Task");
    model.methods = {method};
    model.reindex();
    return model;
}

/// All files of both, in namespace `name_space`.
inline mcpgen::FileSet files(const std::string& name_space = "mcp") {
    using namespace mcpgen;
    const Model base = protocol();
    const Model more = extension(base);
    EmitOptions options;
    options.name_space = name_space;
    options.sources = {"small.json", "overrides.json"};
    FileSet set;
    emit(more, options, set);
    emit(base, options, set);
    return set;
}

}  // namespace small
