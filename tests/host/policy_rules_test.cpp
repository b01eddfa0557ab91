// Rules: which decides, why, and what is no policy.
#include "policy_rig.hpp"

#include "host/policy/rules.hpp"

#include "catch.hpp"

using namespace mcp;
using namespace mcp::testing;

namespace {

HostPolicy rules_of(std::string_view text) {
    auto policy = HostPolicy::parse(text);
    INFO((policy ? std::string() : policy.error().message));
    REQUIRE(policy);
    return *std::move(policy);
}

std::string rule_problem(std::string_view text) {
    const auto policy = HostPolicy::parse(text);
    return policy ? "" : policy.error().message;
}

constexpr const char* known_files =
    R"("servers":{"files":{"command":["npx","-y","files-server","/home/me"],"trusted":true}})";

std::string with_files(const std::string& rules) {
    return std::string("{") + known_files + ",\"rules\":[" + rules + "]}";
}

Tool reader() {
    Tool tool = policy_tool();
    tool.annotations.emplace();
    tool.annotations->readOnlyHint = true;
    return tool;
}

}  // namespace

TEST_CASE("an empty policy asks, and the first rule that matches decides") {
    const HostAction call = policy_call(policy_server(), policy_tool());
    const auto nothing = HostPolicy().explain(call);
    CHECK(nothing.effect == PolicyEffect::ask);
    CHECK(nothing.rule == "/otherwise");
    const auto explained = rules_of(R"({"rules":[{"effect":"refuse","tool":"delete_*"},
        {"effect":"ask_each_time","tool":"read_*","because":"it is private"},
        {"effect":"refuse"}],"otherwise":"allow"})")
                               .explain(call);
    CHECK(explained.effect == PolicyEffect::ask_each_time);
    CHECK(explained.rule == "/rules/1");
    CHECK(explained.reason == "The rule /rules/1 says ask_each_time: it is private");
    REQUIRE(explained.steps.size() == 2);
    CHECK_FALSE(explained.steps[0].matched);
    CHECK(explained.steps[0].why == "the tool is another one");
    CHECK(explained.steps[1].matched);
}

TEST_CASE("R270 annotations of a server count only when the policy trusts what runs") {
    const std::string allow = R"({"effect":"allow","server":"files","read_only":true})";
    const HostPolicy policy = rules_of(with_files(allow));
    CHECK(policy.decide(policy_call(policy_server(), reader())).effect == PolicyEffect::allow);
    CHECK(policy.decide(policy_call(policy_server(), policy_tool())).effect == PolicyEffect::ask);
    ServerIdentity other = policy_server();
    other.command = {"npx", "-y", "other-server"};
    CHECK(policy.decide(policy_call(other, reader())).effect == PolicyEffect::ask);
    ServerIdentity loaded = policy_server();
    loaded.environment["NODE_OPTIONS"] = "--require /tmp/evil.js";
    CHECK(policy.decide(policy_call(loaded, reader())).effect == PolicyEffect::ask);

    // Without trust a tool counts as destructive, whatever it says.
    const HostPolicy strict = rules_of(R"({"rules":[{"effect":"refuse","destructive":true}]})");
    const auto refused = strict.explain(policy_call(policy_server(), reader()));
    CHECK(refused.effect == PolicyEffect::refuse);
    const HostPolicy open = rules_of(R"({"rules":[{"effect":"allow","read_only":true}]})");
    const auto why = open.explain(policy_call(policy_server(), reader()));
    CHECK(why.effect == PolicyEffect::ask);
    CHECK(why.steps[0].why ==
          "the tool may write; the server is not trusted, so its own word does not count");
}

TEST_CASE("what allows is exact, what restricts takes look-alikes") {
    const HostPolicy allow = rules_of(R"({"rules":[{"effect":"allow","tool":"read_file"}]})");
    const HostPolicy refuse = rules_of(R"({"rules":[{"effect":"refuse","tool":"read_*"}]})");
    CHECK(allow.decide(policy_call(policy_server(), policy_tool())).effect == PolicyEffect::allow);
    for (const char* name : {"Read_file", "read_file ", "READ_FILE",
                             "re\xd0\xb0"
                             "d_file",
                             "read-file",
                             "\xef\xbd\x92"
                             "ead_file",
                             "r\xe2\x80\x8b"
                             "ead_file"}) {
        INFO(name);
        const HostAction call = policy_call(policy_server(), policy_tool(name));
        CHECK(allow.decide(call).effect == PolicyEffect::ask);
        CHECK(refuse.decide(call).effect == PolicyEffect::refuse);
    }
    // Also by the name under which the host shows it.
    const HostPolicy shown = rules_of(R"({"rules":[{"effect":"refuse","tool":"files__*"}]})");
    CHECK(shown.decide(policy_call(policy_server(), policy_tool("x"))).effect ==
          PolicyEffect::refuse);
}

TEST_CASE("a rule allows a server by its name only if the policy says what that is") {
    const auto unknown = rules_of(R"({"rules":[{"effect":"allow","server":"files"}]})")
                             .explain(policy_call(policy_server(), policy_tool()));
    CHECK(unknown.effect == PolicyEffect::ask);
    CHECK(unknown.steps[0].why ==
          "it allows by a server's name, but `servers` does not say what runs behind it");
    const HostPolicy known = rules_of(with_files(R"({"effect":"allow","server":"files"})"));
    CHECK(known.decide(policy_call(policy_server(), policy_tool())).effect == PolicyEffect::allow);
    CHECK_FALSE(known.impostor(policy_server()));
    ServerIdentity other = policy_server();
    other.url = "https://evil.example/";
    other.command.clear();
    CHECK(known.impostor(other));
    CHECK(known.impostor(policy_server("Files")));
    CHECK_FALSE(known.impostor(policy_server("web")));
    ServerIdentity elsewhere = policy_server();
    elsewhere.directory = "/tmp";
    CHECK(known.impostor(elsewhere));
}

TEST_CASE("rules for other actions, and pages that no rule can allow") {
    const HostPolicy policy =
        rules_of(R"({"rules":[{"effect":"refuse","action":["sampling","roots"]},
                     {"effect":"allow","action":"form"},{"effect":"allow"}],"otherwise":"allow"})");
    CHECK(policy.decide({policy_server(), SamplingAction{}}).effect == PolicyEffect::refuse);
    CHECK(policy.decide({policy_server(), RootsAction{}}).rule == "/rules/0");
    CHECK(policy.decide({policy_server(), FormAction{}}).rule == "/rules/1");
    CHECK(policy.decide({policy_server(), ResourceAction{}}).rule == "/rules/2");
    CHECK(policy.decide(policy_page("https://example.com/")).effect == PolicyEffect::ask_each_time);
}

TEST_CASE("patterns with many stars take no long time") {
    CHECK(host::matches("*", ""));
    CHECK(host::matches("a*c", "abbc"));
    CHECK(host::matches("**a**", "xay"));
    CHECK(host::matches("a*b*c", "a-b-b-c"));
    CHECK_FALSE(host::matches("a*c", "abcd"));
    CHECK_FALSE(host::matches("", "a"));
    CHECK_FALSE(host::matches("a?c", "abc"));
    std::string pattern;
    for (int i = 0; i < 120; ++i) pattern += "*a";
    CHECK_FALSE(host::matches(pattern + "b", std::string(100'000, 'a')));
}

TEST_CASE("what is no policy is refused with its place") {
    const std::pair<const char*, const char*> wrong[] = {
        {"[]", "the policy: expected an object, found a list"},
        {"{", "the policy: "},
        {R"({"rule":[]})", "/rule: is not known here; there is: servers, rules, otherwise"},
        {R"({"rules":{}})", "/rules: expected a list of rules, found an object"},
        {R"({"rules":[{}]})", "/rules/0: `effect` is missing"},
        {R"({"rules":[{"effect":"deny"}]})",
         "/rules/0/effect: expected one of allow, ask, ask_each_time, refuse, found \"deny\""},
        {R"({"rules":[{"effect":"ask"},{"effect":"ask","tools":"x"}]})", "/rules/1/tools: is not"},
        {R"({"rules":[{"effect":"ask","read_only":"yes"}]})",
         "/rules/0/read_only: expected true or false, found text"},
        {R"({"rules":[{"effect":"ask","tool":""}]})", "/rules/0/tool: expected 1 to 256 bytes"},
        {R"({"rules":[{"effect":"ask","action":["roots","url"]}]})", "/rules/0/action/1: expected"},
        {R"({"rules":[{"effect":"ask","action":[]}]})", "/rules/0/action: the list is empty"},
        {R"({"rules":[{"effect":"ask","action":"roots","tool":"x"}]})",
         "/rules/0/action: a rule about tools can only be for tool_call"},
        {R"({"rules":[{"effect":"allow","action":["page"]}]})",
         "/rules/0/action: a page is opened only when the user agrees"},
        {R"({"servers":{"a/b":{"trusted":true}}})",
         "/servers/a~1b: expected either `command`, a list of words, or `url`"},
        {R"({"servers":{"x":{"command":["a"],"url":"b"}}})", "/servers/x: expected either"},
        {R"({"servers":{"x":{"command":["a",1]}}})",
         "/servers/x/command/1: expected text, found a number"},
        {R"({"otherwise":null})", "/otherwise: expected text, found null"},
    };
    for (const auto& [text, problem] : wrong) {
        INFO(text);
        const std::string found = rule_problem(text);
        INFO(found);
        CHECK(found.starts_with(problem));
    }
    std::string many = R"({"rules":[)";
    for (int i = 0; i < 1001; ++i) many += std::string(i ? "," : "") + R"({"effect":"ask"})";
    CHECK(rule_problem(many + "]}") == "/rules: more than 1000 rules");
}
