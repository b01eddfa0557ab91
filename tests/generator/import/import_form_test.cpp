// The layout of our schema files.
#include <generator/schema/form.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "catch.hpp"

using namespace mcpgen;

namespace {

std::string formed(const std::string& text) {
    Diagnostics diagnostics;
    const auto document = parse_document("text", text, diagnostics);
    REQUIRE(document);
    return to_form(document->root);
}

}  // namespace

TEST_CASE("what fits stands on one line") {
    CHECK(formed(R"({"a":{"type":"string","enum":["x","y"]},"b":{}})") ==
          R"({ "a": { "type": "string", "enum": ["x", "y"] }, "b": {} })"
          "\n");
}

TEST_CASE("properties have one line each, whatever their length") {
    CHECK(formed(R"({"type":"object","properties":{"a":{},"b":{"type":"string"}}})") ==
          "{\n"
          "  \"type\": \"object\",\n"
          "  \"properties\": {\n"
          "    \"a\": {},\n"
          "    \"b\": { \"type\": \"string\" }\n"
          "  }\n"
          "}\n");
    CHECK(formed(R"({"type":"object","properties":{}})") ==
          "{ \"type\": \"object\", \"properties\": {} }\n");
}

TEST_CASE("a property may be called properties") {
    CHECK(formed(R"({"properties":{"properties":{"type":"string"}}})") ==
          "{\n"
          "  \"properties\": {\n"
          "    \"properties\": { \"type\": \"string\" }\n"
          "  }\n"
          "}\n");
}

TEST_CASE("one hundred columns are the limit, a comma included") {
    const std::string fits(100 - std::string(R"({ "a": "" },)").size(), 'x');
    CHECK(formed(R"({"a":")" + fits + R"("})") == R"({ "a": ")" + fits + "\" }\n");
    CHECK(formed(R"({"a":"x)" + fits + R"("})") == "{\n  \"a\": \"x" + fits + "\"\n}\n");
}

TEST_CASE("columns are characters, not bytes") {
    std::string fits;
    for (std::size_t i = std::string(R"({ "a": "" },)").size(); i < 100; ++i) fits += "é";
    CHECK(formed(R"({"a":")" + fits + R"("})") == R"({ "a": ")" + fits + "\" }\n");
}

TEST_CASE("every file of ours is laid out like this") {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(MCPGEN_SOURCE_DIR "/schema")) {
        const std::string path = entry.path().string();
        if (entry.path().extension() != ".json" || path.ends_with("overrides.json")) continue;
        CAPTURE(path);
        Diagnostics diagnostics;
        const auto document = read_document(path, diagnostics);
        REQUIRE(document);
        std::ifstream in(path, std::ios::binary);
        CHECK(to_form(document->root) == std::string(std::istreambuf_iterator<char>(in), {}));
        ++files;
    }
    CHECK(files >= 6);
}
