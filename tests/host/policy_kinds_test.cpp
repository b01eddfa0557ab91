// What is special about each kind of action: what its question shows, and what a yes is good for.
#include "policy_rig.hpp"

#include <variant>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::testing;

namespace {

HostAction form_action(bool entered) {
    FormAction form;
    form.form.message = "Your name?";
    if (entered) (form.entered.emplace())["name"] = ElicitValue("Ada");
    return {policy_server(), std::move(form)};
}

}  // namespace

TEST_CASE("R430 a form that may be shown is not a form that may be sent") {
    PolicyRig rig;
    ConsentGate gate(rig.options());
    rig.user.says.scope = GENERATE(ConsentScope::session, ConsentScope::always);
    CHECK(gate.check(form_action(false)).allowed);
    CHECK(gate.check(form_action(false)).by == DecidedBy::consent);
    REQUIRE(rig.user.asked.size() == 1);
    for (std::size_t sent = 1; sent <= 2; ++sent) {
        CHECK(gate.check(form_action(true)).by == DecidedBy::user);
        REQUIRE(rig.user.asked.size() == 1 + sent);
        CHECK(rig.user.asked.back().widest == ConsentScope::once);
    }
    rig.user.says.allow = false;
    CHECK_FALSE(gate.check(form_action(true)).allowed);
    CHECK(gate.check(form_action(false)).allowed);
}
