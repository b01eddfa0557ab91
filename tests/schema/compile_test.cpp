// Which schemas are refused, and what is said about them.
#include "schema/check.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

using namespace mcp;
using namespace mcp::test;

TEST_CASE("R350 a schema without $schema is of 2020-12") {
    CHECK(violations(R"({"prefixItems": [{"type": "string"}]})", "[1]") ==
          "[0]: expected string, found 1");
    // `dependentRequired` means nothing in draft-07.
    CHECK(violations(R"({"$schema": "http://json-schema.org/draft-07/schema#",
                         "dependentRequired": {"a": ["b"]}})",
                     R"({"a": 1})")
              .empty());
}

TEST_CASE("GEN-05 R351 a dialect that is not supported is named in the error") {
    const std::string only = " is not supported; 2020-12 (the default) and draft-07 are";
    CHECK(refusal(R"({"$schema": "http://json-schema.org/draft-03/schema#"})") ==
          "/$schema: the dialect `http://json-schema.org/draft-03/schema#`" + only);
    CHECK(refusal(R"({"$schema": "https://json-schema.org/draft/2019-09/schema"})") ==
          "/$schema: the dialect `https://json-schema.org/draft/2019-09/schema`" + only);
    CHECK(refusal(R"({"$schema": "urn:mine"})") == "/$schema: the dialect `urn:mine`" + only);
    for (const char* good :
         {"https://json-schema.org/draft/2020-12/schema",
          "https://json-schema.org/draft/2020-12/schema#", "http://json-schema.org/draft-07/schema",
          "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft-07/schema#"}) {
        CHECK(refusal(std::string(R"({"$schema": ")") + good + R"("})").empty());
    }
}

TEST_CASE("R351 a vocabulary that is needed and unknown is named in the error") {
    SchemaOptions options;
    options.documents = {{"urn:meta", json(R"({"$vocabulary": {"urn:vocabulary": true}})")},
                         {"urn:lenient", json(R"({"$vocabulary": {"urn:vocabulary": false,
            "https://json-schema.org/draft/2020-12/vocab/validation": true}})")}};
    CHECK(refusal(R"({"$schema": "urn:meta"})", options) ==
          "/$schema: the vocabulary `urn:vocabulary` is not supported");
    CHECK(violations(R"({"$schema": "urn:lenient", "minimum": 3, "anyOf": [false]})", "2",
                     options) == "document: expected at least 3, found 2");
}

TEST_CASE("R353 a schema that is none is refused with its place") {
    CHECK(refusal("3") == ": expected a schema: an object, true or false");
    CHECK(refusal(R"({"type": "text"})") == R"(/type: no type of JSON: "text")");
    CHECK(refusal(R"({"properties": {"a/b": {"type": 3}}})") ==
          "/properties/a~1b/type: no type of JSON: 3");
    CHECK(refusal(R"({"minLength": -1})") ==
          "/minLength: expected an integer that is not negative");
    CHECK(refusal(R"({"items": {"maxItems": 1.5}})") ==
          "/items/maxItems: expected an integer that is not negative");
    CHECK(refusal(R"({"multipleOf": 0})") == "/multipleOf: expected a number above 0");
    CHECK(refusal(R"({"required": "a"})") == "/required: expected an array of strings");
    CHECK(refusal(R"({"required": ["a", "a"]})") == "/required: the items 0 and 1 are the same");
    CHECK(refusal(R"({"allOf": []})") == "/allOf: expected at least 1 items, found 0");
    CHECK(refusal(R"({"properties": []})") == "/properties: expected an object with schemas");
    CHECK(refusal(R"({"pattern": "("})").starts_with("/pattern: "));
    CHECK(refusal(R"({"title": 3})") == "/title: expected string, found 3");
    CHECK(refusal(R"({"not": {"uniqueItems": "yes"}})") ==
          "/not/uniqueItems: expected boolean, found string");
    CHECK(refusal(R"({"$anchor": "1a"})").starts_with("/$anchor: "));
    CHECK(refusal(R"({"$id": "a#b"})").starts_with("/$id: "));
    CHECK(refusal(R"({"$schema": "http://json-schema.org/draft-07/schema#", "title": 3})") ==
          "/title: expected string, found 3");
    CHECK(refusal(R"({"enum": [], "default": {"a": [1]}, "x-mine": 3})").empty());
}

TEST_CASE("R356 a reference that leads out of the schema, or nowhere, is refused") {
    CHECK(refusal(R"({"$ref": "https://example.com/a.json"})") ==
          "/$ref: the reference `https://example.com/a.json` leads out of the schema, and nothing "
          "is fetched");
    CHECK(refusal(R"({"$id": "https://example.com/x/", "items": {"$ref": "a.json"}})") ==
          "/items/$ref: the reference `a.json` leads out of the schema, and nothing is fetched");
    CHECK(refusal(R"({"$ref": "other.json#/a"})").starts_with("/$ref: "));
    CHECK(refusal(R"({"$ref": "file:///etc/passwd"})").starts_with("/$ref: "));
    CHECK(refusal(R"({"$dynamicRef": "http://127.0.0.1/#x"})").starts_with("/$dynamicRef: "));
    CHECK(refusal(R"({"$ref": "#/$defs/a"})") == "/$ref: the reference `#/$defs/a` leads nowhere");
    CHECK(refusal(R"({"$ref": "#a"})") == "/$ref: the reference `#a` leads nowhere");
    // Also where nobody looks.
    CHECK(refusal(R"({"$defs": {"unused": {"$ref": "urn:x"}}})").starts_with("/$defs/unused/$ref"));
}

TEST_CASE("GEN-05 R354 compiling and validating contact nobody") {
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(::bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::listen(listener, 5) == 0);
    REQUIRE(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    const std::string base = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/";
    CHECK_FALSE(refusal(R"({"$ref": ")" + base + R"(a"})").empty());
    CHECK_FALSE(refusal(R"({"$schema": ")" + base + R"(a"})").empty());
    CHECK_FALSE(refusal(R"({"$id": ")" + base + R"(", "items": {"$ref": "b#c"}})").empty());
    CHECK_FALSE(refusal(R"({"$id": ")" + base + R"(", "$dynamicRef": "b#c"})").empty());
    const auto good = compiled(R"({"$id": ")" + base + R"(", "$ref": "#/$defs/a",
        "$defs": {"a": {"$id": "inner", "type": "string", "format": "uri"}}})");
    CHECK(good.accepts(json(R"("x")")));
    CHECK(::accept(listener, nullptr, nullptr) == -1);
    CHECK((errno == EAGAIN || errno == EWOULDBLOCK));
    ::close(listener);
}

TEST_CASE("R355 documents that are given along may be referred to") {
    SchemaOptions options;
    options.documents = {{"https://example.com/a.json",
                          json(R"({"$defs": {"b": {"type": "integer"}}, "type": "null"})")}};
    CHECK(violations(R"({"$ref": "https://example.com/a.json"})", "1", options) ==
          "document: expected null, found 1");
    CHECK(violations(R"({"$ref": "https://example.com/a.json#/$defs/b"})", "1", options).empty());
    const auto found =
        compiled(R"({"$ref": "https://example.com/a.json"})", options).validate(json("1"));
    REQUIRE(found.size() == 1);
    CHECK(found[0].schema_path == "https://example.com/a.json#/type");
}

TEST_CASE("identifiers and anchors that come twice are refused") {
    CHECK(refusal(R"({"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}})") ==
          ": two subschemas have the anchor `x`");
    CHECK(refusal(R"({"$defs": {"a": {"$id": "urn:x"}, "b": {"$id": "urn:x"}}})") ==
          "/$defs/b/$id: another schema has the same identifier");
}

TEST_CASE("a compiled schema needs neither its text nor its options any more") {
    std::optional<JsonSchema> kept;
    {
        const Json text = json(R"({"enum": ["some long text that is on the heap", 1]})");
        kept = JsonSchema::compile(text).value();
    }
    const JsonSchema copy = *kept;
    kept.reset();
    CHECK(copy.accepts(json("1.0")));
    CHECK_FALSE(copy.accepts(json("2")));
}
