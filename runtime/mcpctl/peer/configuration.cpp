// Looks a server up in the configuration files. A folder that came from elsewhere may hold one, so
// the user's own file comes first, and nothing of the folder's runs without a yes.
#include "peer/configuration.hpp"

#include "output/safe_text.hpp"

#include <cstdlib>
#include <system_error>
#include <vector>

namespace mcpctl {
namespace {

namespace fs = std::filesystem;

struct ConfigFile {
    std::string path{};
    bool is_of_folder = false;  ///< of the working folder, and nobody named it
};

std::vector<ConfigFile> configuration_files(const Invocation& invocation) {
    if (invocation.has("config")) return {{invocation.text("config")}};
    std::vector<ConfigFile> out;
    const auto add = [&out](const fs::path& path, bool is_of_folder) {
        std::error_code ignored;
        if (fs::exists(path, ignored)) out.push_back({path.string(), is_of_folder});
    };
    if (const fs::path folder = configuration_folder(); !folder.empty())
        add(folder / "servers.json", false);
    add(".mcp.json", true);
    add(".vscode/mcp.json", true);
    return out;
}

/// A word as a shell would take it for one.
std::string quoted_word(const std::string& word) {
    if (!word.empty() && word.find_first_of(" \t\n'\"\\$&|;<>()*?`#~") == word.npos) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

/// What the file says is started or connected to. Values of variables and headers are not shown.
std::string what_is_used(const mcp::ServerConfig& server) {
    constexpr std::size_t longest = 2000;
    std::string out;
    if (server.kind == mcp::ServerKind::http) {
        out = server.url;
        for (const auto& [name, value] : server.headers) out += ", with the header " + name;
    } else {
        for (const auto& [name, value] : server.env) out += name + "=... ";
        out += quoted_word(server.command);
        for (const std::string& word : server.args) out += ' ' + quoted_word(word);
        if (!server.cwd.empty()) out += ", in the folder " + server.cwd;
    }
    if (out.size() <= longest) return safe_line(out);
    return safe_line(out.substr(0, longest)) + " ... and " + std::to_string(out.size() - longest) +
           " bytes more";
}

/// Nothing when the user agrees to what a file of the working folder wants.
std::optional<Problem> refusal(const mcp::ServerConfig& server, const ConfigFile& file,
                               Terminal& terminal) {
    const bool is_http = server.kind == mcp::ServerKind::http;
    const std::string name = '`' + safe_line(server.name) + '`';
    const std::string said = file.path + ", a file of the working folder, says that " + name +
                             " is " + what_is_used(server);
    const std::string hint = "when you trust that file, say so with --config " + file.path;
    if (!terminal.can_ask()) return wrong_usage(said, hint);
    terminal.note(said);
    if (terminal.agrees(is_http ? "Connect to it?" : "Start it?")) return std::nullopt;
    return Problem{name + " is not used: you did not agree to it", hint, exit_failed, {}};
}

/// Why the name cannot be used may be known; what is wrong with other servers does not matter.
const mcp::ConfigProblem* problem_with(const mcp::HostConfig& config, const std::string& name) {
    for (const mcp::ConfigProblem& problem : config.problems) {
        const bool is_it = problem.pointer.ends_with('/' + name) ||
                           problem.pointer.find('/' + name + '/') != std::string::npos;
        const bool is_whole = config.servers.empty();
        if (problem.severity == mcp::ConfigProblem::Severity::error && (is_it || is_whole))
            return &problem;
    }
    return nullptr;
}

}  // namespace

fs::path configuration_folder() {
    const char* const folder = std::getenv("XDG_CONFIG_HOME");
    if (folder && *folder == '/') return fs::path(folder) / "mcpctl";
    // A relative one would be of the working folder.
    const char* const home = std::getenv("HOME");
    return home && *home == '/' ? fs::path(home) / ".config" / "mcpctl" : fs::path();
}

std::string own_configuration(const Invocation& invocation) {
    for (const ConfigFile& file : configuration_files(invocation)) {
        if (!file.is_of_folder) return file.path;
    }
    return {};
}

Problem config_problem(const mcp::ConfigProblem& problem) {
    std::string where = problem.file;
    if (!problem.pointer.empty()) where += ": " + problem.pointer;
    return {where + ": " + problem.what, problem.hint, exit_failed, {}};
}

Outcome<ConfiguredServer> configured_server(const Invocation& invocation, Terminal& terminal) {
    const std::string& name = invocation.target;
    const std::vector<ConfigFile> files = configuration_files(invocation);
    if (files.empty()) {
        return Unexpected(
            wrong_usage('`' + name + "` is no address, and there is no configuration with servers",
                        "name a file with --config, or write the server's command after `--`"));
    }
    std::string places;
    std::string all;
    std::vector<std::string> names;
    for (const ConfigFile& file : files) {
        mcp::HostConfig config = mcp::read_host_config(file.path);
        if (const auto* found = config.find(name)) {
            mcp::ServerConfig server = *found;
            if (file.is_of_folder) {
                if (auto problem = refusal(server, file, terminal)) return Unexpected(*problem);
            }
            return ConfiguredServer{std::move(config), std::move(server)};
        }
        if (const auto* problem = problem_with(config, name))
            return Unexpected(config_problem(*problem));
        places += (places.empty() ? "" : ", ") + file.path;
        for (const mcp::ServerConfig& server : config.servers) {
            names.push_back(server.name);
            all += (all.empty() ? "" : ", ") + server.name;
        }
    }
    const auto meant = nearest(name, names);
    return Unexpected(
        wrong_usage(places + ": there is no server `" + name + '`',
                    meant ? "did you mean `" + *meant + "`?" : "the servers there are: " + all));
}

}  // namespace mcpctl
