// Completion, as a client asks for it and reads it.
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

TEST_CASE("CMP-05 earlier arguments go to servers that know them, and to no older ones") {
    CompleteRequestParams params{.argument = {.name = "city", .value = "O"},
                                 .ref = PromptReference{.name = "p"}};
    params.context.emplace().arguments.emplace()["country"] = "Norway";
    for (const Revision revision : {r2024_11_05, r2025_03_26, r2025_06_18, r2025_11_25}) {
        Script script;
        script.open_legacy(revision, everything);
        script.call<Complete>(params);
        const Json sent(script.sent("completion/complete")["params"]);
        CHECK(sent["argument"]["value"].as_string() == "O");
        CHECK(sent.contains("context") == (revision >= r2025_06_18));
        if (sent.contains("context")) {
            CHECK(sent["context"]["arguments"]["country"].as_string() == "Norway");
        }
    }
}

TEST_CASE("CMP-04 total and hasMore may be missing, and 0 and false are values") {
    struct Row {
        const char* more;
        std::optional<std::int64_t> total;
        std::optional<bool> has_more;
    };
    for (const Row& row :
         {Row{"", {}, {}}, Row{R"(,"total":0)", 0, {}}, Row{R"(,"hasMore":false)", {}, false},
          Row{R"(,"total":0,"hasMore":false)", 0, false},
          Row{R"(,"total":7,"hasMore":true)", 7, true}}) {
        INFO(row.more);
        const std::string result =
            R"({"completion":{"values":["Oslo"])" + std::string(row.more) + "}}";
        Script script;
        script.open_legacy(r2025_11_25, everything);
        const auto outcome = script.call<Complete>(
            {.argument = {.name = "city", .value = "O"}, .ref = PromptReference{.name = "p"}});
        script.sent("completion/complete");
        script.reply(result);
        REQUIRE(outcome->has_value());
        REQUIRE((*outcome)->has_value());
        const CompleteResult& read = ***outcome;
        CHECK(read.completion.total == row.total);
        CHECK(read.completion.hasMore == row.has_more);
        CHECK(same(json(encode(read, r2025_11_25).value()), json(result)));
    }
}
