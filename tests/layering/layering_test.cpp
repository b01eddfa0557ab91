// Who may include whom, checked on the text of every #include line in the project.
// The rules are the table below; docs/architecture.md says why they are as they are.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string_view>;

/// Files whose path starts with one of `files` may include what starts with one of `banned` only
/// when it also starts with one of `except`.
struct Rule {
    Words files;
    Words banned;
    Words except;
    std::string_view why;
};

// A generated header is written `generated:mcp/types.hpp` here, a public runtime header
// `mcp/json.hpp`.
const std::vector<Rule> rules = {
    {{"generator/"},
     {"mcp/", "generated:", "boost/", "nlohmann/"},
     {},
     "the compiler uses neither the runtime nor what it generates"},
    {{"generator/support/"},
     {"generator/"},
     {"generator/support/"},
     "support is below every stage"},
    {{"generator/schema/"},
     {"generator/"},
     {"generator/support/", "generator/schema/"},
     "the front ends know documents, not the protocol"},
    {{"generator/model/"},
     {"generator/"},
     {"generator/support/", "generator/schema/", "generator/model/"},
     "the model is built from schemas and knows no later stage"},
    {{"generator/passes/"},
     {"generator/"},
     {"generator/support/", "generator/model/", "generator/passes/"},
     "passes rewrite the model and never see a schema"},
    {{"generator/emit/"},
     {"generator/"},
     {"generator/support/", "generator/model/", "generator/emit/"},
     "emitters spell a finished model; they never see a schema or a pass"},
    {{"generator/diff/", "generator/import/"},
     {"generator/emit/", "generator/cli/"},
     {},
     "comparing and importing write no code"},
    {{"generator/tools/"},
     {"generator/"},
     {"generator/support/", "generator/schema/", "generator/model/", "generator/passes/",
      "generator/tools/"},
     "the stages for a server's tools spell nothing"},
    {{"runtime/fetch/"},
     {"boost/", "openssl/", "asio/", "client/", "http/"},
     {},
     "mcpgen-fetch is a program like any other: it uses public headers"},
    {{"runtime/mcpctl/"},
     {"boost/", "openssl/", "asio/", "client/", "http/", "session/", "host/", "transport/",
      "json/"},
     {},
     "mcpctl is a program like any other: it uses public headers"},
    {{"runtime/mcpctl/output/"},
     {"commands/", "peer/", "mcp/client.hpp"},
     {},
     "what is printed does not know who talks to servers"},
    {{"generator/support/", "generator/schema/", "generator/model/", "generator/passes/",
      "generator/emit/", "generator/diff/", "generator/import/", "generator/tools/",
      "generator/pipeline", "generator/tool_pipeline"},
     {"cxxopts"},
     {},
     "the command line is read in one place"},
    {{"generator/"}, {"simdjson"}, {}, "JSON is parsed in generator/schema/document.cpp"},
    {{"runtime/src/"}, {"simdjson"}, {}, "JSON is parsed in runtime/src/json/structure.cpp"},
    {{"runtime/include/", "generated/", "generator/", "examples/", "runtime/src/json/",
      "runtime/src/codec/", "runtime/src/rpc/", "runtime/src/run/", "runtime/src/transport/",
      "runtime/src/session/", "runtime/src/server/", "runtime/src/client/", "runtime/src/schema/",
      "runtime/src/util/", "runtime/src/http/", "runtime/src/auth/", "runtime/src/asio/",
      "runtime/src/host/"},
     {"sqlite3"},
     {},
     "SQLite is known to the store of tasks alone"},
    {{"runtime/src/store/"},
     {"session/", "server/", "client/", "http/", "asio/", "auth/", "run/", "transport/", "rpc/"},
     {},
     "a store keeps tasks; it does not run them"},
    {{"runtime/src/"},
     {"boost/regex"},
     {},
     "patterns are matched in runtime/src/schema/pattern.cpp"},
    {{"runtime/include/", "generated/"},
     {"simdjson", "cxxopts", "boost/asio", "boost/beast", "openssl/", "boost/json/src"},
     {},
     "public headers stay light"},
    {{"runtime/"}, {"generator/", "cxxopts"}, {}, "the runtime does not know the compiler"},
    {{"runtime/include/mcp/json", "runtime/include/mcp/codec", "runtime/include/mcp/vocabulary",
      "runtime/include/mcp/tables", "runtime/include/mcp/revision", "runtime/include/mcp/rpc",
      "runtime/include/mcp/transport", "runtime/src/json/", "runtime/src/codec/",
      "runtime/src/rpc/", "runtime/src/run/", "runtime/src/transport/", "runtime/src/schema/",
      "runtime/src/util/"},
     {"generated:"},
     {},
     "the runtime's core works for any generated bindings"},
    {{"runtime/src/json/", "runtime/src/codec/"},
     {"rpc/", "run/", "transport/", "session/", "server/", "client/", "schema/", "util/",
      "described/", "boost/", "openssl/"},
     {},
     "JSON and the codec are below everything"},
    {{"runtime/src/described/"},
     {"rpc/", "run/", "transport/", "session/", "server/", "client/", "schema/", "http/", "boost/",
      "openssl/", "generated:"},
     {},
     "described types are above JSON and the codec alone"},
    {{"runtime/src/rpc/", "runtime/src/run/", "runtime/src/transport/", "runtime/src/schema/",
      "runtime/src/util/"},
     {"session/", "server/", "client/"},
     {},
     "messages and transports do not know sessions"},
    {{"runtime/src/session/"},
     {"server/", "client/"},
     {},
     "sessions meet the server in server_core"},
    {{"runtime/src/server/"}, {"client/"}, {}, "servers and clients do not know each other"},
    {{"runtime/src/host/"},
     {"server/", "http/", "asio/"},
     {},
     "a host has clients; how they reach their servers it is told"},
    {{"runtime/src/json/", "runtime/src/codec/", "runtime/src/described/", "runtime/src/util/",
      "runtime/src/schema/", "runtime/src/rpc/", "runtime/src/transport/", "runtime/src/run/",
      "runtime/src/session/", "runtime/src/server/", "runtime/src/client/", "runtime/src/http/",
      "runtime/src/auth/", "runtime/src/asio/", "runtime/src/store/"},
     {"host/", "mcp/host"},
     {},
     "a host is on top of clients"},
    {{"runtime/src/client/"}, {"server/"}, {}, "servers and clients do not know each other"},
    {{"runtime/src/json/", "runtime/src/codec/", "runtime/src/rpc/", "runtime/src/run/",
      "runtime/src/transport/", "runtime/src/session/", "runtime/src/server/",
      "runtime/src/client/", "runtime/src/schema/", "runtime/src/http/", "runtime/src/host/",
      "runtime/src/store/"},
     {"openssl/", "boost/asio", "boost/beast", "auth/"},
     {},
     "only runtime/src/asio knows sockets; cryptography is in util and auth/jose"},
    {{"runtime/src/auth/"},
     {"openssl/", "boost/"},
     {},
     "authorization has OpenSSL behind auth/jose, and sockets behind http::Fetcher"},
    {{"runtime/src/auth/jose/"},
     {"session/", "server/", "client/", "http/", "asio/", "generated:"},
     {},
     "signatures know neither HTTP nor the protocol"},
    {{"runtime/src/json/", "runtime/src/codec/", "runtime/src/rpc/", "runtime/src/run/",
      "runtime/src/transport/", "runtime/src/session/", "runtime/src/server/",
      "runtime/src/client/", "runtime/src/schema/", "runtime/src/http/", "runtime/src/util/"},
     {"asio/"},
     {},
     "nothing needs sockets: they are added on top"},
    {{"runtime/src/json/", "runtime/src/codec/", "runtime/src/util/", "runtime/src/schema/",
      "runtime/src/rpc/", "runtime/src/run/", "runtime/src/transport/", "runtime/src/session/",
      "runtime/src/server/", "runtime/src/client/"},
     {"http/"},
     {},
     "HTTP is one of the ways to carry messages: it is added on top"},
    {{"runtime/src/http/wire/"},
     {"session/", "server/", "client/", "run/", "transport/", "rpc/", "http/server/",
      "http/client/"},
     {},
     "HTTP's text means nothing yet"},
    {{"runtime/src/http/header", "runtime/src/http/mirrored", "runtime/src/http/sse"},
     {"session/", "server/", "client/", "run/", "transport/", "rpc/", "http/wire/", "http/server/",
      "http/client/"},
     {},
     "what both sides of HTTP share knows neither of them"},
    {{"runtime/src/http/client/", "runtime/src/asio/client/"},
     {"session/", "server/", "http/server/"},
     {},
     "servers and clients do not know each other"},
    {{"runtime/src/http/client/"},
     {"client/", "run/"},
     {},
     "to a client its HTTP is a transport like any other"},
    {{"runtime/src/http/server/"},
     {"client/", "http/client/"},
     {},
     "servers and clients do not know each other"},
    {{"runtime/src/util/"},
     {"boost/asio", "boost/beast", "openssl/"},
     {},
     "only runtime/src/asio knows sockets; runtime/src/util/libcrypto.hpp knows libcrypto"},
    {{"runtime/include/"},
     {"boost/"},
     {},
     "Boost is opt-in: json_describe, json_boost, schema_of and tool say so"},
    {{"generated/"},
     {"generator/", "codec/", "json/"},
     {},
     "generated code uses public runtime headers"},
    {{"generated/"},
     {"boost/", "mcp/describe"},
     {},
     "described types are opt-in: only describe.hpp includes Boost"},
    {{"examples/"},
     {"generator/", "codec/", "json/", "simdjson"},
     {},
     "examples use what users have"},
};

// Where a rule above does not hold, with the reason.
struct Exemption {
    std::string_view file;  ///< the end of its path
    std::string_view include;
    std::string_view reason;
};
const std::vector<Exemption> exemptions = {
    {"auth/jose/openssl.hpp", "openssl/", "signatures are OpenSSL's to compute"},
    {"auth/jose/key.cpp", "openssl/", "keys are OpenSSL's"},
    {"auth/jose/key_sign.cpp", "openssl/", "signatures are OpenSSL's to compute"},
    {"auth/jose/digest.cpp", "openssl/", "digests are OpenSSL's to compute"},
    {"/describe.hpp", "boost/describe", "the opt-in header itself"},
    {"/describe.hpp", "mcp/describe", "the opt-in header itself"},
    {"mcp/described_types.hpp", "boost/", "an opt-in header, of json_describe"},
    {"mcp/json_boost.hpp", "boost/", "an opt-in header"},
    {"generator/schema/document.cpp", "simdjson", "the parser itself"},
    {"runtime/mcpctl/cli/options.cpp", "cxxopts", "the command line is read there"},
    {"runtime/src/json/structure.cpp", "simdjson", "the parser itself"},
    {"runtime/src/schema/pattern.cpp", "boost/regex", "the matcher itself"},
    {"runtime/src/util/libcrypto.hpp", "openssl/", "libcrypto's functions, loaded late"},
    {"passes/overrides.hpp", "generator/schema/document.hpp", "overrides are a JSON document"},
    {"passes/apply_overrides.cpp", "generator/schema/json_schema.hpp",
     "an override states a type as a schema does"},
};

bool starts_with_any(std::string_view text, const Words& prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool is_exempt(std::string_view file, std::string_view include) {
    return std::any_of(exemptions.begin(), exemptions.end(), [&](const Exemption& each) {
        return file.ends_with(each.file) && include.starts_with(each.include);
    });
}

/// The reasons why `file` must not include `include`; empty when it may.
std::vector<std::string_view> objections(std::string_view file, std::string_view include) {
    std::vector<std::string_view> reasons;
    if (is_exempt(file, include)) {
        return reasons;
    }
    for (const Rule& rule : rules) {
        if (starts_with_any(file, rule.files) && starts_with_any(include, rule.banned) &&
            !starts_with_any(include, rule.except)) {
            reasons.push_back(rule.why);
        }
    }
    return reasons;
}

/// `mcp/json.hpp` of a line `#include <mcp/json.hpp>`; empty for other lines.
std::string included(std::string_view line) {
    const auto skip_blanks = [&] {
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) {
            line.remove_prefix(1);
        }
    };
    skip_blanks();
    if (!line.starts_with('#')) {
        return {};
    }
    line.remove_prefix(1);
    skip_blanks();
    if (!line.starts_with("include")) {
        return {};
    }
    const std::size_t open = line.find_first_of("<\"");
    if (open == std::string_view::npos) {
        return {};
    }
    const std::size_t close = line.find_first_of(">\"", open + 1);
    return std::string(line.substr(open + 1, close - open - 1));
}

const fs::path root = MCPGEN_SOURCE_DIR;

struct IncludeLine {
    std::string file;
    std::string include;
    std::size_t number = 0;
};

std::vector<IncludeLine> read_project() {
    std::vector<IncludeLine> lines;
    for (const char* folder : {"generator", "runtime", "generated", "examples"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const auto extension = entry.path().extension();
            if (extension != ".cpp" && extension != ".hpp") {
                continue;
            }
            std::ifstream stream(entry.path());
            const std::string file = fs::relative(entry.path(), root).generic_string();
            std::string text;
            for (std::size_t number = 1; std::getline(stream, text); ++number) {
                std::string include = included(text);
                if (include.empty()) {
                    continue;
                }
                if (fs::exists(root / "generated" / include)) {
                    include = "generated:" + include;
                }
                lines.push_back({file, std::move(include), number});
            }
        }
    }
    return lines;
}

}  // namespace

TEST_CASE("every include keeps to the layers") {
    const auto lines = read_project();
    REQUIRE(lines.size() > 50);  // else the project was not found
    std::string found;
    for (const IncludeLine& line : lines) {
        for (const std::string_view why : objections(line.file, line.include)) {
            found += line.file + ':' + std::to_string(line.number) + ": includes " + line.include +
                     ", but " + std::string(why) + '\n';
        }
    }
    INFO(found);
    CHECK(found.empty());
}

TEST_CASE("one source file of each program includes cxxopts") {
    std::set<std::string> users;
    for (const IncludeLine& line : read_project()) {
        if (line.include.starts_with("cxxopts")) {
            users.insert(line.file);
        }
    }
    CHECK(users ==
          std::set<std::string>{"generator/cli/options.cpp", "runtime/mcpctl/cli/options.cpp"});
}

TEST_CASE("types.hpp includes the standard library and three runtime headers") {
    const std::set<std::string_view> allowed = {
        "mcp/json.hpp", "mcp/vocabulary.hpp", "mcp/revision.hpp", "cstddef", "cstdint", "optional",
        "string",       "string_view",        "variant",          "vector"};
    std::size_t seen = 0;
    for (const IncludeLine& line : read_project()) {
        if (!line.file.starts_with("generated/") || !line.file.ends_with("/types.hpp")) {
            continue;
        }
        ++seen;
        INFO(line.file << " includes " << line.include);
        CHECK((allowed.contains(line.include) || line.include.ends_with("fwd.hpp") ||
               line.include.ends_with("types.hpp")));
    }
    CHECK(seen > 0);
}

TEST_CASE("the rules refuse what they are there for") {
    CHECK(objections("generator/passes/order.cpp", "generator/schema/schema.hpp").size() == 1);
    CHECK(objections("generator/emit/types.cpp", "generator/passes/order.hpp").size() == 1);
    CHECK(objections("generator/model/build.cpp", "generator/schema/schema.hpp").empty());
    CHECK(objections("runtime/src/codec/decoder.cpp", "generated:mcp/types.hpp").size() == 1);
    CHECK(objections("runtime/src/codec/decoder.cpp", "simdjson.h").size() == 1);
    CHECK(objections("runtime/src/json/structure.cpp", "simdjson.h").empty());
    CHECK(objections("generator/diff/load.cpp", "simdjson.h").size() == 1);
    CHECK(objections("generator/schema/document.cpp", "simdjson.h").empty());
    CHECK(objections("runtime/src/client/wire.cpp", "boost/regex.hpp").size() == 1);
    CHECK(objections("runtime/src/schema/pattern.cpp", "boost/regex.hpp").empty());
    CHECK(objections("runtime/src/util/seal.cpp", "openssl/evp.h").size() == 1);
    CHECK(objections("runtime/src/util/libcrypto.hpp", "openssl/evp.h").empty());
    CHECK(objections("runtime/include/mcp/json.hpp", "simdjson.h").size() == 1);
    CHECK(objections("generated/mcp/types.hpp", "boost/describe/class.hpp").size() == 1);
    CHECK(objections("generated/mcp/describe.hpp", "boost/describe/class.hpp").empty());
    CHECK(objections("runtime/src/http/parse.cpp", "boost/asio/buffer.hpp").size() == 1);
    CHECK(objections("runtime/src/asio/tcp.cpp", "boost/asio/buffer.hpp").empty());
    CHECK(objections("runtime/src/http/server/endpoint.cpp", "asio/loop.hpp").size() == 1);
    CHECK(objections("runtime/src/http/wire/fields.cpp", "http/server/endpoint.hpp").size() == 1);
    CHECK(objections("runtime/src/http/headers.cpp", "http/server/endpoint.hpp").size() == 1);
    CHECK(objections("runtime/src/http/client/link.cpp", "server/core.hpp").size() == 1);
    CHECK(objections("runtime/src/http/client/link.cpp", "http/server/guard.hpp").size() == 1);
    CHECK(objections("runtime/src/http/client/link.cpp", "rpc/envelope.hpp").empty());
    CHECK(objections("runtime/src/http/server/endpoint.cpp", "http/client/url.hpp").size() == 1);
    CHECK(objections("runtime/src/http/server/endpoint.cpp", "server/core.hpp").empty());
    CHECK(objections("runtime/src/session/channel.cpp", "http/headers.hpp").size() == 1);
    CHECK(objections("runtime/src/asio/loop.cpp", "http/wire/write.hpp").empty());
    CHECK(included("  #  include <a/b.hpp>  // why") == "a/b.hpp");
    CHECK(included("#include \"x.hpp\"") == "x.hpp");
    CHECK(included("// #include <a>").empty());
}
