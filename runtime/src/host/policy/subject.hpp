// What an answer of the user is remembered for: the thing, in which shape, and for how long at
// most.
#pragma once

#include "host/policy/definition.hpp"
#include "host/policy/suspicions.hpp"

#include <mcp/host_consent.hpp>

#include <string>

namespace mcp::host {

struct Subject {
    std::string key{};          ///< of the thing: kind, server, name. Hexadecimal
    std::string name{};         ///< for people
    std::string fingerprint{};  ///< of its shape; another one is asked for again
    Parts parts{};
    ConsentScope widest = ConsentScope::always;
};

Subject subject_of(const HostAction& action);

/// What there is to be said about the action by itself. Gives the host of a page.
std::string look_at_action(Suspicions& out, const HostAction& action);

/// Who wants what, safe to print.
std::string summary_of(const HostAction& action);

}  // namespace mcp::host
