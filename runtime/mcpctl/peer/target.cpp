// See the header.
#include "peer/target.hpp"

#include "output/safe_text.hpp"
#include "output/terminal.hpp"

#include <mcp/host_config.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace mcpctl {
namespace {

namespace fs = std::filesystem;

/// `$XDG_CONFIG_HOME/mcpctl` or `~/.config/mcpctl`; empty when neither is known.
fs::path configuration_folder() {
    const char* const folder = std::getenv("XDG_CONFIG_HOME");
    if (folder && *folder == '/') return fs::path(folder) / "mcpctl";
    const char* const home = std::getenv("HOME");
    return home && *home ? fs::path(home) / ".config" / "mcpctl" : fs::path();
}

/// The file that `--config` names, or the first of the usual ones; empty when there is none.
std::string configuration_file(const Invocation& invocation) {
    if (invocation.has("config")) return invocation.text("config");
    std::vector<fs::path> places = {".mcp.json", ".vscode/mcp.json"};
    if (const fs::path folder = configuration_folder(); !folder.empty())
        places.push_back(folder / "servers.json");
    for (const fs::path& place : places) {
        std::error_code ignored;
        if (fs::exists(place, ignored)) return place.string();
    }
    return {};
}

/// What is between the scheme and the path, without a user's name and password.
std::string shown_url(const std::string& url) {
    const auto host = url.find("://") + 3;
    const auto end = std::min(url.find_first_of("/?#", host), url.size());
    const auto at = url.rfind('@', end);
    const auto query = std::min(url.find_first_of("?#", end), url.size());
    const bool has_user = at != url.npos && at >= host && at < end;
    return safe_line(url.substr(0, host) +
                     url.substr(has_user ? at + 1 : host, query - (has_user ? at + 1 : host)));
}

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == text.npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

Problem config_problem(const mcp::ConfigProblem& problem) {
    std::string where = problem.file;
    if (!problem.pointer.empty()) where += ": " + problem.pointer;
    return {where + ": " + problem.what, problem.hint, exit_failed, {}};
}

Outcome<Target> launched(const mcp::HostConfig& config, const mcp::ServerConfig& server,
                         Terminal& terminal) {
    mcp::ExpandOptions options;
    options.input = [&](const mcp::ConfigInput& input) -> mcp::Result<std::string> {
        if (!terminal.can_ask()) {
            if (input.default_value) return *input.default_value;
            return mcp::Unexpected(mcp::Error{"there is no terminal to ask on"});
        }
        std::string question = safe_line(input.description.empty() ? input.id : input.description);
        for (const std::string& choice : input.options) question += "\n  " + safe_line(choice);
        auto answer =
            input.password ? terminal.ask_hidden(question + ": ") : terminal.ask(question + ": ");
        if (!answer) return mcp::Unexpected(mcp::Error{"nothing was entered"});
        if (answer->empty() && input.default_value) return *input.default_value;
        return *answer;
    };
    auto launch = mcp::expand(server, config.inputs, options);
    if (!launch) return Unexpected(config_problem(launch.error().front()));
    Target out{.shown = safe_line(server.name)};
    if (launch->kind == mcp::ServerKind::http) {
        out.url = std::move(launch->url);
        for (const auto& [name, value] : launch->headers)
            out.headers.emplace_back(name, value.reveal());
        return out;
    }
    out.process.command = {std::move(launch->command)};
    for (std::string& word : launch->args) out.process.command.push_back(std::move(word));
    for (const auto& [name, value] : launch->env)
        out.process.environment.emplace_back(name, value.reveal());
    out.process.working_directory = std::move(launch->cwd);
    return out;
}

Outcome<Target> named_target(const Invocation& invocation, Terminal& terminal) {
    const std::string file = configuration_file(invocation);
    if (file.empty()) {
        return Unexpected(wrong_usage(
            '`' + invocation.target + "` is no address, and there is no configuration with servers",
            "name a file with --config, or write the server's command after `--`"));
    }
    const mcp::HostConfig config = mcp::read_host_config(file);
    if (const auto* server = config.find(invocation.target))
        return launched(config, *server, terminal);
    // Why it cannot be used may be known; what is wrong with other servers does not matter.
    for (const mcp::ConfigProblem& problem : config.problems) {
        const bool is_it = problem.pointer.ends_with('/' + invocation.target) ||
                           problem.pointer.find('/' + invocation.target + '/') != std::string::npos;
        const bool is_whole = config.servers.empty();
        if (problem.severity == mcp::ConfigProblem::Severity::error && (is_it || is_whole))
            return Unexpected(config_problem(problem));
    }
    std::vector<std::string> names;
    std::string all;
    for (const mcp::ServerConfig& server : config.servers) {
        names.push_back(server.name);
        all += (all.empty() ? "" : ", ") + server.name;
    }
    const auto meant = nearest(invocation.target, names);
    return Unexpected(
        wrong_usage(file + ": there is no server `" + invocation.target + '`',
                    meant ? "did you mean `" + *meant + "`?" : "the servers there are: " + all));
}

}  // namespace

bool Target::has_authorization() const {
    return std::any_of(headers.begin(), headers.end(), [](const auto& header) {
        std::string name = header.first;
        for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        return name == "authorization";
    });
}

std::string tokens_file(const Invocation& invocation) {
    if (invocation.has("tokens")) return invocation.text("tokens");
    const fs::path folder = configuration_folder();
    return folder.empty() ? std::string() : (folder / "tokens").string();
}

Outcome<Target> find_target(const Invocation& invocation, Terminal& terminal) {
    Target out;
    const bool is_url = invocation.target.find("://") != std::string::npos;
    if (!invocation.server.empty()) {
        out.process.command = invocation.server;
        out.shown = safe_line(fs::path(invocation.server.front()).filename().string());
    } else if (is_url) {
        const bool known = invocation.target.starts_with("http://") ||
                           invocation.target.starts_with("https://") ||
                           invocation.target.starts_with("http+unix://");
        if (!known) {
            return Unexpected(
                wrong_usage("`" + shown_url(invocation.target) + "` is no address of a server",
                            "addresses begin with http://, https:// or http+unix://"));
        }
        out.url = invocation.target;
        out.shown = shown_url(out.url);
    } else {
        auto named = named_target(invocation, terminal);
        if (!named) return named;
        out = std::move(*named);
    }
    const auto headers = invocation.texts("header");
    if (!headers.empty() && out.url.empty()) {
        return Unexpected(
            wrong_usage("--header: " + out.shown + " is not reached over HTTP",
                        "leave it out; a program takes what it needs from its environment"));
    }
    for (const std::string& header : headers) {
        const auto colon = header.find(':');
        out.headers.emplace_back(header.substr(0, colon), trimmed(header.substr(colon + 1)));
    }
    return out;
}

}  // namespace mcpctl
