// Reading what a configuration file says. What its `${...}` stand for is in config_expand.cpp.
#include <mcp/host_config.hpp>

#include "host/config_file.hpp"
#include "host/config_place.hpp"
#include "host/jsonc.hpp"
#include "util/ascii.hpp"

#include <mcp/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace mcp {

namespace host {
namespace {

/// Members that other programs write into these files, and why nothing is done about them.
struct OtherMember {
    std::string_view name;
    std::string_view why;
};
constexpr std::string_view consent = "what is allowed is decided by the host's policy";
constexpr std::array<OtherMember, 9> other_members{{
    {"autoApprove", consent},
    {"alwaysAllow", consent},
    {"trust", consent},
    {"tools", "all tools of the server are offered"},
    {"timeout", "limits are set in the program"},
    {"envFile", "its variables are not set: write them into `env`"},
    {"serverUrl", "write `url`"},
    {"httpUrl", "write `url`"},
    {"transport", "write `type`"},
}};

class ConfigReader {
public:
    ConfigReader(HostConfig& config, const std::string& file, const HostConfigLimits& limits)
        : config_(config),
          file_(file),
          limits_(limits),
          problems_(config.problems, file, limits.max_problems) {}

    void read(JsonView document) {
        if (!expect(document, JsonKind::object, {})) return;
        bool any = false;
        for (const JsonMember& member : document.members()) {
            const std::string name = member.name();
            const std::string at = child({}, name);
            if (name == "mcpServers" || name == "servers") {
                any = true;
                read_servers(member.value, at);
            } else if (name == "inputs") {
                read_inputs(member.value, at);
            } else if (name != "$schema") {
                problems_.warn(at, "this member is not known here");
            }
        }
        if (!any) {
            problems_.error({}, "there are no servers in this file",
                            "servers are in an object `mcpServers`, or `servers`");
        }
    }

private:
    bool expect(JsonView value, JsonKind kind, const std::string& at) {
        if (value.kind() == kind) return true;
        const std::string_view wanted = kind == JsonKind::object    ? "an object"
                                        : kind == JsonKind::array   ? "a list"
                                        : kind == JsonKind::boolean ? "true or false"
                                                                    : "text";
        problems_.error(at, "expected " + std::string(wanted) + ", found " + kind_words(value));
        return false;
    }

    std::string text(JsonView value, const std::string& at) {
        if (!expect(value, JsonKind::string, at)) return {};
        std::string result = value.as_string().value_or(std::string());
        if (result.size() > limits_.max_text) {
            problems_.error(
                at, "this text is longer than " + std::to_string(limits_.max_text) + " bytes");
        } else if (result.find('\0') != std::string::npos) {
            problems_.error(at, "there is a zero byte in this text");
        }
        return result;
    }

    bool few(std::size_t count, std::size_t most, const std::string& at) {
        if (count <= most) return true;
        problems_.error(at, "there are " + std::to_string(count) + " items, and " +
                                std::to_string(most) + " at most are allowed");
        return false;
    }

    void read_servers(JsonView servers, const std::string& at) {
        if (!expect(servers, JsonKind::object, at)) return;
        if (!few(servers.size(), limits_.max_servers, at)) return;
        for (const JsonMember& member : servers.members()) {
            ServerConfig server;
            server.name = member.name();
            server.file = file_;
            server.pointer = child(at, server.name);
            const std::size_t before = problems_.errors();
            check_name(server);
            read_server(member.value, server);
            if (problems_.errors() == before) config_.servers.push_back(std::move(server));
        }
    }

    void check_name(const ServerConfig& server) {
        const std::string& name = server.name;
        const auto control = [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        };
        std::string wrong;
        if (name.empty()) {
            wrong = "the name of a server is empty";
        } else if (name.size() > limits_.max_name) {
            wrong = "the name of a server is longer than " + std::to_string(limits_.max_name) +
                    " bytes";
        } else if (std::any_of(name.begin(), name.end(), control)) {
            wrong = "there are control characters in the name of a server";
        } else if (detail::trimmed(name) != name) {
            wrong = "there are spaces around the name of a server";
        } else if (config_.find(name) != nullptr) {
            wrong = "there are two servers of this name in the file";
        }
        if (!wrong.empty()) problems_.error(server.pointer, wrong);
    }

    void read_server(JsonView value, ServerConfig& server) {
        if (!expect(value, JsonKind::object, server.pointer)) return;
        const std::size_t before = problems_.errors();
        std::string type;
        for (const JsonMember& member : value.members()) {
            read_member(member.name(), member.value, server, type);
        }
        if (problems_.errors() == before) decide_kind(type, server);
    }

    void read_member(const std::string& name, JsonView value, ServerConfig& server,
                     std::string& type) {
        const std::string at = child(server.pointer, name);
        if (name == "command") {
            server.command = text(value, at);
        } else if (name == "args") {
            read_args(value, at, server.args);
        } else if (name == "env") {
            read_values(value, at, server.env);
            check_variables(server.env, at);
        } else if (name == "cwd") {
            server.cwd = text(value, at);
        } else if (name == "url") {
            server.url = text(value, at);
        } else if (name == "headers") {
            read_values(value, at, server.headers);
            check_headers(server.headers, at);
        } else if (name == "type") {
            type = text(value, at);
        } else if (name == "disabled") {
            server.disabled =
                expect(value, JsonKind::boolean, at) && value.as_bool().value_or(false);
        } else {
            const auto* const known =
                std::find_if(other_members.begin(), other_members.end(),
                             [&](const OtherMember& other) { return other.name == name; });
            problems_.warn(at, "this member is not used here",
                           known == other_members.end() ? std::string() : std::string(known->why));
        }
    }

    void decide_kind(const std::string& type, ServerConfig& server) {
        constexpr std::array<std::string_view, 6> http_types{
            "http", "sse", "streamable-http", "streamableHttp", "streamable_http", "remote"};
        const bool is_http =
            std::find(http_types.begin(), http_types.end(), type) != http_types.end();
        const bool is_process = type == "stdio" || type == "local";
        if (!type.empty() && !is_http && !is_process) {
            problems_.error(child(server.pointer, "type"), "this type of server is not known",
                            "types are `stdio`, `http` and `sse`");
            return;
        }
        if (type.empty() && server.command.empty() == server.url.empty()) {
            problems_.error(server.pointer,
                            server.url.empty() ? "the server has neither `command` nor `url`"
                                               : "the server has both `command` and `url`",
                            server.url.empty() ? "a program has `command`, a web server `url`"
                                               : "say which one counts with `type`");
            return;
        }
        const bool http = is_http || (!is_process && server.command.empty());
        server.kind = http ? ServerKind::http : ServerKind::process;
        const std::string_view needed = http ? "url" : "command";
        if ((http ? server.url : server.command).empty()) {
            problems_.error(server.pointer, "`" + std::string(needed) + "` is missing");
        }
        check_unused(server);
    }

    void check_unused(const ServerConfig& server) {
        const bool http = server.kind == ServerKind::http;
        const auto warn = [&](std::string_view name, bool there) {
            if (!there) return;
            problems_.warn(child(server.pointer, name),
                           http ? "a web server has no use for this member"
                                : "a program has no use for this member");
        };
        warn("command", http && !server.command.empty());
        warn("args", http && !server.args.empty());
        warn("env", http && !server.env.empty());
        warn("cwd", http && !server.cwd.empty());
        warn("url", !http && !server.url.empty());
        warn("headers", !http && !server.headers.empty());
    }

    void read_args(JsonView value, const std::string& at, std::vector<std::string>& args) {
        if (!expect(value, JsonKind::array, at)) return;
        if (!few(value.size(), limits_.max_items, at)) return;
        std::size_t index = 0;
        for (const JsonView item : value.elements()) args.push_back(text(item, child(at, index++)));
    }

    /// Text by name. Numbers and truth values are written as text by many people.
    void read_values(JsonView value, const std::string& at, ServerConfig::Values& values) {
        if (!expect(value, JsonKind::object, at)) return;
        if (!few(value.size(), limits_.max_items, at)) return;
        for (const JsonMember& member : value.members()) {
            const std::string name = member.name();
            if (member.value.is_null()) continue;  // as if it were not there
            if (member.value.is_number() || member.value.is_bool()) {
                values.emplace_back(name, Secret(std::string(member.value.text())));
            } else {
                values.emplace_back(name, Secret(text(member.value, child(at, name))));
            }
        }
    }

    void check_variables(const ServerConfig::Values& values, const std::string& at) {
        for (const auto& [name, value] : values) {
            if (name.empty() || name.find_first_of(std::string_view("=\0", 2)) != name.npos) {
                problems_.error(child(at, name), "this is no name of a variable");
            }
        }
    }
    void check_headers(const ServerConfig::Values& values, const std::string& at) {
        for (const auto& [name, value] : values) {
            if (!detail::is_token(name)) {
                problems_.error(child(at, name), "this is no name of a header field");
            }
        }
    }

    void read_inputs(JsonView inputs, const std::string& at) {
        if (!expect(inputs, JsonKind::array, at)) return;
        if (!few(inputs.size(), limits_.max_items, at)) return;
        std::size_t index = 0;
        for (const JsonView item : inputs.elements()) {
            const std::size_t before = problems_.errors();
            ConfigInput input;
            read_input(item, child(at, index++), input);
            if (problems_.errors() == before) config_.inputs.push_back(std::move(input));
        }
    }

    void read_input(JsonView value, const std::string& at, ConfigInput& input) {
        if (!expect(value, JsonKind::object, at)) return;
        std::string type = "promptString";
        for (const JsonMember& member : value.members()) {
            const std::string name = member.name();
            const std::string here = child(at, name);
            if (name == "id") {
                input.id = text(member.value, here);
            } else if (name == "type") {
                type = text(member.value, here);
            } else if (name == "description") {
                input.description = text(member.value, here);
            } else if (name == "default") {
                input.default_value = text(member.value, here);
            } else if (name == "password") {
                input.password = expect(member.value, JsonKind::boolean, here) &&
                                 member.value.as_bool().value_or(false);
            } else if (name == "options") {
                read_options(member.value, here, input.options);
            } else {
                problems_.warn(here, "this member is not known here");
            }
        }
        if (input.id.empty()) problems_.error(at, "the input has no `id`");
        if (config_.find_input(input.id) != nullptr) {
            problems_.error(at, "there are two inputs with this `id`");
        }
        if (type == "pickString" && input.options.empty()) {
            problems_.error(at, "there is nothing to pick", "give `options`");
        } else if (type != "promptString" && type != "pickString") {
            problems_.error(child(at, "type"), "this type of input is not supported",
                            "types are `promptString` and `pickString`");
        }
    }

    /// Text, or objects with a `value`.
    void read_options(JsonView value, const std::string& at, std::vector<std::string>& options) {
        if (!expect(value, JsonKind::array, at)) return;
        if (!few(value.size(), limits_.max_items, at)) return;
        std::size_t index = 0;
        for (const JsonView item : value.elements()) {
            const std::string here = child(at, index++);
            options.push_back(item.is_object() ? text(item["value"], child(here, "value"))
                                               : text(item, here));
        }
    }

    HostConfig& config_;
    const std::string& file_;
    const HostConfigLimits& limits_;
    Problems problems_;
};

}  // namespace
}  // namespace host

std::string ConfigProblem::message() const {
    std::string text = file;
    if (!pointer.empty()) text += ": " + pointer;
    text += ": " + what;
    if (!hint.empty()) text += " (" + hint + ")";
    return text;
}

bool HostConfig::good() const {
    return std::none_of(problems.begin(), problems.end(), [](const ConfigProblem& problem) {
        return problem.severity == ConfigProblem::Severity::error;
    });
}

const ServerConfig* HostConfig::find(std::string_view name) const {
    for (const ServerConfig& server : servers) {
        if (server.name == name) return &server;
    }
    return nullptr;
}

const ConfigInput* HostConfig::find_input(std::string_view id) const {
    for (const ConfigInput& input : inputs) {
        if (input.id == id) return &input;
    }
    return nullptr;
}

HostConfig parse_host_config(std::string_view text, std::string file,
                             const HostConfigLimits& limits) {
    HostConfig config;
    const auto document =
        Json::parse(host::without_comments(text), {.max_bytes = limits.max_file, .max_depth = 32});
    if (!document) {
        config.problems.push_back(
            {.file = std::move(file), .what = "this is no JSON: " + document.error().message()});
        return config;
    }
    host::ConfigReader(config, file, limits).read(*document);
    return config;
}

HostConfig read_host_config(const std::string& file, const HostConfigLimits& limits) {
    auto text = host::read_file(file, limits.max_file);
    if (text) return parse_host_config(*text, file, limits);
    HostConfig config;
    config.problems.push_back(
        {.file = file, .what = "the file cannot be read: " + text.error().message});
    return config;
}

}  // namespace mcp
