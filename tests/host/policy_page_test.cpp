// The policy that docs/consent.md shows is one, and does what the page says.
#include "policy_rig.hpp"

#include <fstream>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::testing;

namespace {

std::string shown_policy() {
    std::ifstream page(std::string(MCPGEN_SOURCE_DIR) + "/docs/consent.md");
    std::string text;
    bool inside = false;
    for (std::string line; std::getline(page, line);) {
        if (inside && line == "```") return text;
        if (inside) text += line + '\n';
        inside = inside || line == "```json";
    }
    return {};
}

}  // namespace

TEST_CASE("the policy of the page on consent does what the page says") {
    const auto policy = HostPolicy::parse(shown_policy());
    REQUIRE(policy);
    const ServerIdentity notes{
        .name = "notes",
        .command = {"npx", "-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"},
        .environment = {},
        .directory = {},
        .url = {}};
    const ServerIdentity search{.name = "search",
                                .command = {},
                                .environment = {},
                                .directory = {},
                                .url = "https://search.example.com/mcp"};
    Tool reading = policy_tool();
    reading.annotations.emplace();
    reading.annotations->readOnlyHint = true;
    const auto rule = [&](const HostAction& action) { return policy->decide(action).rule; };
    CHECK(rule(policy_call(notes, policy_tool("delete_note"))) == "/rules/0");
    CHECK(rule(policy_call(notes, reading)) == "/rules/1");
    CHECK(rule(policy_call(search, policy_tool("web_search"))) == "/rules/2");
    CHECK(rule(policy_call(search, policy_tool("post"))) == "/rules/3");
    CHECK(rule(policy_call(notes, policy_tool("write_note"))) == "/rules/3");
    CHECK(rule({search, SamplingAction{}}) == "/rules/4");
    CHECK(rule({notes, SamplingAction{}}) == "/otherwise");
    CHECK(policy->impostor(
        {.name = "notes", .command = {"evil"}, .environment = {}, .directory = {}, .url = {}}));
}

TEST_CASE("the page on consent names all actions and effects") {
    std::ifstream page(std::string(MCPGEN_SOURCE_DIR) + "/docs/consent.md");
    const std::string text{std::istreambuf_iterator<char>(page), {}};
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(ActionKind::start); ++i) {
        const std::string word(to_string(static_cast<ActionKind>(i)));
        INFO(word);
        CHECK(text.find("| `" + word + "` |") != std::string::npos);
    }
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(PolicyEffect::refuse); ++i) {
        const std::string word(to_string(static_cast<PolicyEffect>(i)));
        INFO(word);
        CHECK(text.find('`' + word + '`') != std::string::npos);
    }
}
