// Tools whose arguments and results are described C++ structs.
#include "tests/server/rig.hpp"

#include <mcp/tool.hpp>

#include <boost/describe.hpp>

#include <cstdint>
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
