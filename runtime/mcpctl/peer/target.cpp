// Makes a target of what the command line says; a named server's `${...}` are replaced here. Which
// file a name is looked up in is in configuration.cpp.
#include "peer/target.hpp"

#include "output/safe_text.hpp"
#include "output/terminal.hpp"
#include "peer/configuration.hpp"

#include <algorithm>
#include <filesystem>

namespace mcpctl {
namespace {

namespace fs = std::filesystem;

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

std::string line_for(const Target& target, const std::string& command, const std::string& rest) {
    const std::string begin = "mcpctl " + command + ' ';
    if (!target.on_line) return begin + target.shown + ' ' + rest;
    const bool is_alone = target.process.command.size() == 1;
    return begin + rest + " -- " + safe_line(target.process.command.front()) +
           (is_alone ? "" : " ...");
}

Outcome<Target> find_target(const Invocation& invocation, Terminal& terminal) {
    Target out;
    const bool is_url = invocation.target.find("://") != std::string::npos;
    if (!invocation.server.empty()) {
        out.on_line = true;
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
        const auto configured = configured_server(invocation, terminal);
        if (!configured) return Unexpected(configured.error());
        auto named = launched(configured->config, configured->server, terminal);
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
