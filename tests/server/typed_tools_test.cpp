// Tools whose arguments and results are described C++ structs.
#include "tests/server/rig.hpp"

#include <mcp/tool.hpp>

#include <boost/describe.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace mcp;
using namespace mcp::testing;

namespace {

struct Args {
    std::string city;
    std::optional<std::int64_t> days{};
};
BOOST_DESCRIBE_STRUCT(Args, (), (city, days))

struct Forecast {
    std::string city;
    std::vector<double> degrees;
};
BOOST_DESCRIBE_STRUCT(Forecast, (), (city, degrees))

enum class Sort { relevance, newest };
BOOST_DESCRIBE_ENUM(Sort, relevance, newest)

struct Search {
    std::string query;
    int limit = 20;
    Sort sort = Sort::relevance;
    std::optional<std::string> region{};
};
BOOST_DESCRIBE_STRUCT(Search, (), (query, limit, sort, region))
void annotate(SchemaNotes<Search>& search) {
    search.description("What to search.");
    search[&Search::query].description("Words.").min_length(1).max_length(20);
    search[&Search::limit].minimum(1).maximum(100).defaulted();
    search[&Search::sort].defaulted();
    search[&Search::region].header("Region").pattern("^[a-z]+$");
}

Forecast forecast(const Args& args) {
    return {args.city, std::vector<double>(static_cast<std::size_t>(args.days.value_or(3)), 20.5)};
}

Async<Forecast> later(const Args& args, Context&) { co_return forecast(args); }

}  // namespace

TEST_CASE("a described struct is a tool's schema, its reading, and its result") {
    Rig rig;
    rig.server.tool<Args>("forecast", "Weather", forecast);
    rig.server.tool<Args>("later", "Weather", later);
    rig.server.tool<Args>("text", "Weather", [](const Args& args) { return args.city; });
    rig.server.tool<Args>("vector", "",
                          [](const Args& args) { return std::vector{forecast(args)}; });
    const Json list = rig.result("tools/list");
    CHECK(list["tools"][0]["inputSchema"]["required"].text() == R"(["city"])");
    CHECK(list["tools"][0]["outputSchema"]["type"].as_string() == "object");
    CHECK(list["tools"][1]["outputSchema"]["type"].as_string() == "object");
    CHECK_FALSE(list["tools"][2].contains("outputSchema"));
    for (const char* name : {"forecast", "later"}) {
        const Json result =
            rig.result("tools/call",
                       Json::object({{"name", name},
                                     {"arguments", Json::object({{"city", "Oslo"}, {"days", 2}})}})
                           .dump());
        CHECK(result["structuredContent"].text() == R"({"city":"Oslo","degrees":[20.5,20.5]})");
        CHECK(first_text(result) == result["structuredContent"].text());
    }
    CHECK(first_text(rig.result("tools/call", R"({"name":"text","arguments":{"city":"Oslo"}})")) ==
          "Oslo");
    CHECK(first_text(rig.result("tools/call",
                                R"({"name":"vector","arguments":{"city":"Oslo","days":1}})")) ==
          R"([{"city":"Oslo","degrees":[20.5]}])");
}

TEST_CASE("TOL-06 wrong typed arguments name the place and never reach the handler") {
    Rig rig;
    int calls = 0;
    rig.server.tool<Args>("t", "", [&](const Args&) { return ++calls, "x"; });
    for (const char* arguments : {R"({})", R"({"city":1})", R"({"city":"a","days":"two"})",
                                  R"({"city":"a","days":1e30})", R"({"city":"a","days":1.5})"}) {
        const std::string params = std::string(R"({"name":"t","arguments":)") + arguments + "}";
        rig.revision = r2025_11_25;
        INFO(arguments);
        CHECK(is_error(rig.result("tools/call", params)));
        rig.revision = r2025_06_18;
        CHECK(rig.error("tools/call", params).code == -32602);
    }
    CHECK(calls == 0);
}

TEST_CASE("TOL-06 wrong arguments are told to the model with place, limit and what was there") {
    Rig rig;
    int calls = 0;
    Search last;
    rig.server.tool<Search>("search", "", [&](const Search& search) {
        last = search;
        return ++calls, "x";
    });
    const std::pair<const char*, const char*> wrong[] = {
        {R"({"query":"","limit":500})",
         "query: expected at least 1 characters, found 0; limit: "
         "expected at most 100, found 500"},
        {R"({"limit":5})", "`query` is missing, expected string"},
        {R"({"query":"a","sort":"oldest"})",
         R"(sort: expected one of "relevance", "newest", found "oldest")"},
        {R"({"query":"a","region":null})", "region: expected string, found null"},
        {R"({"query":"a","region":"EU"})", "region: expected text that matches `^[a-z]+$`"}};
    for (const auto& [arguments, message] : wrong) {
        const std::string params =
            std::string(R"({"name":"search","arguments":)") + arguments + "}";
        for (const Revision revision : {r2025_11_25, r2026_07_28}) {
            rig.revision = revision;
            const Json result = rig.result("tools/call", params);
            CHECK(is_error(result));
            CHECK_THAT(first_text(result), Catch::Contains(message));
        }
        rig.revision = r2025_06_18;
        const auto error = rig.error("tools/call", params);
        CHECK(error.code == -32602);
        CHECK_THAT(error.message, Catch::Contains(message));
    }
    CHECK(calls == 0);
    rig.result("tools/call", R"({"name":"search","arguments":{"query":"a"}})");
    CHECK(calls == 1);
    CHECK(last.limit == 20);
    CHECK(last.sort == Sort::relevance);
}

TEST_CASE("a map is a structured result, and a value that JSON cannot say is the tool's failure") {
    Rig rig;
    rig.server.tool<Args>("counts", "", [](const Args& args) {
        return std::map<std::string, int>{{args.city, 1}};
    });
    rig.server.tool<Args>("broken", "", [](const Args& args) {
        return Forecast{args.city, {std::numeric_limits<double>::infinity()}};
    });
    const Json list = rig.result("tools/list");
    CHECK(list["tools"][0]["outputSchema"]["additionalProperties"]["type"].as_string() ==
          "integer");
    const Json counts =
        rig.result("tools/call", R"({"name":"counts","arguments":{"city":"Oslo"}})");
    CHECK(counts["structuredContent"].text() == R"({"Oslo":1})");
    CHECK(first_text(counts) == R"({"Oslo":1})");
    CHECK(is_error(rig.result("tools/call", R"({"name":"broken","arguments":{"city":"Oslo"}})")));
}
