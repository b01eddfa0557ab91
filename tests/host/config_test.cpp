// Configuration files, as people have them, and as they should not be.
#include <mcp/host_config.hpp>
#include <mcp/json.hpp>

#include "host/jsonc.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <type_traits>

#include "catch.hpp"

using namespace mcp;

namespace {

template <class T>
concept Printable = requires(std::ostringstream stream, const T& value) {
    stream << value;
};
static_assert(!Printable<Secret>);
static_assert(!std::is_convertible_v<Secret, std::string>);
static_assert(!std::is_convertible_v<Secret, std::string_view>);

HostConfig config_of(std::string_view text) { return parse_host_config(text, "mcp.json"); }

std::vector<std::string> messages(const std::vector<ConfigProblem>& problems) {
    std::vector<std::string> all;
    for (const ConfigProblem& problem : problems) all.push_back(problem.message());
    return all;
}

bool mentions(const std::vector<ConfigProblem>& problems, std::string_view text) {
    return std::any_of(problems.begin(), problems.end(), [&](const ConfigProblem& problem) {
        return problem.message().find(text) != std::string::npos;
    });
}

ExpandOptions with(std::map<std::string, std::string> variables) {
    ExpandOptions options;
    options.environment =
        [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
    };
    options.workspace = "/home/ada/project";
    return options;
}

ServerConfig with_arg(std::string arg) {
    ServerConfig server{.name = "s", .command = "run"};
    server.args.push_back(std::move(arg));
    server.file = "mcp.json";
    server.pointer = "/servers/s";
    return server;
}

/// The text that `arg` becomes, or the first problem.
std::string expanded(const std::string& arg, const ExpandOptions& options) {
    const auto launch = expand(with_arg(arg), {}, options);
    return launch ? launch->args.at(0) : launch.error().at(0).message();
}

class SecretFile {
public:
    SecretFile(std::string_view text, mode_t mode) {
        char name[] = "/tmp/mcpgen_secret_XXXXXX";
        const int fd = ::mkstemp(name);
        path = name;
        (void)!::write(fd, text.data(), text.size());
        ::fchmod(fd, mode);
        ::close(fd);
    }
    ~SecretFile() { ::unlink(path.c_str()); }
    SecretFile(const SecretFile&) = delete;
    SecretFile& operator=(const SecretFile&) = delete;
    std::string path;
};

}  // namespace

TEST_CASE("a file with mcpServers, as Claude Desktop and Cursor have it") {
    const auto config = config_of(R"({
        "mcpServers": {
            "files": {"command": "npx", "args": ["-y", "server-files", "/tmp"],
                      "env": {"LEVEL": "debug", "PORT": 8080, "GONE": null}, "cwd": "/srv"},
            "web": {"url": "https://example.com/mcp", "headers": {"X-Key": "${KEY}"}},
            "old": {"type": "sse", "url": "http://localhost:1/sse", "disabled": true}
        }
    })");
    CHECK(messages(config.problems).empty());
    REQUIRE(config.servers.size() == 3);
    const ServerConfig* const files = config.find("files");
    REQUIRE(files);
    CHECK(files->kind == ServerKind::process);
    CHECK(files->command == "npx");
    CHECK(files->args == std::vector<std::string>{"-y", "server-files", "/tmp"});
    CHECK(files->env == ServerConfig::Values{{"LEVEL", Secret("debug")}, {"PORT", Secret("8080")}});
    CHECK(files->cwd == "/srv");
    CHECK(files->pointer == "/mcpServers/files");
    CHECK(config.find("web")->kind == ServerKind::http);
    CHECK(config.find("web")->headers.at(0).second.reveal() == "${KEY}");
    CHECK(config.find("old")->disabled);
}

TEST_CASE("a file of VS Code, with comments, inputs and a comma too many") {
    const auto config = config_of(R"({
        // what I am asked for
        "inputs": [
            {"type": "promptString", "id": "key", "description": "API key", "password": true},
            {"type": "pickString", "id": "where", "options": ["eu", {"label": "US", "value": "us"}],
             "default": "eu"},
        ],
        "servers": {
            "api": {
                "type": "http", /* not sse */
                "url": "https://${input:where}.example.com//mcp",
                "headers": {"Authorization": "Bearer ${input:key}",},
            },
        },
    })");
    CHECK(messages(config.problems).empty());
    REQUIRE(config.inputs.size() == 2);
    CHECK(config.inputs[0].password);
    CHECK(config.inputs[1].options == std::vector<std::string>{"eu", "us"});
    ExpandOptions options;
    int asked = 0;
    options.input = [&](const ConfigInput& input) -> Result<std::string> {
        ++asked;
        return input.password ? "k3y" : input.default_value.value_or("");
    };
    const auto launch = expand(*config.find("api"), config.inputs, options);
    REQUIRE(launch);
    CHECK(launch->url == "https://eu.example.com//mcp");
    CHECK(launch->headers.at(0).second.reveal() == "Bearer k3y");
    CHECK(asked == 2);
}

TEST_CASE("comments and commas are blanks, and nothing else changes") {
    CHECK(host::without_comments("[1,/*,*/2,]") == "[1,     2 ]");
    CHECK(host::without_comments("{\"a\":\"// no, }\\\",]\"} // x\n") ==
          "{\"a\":\"// no, }\\\",]\"}     \n");
    CHECK(host::without_comments("\xEF\xBB\xBF{}") == "{}");
    CHECK(host::without_comments("[1, // a\n]") == "[1      \n]");
    // What is a mistake in VS Code, too, stays one.
    for (const char* const text : {"[,]", "{,}", "[1,,]", "[1 /* ]", "{\"a\":,}", "[\"a"}) {
        CHECK_FALSE(Json::parse(host::without_comments(text)));
    }
}

TEST_CASE("all problems of a file are told at once, each with its place") {
    const auto config = config_of(R"({
        "servers": {
            "a": {"command": 5},
            "b": {"command": "x", "args": ["y", 1]},
            "c": {},
            "d": {"type": "pipe", "command": "x"},
            "e": {"command": "x", "url": "y"},
            " f": {"command": "x"},
            "g/h": {"url": "https://x", "headers": {"a b": "c"}},
            "i": [],
            "fine": {"command": "x", "autoApprove": ["y"], "icon": 1}
        },
        "more": 1
    })");
    CHECK_FALSE(config.good());
    REQUIRE(config.servers.size() == 1);
    CHECK(config.servers[0].name == "fine");
    const auto all = messages(config.problems);
    const auto has = [&](const std::string& text) {
        INFO(text);
        CHECK(mentions(config.problems, text));
    };
    has("mcp.json: /servers/a/command: expected text, found a number");
    has("mcp.json: /servers/b/args/1: expected text, found a number");
    has("mcp.json: /servers/c: the server has neither `command` nor `url`");
    has("mcp.json: /servers/d/type: this type of server is not known");
    has("mcp.json: /servers/e: the server has both `command` and `url`");
    has("mcp.json: /servers/ f: there are spaces around the name");
    has("mcp.json: /servers/g~1h/headers/a b: this is no name of a header field");
    has("mcp.json: /servers/i: expected an object, found a list");
    has("mcp.json: /servers/fine/autoApprove: this member is not used here (what is allowed");
    has("mcp.json: /servers/fine/icon: this member is not used here");
    has("mcp.json: /more: this member is not known here");
}

TEST_CASE("a file that is none, or too large, is refused in one sentence") {
    CHECK(mentions(config_of("{").problems, "mcp.json: this is no JSON"));
    CHECK(mentions(config_of("[]").problems, "expected an object, found a list"));
    CHECK(mentions(config_of("{}").problems, "there are no servers in this file"));
    CHECK(mentions(config_of(R"({"servers":{"a":{"command":"x"},"a":{"command":"y"}}})").problems,
                   "this is no JSON"));
    CHECK(mentions(read_host_config("/nowhere/mcp.json").problems, "cannot be read"));
    CHECK(mentions(read_host_config("/tmp").problems, "no regular file"));
    HostConfigLimits limits;
    limits.max_file = 10;
    CHECK(mentions(parse_host_config(R"({"servers": {}})", "x", limits).problems, "no JSON"));
    limits = {};
    limits.max_servers = 1;
    limits.max_text = 3;
    const char* const two = R"({"servers": {"a": {"command": "x"}, "b": {"command": "x"}}})";
    CHECK(mentions(parse_host_config(two, "x", limits).problems, "1 at most are allowed"));
    const char* const one = R"({"servers": {"a": {"command": "long"}}})";
    CHECK(mentions(parse_host_config(one, "x", limits).problems, "longer than 3 bytes"));
}

TEST_CASE("problems are bounded, and the last one says that there are more") {
    std::string text = R"({"servers": {"a": {"command": "x", "args": [)";
    for (int i = 0; i < 500; ++i) text += "1,";
    HostConfigLimits limits;
    limits.max_problems = 10;
    const auto config = parse_host_config(text + "]}}}", "x", limits);
    REQUIRE(config.problems.size() == 10);
    CHECK(mentions(config.problems, "there are more problems"));
    CHECK_FALSE(config.good());
}

TEST_CASE("variables have the values of the environment, or those written after :-") {
    const auto options = with({{"A", "one"}, {"EMPTY", ""}, {"HOME", "/home/ada"}});
    CHECK(expanded("x${A}y${A}", options) ==
          "xoney"
          "one");
    CHECK(expanded("${env:A}", options) == "one");
    CHECK(expanded("${B:-two}${A:-three}${EMPTY:-four}", options) == "twoonefour");
    CHECK(expanded("${env:B:-https://x:1}", options) == "https://x:1");
    CHECK(expanded("[${EMPTY}${B:-}]", options) == "[]");
    CHECK(expanded("$A $$ {A}", options) == "$A $$ {A}");
    CHECK(expanded("${userHome}${/}${workspaceFolder}:${workspaceFolderBasename}", options) ==
          "/home/ada//home/ada/project:project");
    // What a value says is not looked at again.
    CHECK(expanded("${A}", with({{"A", "${B}"}})) == "${B}");
}

TEST_CASE("what has no value is named, with the place and without values") {
    const auto options = with({{"A", "one"}});
    CHECK(expanded("${B}", options) ==
          "mcp.json: /servers/s/args/0: the environment variable B is not set (set it, or write "
          "${B:-otherwise})");
    CHECK(expanded("${A", options).find("not closed") != std::string::npos);
    for (const char* const text : {"${command:x}", "${}", "${1A}", "${A B}", "${env:}"}) {
        CHECK(expanded(text, options).find("is not known") != std::string::npos);
    }
    CHECK(expanded("${input:k}", options).find("no input `k`") != std::string::npos);
    const auto launch = expand(with_arg("${input:k}"), {{.id = "k"}}, options);
    REQUIRE_FALSE(launch);
    CHECK(mentions(launch.error(), "nobody can be asked"));
    ServerConfig many = with_arg("${B}");
    many.env = {{"X", Secret("${C}")}};
    many.cwd = "${D}";
    const auto all = expand(many, {}, options);
    REQUIRE_FALSE(all);
    CHECK(all.error().size() == 3);
}

TEST_CASE("secrets come from files that nobody else can read, to where nobody else can look") {
    const SecretFile secret("s3cret\n", 0600);
    const SecretFile open("s3cret\n", 0644);
    const auto options = with({});
    ServerConfig server = with_arg("x");
    server.env = {{"TOKEN", Secret("Bearer ${file:" + secret.path + "}")}};
    const auto launch = expand(server, {}, options);
    REQUIRE(launch);
    CHECK(launch->env.at(0).second.reveal() == "Bearer s3cret");

    server.env = {{"TOKEN", Secret("${file:" + open.path + "}")}};
    const auto refused = expand(server, {}, options);
    REQUIRE_FALSE(refused);
    CHECK(mentions(refused.error(), "other users may read or write the file"));
    CHECK_FALSE(mentions(refused.error(), "s3cret"));
    CHECK(expanded("${file:" + secret.path + "}", options).find("would be seen") !=
          std::string::npos);
    server.env = {{"TOKEN", Secret("${file:/dev/null}")}};
    CHECK(mentions(expand(server, {}, options).error(), "no regular file"));
}

TEST_CASE("a password that is asked for goes only to where nobody else can look") {
    const std::vector<ConfigInput> inputs{{.id = "key", .password = true}};
    ExpandOptions options;
    options.input = [](const ConfigInput&) { return std::string("hunter2"); };
    ServerConfig server{.name = "s", .command = "program", .pointer = "/servers/s"};
    server.env = {{"KEY", Secret("${input:key}")}};
    REQUIRE(expand(server, inputs, options));
    CHECK(expand(server, inputs, options)->env[0].second.reveal() == "hunter2");
    const auto problem = [&](const ServerConfig& config) {
        const auto launch = expand(config, inputs, options);
        REQUIRE_FALSE(launch);
        REQUIRE(launch.error().size() == 1);
        CHECK(launch.error()[0].message().find("hunter2") == std::string::npos);
        CHECK(launch.error()[0].what == "the password `key` would be seen here by others");
        return launch.error()[0].pointer;
    };
    ServerConfig seen = server;
    seen.args = {"--key", "${input:key}"};
    CHECK(problem(seen) == "/servers/s/args/1");
    seen = server;
    seen.cwd = "${input:key}";
    CHECK(problem(seen) == "/servers/s/cwd");
    ServerConfig web{.name = "w", .kind = ServerKind::http, .pointer = "/servers/w"};
    web.url = "https://example.com/?key=${input:key}";
    CHECK(problem(web) == "/servers/w/url");
}

TEST_CASE("values cannot break the lines of HTTP, or grow without end") {
    ServerConfig server{.name = "s", .kind = ServerKind::http, .url = "https://x"};
    server.headers = {{"Authorization", Secret("${A}")}};
    const auto broken = expand(server, {}, with({{"A", "x\r\nHost: y"}}));
    REQUIRE_FALSE(broken);
    CHECK(mentions(broken.error(), "line end"));
    CHECK(expanded("${A}", with({{"A", std::string(100'000, 'x')}})).find("longer than") !=
          std::string::npos);
}
