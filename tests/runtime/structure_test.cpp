// Where the tokens of a text start: the quick way for valid text finds the same as the usual one.
#include "json/structure.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"

using mcp::detail::ScanStatus;
using mcp::detail::Structure;

namespace {

std::vector<std::uint32_t> tokens_of(const Structure& structure) {
    return {structure.positions(), structure.positions() + structure.count() + 1};
}

}  // namespace

TEST_CASE("valid text has the same tokens either way, however long it is") {
    const std::string_view values[] = {
        "null",
        "-1.5e+10",
        "true",
        R"("")",
        R"("\"")",
        R"("\\")",
        R"("a \\\" b, {c}: [d]")",
        R"("eight by eight by eight")",
        "\"\xC3\xA9t\xC3\xA9\"",
        "{}",
        "[ ]",
        R"({"a":1,"b":[true,null,"x"],"c":{"d":{}}})",
        "{ \"a\" : [ 1 ,\t2 ]\n, \"b\"\r\n:\"c\" }",
    };
    std::vector<std::string> texts(std::begin(values), std::end(values));
    std::string all = "[";
    for (const std::string_view value : values) {
        texts.push_back(" " + std::string(value) + "\n");
        texts.push_back("[" + std::string(value) + "," + std::string(value) + "]");
        all += std::string(value) + ",";
        texts.push_back(all + "0]");  // the last ones are too long for the quick way
    }
    for (const std::string& text : texts) {
        CAPTURE(text);
        const std::vector<char> exact(text.begin(), text.end());
        const std::string_view view(exact.data(), exact.size());
        Structure usual;
        REQUIRE(usual.scan(view) == ScanStatus::ok);
        Structure quick;
        REQUIRE(quick.scan_valid(view) == ScanStatus::ok);
        CHECK(tokens_of(quick) == tokens_of(usual));
    }
}
