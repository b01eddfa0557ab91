// The configuration files that name MCP servers, as people have them already: `mcpServers` (Claude
// Desktop, Cursor and others) and `servers` with `inputs` (VS Code's mcp.json). Reading takes
// nothing from the environment; what `${...}` stands for is looked up when a server is started.
#pragma once

#include <mcp/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp {

/// Text that must not be shown. There is no way to print it but through `reveal`.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string text) : text_(std::move(text)) {}

    const std::string& reveal() const noexcept { return text_; }
    bool empty() const noexcept { return text_.empty(); }
    friend bool operator==(const Secret&, const Secret&) = default;

private:
    std::string text_{};
};
template <class Stream>
Stream& operator<<(Stream& stream, const Secret& secret) = delete;

/// Something in a file that is not as it should be. Never holds the value of a secret.
struct ConfigProblem {
    enum class Severity : std::uint8_t {
        warning,  ///< it works without
        error,    ///< the server, or the whole file, cannot be used
    };
    Severity severity = Severity::error;
    std::string file{};
    std::string pointer{};  ///< where in the file: a JSON pointer
    std::string what{};     ///< one sentence
    std::string hint{};     ///< what to do about it; may be empty

    /// `mcp.json: /servers/weather/args/1: expected text, found a number (hint)`.
    std::string message() const;
    friend bool operator==(const ConfigProblem&, const ConfigProblem&) = default;
};

/// How a server is reached.
enum class ServerKind : std::uint8_t {
    process,  ///< a command, over its standard input and output
    http,     ///< an address; which kind of HTTP the server speaks is found out
};

/// One server as its file has it: `${...}` is not replaced yet.
struct ServerConfig {
    using Values = std::vector<std::pair<std::string, Secret>>;

    std::string name{};
    ServerKind kind = ServerKind::process;
    std::string command{};
    std::vector<std::string> args{};
    Values env{};
    std::string cwd{};
    std::string url{};
    Values headers{};
    bool disabled = false;

    std::string file{};     ///< where it comes from, for messages
    std::string pointer{};  ///< `/mcpServers/weather`

    friend bool operator==(const ServerConfig&, const ServerConfig&) = default;
};

/// A value that the user is asked for, `${input:ID}`.
struct ConfigInput {
    std::string id{};
    std::string description{};
    std::optional<std::string> default_value{};
    std::vector<std::string> options{};  ///< to pick one of; any text when empty
    bool password = false;  ///< not to be shown while it is typed; for `env` and `headers` alone
    friend bool operator==(const ConfigInput&, const ConfigInput&) = default;
};

struct HostConfig {
    std::vector<ServerConfig> servers{};  ///< those that can be used, in the order of the file
    std::vector<ConfigInput> inputs{};
    std::vector<ConfigProblem> problems{};  ///< all of the file

    /// No errors; warnings do not count.
    bool good() const;
    const ServerConfig* find(std::string_view name) const;
    const ConfigInput* find_input(std::string_view id) const;
};

struct HostConfigLimits {
    std::size_t max_file = std::size_t{1024} * 1024;  ///< bytes
    std::size_t max_servers = 1000;
    std::size_t max_items = 1000;  ///< arguments, variables or headers of one server; inputs
    std::size_t max_text = std::size_t{64} * 1024;  ///< bytes of one value, replaced or not
    std::size_t max_name = 128;                     ///< bytes of the name of a server
    std::size_t max_problems = 100;                 ///< more are counted only
};

/// Reads a file. Comments and commas after the last item are allowed, as VS Code allows them. What
/// cannot be used is left out, and is in `problems`.
HostConfig read_host_config(const std::string& file, const HostConfigLimits& limits = {});
/// The same of text; `file` is for messages.
HostConfig parse_host_config(std::string_view text, std::string file,
                             const HostConfigLimits& limits = {});

/// What a server is started with. Secrets are in `env` and `headers`.
struct ServerLaunch {
    ServerKind kind = ServerKind::process;
    std::string command{};
    std::vector<std::string> args{};
    ServerConfig::Values env{};
    std::string cwd{};
    std::string url{};
    ServerConfig::Values headers{};
};

/// Where the values of `${...}` come from.
struct ExpandOptions {
    /// `${NAME}`, `${env:NAME}`, `${NAME:-otherwise}`. This process's environment when empty.
    std::function<std::optional<std::string>(const std::string& name)> environment{};
    /// `${input:ID}`: asks the user. The error is a sentence. Fails where it is empty and the input
    /// has no default.
    std::function<Result<std::string>(const ConfigInput& input)> input{};
    /// `${workspaceFolder}`, and where relative paths of `cwd` and `${file:PATH}` begin. The
    /// current folder when empty.
    std::string workspace{};
    HostConfigLimits limits{};
};

/// Replaces `${...}`. `${file:PATH}` is the text of a file that only its owner can read (0600), for
/// `env` and `headers`, as inputs with `password` are. Fails with everything that has no value.
Result<ServerLaunch, std::vector<ConfigProblem>> expand(const ServerConfig& server,
                                                        const std::vector<ConfigInput>& inputs,
                                                        const ExpandOptions& options = {});

}  // namespace mcp
