// Names in other styles, and as C++ identifiers.
#include <generator/support/words.hpp>

#include "catch.hpp"

using namespace mcpgen;

TEST_CASE("snake case splits at capitals and keeps runs of them together") {
    CHECK(to_snake("CallToolResult") == "call_tool_result");
    CHECK(to_snake("JSONRPCError") == "jsonrpc_error");
    CHECK(to_snake("ElicitRequestURLParams") == "elicit_request_url_params");
    CHECK(to_snake("inputSchema") == "input_schema");
    CHECK(to_snake("tools/list_changed") == "tools_list_changed");
    CHECK(to_snake("URL") == "url");
    CHECK(to_snake("Base64Data") == "base64_data");
    CHECK(to_snake("_meta") == "meta");
    CHECK(to_snake("").empty());
    CHECK(to_snake("--").empty());
}

TEST_CASE("pascal case joins words and leaves capitals as they are") {
    CHECK(to_pascal("tools/call") == "ToolsCall");
    CHECK(to_pascal("sampling/createMessage") == "SamplingCreateMessage");
    CHECK(to_pascal("notifications/tools/list_changed") == "NotificationsToolsListChanged");
    CHECK(to_pascal("JSONRPCError") == "JSONRPCError");
    CHECK(to_pascal("createURL") == "CreateURL");
    CHECK(to_pascal("URL") == "URL");
    CHECK(to_pascal("").empty());
}

TEST_CASE("a name in capitals only becomes readable") {
    CHECK(to_pascal("PARSE_ERROR") == "ParseError");
    CHECK(to_pascal("HTTP_404_NOT_FOUND") == "Http404NotFound");
}

TEST_CASE("numbers that meet stay apart") { CHECK(to_pascal("2025-11-25") == "2025_11_25"); }

TEST_CASE("keywords of C++20 and alternative tokens are known") {
    for (const std::string_view word : {"default", "enum", "const", "co_await", "char8_t", "not",
                                        "xor_eq", "requires", "while", "alignas", "synchronized"}) {
        CHECK(is_cpp_keyword(word));
    }
    for (const std::string_view word : {"", "Default", "final", "override", "module", "text"}) {
        CHECK_FALSE(is_cpp_keyword(word));
    }
}

TEST_CASE("a wire name becomes the identifier a reader expects") {
    CHECK(cpp_identifier("text") == "text");
    CHECK(cpp_identifier("_meta") == "meta");
    CHECK(cpp_identifier("$schema") == "schema");
    CHECK(cpp_identifier("__x") == "x");
    CHECK(cpp_identifier("io.modelcontextprotocol/clientInfo") == "clientInfo");
    CHECK(cpp_identifier("a.b.c") == "c");
    CHECK(cpp_identifier("tools/") == "tools");
    CHECK(cpp_identifier("content-type") == "content_type");
    CHECK(cpp_identifier("max tokens!") == "max_tokens");
    CHECK(cpp_identifier("ends_") == "ends_");
}

TEST_CASE("an identifier is never reserved, a keyword, a macro, or a number") {
    CHECK(cpp_identifier("default") == "default_");
    CHECK(cpp_identifier("$enum") == "enum_");
    CHECK(cpp_identifier("errno") == "errno_");
    CHECK(cpp_identifier("a--b__c") == "a_b_c");
    CHECK(cpp_identifier("2fa") == "_2fa");
    CHECK(cpp_identifier("\xc3\xa9t\xc3\xa9") == "t");
}

TEST_CASE("a name without a letter or digit has no identifier") {
    for (const std::string_view name : {"", "_", "$", "/", "...", "\xe2\x82\xac", "--"}) {
        CHECK_FALSE(cpp_identifier(name).has_value());
    }
}

TEST_CASE("what is an identifier can be checked") {
    CHECK(is_cpp_identifier("a_1"));
    for (const std::string_view word : {"", "1a", "a-b", "class", "a b", "\xc3\xa9"}) {
        CHECK_FALSE(is_cpp_identifier(word));
    }
}

TEST_CASE("a revision is a date") {
    CHECK(revision_identifier("2025-11-25") == "r2025_11_25");
    for (const std::string_view text : {"", "2025-11-2", "2025-13-01", "2025-00-10", "2025-01-32",
                                        "2025_11_25", "draft", "2025-11-25x", "x025-11-25"}) {
        CHECK_FALSE(revision_identifier(text).has_value());
        CHECK_FALSE(is_revision(text));
    }
}

TEST_CASE("a slip of the keyboard is recognised, something else is not") {
    const std::vector<std::string_view> commands = {"generate", "check", "diff", "dump"};
    CHECK(nearest("generat", commands) == "generate");
    CHECK(nearest("chekc", commands) == "check");
    CHECK(nearest("DIFF", commands) == "diff");
    CHECK(nearest("dupm", commands).has_value());
    CHECK_FALSE(nearest("serve", commands).has_value());
    CHECK_FALSE(nearest("", commands).has_value());
    CHECK_FALSE(nearest(std::string(5000, 'g'), commands).has_value());
}

TEST_CASE("lists read as a sentence") {
    CHECK(join_list({}).empty());
    CHECK(join_list({"a"}) == "a");
    CHECK(join_list({"a", "b"}) == "a and b");
    CHECK(join_list({"a", "b", "c"}, "or") == "a, b or c");
}
