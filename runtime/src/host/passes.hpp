// The one narrow place that everything passes which leaves the host. Asks the gate, unless the user
// has chosen that nothing is asked, and gives back what may be sent.
#pragma once

#include <mcp/host_consent.hpp>
#include <mcp/host_options.hpp>
#include <mcp/rpc.hpp>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace mcp::host {

class Passes {
public:
    explicit Passes(const HostOptions& options);

    /// What may be done: in place of what was asked for. The error is a refusal.
    using Verdict = Answer<std::shared_ptr<const HostAction>>;
    using Then = std::function<void(Verdict)>;

    /// Calls `then` once, here or on the thread that answers. A stop is a refusal.
    void ask(HostAction action, const std::stop_token& stop, Then then);
    /// The same for who may wait.
    Verdict ask(HostAction action, const std::stop_token& stop);

    /// False: nothing is asked.
    bool asks() const { return gate_ != nullptr; }
    void set_catalogue(const std::vector<KnownTool>& tools);

private:
    std::shared_ptr<ConsentGate> gate_;  // null: nothing is asked
};

}  // namespace mcp::host
