// The program as its users see it: what it prints where, its exit code, and what it leaves on disk.
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/wait.h>

#include "catch.hpp"
#include "generator/cli/run_shell.hpp"
#include "generator/support/temporary_folder.hpp"
#include "pseudo_terminal.hpp"

using mcpgen::test::Run;
using mcpgen::test::run_shell;
using mcpgen::test::TemporaryFolder;
using mcpgen::test::terminals_exist;
namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

/// MCPGEN_PROGRAM from the environment or the build, or the program in this test's build folder.
std::string program() {
    if (const char* named = std::getenv("MCPGEN_PROGRAM")) return named;
#ifdef MCPGEN_PROGRAM
    return MCPGEN_PROGRAM;
#else
    const fs::path self = fs::read_symlink("/proc/self/exe");
    for (fs::path folder = self.parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
        if (fs::exists(folder / "generator" / "mcpgen")) return folder / "generator" / "mcpgen";
    }
    throw std::runtime_error("mcpgen not found; set MCPGEN_PROGRAM");
#endif
}

/// Runs the program in `folder`; `arguments` are a shell's words and may redirect.
Run run(const TemporaryFolder& folder, const std::string& arguments) {
    return run_shell(folder, "'" + program() + "' " + arguments);
}

/// The same on a terminal; both streams together, as they would be seen.
Run run_on_terminal(const TemporaryFolder& folder, const std::string& arguments) {
    const std::string command =
        "cd '" + folder.path().string() + "' && TERM=xterm '" + program() + "' " + arguments;
    const auto result = mcpgen::test::run_shell_on_terminal(command);
    return {result.code, result.out, {}};
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("help and version go to the standard output, and are no failure") {
    const TemporaryFolder folder;
    const Run help = run(folder, "--help");
    CHECK(help.code == 0);
    CHECK(help.out.starts_with("Usage: mcpgen COMMAND"));
    CHECK(help.err.empty());
    CHECK(run(folder, "help diff").out == run(folder, "diff --help").out);

    const Run version = run(folder, "--version");
    CHECK(version.code == 0);
    CHECK(version.out.starts_with("mcpgen "));
    CHECK(contains(version.out, "built-in revisions: "));
}

TEST_CASE("without schemas the version says so, and generate fails") {
    const TemporaryFolder folder;
    ::setenv("MCPGEN_SCHEMA_DIR", "/none", 1);
    const Run version = run(folder, "--version");
    const Run generate = run(folder, "generate --out g");
    const Run check = run(folder, "check");
    ::unsetenv("MCPGEN_SCHEMA_DIR");
    CHECK(contains(version.out, "built-in revisions: none"));
    CHECK(generate.code == 1);
    CHECK(contains(generate.err, "/none: error: "));
    CHECK(check.code == 1);
    CHECK(contains(check.err, "/none: error: "));
}

TEST_CASE("wrong usage exits with 2 and says what is wrong on the error stream") {
    const TemporaryFolder folder;
    for (const char* words : {"", "generat", "check --zzz", "diff a", "generate --namespace 1",
                              "dump --after nothing", "check --schema a.json"}) {
        const Run result = run(folder, words);
        INFO(words << '\n' << result.err);
        CHECK(result.code == 2);
        CHECK(result.out.empty());
        CHECK(result.err.starts_with("mcpgen: error: "));
        CHECK(contains(result.err, "\n    hint: "));
    }
    CHECK(folder.list().empty());
}

TEST_CASE("generate writes once, then leaves the files alone") {
    const TemporaryFolder folder;
    const Run first = run(folder, "generate --out g/mcp");
    INFO(first.err);
    REQUIRE(first.code == 0);
    CHECK(first.out.starts_with("g/mcp: "));
    CHECK(contains(first.out, " 0 removed, 0 unchanged"));
    CHECK(fs::exists(folder / "g/mcp/manifest.json"));

    const Run again = run(folder, "generate --out g/mcp");
    CHECK(again.code == 0);
    CHECK(again.out.starts_with("g/mcp: 0 written, 0 removed, "));
    CHECK(run(folder, "generate --out g/mcp --only-changed").out.empty());
    CHECK(run(folder, "generate --out g/mcp --quiet").out.empty());
}

TEST_CASE("the names of changed files are all that --only-changed prints") {
    const TemporaryFolder folder;
    const Run first = run(folder, "generate --out g --only-changed");
    REQUIRE(first.code == 0);
    CHECK(first.out == run(folder, "generate --list-outputs").out);
    std::ofstream(folder / "g/manifest.json", std::ios::app) << " ";
    CHECK(run(folder, "generate --out g --only-changed").out == "manifest.json\n");
}

TEST_CASE("listing the outputs writes nothing") {
    const TemporaryFolder folder;
    const Run listed = run(folder, "generate --list-outputs --out g --depfile d --stamp s");
    CHECK(listed.code == 0);
    CHECK(contains(listed.out, "manifest.json\n"));
    CHECK(folder.list().empty());
}

TEST_CASE("check shows the difference, says what to run, and exits with 1") {
    const TemporaryFolder folder;
    REQUIRE(run(folder, "generate --out g").code == 0);
    const Run fresh = run(folder, "check --out g");
    CHECK(fresh.code == 0);
    CHECK(fresh.out.empty());
    CHECK(fresh.err.empty());

    std::ofstream(folder / "g/manifest.json", std::ios::app) << "changed by hand\n";
    const std::string before = folder.get("g/manifest.json");
    const Run stale = run(folder, "check --out g");
    CHECK(stale.code == 1);
    CHECK(stale.out.starts_with("--- a/manifest.json\n+++ b/manifest.json\n@@ -"));
    CHECK(contains(stale.out, "\n-changed by hand\n"));
    CHECK(stale.err ==
          "mcpgen: error: g is out of date: 1 file differs\n"
          "    hint: run `mcpgen generate --out g`\n");
    CHECK(folder.get("g/manifest.json") == before);
    CHECK(run(folder, "check --out g --quiet").out.empty());
}

TEST_CASE("check says that nothing was generated") {
    const TemporaryFolder folder;
    const Run none = run(folder, "check --out g");
    CHECK(none.code == 1);
    CHECK(none.out.empty());
    CHECK(none.err ==
          "mcpgen: error: g does not exist: nothing was generated there\n"
          "    hint: run `mcpgen generate --out g`\n");
    CHECK(folder.list().empty());
}

TEST_CASE("the command that check suggests repairs what it found") {
    const TemporaryFolder folder;
    const Run stale = run(folder, "check --namespace other --out 'a folder/g'");
    REQUIRE(stale.code == 1);
    const auto begin = stale.err.find("`mcpgen ") + 8;
    REQUIRE(begin != std::string::npos + 8);
    const std::string suggested = stale.err.substr(begin, stale.err.find('`', begin) - begin);
    CHECK(run(folder, suggested).code == 0);
    CHECK(run(folder, "check --namespace other --out 'a folder/g'").code == 0);
}

TEST_CASE("every problem is printed, then their number, and nothing is written") {
    const TemporaryFolder folder;
    folder.put("broken.json", "{\n  \"a\": [1,\n");
    const Run result = run(folder,
                           "generate --schema 2025-11-25=none.json --schema 2024-11-05=. "
                           "--schema 2025-06-18=broken.json --out g --depfile d --stamp s");
    CHECK(result.code == 1);
    CHECK(result.out.empty());
    CHECK(contains(result.err,
                   "none.json: error: cannot read the file: No such file or directory\n"));
    CHECK(contains(result.err, ".: error: this is a folder, a file is needed\n"));
    CHECK(contains(result.err,
                   "broken.json:3:1: error: the text ends too early: the array that "
                   "begins on line 2 is not closed\n"));
    CHECK(contains(result.err, "\nmcpgen: 3 errors\n"));
    CHECK(folder.list() == Lines{"broken.json"});
}

TEST_CASE("who names no overrides is told where they may be, when a decision is missing") {
    const TemporaryFolder folder;
    folder.put("2031-01-01.json",
               R"({"$defs": {"Result": {"type": "object"}, "A": {"type": "string"}}})");
    const std::string advice =
        "warning: no overrides were given, and something above has to be "
        "decided there\n    hint: name them with `--overrides FILE`";
    for (const char* command : {"generate", "check"}) {
        CAPTURE(command);
        if (std::string_view(command) == "check") folder.put("g/mcp.hpp", "");
        const std::string line =
            std::string(command) + " --schema 2031-01-01.json --out g --color never";
        const Run result = run(folder, line);
        CHECK(result.code == 1);
        CHECK(contains(result.err, "`Result` is the name of a type of the runtime"));
        CHECK(contains(result.err, advice));
        CHECK(contains(result.err, "/overrides.json\n"));
    }
    // The protocol's own schema: what is missing has other reasons than those reported before.
    const std::string schema = MCPGEN_SOURCE_DIR "/schema/2026-07-28.json";
    for (const std::string command : {"generate --out h", "dump"}) {
        const Run result = run(folder, command + " --color never --schema '" + schema + "'");
        CHECK(result.code == 1);
        CHECK(result.out.empty());
        CHECK(contains(result.err, "no rule tells the alternatives of union"));
        CHECK_FALSE(contains(result.err, "there is no definition called"));
        CHECK(contains(result.err, advice));
    }
    folder.put("own.json", "{}");
    const Run given = run(folder, "generate --schema 2031-01-01.json --overrides own.json --out h");
    CHECK(given.code == 1);
    CHECK_FALSE(contains(given.err, "no overrides"));
    folder.put("2031-01-02.json", "{");
    const Run broken = run(folder, "generate --schema 2031-01-02.json --out h");
    CHECK(broken.code == 1);
    CHECK_FALSE(contains(broken.err, "no overrides"));
}

TEST_CASE("problems as JSON are one object per line and nothing else") {
    const TemporaryFolder folder;
    const Run result = run(folder,
                           "generate --schema 2025-11-25=a.json --schema 2024-11-05=b.json --out g "
                           "--diagnostics-format json");
    CHECK(result.code == 1);
    CHECK(result.err.starts_with(R"({"severity":"error","file":"a.json","message":")"));
    CHECK(contains(result.err, "\n{\"severity\":\"error\",\"file\":\"b.json\","));
    CHECK_FALSE(contains(result.err, "errors"));
}

TEST_CASE("depfile and stamp are written after success; the depfile names what was read") {
    const TemporaryFolder folder;
    REQUIRE(run(folder, "generate --out g --depfile x.d --stamp x.stamp").code == 0);
    CHECK(folder.get("x.d").starts_with("x.stamp:"));
    CHECK(fs::exists(folder / "x.stamp"));
    fs::last_write_time(folder / "x.stamp",
                        fs::file_time_type::clock::now() - std::chrono::hours(9));
    const auto before = fs::last_write_time(folder / "x.stamp");
    REQUIRE(run(folder, "generate --out g --depfile x.d --stamp x.stamp").code == 0);
    CHECK(fs::last_write_time(folder / "x.stamp") > before);
    REQUIRE(run(folder, "generate --out g --depfile y.d").code == 0);
    CHECK(folder.get("y.d").starts_with("g/manifest.json:"));
}

TEST_CASE("when the depfile, the stamp or a file cannot be written, nothing is") {
    const TemporaryFolder folder;
    folder.put("file", "");
    for (const char* words :
         {"generate --out g --depfile file/d", "generate --out g --stamp file/s",
          "generate --out file --depfile d", "generate --out file/g --stamp s"}) {
        const Run result = run(folder, words);
        INFO(words << '\n' << result.err);
        CHECK(result.code == 1);
        CHECK(result.out.empty());
        CHECK(contains(result.err, "file"));
        CHECK(folder.list() == Lines{"file"});
    }
}

TEST_CASE("a full disk is an error, and nothing is written") {
    const TemporaryFolder folder;
    // No file may grow beyond a block of 512 bytes; a refused write is no signal.
    const Run result = run_shell(
        folder, "trap '' XFSZ; ulimit -f 1; '" + program() + "' generate --out g --stamp s");
    CHECK(result.code == 1);
    CHECK(contains(result.err, "cannot write: File too large"));
    CHECK(folder.list().empty());
}

TEST_CASE("a standard output that takes nothing is an error") {
    if (!fs::exists("/dev/full")) return;
    const TemporaryFolder folder;
    const Run result = run(folder, "--help >/dev/full");
    CHECK(result.code == 1);
    CHECK(contains(result.err, "cannot write to the standard output: No space left on device"));
}

TEST_CASE("colours appear on a terminal, when asked for, and not where they are unwanted") {
    if (!terminals_exist()) return;
    const TemporaryFolder folder;
    CHECK(contains(run_on_terminal(folder, "check --schema 2025-11-25=none.json --out g").out,
                   "\x1b[1;31merror"));
    CHECK_FALSE(contains(run(folder, "check --schema 2025-11-25=none.json --out g").err, "\x1b"));
    CHECK(contains(run(folder, "check --schema 2025-11-25=none.json --out g --color always").err,
                   "\x1b"));
    CHECK_FALSE(contains(
        run_on_terminal(folder, "check --schema 2025-11-25=none.json --out g --color never").out,
        "\x1b"));
    ::setenv("NO_COLOR", "1", 1);
    CHECK_FALSE(contains(run_on_terminal(folder, "check --schema 2025-11-25=none.json --out g").out,
                         "\x1b"));
    ::unsetenv("NO_COLOR");
}

TEST_CASE("quick work shows no progress, and a pipe never does") {
    const TemporaryFolder folder;
    if (terminals_exist()) {
        CHECK_FALSE(contains(run_on_terminal(folder, "--version").out, "..."));
    }
    CHECK_FALSE(contains(run(folder, "generate --out g").err, "..."));
}
