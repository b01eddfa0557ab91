// The command line as values, and what is said about a wrong one.
#include <generator/cli/options.hpp>

#include "catch.hpp"

using namespace mcpgen;
using namespace mcpgen::cli;

namespace {

using Words = std::vector<std::string>;

Options must_parse(const Words& words, Manner manner = {}) {
    Diagnostics diagnostics;
    auto options = parse_command_line(words, manner, diagnostics);
    for (const Diagnostic& each : diagnostics.all()) UNSCOPED_INFO(to_text(each, false));
    REQUIRE(options.has_value());
    return *options;
}

Manner manner_of(const Words& words) {
    Manner manner;
    Diagnostics diagnostics;
    parse_command_line(words, manner, diagnostics);
    return manner;
}

struct Complaint {
    std::string text;
    std::string hint;
};

Complaint complaint_about(const Words& words) {
    Manner manner;
    Diagnostics diagnostics;
    REQUIRE_FALSE(parse_command_line(words, manner, diagnostics).has_value());
    REQUIRE(diagnostics.all().size() == 1);
    return {diagnostics.all()[0].message, diagnostics.all()[0].hint};
}

std::string text_about(const Words& words) { return complaint_about(words).text; }

}  // namespace

TEST_CASE("generate takes schemas in order, and all its options") {
    const Options options =
        must_parse({"generate", "--schema", "b,1.json", "--schema=a.json", "--extension", "x.json",
                    "--overrides", "o.json", "-o", "out", "--namespace", "acme::mcp",
                    "--only-changed", "--depfile", "d", "--stamp", "s", "--list-outputs"});
    CHECK(options.command == Command::generate);
    CHECK(options.inputs.schemas == Words{"b,1.json", "a.json"});
    CHECK(options.inputs.extensions == Words{"x.json"});
    CHECK(options.inputs.overrides == "o.json");
    CHECK(options.inputs.name_space == "acme::mcp");
    CHECK(options.out == "out");
    CHECK(options.depfile == "d");
    CHECK(options.stamp == "s");
    CHECK(options.only_changed);
    CHECK(options.list_outputs);
}

TEST_CASE("nothing given means the built-in schemas in namespace mcp") {
    const Options options = must_parse({"check"});
    CHECK(options.command == Command::check);
    CHECK(options.inputs.schemas.empty());
    CHECK(options.inputs.name_space == "mcp");
    CHECK(options.out.empty());
}

TEST_CASE("diff, dump and import take their arguments") {
    const Options diff = must_parse({"diff", "old.json", "--format", "markdown", "new.json"});
    CHECK(diff.arguments == Words{"old.json", "new.json"});
    CHECK(diff.format == DiffFormat::markdown);
    CHECK(must_parse({"dump", "--after", "merge"}).stage == "merge");
    const Options import = must_parse({"import", "-", "--out", "-"});
    CHECK(import.arguments == Words{"-"});
    CHECK(import.out == "-");
}

TEST_CASE("a file whose name begins with a dash stands behind two dashes") {
    CHECK(must_parse({"import", "--", "-x.json"}).arguments == Words{"-x.json"});
}

TEST_CASE("help and version are found wherever they stand") {
    CHECK(must_parse({"--help"}).command == Command::help);
    CHECK(must_parse({"help"}).topic.empty());
    CHECK(must_parse({"help", "diff"}).topic == "diff");
    CHECK(must_parse({"diff", "-h"}).topic == "diff");
    CHECK(must_parse({"-h", "diff"}).topic == "diff");
    CHECK(must_parse({"--version"}).command == Command::version);
    CHECK(must_parse({"generate", "--version"}).command == Command::version);
}

TEST_CASE("common options stand before or behind the command") {
    CHECK(manner_of({"--color", "never", "check"}).color == Color::never);
    CHECK(manner_of({"check", "--color=always"}).color == Color::always);
    CHECK(manner_of({"check"}).color == Color::automatic);
    CHECK(manner_of({"-q", "check"}).quiet);
    CHECK(manner_of({"check", "--diagnostics-format", "json"}).json);
    CHECK(manner_of({"check", "--wrong", "--diagnostics-format", "json"}).json);
}

TEST_CASE("what was given is kept, for a command line to repeat") {
    CHECK(must_parse({"-q", "check", "--out", "x"}).given == Words{"-q", "--out", "x"});
}

TEST_CASE("an unknown command or option is one sentence, the nearest match, and where to look") {
    const Complaint command = complaint_about({"generat"});
    CHECK(command.text == "there is no command `generat`");
    CHECK(command.hint == "did you mean `generate`? `mcpgen help` lists them all");
    CHECK(complaint_about({"serve"}).hint == "run `mcpgen help` to see what there is");
    CHECK(text_about({"help", "serve"}) == "there is no command `serve`");

    const Complaint option = complaint_about({"check", "--shcema=x"});
    CHECK(option.text == "`check` has no option `--shcema=x`");
    CHECK(option.hint == "did you mean `--schema`? `mcpgen help check` lists them all");
    CHECK(complaint_about({"check", "--zzz", "x"}).hint ==
          "run `mcpgen help check` to see what there is");
    CHECK(text_about({"check", "-x"}) == "`check` has no option `-x`");
    CHECK(text_about({"dump", "--stamp", "x"}) == "`dump` has no option `--stamp`");
    CHECK(text_about({"--colr", "never", "check"}) == "there is no option `--colr`");
    CHECK(text_about({"--zzz"}) == "there is no option `--zzz`");
}

TEST_CASE("a value that is missing or not allowed is said") {
    CHECK(text_about({"generate", "--out"}) == "`--out` needs a value");
    CHECK(text_about({"generate", "--out", "--quiet"}) == "`--out` needs a value");
    CHECK(text_about({"generate", "--out="}) == "`--out` needs a value");
    CHECK(text_about({"generate", "--out", ""}) == "`--out` needs a value");
    CHECK(text_about({"check", "--color", "blue"}) ==
          "`--color` is auto, always or never, not `blue`");
    CHECK(text_about({"diff", "a", "b", "--format", "xml"}) ==
          "`--format` is text, markdown or json, not `xml`");
    CHECK(text_about({"check", "--quiet=7"}) == "`--quiet=7` is not understood");
}

TEST_CASE("a namespace is C++ names joined by two colons") {
    for (const char* bad : {"1a", "a:b", "a::", "::a", "a b", "class", "a::new"}) {
        CHECK(text_about({"generate", "--namespace", bad}) ==
              "`" + std::string(bad) + "` is no C++ namespace");
    }
    CHECK(must_parse({"generate", "--namespace", "a::b_2::C"}).inputs.name_space == "a::b_2::C");
}

TEST_CASE("too few and too many arguments are said") {
    CHECK(text_about({}) == "a command is missing");
    CHECK(text_about({"-q"}) == "a command is missing");
    CHECK(text_about({"diff", "a"}) == "`diff` needs OLD and NEW");
    CHECK(text_about({"diff", "a", "b", "c"}) == "`diff` takes no argument `c`");
    CHECK(text_about({"import"}) == "`import` needs FILE");
    CHECK(text_about({"generate", "schema.json"}) == "`generate` takes no argument `schema.json`");
    CHECK(text_about({"help", "diff", "dump"}) == "`help` takes no argument `dump`");
}
