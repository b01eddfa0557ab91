// The commands and their options, as the user reads them in the help.
#include <generator/cli/options.hpp>

#include <algorithm>
#include <array>

namespace mcpgen::cli {
namespace {

constexpr OptionSpec schema = {
    "schema", "FILE",
    "a schema, JSON or TypeScript; repeat it for each revision (default: the built-in ones); "
    "REVISION=FILE says which revision it is"};
constexpr OptionSpec extension = {"extension", "FILE",
                                  "a schema that adds to the newest revision; may be repeated"};
constexpr OptionSpec overrides = {"overrides", "FILE",
                                  "decisions that schemas cannot express (default: built in, as "
                                  "the schemas; none with --schema)"};
constexpr OptionSpec name_space = {"namespace", "NS", "the C++ namespace (default: mcp)"};
constexpr OptionSpec out_folder = {
    "o,out", "DIR",
    "where the bindings are (default, for the built-in schemas: generated/mcp of their checkout)"};

constexpr OptionSpec only_changed = {"only-changed", "",
                                     "print the names of the files that changed, and nothing else"};
constexpr OptionSpec list_outputs = {
    "list-outputs", "", "print the names of the files, relative to DIR; write nothing"};
constexpr OptionSpec depfile = {"depfile", "FILE",
                                "write what the output depends on, for make and ninja"};
constexpr OptionSpec stamp = {"stamp", "FILE", "touch this file after success, for build systems"};
constexpr OptionSpec stdio = {"stdio", "COMMAND",
                              "start this server, and ask it; a shell reads the command"};
constexpr OptionSpec url = {"url", "URL", "ask the server at this address"};

constexpr std::array generate_options = {schema,       extension,  overrides,
                                         out_folder,   name_space, only_changed,
                                         list_outputs, depfile,    stamp};
constexpr std::array tools_options = {
    stdio,
    url,
    OptionSpec{"o,out", "DIR", "where the code is written"},
    OptionSpec{"namespace", "NS", "the C++ namespace (default: tools)"},
    OptionSpec{"client", "", "write the client alone (default: client and service)"},
    OptionSpec{"server", "", "write the service alone"},
    OptionSpec{"coroutines", "", "the functions of the service are coroutines"},
    OptionSpec{"save", "FILE", "write what the server says, sorted; - is the standard output"},
    OptionSpec{"model", "", "print what the compiler made of it; write nothing"},
    only_changed,
    list_outputs,
    depfile,
    stamp};
constexpr std::array check_options = {
    schema,
    extension,
    overrides,
    out_folder,
    name_space,
    OptionSpec{"against", "FILE", "compare what a server says with this manifest instead"},
    OptionSpec{"manifest", "FILE", "with --against: the server is what this manifest says"},
    stdio,
    url};
constexpr std::array diff_options = {
    OptionSpec{"format", "FORMAT", "text, markdown or json (default: text)"},
    OptionSpec{"overrides", "FILE", "decisions to apply to both sides"}};
constexpr std::array dump_options = {
    OptionSpec{"after", "STAGE",
               "the stage whose result is printed: schema, build, overrides, intersections, nulls, "
               "unions, methods, hoist, merge, classify, order or names (default)"},
    schema, extension, overrides, name_space};
constexpr std::array import_options = {
    OptionSpec{"o,out", "FILE", "where to write it; - is the standard output (default: -)"},
    OptionSpec{
        "schema", "FILE",
        "a schema whose descriptions are kept; may be repeated (default: the built-in ones)"}};

constexpr std::array<std::string_view, 1> tools_arguments = {"[MANIFEST]..."};
constexpr std::array<std::string_view, 2> diff_arguments = {"OLD", "NEW"};
constexpr std::array<std::string_view, 1> import_arguments = {"FILE"};
constexpr std::array<std::string_view, 1> help_arguments = {"[COMMAND]"};

constexpr std::array commands = {
    CommandSpec{"generate",
                Command::generate,
                "Read protocol schemas and write C++ bindings. Only files that change are touched; "
                "when anything fails, nothing is.",
                {},
                generate_options,
                "mcpgen generate --schema 2025-11-25.json --schema 2026-07-28.json --overrides "
                "overrides.json --out src/mcp"},
    CommandSpec{"tools", Command::tools,
                "Write typed C++ for the tools, prompts and resource templates of a server: "
                "structs, a client, and a service to derive from. A manifest is the JSON that "
                "`tools/list`, `prompts/list` or `resources/templates/list` answers, or several "
                "of them.",
                tools_arguments, tools_options,
                "mcpgen tools --stdio 'node weather.js' --save weather.json --namespace weather "
                "--out src/weather"},
    CommandSpec{"check",
                Command::check,
                "Show, as a unified diff, what generate would change. Exits with 1 when that is "
                "anything. With --against: what changed in the tools of a server.",
                {},
                check_options,
                "mcpgen check --schema 2025-11-25.json --out src/mcp"},
    CommandSpec{"diff", Command::diff,
                "Show what changed from one schema to another, and whether it breaks the wire, "
                "breaks source code, or only adds. Where no date is in a file or its name, write "
                "REVISION=FILE.",
                diff_arguments, diff_options,
                "mcpgen diff schema/2025-11-25.json schema/2026-07-28.json --format markdown"},
    CommandSpec{"dump",
                Command::dump,
                "Print what the compiler knows after one of its stages.",
                {},
                dump_options,
                "mcpgen dump --after merge --schema 2025-11-25.json --overrides overrides.json"},
    CommandSpec{"import", Command::import,
                "Turn a published schema, JSON or TypeScript, into the form kept in schema/: facts "
                "only, with the descriptions known already. What still needs one is listed.",
                import_arguments, import_options,
                "mcpgen import 2026-07-28=published/schema.json --out schema/2026-07-28.json"},
    CommandSpec{"help",
                Command::help,
                "Explain mcpgen, or one of its commands.",
                help_arguments,
                {},
                "mcpgen help generate"}};

constexpr std::array common = {
    OptionSpec{"color", "WHEN", "auto, always or never (default: auto; NO_COLOR is respected)"},
    OptionSpec{"diagnostics-format", "FORMAT",
               "how problems are printed: text or json (default: text)"},
    OptionSpec{"q,quiet", "", "print problems only"},
    OptionSpec{"h,help", "", "explain the command"},
    OptionSpec{"version", "", "print the version and the built-in revisions"}};

}  // namespace

std::span<const CommandSpec> all_commands() { return commands; }

std::span<const OptionSpec> common_options() { return common; }

const CommandSpec* find_command(std::string_view name) {
    const auto at = std::find_if(commands.begin(), commands.end(),
                                 [&](const CommandSpec& each) { return each.name == name; });
    return at == commands.end() ? nullptr : &*at;
}

}  // namespace mcpgen::cli
