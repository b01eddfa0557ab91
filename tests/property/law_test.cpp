// Laws that hold for arbitrary values of every published definition at every revision: what is
// written is read back as the same value, and written the same way again. Whether it is what the
// protocol published is asked in tests/roundtrip. MCPGEN_SEED=<n> repeats or varies a run.
#include <tests/catch.hpp>

#include <tests/property/documents.hpp>
#include <tests/property/losses.hpp>

#include <mcp/codec.hpp>
#include <mcp/fwd.hpp>
#include <mcp/tasks/codec.hpp>

#include <cstdlib>
#include <map>

using namespace mcp;
using namespace mcp::testing;

namespace {

std::uint64_t seed() {
    const char* const text = std::getenv("MCPGEN_SEED");
    return text ? std::strtoull(text, nullptr, 10) : 1;
}

constexpr std::size_t values_each = 20;

void check_laws(bool published, bool foreign) {
    std::size_t made = 0;
    std::size_t refused = 0;
    for (const Definition& definition : published_definitions()) {
        const std::string what = definition.space + " " + definition.date + " " + definition.name;
        for (std::size_t i = 0; i < values_each; ++i) {
            Random random(seed(), what, i);
            DocumentMaker maker(random, definition, published, foreign);
            (maker.make() ? made : refused) += 1;
            INFO(what << ", seed " << seed() << ", value " << i);
            CHECK(maker.problem() == "");
        }
    }
    WARN("seed " << seed() << ": " << made << " values written and read, " << refused
                 << " not expressible");
    CHECK(refused < (foreign ? made : 1));
}

}  // namespace

TEST_CASE("every published definition of every revision is represented") {
    std::map<std::string, std::size_t> count;
    for (const Definition& definition : published_definitions()) {
        if (definition.as != "base") ++count[definition.space + definition.date];
        INFO(definition.date << " " << definition.name << " as " << definition.as);
        CHECK(definition.target != "");
    }
    CHECK(count == std::map<std::string, std::size_t>{{"2024-11-05", 79},
                                                      {"2025-03-26", 83},
                                                      {"2025-06-18", 91},
                                                      {"2025-11-25", 145},
                                                      {"2026-07-28", 155},
                                                      {"tasks2026-07-28", 20}});
}

TEST_CASE("a value is read back as it was written, at every revision") { check_laws(false, false); }

TEST_CASE("a value that keeps to the published schema is read back as it was written") {
    check_laws(true, false);
    CHECK(unmet_losses() == std::vector<std::string>());
}

TEST_CASE("a value with more than the revision has is written without it, or refused") {
    check_laws(true, true);
}

TEST_CASE("values that the published JSON schemas have lost survive") {
    const auto same = [](const auto& type, std::string_view text, Revision revision) {
        using T = std::remove_cvref_t<decltype(type)>;
        const auto value = decode<T>(text, revision);
        INFO(text);
        if (!value) FAIL(value.error().message());
        const auto again = encode(*value, revision);
        REQUIRE(again);
        CHECK(*again == text);
    };
    SECTION("null and fractions in JSONValue") {
        for (const char* const text :
             {"null", "0.5", "[null,1.25]", R"({"a":{"b":[null,-0.5e-3]}})"}) {
            same(JSONValue(), text, r2026_07_28);
        }
        same(JSONObject(), R"({"a":null,"b":0.5})", r2026_07_28);
        same(JSONArray(), "[null,0.5,[null]]", r2026_07_28);
        same(ClientCapabilities(),
             R"({"experimental":{"x":{"a":null,"b":0.5}},"extensions":{"y":{"c":[null]}}})",
             r2026_07_28);
        same(ServerCapabilities(), R"({"completions":{"a":null},"logging":{"b":0.5}})",
             r2026_07_28);
    }
    SECTION("numbers with a fraction in the answer to a form") {
        for (const Revision revision : {r2025_06_18, r2025_11_25, r2026_07_28}) {
            same(ElicitResult(), R"({"action":"accept","content":{"a":0.5,"b":-2.5,"c":3}})",
                 revision);
        }
    }
    SECTION("texts of open sets that nobody knows yet") {
        same(ResultType(), "\"soon\"", r2026_07_28);
        const std::string_view result =
            R"({"role":"user","content":{"type":"text","text":""},"model":"m","stopReason":"bored"})";
        for (unsigned i = 0; i < std::size(revision_dates); ++i) {
            same(CreateMessageResult(), result, static_cast<Revision>(i));
        }
    }
}

TEST_CASE("whole numbers beyond 64 bits are numbers in the answer to a form") {
    for (const Revision revision : {r2025_06_18, r2025_11_25, r2026_07_28}) {
        const auto value =
            decode<ElicitResult>(R"({"action":"accept","content":{"a":1e300}})", revision);
        REQUIRE(value);
        const ElicitValue* const number = value->content.value().find("a");
        REQUIRE(number);
        REQUIRE(std::holds_alternative<double>(*number));
        CHECK(std::get<double>(*number) == 1e300);
    }
}

TEST_CASE(
    "a value whose document is another alternative's is read as that one, and written the same "
    "again") {
    LegacyTitledEnumSchema legacy;
    legacy.enum_ = {"a", "b"};
    const EnumSchema value = legacy;
    for (const Revision revision : {r2025_11_25, r2026_07_28}) {
        const std::string text = encode(value, revision).value();
        const EnumSchema back = decode<EnumSchema>(text, revision).value();
        CHECK(std::holds_alternative<UntitledSingleSelectEnumSchema>(back));
        CHECK(encode(back, revision).value() == text);
    }
}
