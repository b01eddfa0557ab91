// Which era a server speaks, told from how it answers `server/discover`: a table, without state.
// Who asks, and what is sent next, is in session.cpp.
//
//   answer                                          verdict
//   a result with a modern revision that we share   modern
//   a result with legacy revisions only             legacy, or incompatible
//   -32022 naming a modern revision that we share   ask again at that one; never `initialize`
//   -32022 naming legacy revisions only             legacy
//   -32022 naming nothing that we share             incompatible
//   -32020, -32021                                  modern; nothing is known of it
//   any other error, a result that is none, silence legacy
//   the transport could not deliver it              none: reported
//   the process ends                                legacy, after starting it again
//   later: `initialize` answered with -32022        modern after all: ask once more
#pragma once

#include <mcp/rpc.hpp>
#include <mcp/server_verdict.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mcp::client {

struct ProbeVerdict {
    enum class Next : std::uint8_t {
        modern,       ///< at `revision`
        ask_again,    ///< `server/discover` at `revision`
        legacy,       ///< `initialize`
        restart,      ///< start the server again, then `initialize`
        incompatible  ///< `why`
    };
    Next next = Next::legacy;
    Revision revision{};
    std::optional<DiscoverResult> discovered{};
    RpcError why{};
};

class Probe {
public:
    /// `allowed`: the revisions that may be used.
    explicit Probe(Revisions allowed) : allowed_(allowed) {}

    /// An answer to the question asked at `asked`; `result` is the text of the result.
    ProbeVerdict answered(Revision asked, const Answer<std::string>& result) const;
    /// The connection ended before an answer.
    ProbeVerdict exited(const std::string& why) const;
    /// `initialize` was refused. Nothing when that says nothing of the era.
    std::optional<ProbeVerdict> initialize_refused(const RpcError& error) const;

private:
    ProbeVerdict from_versions(const std::vector<std::string>& versions, bool ask_again,
                               std::optional<DiscoverResult> discovered) const;
    ProbeVerdict legacy(const std::string& why) const;

    Revisions allowed_;
};

/// `data.supported` of an error; empty when there is none.
std::vector<std::string> supported_versions(const RpcError& error);

}  // namespace mcp::client
