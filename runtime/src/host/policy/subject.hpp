// What an answer of the user is remembered for: the thing, in which shape, and for how long at
// most.
#pragma once

#include "host/policy/definition.hpp"
#include "host/policy/suspicions.hpp"

#include <mcp/host_consent.hpp>

#include <string>
#include <string_view>
#include <vector>

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

/// As `visible_text`, without line breaks.
std::string one_line(std::string_view text);
/// Who wants what, safe to print, on one line.
std::string summary_of(const HostAction& action);
/// What goes where, safe to print. In details.cpp.
std::vector<ConsentDetail> details_of(const HostAction& action);

}  // namespace mcp::host
