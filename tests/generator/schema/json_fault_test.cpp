// Why a text is not JSON, and where.
#include <generator/schema/json_fault.hpp>

#include "catch.hpp"

using namespace mcpgen;

namespace {

struct Case {
    std::string_view text;
    std::size_t offset;
    std::string_view message;
};

}  // namespace

TEST_CASE("valid texts have no fault") {
    for (const std::string_view text :
         {"{}", "[]", " [ 1 , -0.5e+3, \"a\\u00e9\\ud83d\\ude00\\n\" ] ", "null", "true", "0",
          "-1e9", "\"x\"", R"({"a": {"b": [[], {}]}, "": false})", "\"\xf0\x9f\x98\x80\""}) {
        CHECK_FALSE(find_json_fault(text).has_value());
    }
}

TEST_CASE("the first fault is found, with its place and in words") {
    const Case cases[] = {
        {"", 0, "the file is empty"},
        {" \n", 0, "the file is empty"},
        {"{\"a\": [1, 2", 11,
         "the text ends too early: the array that begins on line 1 is not closed"},
        {"{\n\"a\": 1,\n", 10,
         "the text ends too early: the object that begins on line 1 is not closed"},
        {"[\n\"abc", 6, "the text ends too early: the string that begins on line 2 is not closed"},
        {"[\"abc\\", 6, "the text ends too early: the string that begins on line 1 is not closed"},
        {"[12e", 4, "the text ends too early: the array that begins on line 1 is not closed"},
        {"{a: 1}", 1, "this is not JSON: expected a key in double quotes, found `a`"},
        {"{\"a\" 1}", 5, "this is not JSON: expected `:`, found `1`"},
        {"{\"a\": 1 \"b\": 2}", 8, "this is not JSON: expected `,` or `}`, found a string"},
        {"[1 2]", 3, "this is not JSON: expected `,` or `]`, found `2`"},
        {"[1}", 2, "this is not JSON: expected `,` or `]`, found `}`"},
        {"[tru]", 1, "this is not JSON: expected a value, found `tru`"},
        {"[nullx]", 1, "this is not JSON: expected a value, found `nullx`"},
        {"['a']", 1, "this is not JSON: expected a value, found `'`"},
        {"[\xe2\x82\xac]", 1, "this is not JSON: expected a value, found `\xe2\x82\xac`"},
        {"[1,]", 2, "a comma stands before the closing bracket"},
        {"{\"a\":1 , }", 7, "a comma stands before the closing bracket"},
        {"[,1]", 1, "this is not JSON: expected a value, found `,`"},
        {"// hi\n{}", 0, "JSON has no comments"},
        {"[1 /* x */]", 3, "JSON has no comments"},
        {"{} {}", 3, "there is more text after the end of the JSON document"},
        {"1 2", 2, "there is more text after the end of the JSON document"},
        {"[01]", 1, "`01` is no JSON number"},
        {"[+1]", 1, "`+1` is no JSON number"},
        {"[1.]", 1, "`1.` is no JSON number"},
        {"[.5]", 1, "`.5` is no JSON number"},
        {"[1x]", 1, "`1x` is no JSON number"},
        {"[\"a\nb\"]", 3, "a control character stands unescaped in a string"},
        {"[\"a\\x\"]", 3, "this is no escape that JSON knows"},
        {"[\"\\u12g4\"]", 2, "this is no escape that JSON knows"},
        {"[\"\\ud800\"]", 2, "half of a surrogate pair stands alone"},
        {"[\"\\udc00\"]", 2, "half of a surrogate pair stands alone"},
        {"[\"\\ud800\\u0041\"]", 2, "half of a surrogate pair stands alone"},
        {"[\"a\xff\"]", 3, "the text is not valid UTF-8 here"},
        {"[\"\xed\xa0\x80\"]", 2, "the text is not valid UTF-8 here"},
        {"[\x80]", 1, "the text is not valid UTF-8 here"},
    };
    for (const Case& each : cases) {
        INFO(each.text);
        const auto fault = find_json_fault(each.text);
        REQUIRE(fault.has_value());
        CHECK(fault->message.text == each.message);
        CHECK(fault->offset == each.offset);
        CHECK_FALSE(fault->message.hint.empty());
    }
}

TEST_CASE("a million open brackets are one fault, and no recursion") {
    const auto fault = find_json_fault(std::string(1'000'000, '['));
    REQUIRE(fault.has_value());
    CHECK(fault->offset == 1'000'000);
}

TEST_CASE("JSON numbers are told from what only looks like one") {
    for (const char* text :
         {"0", "-0", "10", "1.5", "-1.5e10", "1E-2", "123456789012345678901234"}) {
        CHECK(is_json_number(text));
    }
    for (const char* text :
         {"", "-", "01", "-01", "1.", ".1", "1e", "1e+", "+1", "1 ", "0x1", "NaN"}) {
        CHECK_FALSE(is_json_number(text));
    }
}
