// The public face of the gate, and what a verdict covers.
#include "host/policy/core.hpp"

#include <future>
#include <type_traits>
#include <utility>
#include <variant>

namespace mcp {

namespace {

bool same_content(const ToolCallAction& a, const ToolCallAction& b) {
    return a.definition && b.definition &&
           a.definition->fingerprint() == b.definition->fingerprint() && a.arguments == b.arguments;
}
bool same_content(const SamplingAction& a, const SamplingAction& b) { return a.prompt == b.prompt; }
bool same_content(const SamplingResultAction& a, const SamplingResultAction& b) {
    return a.prompt == b.prompt && a.result == b.result;
}
bool same_content(const FormAction& a, const FormAction& b) {
    return a.form == b.form && a.entered == b.entered;
}
bool same_content(const PageAction& a, const PageAction& b) { return a.page == b.page; }
bool same_content(const RootsAction& a, const RootsAction& b) { return a.roots == b.roots; }
bool same_content(const ResourceAction& a, const ResourceAction& b) {
    return a.uri == b.uri && a.from == b.from && a.bytes == b.bytes;
}
bool same_content(const StartAction&, const StartAction&) { return true; }

}  // namespace

bool ConsentVerdict::covers(const HostAction& other) const {
    if (!allowed || !action || action->what.index() != other.what.index() ||
        action->server != other.server) {
        return false;
    }
    return std::visit(
        [&](const auto& mine) {
            const auto* const its = std::get_if<std::remove_cvref_t<decltype(mine)>>(&other.what);
            return its && same_content(mine, *its);
        },
        action->what);
}

ConsentGate::ConsentGate(ConsentOptions options)
    : core_(std::make_shared<Core>(std::move(options))) {}
ConsentGate::~ConsentGate() { core_->close(); }

std::uint64_t ConsentGate::check(HostAction action, Decided decided) {
    return core_->check(std::move(action), std::move(decided));
}

ConsentVerdict ConsentGate::check(HostAction action) {
    std::promise<ConsentVerdict> promise;
    auto verdict = promise.get_future();
    core_->check(std::move(action),
                 [&promise](ConsentVerdict given) { promise.set_value(std::move(given)); });
    return verdict.get();
}

void ConsentGate::withdraw(std::uint64_t check) { core_->withdraw(check); }
ConsentPreview ConsentGate::preview(const HostAction& action) const {
    return core_->preview(action);
}
void ConsentGate::set_catalogue(std::vector<KnownTool> tools) {
    core_->names().set(std::move(tools));
}
void ConsentGate::set_policy(HostPolicy policy) { core_->set_policy(std::move(policy)); }
std::vector<RememberedConsent> ConsentGate::remembered() const { return core_->memory().all(); }
Result<bool> ConsentGate::forget(const std::string& id) { return core_->memory().forget(id); }

}  // namespace mcp
