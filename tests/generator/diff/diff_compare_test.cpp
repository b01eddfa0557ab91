// Every kind of change is found, named, and classed by what it breaks.
#include "diff_testing.hpp"

using namespace mcpgen;
using namespace mcpgen::test;

namespace {

/// A definition `T` with these properties, one of them always there.
std::string record(const std::string& properties, const std::string& required = "") {
    return R"("T":{"type":"object","properties":{"keep":{"type":"string"})" +
           (properties.empty() ? "" : "," + properties) + R"(},"required":[)" + required + "]}";
}

Lines member_change(const std::string& older, const std::string& newer) {
    return in_short(TwoSchemas(record(R"("m":)" + older), record(R"("m":)" + newer)).changes());
}

const std::string result = R"("AResult":{"type":"object","properties":{"x":{"type":"string"}}})";

}  // namespace

TEST_CASE("equal schemas have no differences") {
    CHECK(TwoSchemas(record(""), record("")).changes().empty());
}

TEST_CASE("a new optional member is additive, a new required one breaks both") {
    CHECK(in_short(TwoSchemas(record(""), record(R"("m":{"type":"string"})")).changes()) ==
          Lines{"member.added T.m"});
    CHECK(
        in_short(TwoSchemas(record(""), record(R"("m":{"type":"string"})", R"("m")")).changes()) ==
        Lines{"member.added T.m wire source"});
}

TEST_CASE("a removed member breaks both") {
    CHECK(in_short(TwoSchemas(record(R"("m":{"type":"string"})"), record("")).changes()) ==
          Lines{"member.removed T.m wire source"});
}

TEST_CASE("a member that becomes required or optional breaks both") {
    const std::string optional = record(R"("m":{"type":"string"})");
    const std::string required = record(R"("m":{"type":"string"})", R"("m")");
    CHECK(in_short(TwoSchemas(optional, required).changes()) ==
          Lines{"member.required T.m wire source"});
    CHECK(in_short(TwoSchemas(required, optional).changes()) ==
          Lines{"member.optional T.m wire source"});
}

TEST_CASE("a wider type breaks the source only, a narrower one the wire too") {
    const std::string one = R"({"type":"string"})";
    const std::string many =
        R"({"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]})";
    CHECK(member_change(one, many) == Lines{"member.retyped T.m source"});
    CHECK(member_change(many, one) == Lines{"member.retyped T.m wire source"});
    CHECK(member_change(R"({"type":"integer"})", R"({"type":"number"})") ==
          Lines{"member.retyped T.m source"});
    CHECK(member_change(R"({"type":"number"})", R"({"type":"integer"})") ==
          Lines{"member.retyped T.m wire source"});
    CHECK(member_change(R"({"type":"object"})", "{}") == Lines{"member.retyped T.m source"});
    CHECK(member_change(one, R"({"type":["string","null"]})") ==
          Lines{"member.retyped T.m source"});
}

TEST_CASE("limits do not change the C++ type, so tighter ones break the wire only") {
    CHECK(member_change(R"({"type":"integer","minimum":0})", R"({"type":"integer","minimum":1})") ==
          Lines{"member.retyped T.m wire"});
    CHECK(member_change(R"({"type":"integer","minimum":1})", R"({"type":"integer","minimum":0})") ==
          Lines{"member.retyped T.m"});
    CHECK(member_change(R"({"type":"array","items":{"type":"string"}})",
                        R"({"type":"array","items":{"type":"string"},"maxItems":3})") ==
          Lines{"member.retyped T.m wire"});
}

TEST_CASE("a format is a hint: changing it breaks nothing") {
    CHECK(member_change(R"({"type":"string"})", R"({"type":"string","format":"uri"})") ==
          Lines{"member.retyped T.m"});
}

TEST_CASE("a changed constant breaks both") {
    CHECK(member_change(R"({"const":"a"})", R"({"const":"b"})") ==
          Lines{"member.retyped T.m wire source"});
}

TEST_CASE("retyped members say both shapes and whether they merge") {
    TwoSchemas merging(record(R"("m":{"type":"integer"})"), record(R"("m":{"type":"number"})"));
    const auto merges = merging.changes();
    REQUIRE(merges.size() == 1);
    CHECK(merges[0].before == "integer");
    CHECK(merges[0].after == "number");
    CHECK(merges[0].merges == true);

    TwoSchemas clashing(record(R"("m":{"type":"string"})"), record(R"("m":{"type":"boolean"})"));
    const auto clash = clashing.changes();
    REQUIRE(clash.size() == 1);
    CHECK(clash[0].before == "string");
    CHECK(clash[0].after == "boolean");
    CHECK(clash[0].merges == false);
}

TEST_CASE("added and removed enumeration values") {
    const std::string two = R"("E":{"type":"string","enum":["a","b"]})";
    const std::string three = R"("E":{"type":"string","enum":["a","b","c"]})";
    TwoSchemas grows(two, three);
    const auto added = grows.changes();
    CHECK(in_short(added) == Lines{"value.added E"});
    CHECK(added.at(0).after == "c");
    CHECK(in_short(TwoSchemas(three, two).changes()) == Lines{"value.removed E wire source"});
}

TEST_CASE("added and removed alternatives") {
    const std::string parts =
        R"("A":{"type":"object","properties":{"type":{"const":"a"}},"required":["type"]},)"
        R"("B":{"type":"object","properties":{"type":{"const":"b"}},"required":["type"]},)"
        R"("C":{"type":"object","properties":{"type":{"const":"c"}},"required":["type"]},)";
    const std::string two = parts + R"("U":{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]})";
    const std::string three =
        parts + R"("U":{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"},{"$ref":"#/$defs/C"}]})";
    CHECK(in_short(TwoSchemas(two, three).changes()) == Lines{"alternative.added U"});
    CHECK(in_short(TwoSchemas(three, two).changes()) == Lines{"alternative.removed U wire source"});
}

TEST_CASE("a type of another kind is retyped") {
    CHECK(in_short(TwoSchemas(record(""), R"("T":{"type":"string"})").changes()) ==
          Lines{"type.retyped T wire source"});
    CHECK(in_short(TwoSchemas(R"("T":{"type":"object"})", record("")).changes()) ==
          Lines{"type.retyped T source"});
}

TEST_CASE("closing a record breaks the wire, opening it does not") {
    const std::string open = record("");
    const std::string closed = R"("T":{"type":"object","properties":{"keep":{"type":"string"}},)"
                               R"("required":[],"additionalProperties":false})";
    CHECK(in_short(TwoSchemas(open, closed).changes()) == Lines{"type.openness T wire"});
    CHECK(in_short(TwoSchemas(closed, open).changes()) == Lines{"type.openness T"});
}

TEST_CASE("deprecations are told") {
    TwoSchemas schemas(record(R"("m":{"type":"string"})"),
                       record(R"("m":{"type":"string","deprecated":true})"));
    const auto changes = schemas.changes();
    CHECK(in_short(changes) == Lines{"member.deprecated T.m"});
    CHECK(changes.at(0).note == "now deprecated");
}

TEST_CASE("methods: added, removed, another result, another name") {
    const std::string a_request =
        R"("ARequest":{"type":"object","properties":{"method":{"const":"a/b"}},"required":["method"]})";
    const std::string renamed =
        R"("ARequest":{"type":"object","properties":{"method":{"const":"a/c"}},"required":["method"]})";
    CHECK(in_short(TwoSchemas(result, result + "," + a_request).changes()) ==
          Lines{"method.added a/b"});
    CHECK(in_short(TwoSchemas(result + "," + a_request, result).changes()) ==
          Lines{"method.removed a/b wire source"});
    CHECK(in_short(TwoSchemas(result + "," + a_request, result + "," + renamed).changes()) ==
          Lines{"method.renamed a/c wire"});
}

TEST_CASE("methods: params come, become required, change direction") {
    const auto message = [](const std::string& params, const std::string& required,
                            const std::string& sender) {
        return R"("N":{"type":"object","properties":{"method":{"const":"n"})" + params +
               R"(},"required":["method")" + required +
               R"(]},"P":{"type":"object","properties":{"x":{"type":"string"}}},)" + "\"" + sender +
               R"(Notification":{"anyOf":[{"$ref":"#/$defs/NNotification"}]})";
    };
    const auto named = [&](std::string text) { return "\"NNotification\"" + text.substr(3); };
    const std::string params = R"(,"params":{"$ref":"#/$defs/P"})";
    const std::string none = named(message("", "", "Client"));
    const std::string optional = named(message(params, "", "Client"));
    const std::string required = named(message(params, R"(,"params")", "Client"));
    const std::string from_server = named(message("", "", "Server"));
    CHECK(in_short(TwoSchemas(none, optional).changes()) == Lines{"method.params n source"});
    CHECK(in_short(TwoSchemas(optional, required).changes()) ==
          Lines{"method.params_required n wire source"});
    CHECK(in_short(TwoSchemas(none, from_server).changes()) ==
          Lines{"method.direction n wire source"});
}

TEST_CASE("error codes come from the overrides") {
    const std::string overrides =
        R"({"revisions":["2030-01-01","2031-01-01"],"errors":[)"
        R"({"name":"gone","code":-1,"in":"..2030-01-01","description":"x","why":"y"},)"
        R"({"name":"stays","code":-2,"description":"x","why":"y"},)"
        R"({"name":"comes","code":-3,"in":"2031-01-01..","description":"x","why":"y"}]})";
    CHECK(in_short(TwoSchemas(record(""), record(""), overrides).changes()) ==
          Lines{"error.added comes", "error.removed gone wire source"});
}

TEST_CASE("decisions for the last known revision hold for a newer one") {
    const std::string overrides =
        R"({"revisions":["2030-01-01"],"types":[)"
        R"({"at":"T.m","in":"2030-01-01","type":{"type":"number"},"why":"y"}]})";
    CHECK(TwoSchemas(record(R"("m":{"type":"integer"})"), record(R"("m":{"type":"integer"})"),
                     overrides)
              .changes()
              .empty());
}

TEST_CASE("what a pass refuses is a warning, and the rest is compared") {
    const std::string odd =
        R"("ORequest":{"type":"object","properties":{"method":{"const":"o"}},"required":["method"]},)";
    TwoSchemas schemas(odd + record(""), odd + record(R"("m":{"type":"string"})"));
    CHECK(in_short(schemas.changes()) == Lines{"member.added T.m"});
    CHECK_FALSE(schemas.diagnostics.failed());
    CHECK(schemas.diagnostics.all().size() == 2);
}

TEST_CASE("a file that is no schema is an error") {
    Diagnostics diagnostics;
    CHECK_FALSE(diff("/nowhere/2030-01-01.json", "/nowhere/2031-01-01.json", "", DiffFormat::text,
                     diagnostics));
    CHECK(diagnostics.failed());
}
