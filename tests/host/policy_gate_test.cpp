// The gate: every kind of action is asked for, and an answer counts for as long as it was given.
#include "policy_rig.hpp"

#include "catch.hpp"

using namespace mcp;
using namespace mcp::testing;

TEST_CASE("TOL-19 TOL-20 R272 R430 R432 SEC-12 every kind of action asks first, and a no is a no") {
    PolicyRig rig;
    ConsentGate gate(rig.options());
    std::vector<HostAction> actions = {plain_call(),
                                       {policy_server(), SamplingAction{}},
                                       {policy_server(), SamplingResultAction{}},
                                       {policy_server(), FormAction{}},
                                       policy_page("https://example.com/login"),
                                       {policy_server(), RootsAction{}},
                                       {policy_server(), ResourceAction{.uri = "file:///a"}},
                                       {policy_server(), StartAction{}}};
    REQUIRE(actions.size() == std::variant_size_v<decltype(HostAction::what)>);
    for (const HostAction& action : actions) {
        INFO(to_string(action.kind()));
        rig.user.says.allow = true;
        const std::size_t before = rig.user.asked.size();
        const ConsentVerdict yes = gate.check(action);
        CHECK(yes.allowed);
        CHECK(yes.by == DecidedBy::user);
        CHECK(yes.covers(action));
        CHECK(rig.user.asked.size() == before + 1);
        CHECK(rig.user.asked.back().summary.find("`files`") != std::string::npos);
        rig.user.says.allow = false;
        const ConsentVerdict no = gate.check(action);
        CHECK_FALSE(no.allowed);
        CHECK_FALSE(no.covers(action));
        CHECK(rig.user.asked.size() == before + 2);
    }
}

TEST_CASE("without a user everything that must be asked is refused") {
    ConsentGate gate(ConsentOptions{});
    const ConsentVerdict verdict = gate.check(plain_call());
    CHECK_FALSE(verdict.allowed);
    CHECK(verdict.by == DecidedBy::gate);
    CHECK(verdict.reason.starts_with("There is nobody to ask."));
    ConsentOptions open;
    open.policy = HostPolicy::allow_everything();
    ConsentGate off(std::move(open));
    CHECK(off.check(plain_call()).allowed);
    CHECK(off.check(policy_page("https://example.com/")).allowed);
    CHECK_FALSE(off.check(policy_page("file:///etc/passwd")).allowed);
}

TEST_CASE("once is once, a session is as long as the gate, always is kept") {
    PolicyRig rig;
    for (const ConsentScope scope :
         {ConsentScope::once, ConsentScope::session, ConsentScope::always}) {
        INFO(to_string(scope));
        rig.user.says = {.allow = true, .scope = scope};
        rig.user.asked.clear();
        {
            ConsentGate gate(rig.options());
            CHECK(gate.check(plain_call("a")).by == DecidedBy::user);
            CHECK(gate.check(plain_call("b")).allowed);
        }
        CHECK(rig.user.asked.size() == (scope == ConsentScope::once ? 2U : 1U));
        rig.user.asked.clear();
        ConsentGate gate(rig.options());
        const ConsentVerdict verdict = gate.check(plain_call("c"));
        CHECK(verdict.allowed);
        CHECK(rig.user.asked.size() == (scope == ConsentScope::always ? 0U : 1U));
    }
}

TEST_CASE("a refusal for always holds, also for a changed tool, until it is forgotten") {
    PolicyRig rig;
    ConsentGate gate(rig.options());
    rig.user.says = {.allow = false, .scope = ConsentScope::always};
    CHECK_FALSE(gate.check(plain_call()).allowed);
    rig.user.says = {.allow = true, .scope = ConsentScope::once};
    Tool changed = policy_tool();
    changed.description = "Reads a file, really.";
    const ConsentVerdict verdict = gate.check(policy_call(policy_server(), changed));
    CHECK_FALSE(verdict.allowed);
    CHECK(verdict.by == DecidedBy::consent);
    CHECK(rig.user.asked.size() == 1);
    const auto remembered = gate.remembered();
    REQUIRE(remembered.size() == 1);
    CHECK(remembered[0].subject == "read_file");
    CHECK_FALSE(remembered[0].allow);
    CHECK(gate.forget(remembered[0].id) == true);
    CHECK(gate.forget(remembered[0].id) == false);
    CHECK(gate.check(plain_call()).allowed);
}

TEST_CASE("a dry run asks nobody, writes nothing and says which rule decides") {
    PolicyRig rig;
    ConsentGate gate(rig.options(R"({"rules":[{"effect":"refuse","tool":"delete_*"},
                                             {"effect":"allow","tool":"read_*"}]})"));
    const auto refused = gate.preview(policy_call(policy_server(), policy_tool("delete_all")));
    CHECK(refused.outcome == ConsentPreview::Outcome::refuse);
    CHECK(refused.rules.rule == "/rules/0");
    const auto allowed = gate.preview(plain_call());
    CHECK(allowed.outcome == ConsentPreview::Outcome::allow);
    REQUIRE(allowed.rules.steps.size() == 2);
    CHECK(gate.preview(policy_call(policy_server(), policy_tool("x"))).outcome ==
          ConsentPreview::Outcome::ask);
    CHECK(rig.user.asked.empty());
    CHECK(rig.folder.get("audit.jsonl").empty());
    CHECK(rig.folder.get("consent.json") == "(no such file)");
}
