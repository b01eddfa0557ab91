// mcpctl on a terminal: what it asks, shows and colours, and what a server cannot make it show.
#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"
#include "pseudo_terminal.hpp"

#include <string>
#include <string_view>

using mcpgen::test::run_shell_on_terminal;
using mcpgen::test::TemporaryFolder;
using mcpgen::test::TerminalRun;
using mcpgen::test::terminals_exist;

namespace {

const std::string tool = "TERM=xterm HOME=/nonexistent '" MCPCTL_PROGRAM "' ";
const std::string server = " -- '" MCPCTL_EVERYTHING "'";

TerminalRun run(const std::string& words, std::string_view typed = {},
                unsigned short columns = 80) {
    return run_shell_on_terminal(
        "unset NO_COLOR TMUX KITTY_WINDOW_ID TERM_PROGRAM LC_TERMINAL; " + tool + words + server,
        typed, columns);
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// A server that says what it is told: each line of `answers` after one line of the client.
std::string scripted(const TemporaryFolder& folder, const std::string& answers) {
    folder.put("answers", answers);
    folder.put("server",
               "while read -r answer <&3; do read -r line || exit 0; [ \"$answer\" = - ] || printf "
               "'%s\\n' \"$answer\"; done 3<'" +
                   (folder / "answers").string() + "'; cat >/dev/null\n");
    return " -- sh '" + (folder / "server").string() + "'";
}

constexpr std::string_view hello =
    R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"evil","version":"1"}}})";

}  // namespace

TEST_CASE("missing arguments are asked for with their schema") {
    if (!terminals_exist()) return;
    const auto result = run("call greet", "Ada\n");
    INFO(result.out);
    CHECK(result.code == 0);
    CHECK(contains(result.out, "greet needs:"));
    CHECK(contains(result.out, "\x1b[1mname\x1b[0m (string)"));
    CHECK(contains(result.out, "Hello, Ada!"));
    CHECK(run("call greet", "\x04").code == 2);  // the end of the input
    CHECK(
        contains(run("prompt test_prompt_with_arguments arg1=x", "y\n").out, "arg1='x', arg2='y'"));
}

TEST_CASE("a server's form is shown, checked, and sent when the user agrees") {
    if (!terminals_exist()) return;
    const auto sent = run("call test_elicitation message=Who?", "ada\nada@example.org\ny\n");
    INFO(sent.out);
    CHECK(contains(sent.out, "The server asks: Who?"));
    CHECK(contains(sent.out, "Send this? [y/n]"));
    CHECK(contains(sent.out, R"("username":"ada")"));
    const auto refused = run("call test_elicitation message=Who?", "ada\nada@example.org\nn\n");
    CHECK(contains(refused.out, R"("action":"decline")"));
    // Ctrl-C ends the call, and the question with it.
    const auto given_up = run_shell_on_terminal(
        "exec env " + tool + "call test_elicitation message=Who?" + server, "\x03", 80, "> ");
    INFO(given_up.out);
    CHECK(given_up.code == 1);
    CHECK(contains(given_up.out, "the call was interrupted"));
    const auto ended = run("call test_elicitation message=Who?", "\x04");
    CHECK(contains(ended.out, R"("action":"cancel")"));
}

TEST_CASE("tables fit the terminal and have colours; NO_COLOR and --color are respected") {
    if (!terminals_exist()) return;
    const auto narrow = run("list tools --color never", {}, 40);
    CHECK_FALSE(contains(narrow.out, "\x1b[3"));
    CHECK_FALSE(contains(narrow.out, "\x1b[0m"));
    CHECK(contains(narrow.out, "…"));
    CHECK(contains(run("list tools").out, "\x1b[36mgreet\x1b[0m"));
    CHECK_FALSE(contains(run_shell_on_terminal("NO_COLOR=1 " + tool + "list tools" + server).out,
                         "\x1b[36m"));
    CHECK(
        contains(run("call greet name=x --trace").out, "\x1b[32m-->\x1b[0m {\x1b[34m\"jsonrpc\""));
    CHECK(contains(run("call nothing").out, "\x1b[31merror\x1b[0m"));
}

TEST_CASE("images are shown where the terminal can, and described where it cannot") {
    if (!terminals_exist()) return;
    const std::string call = tool + "call test_image_content" + server;
    const std::string clean = "unset TMUX KITTY_WINDOW_ID TERM_PROGRAM LC_TERMINAL; ";
    CHECK(contains(run_shell_on_terminal(clean + "export KITTY_WINDOW_ID=1; " + call).out,
                   "\x1b_Gf=100,a=T"));
    CHECK(contains(run_shell_on_terminal(clean + "export TERM_PROGRAM=iTerm.app; " + call).out,
                   "\x1b]1337;File=inline=1"));
    CHECK(contains(run_shell_on_terminal(clean + "export TERM_PROGRAM=WezTerm TMUX=1; " + call).out,
                   "[image/png, 70 bytes"));
    CHECK(contains(run_shell_on_terminal(clean + call).out, "--save DIR"));
}

TEST_CASE("progress is a bar that is gone at the end") {
    if (!terminals_exist()) return;
    const auto result = run("call test_tool_with_progress --color never");
    INFO(result.out);
    CHECK(contains(result.out, "[############------------] 50 %"));
    CHECK(contains(result.out, "Completed step 50 of 100"));
    CHECK(result.out.rfind("\x1b[K") < result.out.rfind("Progress was reported"));
}

TEST_CASE("a hostile server writes no escape sequence to the terminal") {
    if (!terminals_exist()) return;
    // Escapes of JSON become control characters when they are read.
    const std::string bad = R"(\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e)";
    const std::string tools =
        R"({"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"x","title":")" + bad +
        R"(","description":")" + bad + R"(","inputSchema":{"type":"object","properties":{"a)" +
        bad + R"(":{"type":"string","description":")" + bad + R"("}}}}]}})";
    const auto check = [](const TerminalRun& result) {
        INFO(result.out);
        CHECK_FALSE(contains(result.out, "\x1b]0;"));
        CHECK_FALSE(contains(result.out, "\x1b[2J"));
        CHECK_FALSE(contains(result.out, "\x07"));
        CHECK_FALSE(contains(result.out, "\xc2\x9b"));
        CHECK_FALSE(contains(result.out, "\xe2\x80\xae"));
        CHECK((contains(result.out, "\\u{1b}") || contains(result.out, "\\u001b")));
    };
    const TemporaryFolder folder;
    const std::string pinned = " --protocol 2025-11-25 ";
    const std::string lists = scripted(folder, std::string(hello) + "\n-\n" + tools + "\n");
    check(run_shell_on_terminal(tool + "list tools" + pinned + lists));
    check(run_shell_on_terminal(tool + "list tools --details" + pinned + lists));
    check(run_shell_on_terminal(tool + "list tools --json --trace" + pinned + lists));
    for (
        const std::string& answer :
        {R"({"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":")" + bad +
             R"("}]}})",
         R"({"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"image","mimeType":")" + bad +
             R"(","data":")" + bad + R"("}]}})",
         R"({"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"resource_link","uri":"x:)" + bad +
             R"(","name":")" + bad + R"("}]}})",
         R"({"jsonrpc":"2.0","id":3,"result":{"content":[],"structuredContent":{")" + bad +
             R"(":")" + bad + R"("}}})",
         R"({"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":")" + bad + R"("}})",
         R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":3,"progress":1,"total":2,"message":")" +
             bad + R"("}})"}) {
        const std::string called =
            scripted(folder, std::string(hello) + "\n-\n" + tools + "\n" + answer + "\n");
        check(run_shell_on_terminal(tool + "call x --timeout 1" + pinned + called));
    }
    folder.put("noisy", "printf '\\033]0;owned\\007\\033[2J' >&2; exit 1\n");
    check(run_shell_on_terminal(tool + "ping -- sh '" + (folder / "noisy").string() + "'"));
}

TEST_CASE("a server of the working folder's file is started when the user says yes, not else") {
    if (!terminals_exist()) return;
    const TemporaryFolder folder;
    folder.put(".mcp.json", R"({"mcpServers": {"near": {"command": ")" MCPCTL_EVERYTHING
                            R"("}, "own": {"command": "/nonexistent"}}})");
    const std::string go = "cd '" + folder.path().string() + "' && unset XDG_CONFIG_HOME; ";
    const std::string call = go + tool + "call near greet name=Ada";
    const auto agreed = run_shell_on_terminal(call, "y\n");
    INFO(agreed.out);
    CHECK(agreed.code == 0);
    CHECK(contains(agreed.out, "`near` is " MCPCTL_EVERYTHING));
    CHECK(contains(agreed.out, "Start it? [y/n]"));
    CHECK(contains(agreed.out, "Hello, Ada!"));
    for (const char* answer : {"n\n", "\n", "\x04"}) {
        const auto refused = run_shell_on_terminal(call, answer);
        INFO(refused.out);
        CHECK(refused.code == 1);
        CHECK(contains(refused.out, "you did not agree"));
        CHECK(contains(refused.out, "--config .mcp.json"));
        CHECK_FALSE(contains(refused.out, "Hello"));
    }
    const auto named = run_shell_on_terminal(call + " --config .mcp.json");
    CHECK(contains(named.out, "Hello, Ada!"));
    CHECK_FALSE(contains(named.out, "Start it?"));
    // The user's own file has the name, too, and it is that one's.
    folder.put(".config/mcpctl/servers.json",
               R"({"mcpServers": {"own": {"command": ")" MCPCTL_EVERYTHING R"("}}})");
    const std::string home = "HOME='" + folder.path().string() + "' '" MCPCTL_PROGRAM "' ";
    const auto own = run_shell_on_terminal(go + home + "call own greet name=Ada");
    CHECK(contains(own.out, "Hello, Ada!"));
    CHECK_FALSE(contains(own.out, "Start it?"));
    CHECK(contains(run_shell_on_terminal(go + home + "call near greet name=Ada", "y\n").out,
                   "Start it?"));
}

TEST_CASE("Ctrl-C at a hidden question leaves a terminal that echoes") {
    if (!terminals_exist()) return;
    const TemporaryFolder folder;
    folder.put("servers.json", R"({"inputs": [{"type": "promptString", "id": "key",)"
                               R"( "description": "Your key", "password": true}],)"
                               R"( "servers": {"x": {"command": "true",)"
                               R"( "env": {"KEY": "${input:key}"}}}})");
    const std::string command = tool + "list x --config '" + (folder / "servers.json").string() +
                                "'; echo \"ended with $?\"; stty -a";
    const auto result = run_shell_on_terminal(command, "s3cr\x03", 80, "Your key: ");
    INFO(result.out);
    CHECK(contains(result.out, "nothing was entered"));
    CHECK(contains(result.out, "ended with 1"));
    CHECK_FALSE(contains(result.out, "-isig"));
    CHECK(contains(result.out, " echo "));
    CHECK_FALSE(contains(result.out, "s3cr"));
}
