// How problems look to people and to editors.
#include <generator/support/diagnostics.hpp>

#include "catch.hpp"

using namespace mcpgen;

namespace {

Diagnostic sample() {
    return {Severity::error, {"a.json", "#/$defs/X", 12, 3}, "it is wrong", "make it right"};
}

}  // namespace

TEST_CASE("a problem is one line with file, line, column and pointer, and a hint below") {
    CHECK(to_text(sample(), false) ==
          "a.json:12:3: error: it is wrong (#/$defs/X)\n    hint: make it right");
}

TEST_CASE("what is unknown about the place is left out") {
    CHECK(to_text({Severity::warning, {"a.json", {}, 0, 0}, "hm", {}}, false) ==
          "a.json: warning: hm");
    CHECK(to_text({Severity::note, {"a.json", {}, 7, 0}, "hm", {}}, false) == "a.json:7: note: hm");
    CHECK(to_text({Severity::error, {}, "hm", {}}, false) == "mcpgen: error: hm");
}

TEST_CASE("colours appear only when asked for") {
    CHECK(to_text(sample(), true).find("\x1b[1;31merror: \x1b[0m") != std::string::npos);
    CHECK(to_text(sample(), false).find('\x1b') == std::string::npos);
}

TEST_CASE("a name from the input cannot command the terminal") {
    const Diagnostic nasty{Severity::error, {"a\x1b[2J", {}, 0, 0}, "bell \a, two\nlines", {}};
    CHECK(to_text(nasty, false) == "a\\x1b[2J: error: bell \\x07, two\n    lines");
}

TEST_CASE("as JSON a problem is one object with the members that are known") {
    CHECK(to_json(sample()) ==
          R"({"severity":"error","file":"a.json","line":12,"column":3,"pointer":"#/$defs/X",)"
          R"("message":"it is wrong","hint":"make it right"})");
    CHECK(to_json({Severity::warning, {}, "say \"x\"\n\t\x01\\", {}}) ==
          R"({"severity":"warning","message":"say \"x\"\n\t\u0001\\"})");
}

TEST_CASE("a file name that is not UTF-8 still gives valid JSON") {
    const Diagnostic odd{Severity::error, {"a\xff\xc3\xa9", {}, 0, 0}, "m", {}};
    CHECK(to_json(odd) ==
          "{\"severity\":\"error\",\"file\":\"a\xef\xbf\xbd\xc3\xa9\",\"message\":\"m\"}");
}

TEST_CASE("only errors make a run fail, and the order of the reports stays") {
    Diagnostics diagnostics;
    diagnostics.warning({}, {"first", {}});
    CHECK_FALSE(diagnostics.failed());
    diagnostics.error({}, {"second", "hint"});
    diagnostics.warning({}, {"third", {}});
    CHECK(diagnostics.failed());
    CHECK(diagnostics.error_count() == 1);
    REQUIRE(diagnostics.all().size() == 3);
    CHECK(diagnostics.all()[0].message == "first");
    CHECK(diagnostics.all()[1].hint == "hint");
    CHECK(diagnostics.all()[2].severity == Severity::warning);
}
