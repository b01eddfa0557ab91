// What becomes of an action before the user is asked: tricks, rules, earlier answers.
#include "host/policy/core.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace mcp {

using Outcome = ConsentPreview::Outcome;

namespace {

bool has_fatal(const host::Suspicions& all) {
    return std::any_of(all.begin(), all.end(), [](const Suspicion& each) { return each.refuse; });
}

std::string fatal_text(const host::Suspicions& all) {
    for (const Suspicion& each : all) {
        if (each.refuse) return each.text;
    }
    return {};
}

std::string names_of(const std::vector<DefinitionChange>& changes) {
    std::string all;
    for (const DefinitionChange& each : changes) {
        all += (all.empty() ? "" : ", ") + host::one_line(each.part);
    }
    return all;
}

}  // namespace

/// True when that was the decision.
bool ConsentGate::Core::assess_without_rules(Assessment& result, const HostAction& action,
                                             bool guarded) {
    const auto refused = [&](std::string reason) {
        result.outcome = Outcome::refuse;
        result.by = DecidedBy::gate;
        result.reason = std::move(reason);
        return true;
    };
    const auto* const call = std::get_if<ToolCallAction>(&action.what);
    if (call && !call->definition) return refused("The tool has no definition to look at.");
    result.page_host = host::look_at_action(result.suspicions, action);
    if (call && guarded) names_.look(result.suspicions, action.server, *call->definition);
    const bool page = action.kind() == ActionKind::page;
    if ((guarded || page) && has_fatal(result.suspicions)) {
        return refused(fatal_text(result.suspicions));
    }
    return false;
}

void ConsentGate::Core::assess_remembered(Assessment& result) {
    std::optional<host::Remembered> before;
    const PolicyEffect effect = result.rules.effect;
    try {
        before = memory_.find(result.subject.key);
    } catch (const std::exception& error) {
        result.reason =
            "What you answered earlier cannot be read (" + visible_text(error.what()) + ").";
        return;
    }
    const bool same = before && before->fingerprint == result.subject.fingerprint;
    // Counts for any shape of it: who changes does not get another chance. A command that the user
    // has changed does.
    if (before && !before->allow && (same || before->kind != ActionKind::start)) {
        result.outcome = Outcome::refuse;
        result.by = DecidedBy::consent;
        result.reason =
            "You refused it on " + before->since + "; it is asked again once that is forgotten.";
        return;
    }
    if (before && !same) {
        result.changes = host::changes_between(before->parts, result.subject.parts);
        result.reason = "It has changed since your last answer of " + before->since + ": " +
                        names_of(result.changes) + '.';
        return;
    }
    const bool lasts = result.subject.widest != ConsentScope::once;
    if (same && lasts && !before->by_rule && effect != PolicyEffect::ask_each_time) {
        result.outcome = Outcome::allow;
        result.by = DecidedBy::consent;
        result.reason = "You allowed it on " + before->since + '.';
        return;
    }
    if (effect != PolicyEffect::allow) return;
    if (!result.suspicions.empty()) {
        result.reason = result.rules.reason + " But there is something to look at first.";
        return;
    }
    result.outcome = Outcome::allow;
    result.by = DecidedBy::rule;
    result.pin = !before && !result.subject.fingerprint.empty();
}

ConsentGate::Core::Assessment ConsentGate::Core::assess(const HostAction& action, bool with_steps) {
    Assessment result;
    HostPolicy policy;
    {
        const std::lock_guard lock(mutex_);
        policy = policy_;
    }
    const bool guarded = !policy.allows_everything();
    if (assess_without_rules(result, action, guarded)) return result;
    if (!guarded) {
        result.outcome = Outcome::allow;
        result.by = DecidedBy::rule;
        result.rules = {PolicyEffect::allow, "", "The program lets everything pass.", {}};
        result.reason = result.rules.reason;
        return result;
    }
    if (auto why = policy.impostor(action.server)) {
        result.outcome = Outcome::refuse;
        result.reason = *std::move(why);
        return result;
    }
    result.rules = with_steps ? policy.explain(action) : policy.decide(action);
    result.reason = result.rules.reason;
    if (result.rules.effect == PolicyEffect::refuse) {
        result.outcome = Outcome::refuse;
        result.by = DecidedBy::rule;
        return result;
    }
    result.subject = host::subject_of(action);
    result.widest = result.rules.effect == PolicyEffect::ask_each_time ? ConsentScope::once
                                                                       : result.subject.widest;
    assess_remembered(result);
    return result;
}

ConsentPreview ConsentGate::Core::preview(const HostAction& action) {
    Assessment assessment = assess(action, true);
    return {assessment.outcome, std::move(assessment.reason), std::move(assessment.rules),
            std::move(assessment.suspicions), std::move(assessment.changes)};
}

}  // namespace mcp
