// What both sides share: header names and values, mirrored arguments, events.
#include "http/header_value.hpp"
#include "http/headers.hpp"
#include "http/mirrored_params.hpp"
#include "http/server/event_id.hpp"
#include "http/sse.hpp"

#include <mcp/json.hpp>
#include <tests/catch.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace mcp;
using namespace mcp::http;

namespace {

std::string reason(std::string_view schema) {
    const auto value = Json::parse(schema);
    INFO(schema);
    REQUIRE(value.has_value());
    const auto params = mirrored_params(*value);
    return params ? "valid: " + std::to_string(params->size()) : params.error();
}

bool invalid(std::string_view schema) { return reason(schema).find("valid: ") != 0; }

}  // namespace

TEST_CASE("R156 R137 header values are plain when they can be, and come back as they were") {
    for (const std::string_view plain : {"us west 1", "", "true", "42", "-7", "=?base64?x",
                                         "x?=", "=?BASE64?eA==?=", "=?base64?="}) {
        CHECK(encode_value(plain) == plain);
        CHECK(decode_value(plain) == plain);
    }
    for (const std::string_view odd :
         {" x", "x ", "\tx", "x\t", "a\nb", "a\r\nb", "日本語", "=?base64?a?=", "\x7F", "a\tb"}) {
        INFO(odd);
        const std::string value = encode_value(odd);
        CHECK(value.find("=?base64?") == 0);
        CHECK(decode_value(value) == odd);
    }
    CHECK(encode_value("日本語") == "=?base64?5pel5pys6Kqe?=");
}

TEST_CASE("R159 values that are not canonical are refused") {
    for (const std::string_view bad :
         {"=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?=", "=?base64?SGVsbG9=?=",
          "=?base64?SGVs bG8=?=", "=?base64?/w==?=", "a\nb", "日本語", "a\tb", "\x01"}) {
        INFO(bad);
        CHECK_FALSE(decode_value(bad).has_value());
    }
    CHECK(decode_value("=?base64?SGVsbG8=?=") == "Hello");
    CHECK(decode_value("=?base64?"
                       "?=") == "");
}

TEST_CASE("R135 R136 names without case, values with it, without blanks around them") {
    const std::array<HttpHeader, 3> fields{
        {{"mcp-METHOD", "  tools/list \t"}, {"Mcp-Name", "a"}, {"mcp-name", "b"}}};
    const Headers headers(fields);
    CHECK(headers.get("Mcp-Method") == "tools/list");
    CHECK(headers.count("MCP-NAME") == 2);
    CHECK_FALSE(headers.find("Mcp-Nam").has_value());
}

TEST_CASE("R135 R136 names that are asked for often are found as others are") {
    const std::array frequent{header::host,         header::origin,     header::accept,
                              header::content_type, header::session_id, header::protocol_version,
                              header::mcp_method,   header::mcp_name};
    CHECK(frequent.size() == header::frequent_count);
    std::vector<HttpHeader> fields{{"", ""}, {"X", "x"}};
    for (const header::Frequent& field : frequent) {
        INFO(field.name);
        const std::string_view name = field;
        CHECK_FALSE(Headers(fields).find(field).has_value());
        CHECK(Headers(fields).count(field) == 0);
        // As long, and with the same first letter.
        const std::string other = std::string(name.substr(0, name.size() - 1)) + "_";
        fields.push_back({other, "no"});
        CHECK_FALSE(Headers(fields).find(field).has_value());
        const std::string small = detail::lower(name);
        fields.push_back({small, " first "});
        fields.push_back({name, "second"});
        const Headers headers(fields);
        CHECK(headers.get(field) == "first");
        CHECK(headers.get(field) == headers.get(name));
        CHECK(headers.count(field) == 2);
        fields.erase(fields.begin() + 2, fields.end());
    }
}

TEST_CASE("HS-23 which types an Accept header allows") {
    CHECK(accepts("", json_type));
    CHECK(accepts("*/*", event_stream_type));
    CHECK(accepts("text/*", event_stream_type));
    CHECK(accepts("text/html, Application/JSON;q=0.2", json_type));
    CHECK_FALSE(accepts("text/html", json_type));
    CHECK_FALSE(accepts("application/json;q=0", json_type));
    CHECK_FALSE(accepts("application/jsonp", json_type));
    CHECK(accepts("application/json;q=0, */*", json_type));
    CHECK(media_type("application/json; charset=utf-8") == json_type);
}

TEST_CASE("HS-23 both types at once are allowed as each by itself") {
    for (const std::string_view accept :
         {"", "  ", "*/*", "text/*", "application/*", "*/", "*", "/*", "text/html",
          "application/json, text/event-stream", "text/event-stream, application/json;q=0",
          "text/event-stream;q=0.0, application/json", "text/html, Application/JSON;q=0.2",
          "application/json;q=0, */*", "APPLICATION/*;q=1", "application/json;q=0;q=1", ",,",
          "text/event-stream;a=b;q=0", "application/json-seq, text/event-streams"}) {
        INFO(accept);
        const AcceptedTypes both = accepted_types(accept);
        CHECK(both.json == accepts(accept, json_type));
        CHECK(both.stream == accepts(accept, event_stream_type));
    }
    CHECK_FALSE(accepted_types("text/event-stream, application/json;q=0").json);
    CHECK_FALSE(accepted_types("*/").json);
}

TEST_CASE("RES-03 ids of events are two numbers, and nothing else") {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    for (const EventId id : {EventId{0, 0}, EventId{1, 27}, EventId{most, most}}) {
        const EventIdText text(id);
        INFO(std::string_view(text));
        const auto read = read_event_id(text);
        REQUIRE(read.has_value());
        CHECK(read->stream == id.stream);
        CHECK(read->sequence == id.sequence);
    }
    CHECK(EventIdText({1, 27}) == std::string_view("1:27"));
    for (const std::string_view bad :
         {"", ":", "1", "1:", ":1", "1:2:3", "1:2 ", " 1:2", "-1:2", "1:+2", "1;2",
          "18446744073709551616:0", "0:18446744073709551616"}) {
        INFO(bad);
        CHECK_FALSE(read_event_id(bad).has_value());
    }
}

TEST_CASE("R152 a tool is invalid for every wrong x-mcp-header") {
    const auto property = [](std::string_view schema) {
        return R"({"type":"object","properties":{"p":)" + std::string(schema) + "}}";
    };
    CHECK(reason(property(R"({"type":"string","x-mcp-header":"Region"})")) == "valid: 1");
    CHECK(reason(property(R"({"type":"integer","x-mcp-header":"A"})")) == "valid: 1");
    CHECK(reason(property(R"({"type":"boolean","x-mcp-header":"A"})")) == "valid: 1");
    CHECK(
        reason(property(R"({"type":"object","properties":{"x-mcp-header":{"type":"string"}}})")) ==
        "valid: 0");
    CHECK(reason(property(R"({"enum":[{"x-mcp-header":""}],"default":{"x-mcp-header":1}})")) ==
          "valid: 0");
    CHECK(reason(property(R"({"properties":{"q":{"type":"string","x-mcp-header":"Q"}}})")) ==
          "valid: 1");

    CHECK(invalid(property(R"({"type":"string","x-mcp-header":""})")));
    CHECK(invalid(property(R"({"type":"string","x-mcp-header":"a b"})")));
    CHECK(invalid(property(R"({"type":"string","x-mcp-header":"a:b"})")));
    CHECK(invalid(property(R"({"type":"string","x-mcp-header":"a\u0001"})")));
    CHECK(invalid(property(R"({"type":"string","x-mcp-header":"\u00e9"})")));
    CHECK(invalid(property(R"({"type":"string","x-mcp-header":7})")));
    for (const std::string_view type : {R"("number")", R"("object")", R"("array")", R"("null")",
                                        R"(["string","null"])", R"(["string"])"}) {
        CHECK(invalid(property(R"({"type":)" + std::string(type) + R"(,"x-mcp-header":"A"})")));
    }
    CHECK(invalid(property(R"({"x-mcp-header":"A"})")));
    CHECK(invalid(R"({"type":"object","x-mcp-header":"A"})"));
    CHECK(invalid(R"({"properties":{"a":{"type":"string","x-mcp-header":"X"},)"
                  R"("b":{"properties":{"c":{"type":"string","x-mcp-header":"x"}}}}})"));
    const std::string inside = R"({"type":"string","x-mcp-header":"A"})";
    for (const std::string keyword : {"items", "not", "if", "then", "else", "contains",
                                      "additionalProperties", "propertyNames"}) {
        CHECK(invalid(property("{\"" + keyword + "\":" + inside + "}")));
        CHECK(invalid(property("{\"" + keyword + R"(":{"properties":{"x":)" + inside + "}}}")));
    }
    for (const std::string keyword : {"allOf", "anyOf", "oneOf", "prefixItems", "items"}) {
        CHECK(invalid(property("{\"" + keyword + "\":[" + inside + "]}")));
    }
    for (const std::string keyword :
         {"$defs", "definitions", "patternProperties", "dependentSchemas"}) {
        CHECK(invalid("{\"" + keyword + R"(":{"x":)" + inside + "}}"));
    }
    CHECK(invalid(property(R"({"type":"number","x-\u006dcp-header":"A"})")));
}

TEST_CASE("R156 R158 where a mirrored argument is, and its text") {
    const auto schema = *Json::parse(
        R"({"properties":{"a":{"properties":{"method":{"type":"string","x-mcp-header":"Method"}}}}})");
    const auto params = mirrored_params(schema);
    REQUIRE(params.has_value());
    REQUIRE(params->size() == 1);
    CHECK(params->front().header == "Mcp-Param-Method");
    const auto arguments = *Json::parse(R"({"a":{"method":"x"}})");
    CHECK(argument_at(arguments, params->front())->as_string() == "x");
    CHECK_FALSE(argument_at(*Json::parse(R"({"a":{"method":null}})"), params->front()));
    CHECK_FALSE(argument_at(*Json::parse(R"({"a":5})"), params->front()));
    CHECK_FALSE(argument_at(JsonView(), params->front()));

    CHECK(mirrored_text(Json("x")) == "x");
    CHECK(mirrored_text(Json(true)) == "true");
    CHECK(mirrored_text(Json(42)) == "42");
    CHECK(mirrored_text(*Json::parse("42.0")) == "42");
    CHECK(mirrored_text(Json(9007199254740991)) == "9007199254740991");
    CHECK_FALSE(mirrored_text(Json(9007199254740992)).has_value());
    CHECK_FALSE(mirrored_text(*Json::parse("{}")).has_value());
}

TEST_CASE("HS-12 HS-14 events as text") {
    std::string text;
    append_event(text, "1:2", "{}");
    CHECK(text == "event: message\nid: 1:2\ndata: {}\n\n");
    text.clear();
    append_position(text, "1:0");
    CHECK(text == "id: 1:0\ndata:\n\n");
    text.clear();
    append_retry(text, std::chrono::milliseconds(700));
    CHECK(text == "retry: 700\n\n");
}
