// What mcpgen-fetch says of programs that are no servers, and of those that are.
#include "catch.hpp"
#include "generator/cli/run_shell.hpp"
#include "generator/support/temporary_folder.hpp"

#include <string>
#include <string_view>

using mcpgen::test::Run;
using mcpgen::test::run_shell;
using mcpgen::test::TemporaryFolder;

namespace {

Run fetch(const TemporaryFolder& folder, const std::string& command) {
    return run_shell(folder, "'" MCPGEN_FETCH_PROGRAM "' --stdio '" + command + "'");
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("a command that does not start is reported once") {
    const TemporaryFolder folder;
    const Run run = fetch(folder, "nothing-of-this-name");
    INFO(run.err);
    CHECK(run.code == 1);
    CHECK(run.out.empty());
    CHECK(count(run.err, "not found") == 1);
    CHECK(count(run.err, "does the command start") == 1);
}

TEST_CASE("what a server says at its end is shown, once") {
    const TemporaryFolder folder;
    folder.put("server", "echo DATABASE_URL is not set >&2; exit 3\n");
    const Run run = fetch(folder, "sh server");
    INFO(run.err);
    CHECK(run.code == 1);
    CHECK(count(run.err, "exit status 3") == 1);
    CHECK(count(run.err, "DATABASE_URL is not set") == 1);
}

TEST_CASE("a program that speaks something else is named as such") {
    const TemporaryFolder folder;
    folder.put("answers", R"(s/.*"id":\([0-9]*\).*/{"jsonrpc":"2.0","id":\1,"error":)"
                          R"({"code":-32601,"message":"nothing here"}}/)");
    const Run run = fetch(folder, "sed -u -f answers");
    INFO(run.err);
    CHECK(run.code == 1);
    CHECK(count(run.err, "no server of MCP: it says `nothing here`") == 1);
}
