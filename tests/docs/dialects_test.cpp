// docs/schemas.md names the dialects and formats of JSON Schema: they are those of the validator.
#include <mcp/json_schema.hpp>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"

namespace {

std::vector<std::string> page() {
    std::ifstream stream(std::string(MCPGEN_SOURCE_DIR) + "/docs/schemas.md");
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// What stands between backticks.
std::vector<std::string> in_backquotes(std::string_view line) {
    std::vector<std::string> words;
    for (std::size_t open = 0; (open = line.find('`', open)) != std::string_view::npos;) {
        const std::size_t close = line.find('`', open + 1);
        if (close == std::string_view::npos) break;
        words.emplace_back(line.substr(open + 1, close - open - 1));
        open = close + 1;
    }
    return words;
}

bool compiles(std::string_view dialect) {
    return mcp::JsonSchema::compile(mcp::Json::object({{"$schema", dialect}})).has_value();
}

}  // namespace

TEST_CASE("GEN-06 R352 the page on schemas names the dialects that are supported") {
    std::vector<std::string> named;
    for (const std::string& line : page()) {
        if (!line.starts_with("| ") || line.find("json-schema.org") == std::string::npos) continue;
        for (const std::string& word : in_backquotes(line)) {
            if (word.starts_with("http")) named.push_back(word);
        }
    }
    const std::vector<std::string> supported = {"https://json-schema.org/draft/2020-12/schema",
                                                "http://json-schema.org/draft-07/schema#"};
    CHECK(named == supported);
    for (const std::string& dialect : named) CHECK(compiles(dialect));
    for (const char* other :
         {"http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#",
          "https://json-schema.org/draft/2019-09/schema", "https://example.com/schema"}) {
        CHECK_FALSE(compiles(other));
    }
}

TEST_CASE("the page on schemas names formats that are asserted") {
    std::size_t count = 0;
    for (const std::string& line : page()) {
        const std::size_t list = line.find("Known formats: ");
        if (list == std::string::npos) continue;
        for (const std::string& format : in_backquotes(std::string_view(line).substr(list))) {
            INFO(format);
            const auto schema =
                mcp::JsonSchema::compile(mcp::Json::object({{"format", format}}),
                                         mcp::SchemaOptions{.assert_formats = true});
            REQUIRE(schema);
            // No text of these formats has an open bracket and a bad escape in it.
            CHECK_FALSE(schema->accepts(mcp::Json("( \\ %zz {")));
            ++count;
        }
    }
    CHECK(count == 18);
}
