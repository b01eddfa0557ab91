// The commands, their arguments and options, as users read them.
#include "cli/options.hpp"

#include "commands/commands.hpp"

#include <algorithm>
#include <array>

namespace mcpctl {

// Named, so that its short names are nobody else's where files are compiled as one.
namespace table {
namespace {

using Count = ArgumentSpec::Count;

constexpr OptionSpec tokens = {
    "tokens", "FILE",
    "where `login` keeps tokens (default: mcpctl/tokens in the user's configuration folder)",
    Kind::text};
constexpr std::array connection = {
    OptionSpec{"protocol", "REVISION", "speak this revision of the protocol or none", Kind::choice,
               "2024-11-05|2025-03-26|2025-06-18|2025-11-25|2026-07-28"},
    OptionSpec{"timeout", "SECONDS", "for each answer, and for the connection (default: 60)",
               Kind::seconds},
    OptionSpec{"header",
               "'NAME: VALUE'",
               "send this HTTP header; may be repeated",
               Kind::header,
               {},
               true},
    OptionSpec{"config", "FILE",
               "the configuration in which a TARGET that is a name is looked up (default: "
               "mcpctl/servers.json in the user's configuration folder, then ./.mcp.json and "
               "./.vscode/mcp.json, whose servers are used when you agree)",
               Kind::text},
    tokens,
    OptionSpec{"trace", "",
               "print every message on the standard error stream; secrets are masked"}};

constexpr std::array common = {
    OptionSpec{"json", "", "print JSON: one document, or one line for each event"},
    OptionSpec{"v,verbose", "",
               "print log messages of calls, and what a started server writes to its standard "
               "error"},
    OptionSpec{"color", "WHEN", "auto, always or never (default: auto; NO_COLOR is respected)",
               Kind::choice, "auto|always|never"},
    OptionSpec{"h,help", "", "explain the command"},
    OptionSpec{"version", "", "print the version, and the revisions of the protocol"}};

constexpr OptionSpec save = {"save", "DIR", "write images, sounds and other files to this folder",
                             Kind::text};
constexpr OptionSpec no_check = {"no-check", "",
                                 "send arguments that do not fit the tool's schema, too"};

constexpr ArgumentSpec tool = {"TOOL", "the name of a tool"};
constexpr ArgumentSpec tool_arguments = {
    "ARGUMENT",
    "NAME=VALUE, typed by the tool's schema; a JSON object; or - for a JSON object on the standard "
    "input. NAME:=JSON is any value, A.B=VALUE sets a member of an object, and a NAME that is "
    "repeated fills a list",
    Count::any};
constexpr ArgumentSpec named_values = {"NAME=VALUE", "the values of arguments", Count::any};

constexpr std::array list_arguments = {
    ArgumentSpec{"KIND", "tools, resources, templates or prompts (default: all)", Count::any,
                 "tools|resources|templates|prompts"}};
constexpr std::array list_options = {
    OptionSpec{"details", "", "as a tree, with everything that is known of each"}};
constexpr std::array call_arguments = {tool, tool_arguments};
constexpr std::array call_options = {save, no_check};
constexpr std::array read_arguments = {
    ArgumentSpec{"URI", "the address of a resource, or a template's"}, named_values};
constexpr std::array read_options = {save};
constexpr std::array prompt_arguments = {ArgumentSpec{"PROMPT", "the name of a prompt"},
                                         named_values};
constexpr std::array prompt_options = {save};
constexpr std::array complete_arguments = {
    ArgumentSpec{"OF", "the name of a prompt, or a template of addresses"},
    ArgumentSpec{"NAME", "the argument that is being typed"},
    ArgumentSpec{"VALUE", "what was typed so far", Count::optional},
    ArgumentSpec{"NAME=VALUE", "other arguments that are known already", Count::any}};
constexpr std::array watch_arguments = {
    ArgumentSpec{"URI", "a resource whose changes are told", Count::any}};
constexpr OptionSpec for_time = {"for", "SECONDS", "end after this time", Kind::seconds};
constexpr std::array watch_options = {
    for_time, OptionSpec{"level", "LEVEL", "the least level of log messages (default: info)",
                         Kind::choice, "debug|info|notice|warning|error|critical|alert|emergency"}};
constexpr std::array login_options = {
    OptionSpec{"scope", "SCOPE", "ask for this, too; may be repeated", Kind::text, {}, true},
    OptionSpec{"client-id", "ID", "the id under which the authorization server knows this client",
               Kind::text},
    OptionSpec{"no-browser", "", "print the address of the page instead of opening it"},
    OptionSpec{"allow-private", "", "use authorization servers in private networks"},
    OptionSpec{"out", "", "log out: give the tokens back, and forget them"}};
constexpr std::array ping_options = {
    OptionSpec{"count", "N", "so many times (default: 1)", Kind::count}};
constexpr std::array bench_options = {
    OptionSpec{"calls", "N", "so many calls (default: 1000)", Kind::count}, for_time,
    OptionSpec{"in-flight", "N", "so many at once (default: 1)", Kind::count}, no_check};
constexpr OptionSpec listen_on = {
    "http", "HOST:PORT",
    "listen there, on /mcp, in place of standard input and output; port 0 is any that is free",
    Kind::text};
constexpr OptionSpec cors = {"cors", "ORIGIN", "web pages of this origin may use it", Kind::text};
constexpr OptionSpec poll_after = {
    "poll-after", "SECONDS",
    "over HTTP, a reply that takes longer is fetched later, where the client can do that",
    Kind::seconds};
constexpr std::array bridge_options = {listen_on, cors, poll_after};
constexpr std::array serve_options = {
    listen_on,
    cors,
    poll_after,
    OptionSpec{"config", "FILE", "the configuration with the servers (default: as for a TARGET)",
               Kind::text},
    OptionSpec{"names", "HOW",
               "apart: behind the name of their server (default); plain: as their server has them, "
               "where no two have the same",
               Kind::choice, "apart|plain"},
    tokens,
    OptionSpec{"wait", "SECONDS",
               "so long the first list waits for servers that are being started (default: 3)",
               Kind::seconds},
    OptionSpec{"policy", "FILE", "rules for what may be done without asking", Kind::text},
    OptionSpec{"allow-all", "", "ask for nothing: the client decides"}};
constexpr std::array completion_arguments = {
    ArgumentSpec{"SHELL", "bash, zsh or fish", Count::one, "bash|zsh|fish"}};
constexpr std::array help_arguments = {
    ArgumentSpec{"COMMAND", "the command to explain", Count::optional}};
constexpr std::array help_options = {OptionSpec{"man", "", "print the manual page, as roff"}};

constexpr std::array commands = {
    CommandSpec{"list",
                "List tools, resources, templates and prompts. What a server does not offer is "
                "left out.",
                true, list_arguments, list_options, "mcpctl list https://example.com/mcp tools",
                run_list},
    CommandSpec{"call",
                "Call a tool. On a terminal, required arguments that are missing are asked for, "
                "and so is what the server wants to know; elsewhere its questions are declined. "
                "Exits with 1 when the tool says that it failed.",
                true, call_arguments, call_options,
                "mcpctl call forecast city=Oslo days=2 -- ./weather", run_call},
    CommandSpec{"read",
                "Read a resource. Not on a terminal, the content of one resource is written byte "
                "for byte.",
                true, read_arguments, read_options, "mcpctl read files file:///notes.txt",
                run_read},
    CommandSpec{"prompt",
                "Fetch a prompt. On a terminal, required arguments that are missing are asked for.",
                true, prompt_arguments, prompt_options, "mcpctl prompt reviews review language=C++",
                run_prompt},
    CommandSpec{"complete",
                "Ask how an argument may go on. One value on each line.",
                true,
                complete_arguments,
                {},
                "mcpctl complete reviews review language C",
                run_complete},
    CommandSpec{"watch",
                "Print changes and log messages as they come. Ends when it is interrupted, or when "
                "the connection does.",
                true, watch_arguments, watch_options, "mcpctl watch files --for 60", run_watch},
    CommandSpec{"discover",
                "Show what a server is: its name, revisions, capabilities and instructions.",
                true,
                {},
                {},
                "mcpctl discover https://example.com/mcp",
                run_discover},
    CommandSpec{"login",
                "Log in to a server over HTTP, in a browser. The tokens are kept in a file that "
                "its owner alone can read; the other commands use them.",
                true,
                {},
                login_options,
                "mcpctl login https://example.com/mcp",
                run_login},
    CommandSpec{"ping",
                "Ask whether a server is there, and how long its answer takes.",
                true,
                {},
                ping_options,
                "mcpctl ping --count 3 -- ./weather",
                run_ping},
    CommandSpec{"bench", "Call a tool many times: calls per second, and how long calls take.", true,
                call_arguments, bench_options,
                "mcpctl bench forecast city=Oslo --calls 10000 --in-flight 8 -- ./weather",
                run_bench},
    CommandSpec{"bridge",
                "Serve one server to clients of any revision, over standard input and output or "
                "over HTTP. What it asks is asked of the client. --protocol is for the server "
                "behind.",
                true,
                {},
                bridge_options,
                "mcpctl bridge --http 127.0.0.1:8080 -- ./weather",
                run_bridge},
    CommandSpec{"serve",
                "Serve all servers of a configuration as one. Calls that no rule allows are asked "
                "of the client's user, with a form; a client without forms is refused.",
                false,
                {},
                serve_options,
                "mcpctl serve --config mcp.json --policy policy.json",
                run_serve},
    CommandSpec{"completion",
                "Print a script by which a shell completes command lines of mcpctl.",
                false,
                completion_arguments,
                {},
                "eval \"$(mcpctl completion bash)\"",
                run_completion},
    CommandSpec{"help", "Explain mcpctl, or one of its commands.", false, help_arguments,
                help_options, "mcpctl help call", run_help}};

}  // namespace
}  // namespace table

std::span<const CommandSpec> all_commands() { return table::commands; }
std::span<const OptionSpec> connection_options() { return table::connection; }
std::span<const OptionSpec> common_options() { return table::common; }

const CommandSpec* find_command(std::string_view name) {
    const auto* const at = std::find_if(table::commands.begin(), table::commands.end(),
                                        [&](const CommandSpec& each) { return each.name == name; });
    return at == table::commands.end() ? nullptr : &*at;
}

}  // namespace mcpctl
