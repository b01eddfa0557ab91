// Proofs that whoever sends a token has the key that it is bound to (RFC 9449).
#pragma once

#include "auth/client/flow.hpp"
#include "auth/jose/key.hpp"

#include <mcp/oauth.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace mcp::auth {

class DpopProver final : public Prover {
public:
    using Now = std::function<std::chrono::system_clock::time_point()>;
    DpopProver(jose::Key key, jose::Algorithm algorithm, Now now);

    std::string proof(const std::string& method, const std::string& url,
                      const std::string& token) override;
    bool learn(const std::string& url, const http::Fields& headers) override;

private:
    const jose::Key key_;
    const jose::Algorithm algorithm_;
    const Now now_;
    std::mutex mutex_{};
    std::map<std::string, std::string> nonces_{};  ///< of each origin, the newest
};

/// Throws std::invalid_argument when the key does not sign with the algorithm, and when the source
/// is none of this library's that gets tokens.
std::shared_ptr<TokenSource> bound_source(std::shared_ptr<TokenSource> source,
                                          const DpopKey& options, DpopProver::Now now);

}  // namespace mcp::auth
