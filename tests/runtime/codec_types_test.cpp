// Scalars, enumerations, arrays, maps and the small words, both ways.
#include "runtime/sample.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <variant>

#include "catch.hpp"

using namespace sample;

TEST_CASE("integers may be spelled with a fraction of zero") {
    CHECK(decode<std::int64_t>("3", r0) == 3);
    CHECK(decode<std::int64_t>("3.0", r0) == 3);
    CHECK(decode<std::int64_t>("3e0", r0) == 3);
    CHECK(decode<std::int64_t>("-9223372036854775808", r0) ==
          std::numeric_limits<std::int64_t>::min());
    CHECK(refusal<std::int64_t>("3.5", r0) == "document: expected integer, found 3.5");
    CHECK(refusal<std::int64_t>("9223372036854775808", r0) ==
          "document: expected integer of 64 bits, found 9223372036854775808");
    CHECK(refusal<std::int64_t>("\"3\"", r0) == "document: expected integer, found string");
    CHECK(refusal<std::int64_t>("3x", r0) == "document: expected integer, found `3x`");
    CHECK(written(std::numeric_limits<std::int64_t>::min(), r0) == "-9223372036854775808");
}

TEST_CASE("integers without a sign have all 64 bits") {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    CHECK(decode<std::uint64_t>("18446744073709551615", r0) == most);
    CHECK(decode<std::uint64_t>("3.0", r0) == 3U);
    CHECK(written(most, r0) == "18446744073709551615");
    CHECK(refusal<std::uint64_t>("-1", r0) ==
          "document: expected integer of 64 bits without a sign, found -1");
    CHECK(refusal<std::uint64_t>("18446744073709551616", r0) ==
          "document: expected integer of 64 bits without a sign, found 18446744073709551616");
    CHECK(refusal<std::uint64_t>("0.5", r0) == "document: expected integer, found 0.5");
    CHECK(refusal<std::uint64_t>("true", r0) == "document: expected integer, found boolean");
}

TEST_CASE("null alone, and a member that is absent or null") {
    CHECK(decode<std::monostate>("null", r0).has_value());
    CHECK(written(std::monostate(), r0) == "null");
    CHECK(refusal<std::monostate>("0", r0) == "document: expected null, found number");
    CHECK(refusal<std::monostate>("nul", r0) != "");
    CHECK(decode<std::optional<std::monostate>>("null", r0).value().has_value());
}

TEST_CASE("doubles are written shortest and read back the same") {
    for (const double value : {0.0, -0.0, 0.1, 1.0 / 3, 3.0, 1e21, 1e-300, 5e-324,
                               1.7976931348623157e308, 123456789.0}) {
        const auto text = encode(value, r0);
        REQUIRE(text);
        const auto again = decode<double>(*text, r0);
        REQUIRE(again);
        CHECK(*again == value);
        CHECK(std::signbit(*again) == std::signbit(value));
    }
    CHECK(written(3.0, r0) == "3");
    CHECK(written(std::nan(""), r0) == "document: expected number, found NaN");
    CHECK(written(std::vector<double>{1, -INFINITY}, r0) ==
          "[1]: expected number, found -infinity");
    CHECK(refusal<double>("1e999", r0) == "document: expected number of 64 bits, found 1e999");
    CHECK(decode<double>("1e-999", r0) == 0.0);
}

TEST_CASE("limits hold both ways") {
    const auto annotations = [](const char* priority) {
        return "{\"priority\":" + std::string(priority) + "}";
    };
    CHECK(refusal<Annotations>(annotations("1"), r0).empty());
    CHECK(refusal<Annotations>(annotations("1.5"), r0) ==
          "priority: expected number from 0 to 1, found 1.5");
    CHECK(written(Annotations{.priority = -0.5}, r0) ==
          "priority: expected number from 0 to 1, found -0.5");
    CHECK(written(Annotations{.priority = std::nan("")}, r0) ==
          "priority: expected number, found NaN");
    CHECK(refusal<Mixed>(R"({"ttl":1,"tags":[]})", r1) ==
          "tags: expected at least 1 element, found 0 elements");
    CHECK(refusal<Mixed>(R"({"ttl":1,"tags":["","","",""]})", r1) ==
          "tags: expected at most 3 elements, found 4 elements");
    CHECK(written(Mixed{.ttl = 1, .tags = {{}}}, r1) ==
          "tags: expected at least 1 element, found 0 elements");
    CHECK(refusal<Mixed>(R"({"ttl":1,"count":1.5})", r0) == "count: expected integer, found 1.5");
    CHECK(refusal<Mixed>(R"({"ttl":1,"count":2.0})", r0).empty());
    CHECK(refusal<Mixed>(R"({"ttl":1,"count":1.5})", r1).empty());
    CHECK(written(Mixed{.ttl = 1, .count = 1.5}, r0) == "count: expected integer, found 1.5");
}

TEST_CASE("booleans and constants") {
    CHECK(decode<bool>("true", r0) == true);
    CHECK(decode<bool>(" false ", r0) == false);
    CHECK(refusal<bool>("truex", r0) == "document: expected boolean, found `truex`");
    CHECK(refusal<bool>("null", r0) == "document: expected boolean, found null");
    const auto mixed = decode<Mixed>(R"({"ttl":1,"mode":"form"})", r1);
    REQUIRE(mixed);
    CHECK(mixed->mode.has_value());
    CHECK(written(*mixed, r1) == R"({"ttl":1,"mode":"form"})");
    CHECK(refusal<Mixed>(R"({"ttl":1,"mode":"url"})", r1) ==
          "mode: expected \"form\", found \"url\"");
}

TEST_CASE("strings that are not UTF-8 are not written") {
    CHECK(written(Tree{.name = "a\xff"}, r0) == "name: expected valid UTF-8, found other bytes");
    Tree tree{.name = "a"};
    tree.extras.set("\xff", 1);
    CHECK(written(tree, r0) == "[\"\xEF\xBF\xBD\"]: expected valid UTF-8, found other bytes");
    CHECK(written(Map<std::string>{{"k", "\xc3"}}, r0) ==
          "k: expected valid UTF-8, found other bytes");
    CHECK(written(Role::unknown("\xff"), r0) ==
          "document: expected valid UTF-8, found other bytes");
}

TEST_CASE("open enumerations keep what they do not know") {
    CHECK(decode<Role>("\"user\"", r0) == Role(RoleTag::user));
    CHECK(decode<Role>("\"us\\u0065r\"", r0) == Role(RoleTag::user));
    CHECK(decode<Role>("\"robot\"", r0) == Role::unknown("robot"));
    CHECK(decode<Role>("\"tool\"", r0) == Role::unknown("tool"));
    CHECK(decode<Role>("\"tool\"", r1) == Role(RoleTag::tool));
    CHECK(refusal<Role>("1", r0) == "document: expected string, found number");
    CHECK(written(Role(RoleTag::tool), r1) == "\"tool\"");
    CHECK(written(Role(RoleTag::tool), r0) ==
          "document: expected one of \"assistant\", \"user\", found \"tool\"");
    CHECK(written(Role::unknown("ro\"bot"), r0) == "\"ro\\\"bot\"");
}

TEST_CASE("closed enumerations refuse what they do not know") {
    CHECK(decode<Level>("\"low\"", r0) == Level(LevelTag::low));
    CHECK(refusal<Level>("\"high\"", r0) == "document: expected one of \"low\", found \"high\"");
    CHECK(refusal<Level>("\"no\"", r1) ==
          "document: expected one of \"low\", \"high\", found \"no\"");
    CHECK(written(Level::unknown("no"), r1) ==
          "document: expected one of \"low\", \"high\", found \"no\"");
}

TEST_CASE("maps keep their order and check their values") {
    const auto map = decode<Map<JsonObject>>(R"({"b":{"x":1},"a":{}})", r0);
    REQUIRE(map);
    CHECK(map->begin()->name == "b");
    CHECK(written(*map, r0) == R"({"b":{"x":1},"a":{}})");
    CHECK(refusal<Map<JsonObject>>(R"({"b":1})", r0) == "b: expected object, found number");
    CHECK(refusal<Map<JsonObject>>(R"({"io.x/y":1})", r0) ==
          "[\"io.x/y\"]: expected object, found number");
    Map<int64_t> changed{{"a", 1}, {"b", 2}};
    changed.begin()->name = "b";
    CHECK(written(changed, r0) == "b: expected every member once, found it twice");
    CHECK(decode<Map<std::int64_t>>(R"({"":1,"\u00e9":2})", r0)->at("\u00e9") == 2);
}

TEST_CASE("nested words work together") {
    using Nested = std::vector<Map<OneOrMany<Nullable<std::int64_t>>>>;
    const std::string text = R"([{"a":null,"b":[1,null]},{},{"c":3}])";
    const auto value = decode<Nested>(text, r0);
    REQUIRE(value);
    CHECK(value->at(0).at("a").is_single());
    CHECK(written(*value, r0) == text);
    CHECK(refusal<Nested>(R"([{"b":[1,"x"]}])", r0) == "[0].b[1]: expected integer, found string");
}

TEST_CASE("encode_to appends, and leaves the text alone when it fails") {
    std::string out = "x";
    CHECK(encode_to(out, std::int64_t{1}, r0).has_value());
    CHECK(out == "x1");
    CHECK_FALSE(encode_to(out, std::vector<double>{1, NAN}, r0).has_value());
    CHECK(out == "x1");
}

TEST_CASE("strings are written alike by the codec and as values") {
    for (std::size_t size = 0; size < 40; ++size) {
        for (std::size_t at = 0; at < size; ++at) {
            for (const char special : {'"', '\\', '\t', '\0', ' ', '\x7f', '\xc3', '\xff'}) {
                std::string text(size, 'x');
                text[at] = special;
                const bool utf8 = (static_cast<unsigned char>(special) & 0x80) == 0;
                const auto written = encode(text, r0);
                CHECK(written.has_value() == utf8);
                if (written) CHECK(*written == Json(text).text());
            }
        }
    }
}
