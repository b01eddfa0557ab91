// What `${...}` in a configuration stands for. Values never get into messages.
#include <mcp/host_config.hpp>

#include "host/config_file.hpp"
#include "host/config_place.hpp"
#include "util/ascii.hpp"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

namespace mcp {

namespace host {
namespace {

constexpr detail::Characters variable_characters = detail::Characters::alphanumeric_and("_");

bool is_variable(std::string_view name) {
    return !name.empty() && !detail::is_digit(name.front()) && variable_characters.has_all_of(name);
}

enum class Where : std::uint8_t {
    open,    ///< other programs of this machine can see it
    hidden,  ///< secrets may be there
};

class Expander {
public:
    Expander(const std::vector<ConfigInput>& inputs, const ExpandOptions& options,
             Problems& problems)
        : inputs_(inputs), options_(options), problems_(problems) {}

    /// Adds a problem for what has no value, and goes on.
    std::string expand(std::string_view text, const std::string& at, Where where) {
        std::string result;
        while (true) {
            const std::size_t open = text.find("${");
            result += text.substr(0, open);
            if (open == std::string_view::npos) break;
            const std::size_t close = text.find('}', open);
            if (close == std::string_view::npos) {
                problems_.error(at, "`${` is not closed by `}`");
                break;
            }
            result += value_of(text.substr(open + 2, close - open - 2), at, where);
            text.remove_prefix(close + 1);
        }
        if (result.size() > options_.limits.max_text) {
            problems_.error(at, "this text is longer than " +
                                    std::to_string(options_.limits.max_text) +
                                    " bytes with the values that it names");
        }
        if (result.find('\0') != std::string::npos) {
            problems_.error(at, "there is a zero byte in a value that this text names");
        }
        return result;
    }

    void expand(const ServerConfig::Values& from, const std::string& at, ServerConfig::Values& to) {
        for (const auto& [name, value] : from) {
            to.emplace_back(name, Secret(expand(value.reveal(), child(at, name), Where::hidden)));
        }
    }

    std::filesystem::path workspace() const {
        if (!options_.workspace.empty()) return options_.workspace;
        std::error_code ignored;
        return std::filesystem::current_path(ignored);
    }

private:
    std::string value_of(std::string_view name, const std::string& at, Where where) {
        const std::size_t colon = name.find(':');
        const std::string_view scheme = name.substr(0, colon);
        if (colon != std::string_view::npos && name.substr(colon).starts_with(":-")) {
            return variable(scheme, name.substr(colon + 2), at);
        }
        if (colon == std::string_view::npos) return plain(name, at);
        const std::string_view rest = name.substr(colon + 1);
        if (scheme == "env") {
            const std::size_t otherwise = rest.find(":-");
            if (otherwise == std::string_view::npos) return variable(rest, {}, at);
            return variable(rest.substr(0, otherwise), rest.substr(otherwise + 2), at);
        }
        if (scheme == "input") return input(std::string(rest), at, where);
        if (scheme == "file") return file(std::string(rest), at, where);
        return unknown(name, at);
    }

    std::string plain(std::string_view name, const std::string& at) {
        if (name == "workspaceFolder") return workspace().string();
        if (name == "workspaceFolderBasename") return workspace().filename().string();
        if (name == "userHome") return variable("HOME", {}, at);
        if (name == "pathSeparator" || name == "/") return "/";
        return is_variable(name) ? variable(name, {}, at) : unknown(name, at);
    }

    std::string unknown(std::string_view name, const std::string& at) {
        problems_.error(at, "`${" + std::string(name.substr(0, 100)) + "}` is not known",
                        "known are ${NAME}, ${NAME:-otherwise}, ${env:NAME}, ${input:ID}, "
                        "${file:PATH}, ${userHome}, ${workspaceFolder}");
        return {};
    }

    std::string variable(std::string_view name, std::optional<std::string_view> otherwise,
                         const std::string& at) {
        if (!is_variable(name)) return unknown(name, at);
        const std::string key(name);
        std::optional<std::string> value;
        if (options_.environment) {
            value = options_.environment(key);
        } else if (const char* const found = std::getenv(key.c_str())) {
            value = found;
        }
        if (value && (!value->empty() || !otherwise)) return std::move(*value);
        if (otherwise) return std::string(*otherwise);
        problems_.error(at, "the environment variable " + key + " is not set",
                        "set it, or write ${" + key + ":-otherwise}");
        return {};
    }

    std::string input(const std::string& id, const std::string& at, Where where) {
        const ConfigInput* found = nullptr;
        for (const ConfigInput& each : inputs_) {
            if (each.id == id) found = &each;
        }
        if (found == nullptr) {
            problems_.error(at, "there is no input `" + id + "` in this file",
                            "describe it in `inputs`");
            return {};
        }
        if (found->password && where == Where::open) {
            problems_.error(at, "the password `" + id + "` would be seen here by others",
                            "put it into `env` or `headers`");
            return {};
        }
        if (const auto known = answers_.find(id); known != answers_.end()) return known->second;
        Result<std::string> answer = Unexpected(Error{"nobody can be asked for it"});
        if (options_.input) {
            answer = options_.input(*found);
        } else if (found->default_value) {
            answer = *found->default_value;
        }
        if (!answer) {
            problems_.error(at, "the input `" + id + "` has no value: " + answer.error().message);
            return {};
        }
        return answers_[id] = std::move(*answer);
    }

    std::string file(const std::string& name, const std::string& at, Where where) {
        if (where == Where::open) {
            problems_.error(at, "a secret from a file would be seen here by others",
                            "put it into `env` or `headers`");
            return {};
        }
        std::filesystem::path path = name;
        if (name.starts_with("~/")) path = variable("HOME", {}, at) + name.substr(1);
        auto secret = read_secret((workspace() / path).string(), options_.limits.max_text);
        if (!secret) {
            problems_.error(at,
                            "the secret in " + name + " cannot be used: " + secret.error().message);
            return {};
        }
        return secret->reveal();
    }

    const std::vector<ConfigInput>& inputs_;
    const ExpandOptions& options_;
    Problems& problems_;
    std::map<std::string, std::string> answers_{};  // nobody is asked twice
};

void check_header_values(const ServerConfig::Values& headers, const std::string& at,
                         Problems& problems) {
    for (const auto& [name, value] : headers) {
        if (value.reveal().find_first_of("\r\n") != std::string::npos) {
            problems.error(child(at, name), "there is a line end in this value");
        }
    }
}

}  // namespace
}  // namespace host

Result<ServerLaunch, std::vector<ConfigProblem>> expand(const ServerConfig& server,
                                                        const std::vector<ConfigInput>& inputs,
                                                        const ExpandOptions& options) {
    std::vector<ConfigProblem> list;
    host::Problems problems(list, server.file, options.limits.max_problems);
    host::Expander expander(inputs, options, problems);
    const auto open = [&](const std::string& text, const std::string& at) {
        return expander.expand(text, at, host::Where::open);
    };
    ServerLaunch launch{.kind = server.kind};
    const std::string& at = server.pointer;
    if (server.kind == ServerKind::http) {
        launch.url = open(server.url, host::child(at, "url"));
        expander.expand(server.headers, host::child(at, "headers"), launch.headers);
        host::check_header_values(launch.headers, host::child(at, "headers"), problems);
    } else {
        launch.command = open(server.command, host::child(at, "command"));
        for (std::size_t i = 0; i < server.args.size(); ++i) {
            launch.args.push_back(open(server.args[i], host::child(host::child(at, "args"), i)));
        }
        expander.expand(server.env, host::child(at, "env"), launch.env);
        launch.cwd = open(server.cwd, host::child(at, "cwd"));
        if (!launch.cwd.empty()) launch.cwd = (expander.workspace() / launch.cwd).string();
    }
    if (problems.errors() != 0) return Unexpected(std::move(list));
    return launch;
}

}  // namespace mcp
