// An extension repeats what it builds on; those definitions are the protocol's.
#include <generator/passes/base_copies.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::Given;
using mcpgen::test::Stages;

namespace {

/// The extension's part of the finished text.
std::string extension(const Given& given) {
    const Stages stages(given);
    Given alone = given;
    alone.extension.clear();
    const std::string protocol = Stages(alone).after("names");
    const std::string both = stages.after("names");
    return both.starts_with(protocol) ? both.substr(protocol.size()) + stages.errors() : both;
}

}  // namespace

TEST_CASE("base copies: a repeated definition is the protocol's") {
    Given given{{R"({"Base": {"properties": {"x": {}}}})"}};
    given.extension =
        R"({"Base": {"properties": {"x": {}}}, "Own": {"properties": {"b": {"$ref": "#/$defs/Base"}}}})";
    CHECK(extension(given) == "record Own\n  b?: Base\n");
}

TEST_CASE("base copies: an extension may refer to the protocol without repeating it") {
    Given given{{R"({"Base": {"properties": {"x": {}}}})"}};
    given.extension = R"({"Own": {"items": {"$ref": "#/$defs/Base"}}})";
    CHECK(extension(given) == "alias Own = [Base]\n");
}

TEST_CASE("base copies: references follow what the protocol was renamed to") {
    Given given{{R"({"Error": {"properties": {"x": {}}}})"}};
    given.extension =
        R"({"Error": {"properties": {"x": {}}}, "Own": {"properties": {"e": {"$ref": "#/$defs/Error"}}}})";
    given.overrides = R"({"rename": [{"from": "Error", "to": "ErrorObject", "why": "w"}]})";
    CHECK(extension(given) == "record Own\n  e?: ErrorObject\n");
}

TEST_CASE("base copies: a name that only an older revision has is free") {
    Given given{{R"({"Task": {"properties": {"old": {}}}, "A": {}})", R"({"A": {}})"}};
    given.extension =
        R"({"Task": {"properties": {"now": {}}}, "Own": {"properties": {"t": {"$ref": "#/$defs/Task"}}}})";
    CHECK(extension(given) ==
          "record Task @2022-01-01\n  now?: any\nrecord Own @2022-01-01\n  t?: Task\n");
}

TEST_CASE("base copies: an extension has methods of its own") {
    Given given{{R"({"EmptyResult": {"properties": {"x": {}}}})"}};
    given.extension =
        R"({"GetRequest": {"properties": {"method": {"const": "ext/get"}}}, "GetResult": {"$ref": "#/$defs/EmptyResult"}})";
    CHECK(
        extension(given) ==
        "alias GetResult = EmptyResult\nrequest ext/get as Get from client\n  result GetResult\n");
}
