// Who may include whom, checked on the text of every #include line in the project.
// The rules are in rules.hpp; docs/architecture.md says why they are as they are.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "rules.hpp"

namespace fs = std::filesystem;
using namespace layering;

namespace {

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
