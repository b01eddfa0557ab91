// The command line, the help, and what is made from the same table.
#include "cli/options.hpp"
#include "cli/help.hpp"
#include "cli/shells.hpp"

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

#include <mcp/fwd.hpp>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

using namespace mcpctl;

namespace {

Outcome<Invocation> parse(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    Manner manner;
    return read_command_line(words, manner);
}

struct Wrong {
    const char* line;
    const char* what;
    const char* hint;
};

}  // namespace

TEST_CASE("wrong usage: each line has its sentence and its hint") {
    const std::vector<Wrong> cases = {
        {"", "no command is given", "`mcpctl help` lists"},
        {"lst x", "`lst` is no command of mcpctl", "did you mean `mcpctl list`?"},
        {"frobnicate", "`frobnicate` is no command", "`mcpctl help` lists"},
        {"--colr never list", "`--colr` is no option of mcpctl", "did you mean `--color`?"},
        {"list", "no server is named", "after `--`"},
        {"list --", "no command stands after `--`", "./weather"},
        {"list x tols", "mcpctl list: `tols` is no KIND", "did you mean `tools`?"},
        {"list tools http://x/mcp", "mcpctl list: the server stands first",
         "mcpctl list http://x/mcp tools"},
        {"list x --tmeout 3", "`--tmeout` is no option of mcpctl list",
         "did you mean `--timeout`?"},
        {"list x --for 3", "`--for` is no option of mcpctl list", "mcpctl help list"},
        {"list x --timeout", "`--timeout` needs a value", ""},
        {"list x --timeout --json", "`--timeout` needs a value", "--timeout"},
        {"list x --timeout soon", "--timeout: `soon` is no number of seconds", "--timeout 2.5"},
        {"list x --timeout 0", "--timeout: `0` is no number of seconds", ""},
        {"list x --timeout -1", "--timeout: `-1` is no number", ""},
        {"list x --timeout 1e999", "--timeout: `1e999` is no number", ""},
        {"list x --protocol 2020-01-01", "--protocol: `2020-01-01` is none of its values",
         "2024-11-05, 2025-03-26"},
        {"list x --color sometimes", "--color: `sometimes` is none of its values",
         "auto, always, never"},
        {"list x --header nonsense", "--header: this is no header", "'Name: value'"},
        {"list x --header :x", "--header: this is no header", ""},
        {"list x --json=7", "`--json=7` is no option", ""},
        {"call x", "mcpctl call: TOOL is missing (`x` is taken for the server)",
         "the name of a tool"},
        {"call -- x", "mcpctl call: TOOL is missing", ""},
        {"read x", "mcpctl read: URI is missing", ""},
        {"complete x a", "mcpctl complete: NAME is missing", ""},
        {"ping x y", "mcpctl ping: `y` is one argument too many", ""},
        {"ping x --count 1.5", "--count: `1.5` is no whole number above 0", ""},
        {"bench x t --calls 0", "--calls: `0` is no whole number", ""},
        {"watch x --level loud", "--level: `loud` is none of its values", "debug, info"},
        {"completion", "mcpctl completion: SHELL is missing", "bash, zsh or fish"},
        {"completion tcsh", "mcpctl completion: `tcsh` is no SHELL", ""},
        {"completion bash -- x", "mcpctl completion talks to no server", ""},
        {"bridge", "no server is named", "mcpctl bridge --http"},
        {"bridge x y", "mcpctl bridge: `y` is one argument too many", "mcpctl help bridge"},
        {"bridge x --policy f", "`--policy` is no option of mcpctl bridge", ""},
        {"serve x", "mcpctl serve: `x` is one argument too many", "mcpctl help serve"},
        {"serve -- x", "mcpctl serve talks to no server", "leave out `--`"},
        {"serve --names odd", "--names: `odd` is none of its values", "apart, plain"},
        {"serve --protocol 2025-06-18", "`--protocol` is no option of mcpctl serve", ""},
        {"serve --poll-after never", "--poll-after: `never` is no number of seconds", ""},
        {"help a b", "mcpctl help: `b` is one argument too many", ""},
    };
    for (const Wrong& wrong : cases) {
        const auto result = parse(wrong.line);
        INFO(wrong.line << " -> "
                        << (result ? "accepted"
                                   : result.error().what + " / " + result.error().hint));
        REQUIRE_FALSE(result);
        CHECK(result.error().exit_code == exit_wrong_usage);
        CHECK(result.error().what.starts_with(wrong.what));
        CHECK(result.error().hint.find(wrong.hint) != std::string::npos);
        CHECK_FALSE(result.error().hint.empty());
    }
}

TEST_CASE("a header's value is in no message") {
    const auto result = parse("list x --header Authorization-Bearer-s3cret");
    REQUIRE_FALSE(result);
    CHECK((result.error().what + result.error().hint).find("s3cret") == std::string::npos);
}

TEST_CASE("what stands after -- is the server's, whatever it looks like") {
    const auto result = parse("call tool a=1 --json -- ./server --json -x a");
    REQUIRE(result);
    CHECK(result->server == std::vector<std::string>{"./server", "--json", "-x", "a"});
    CHECK(result->arguments == std::vector<std::string>{"tool", "a=1"});
    CHECK(result->target.empty());
    CHECK(result->has("json"));
}

TEST_CASE("options stand anywhere, and before the command") {
    const auto result =
        parse("--json --timeout 3 call http://x/mcp --protocol=2025-06-18 tool - --timeout 4");
    REQUIRE(result);
    CHECK(result->target == "http://x/mcp");
    CHECK(result->arguments == std::vector<std::string>{"tool", "-"});
    CHECK(result->number("timeout", 0) == 4);
    CHECK(result->text("protocol") == "2025-06-18");
    const auto headers = parse("ping x --header A:1 --header B:2");
    REQUIRE(headers);
    CHECK(headers->texts("header") == std::vector<std::string>{"A:1", "B:2"});
}

TEST_CASE("the revisions to choose from are those of the bindings") {
    std::string all;
    for (const std::string_view date : mcp::revision_dates)
        all += (all.empty() ? "" : "|") + std::string(date);
    for (const OptionSpec& option : connection_options()) {
        if (option.name == "protocol") CHECK(option.choices == all);
    }
}

TEST_CASE("every example of the table is a command line that is understood") {
    for (const CommandSpec& command : all_commands()) {
        std::string line(command.example);
        if (line.starts_with("eval")) continue;
        INFO(line);
        CHECK(parse(line.substr(line.find(' ') + 1)).has_value());
    }
}

TEST_CASE("help, man page and completions know every command and option") {
    const std::string man = man_page();
    for (const CommandSpec& command : all_commands()) {
        INFO(command.name);
        const std::string help = help_text(command.name);
        CHECK(help.starts_with("Usage: mcpctl " + std::string(command.name)));
        CHECK(help_text({}).find("\n  " + std::string(command.name) + ' ') != std::string::npos);
        CHECK(man.find("\n.SS " + std::string(command.name) + '\n') != std::string::npos);
        for (const char* shell : {"bash", "zsh", "fish"})
            CHECK(completion_script(shell).find(command.name) != std::string::npos);
        for (const OptionSpec& option : options_of(&command)) {
            INFO(option.name);
            CHECK(help.find("--" + std::string(option.long_name())) != std::string::npos);
            CHECK(completion_script("bash").find("--" + std::string(option.long_name())) !=
                  std::string::npos);
            CHECK(completion_script("zsh").find("--" + std::string(option.long_name()) + '[') !=
                  std::string::npos);
            CHECK(completion_script("fish").find("-l " + std::string(option.long_name())) !=
                  std::string::npos);
        }
        for (std::istringstream lines(help); !lines.eof();) {
            std::string line;
            std::getline(lines, line);
            if (line.starts_with("  ") && line.find("mcpctl ") == line.npos &&
                !line.starts_with("  eval"))
                CHECK(line.size() <= 80);
        }
    }
}

TEST_CASE("bash takes the script, and completes by it") {
    if (std::system("command -v bash >/dev/null 2>&1") != 0) return;
    const mcpgen::test::TemporaryFolder folder;
    folder.put("script", completion_script("bash"));
    folder.put("try", R"(
. "$1"
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mcpctl; echo "${COMPREPLY[@]}"; }
try mcpctl wa
try mcpctl watch --le
try mcpctl list x --color al
try mcpctl completion z
)");
    const std::string out = (folder / "out").string();
    const std::string command = "bash '" + (folder / "try").string() + "' '" +
                                (folder / "script").string() + "' >'" + out + "'";
    CHECK(std::system(command.c_str()) == 0);
    CHECK(folder.get("out") == "watch\n--level\nalways\nzsh\n");
}
