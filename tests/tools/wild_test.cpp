// The code of the golden case `wild`: that schemas of every kind become types that say the same.
#include <acme/wild/client.hpp>
#include <acme/wild/codec.hpp>
#include <acme/wild/server.hpp>

#include <mcp/codec.hpp>
#include <mcp/codec_types.hpp>

#include "catch.hpp"

#include <string>

using namespace mcp;
using namespace acme::wild;

namespace {

std::string again(const std::string& text) {
    const auto value = decode<ShapesArguments>(text, latest_revision);
    if (!value) return value.error().message();
    return encode(*value, latest_revision).value();
}

}  // namespace

TEST_CASE("tools: values of every shape survive a round trip") {
    for (const std::string shape : {R"("either":"text")",
                                    R"("either":1.5)",
                                    R"("perhaps":null)",
                                    R"("flags":[true,false])",
                                    R"("labels":{"a":"b"})",
                                    R"("point":[1,2.5])",
                                    R"("pair":["a",1])",
                                    R"("level":2)",
                                    R"("mixed":true)",
                                    R"("maybeAuto":null)",
                                    R"("mode":"good")",
                                    R"("color":"mauve")",
                                    R"("width":"auto")",
                                    R"("width":12)",
                                    R"("long":-9223372036854775808)",
                                    R"("long":9223372036854775807)",
                                    R"("huge":18446744073709551615)",
                                    R"("names":"one")",
                                    R"("names":["one","two"])",
                                    R"("merged":{"a":"x","b":1})",
                                    R"("tree":{"a":[1,"b",{"c":[]}]})",
                                    R"("self":{"always":5})",
                                    R"("version":2)",
                                    R"("tagged":{"type":"b","same":"x"})",
                                    R"("around":{"id":"i","op":"add","value":1})",
                                    R"("unknown":[1])"}) {
        const std::string text = "{\"always\":5," + shape + "}";
        CHECK(again(text) == text);
    }
}

TEST_CASE("tools: what no type fits is refused with its place") {
    CHECK(again(R"({"always":5,"flags":[1]})").find("flags[0]") != std::string::npos);
    CHECK(again(R"({"always":5,"point":[1]})").find("point") != std::string::npos);
    CHECK(again(R"({"always":5,"tagged":{"type":"c"}})").find("tagged") != std::string::npos);
    CHECK(again(R"({"always":6})").find("always") != std::string::npos);
    CHECK(again("{}").find("always") != std::string::npos);
}

TEST_CASE("tools: names that are no identifiers are themselves on the wire") {
    DeleteArguments arguments;
    arguments.class_ = "c";
    arguments.content_type = "first";
    arguments.content_type_2 = "second";
    arguments.image_png = DeleteImagePngTag::image_png;
    const std::string text = encode(arguments, latest_revision).value();
    CHECK(text == R"({"class":"c","not-in-properties":null,"content-type":"first",)"
                  R"("content_type":"second","image/png":"image/png"})");
    CHECK(decode<DeleteArguments>(text, latest_revision).value() == arguments);
}
