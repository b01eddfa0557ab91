// The wall around a server: each request on its own, before anything else looks at it.
//
//   credentials -> cache, or verifier (now, or later) -> whom and when -> proof -> scopes -> rate
#pragma once

#include "auth/server/credentials.hpp"
#include "auth/server/dpop.hpp"
#include "auth/server/operations.hpp"
#include "auth/server/published.hpp"
#include "auth/server/token_cache.hpp"
#include "http/server/guard.hpp"

#include <mcp/bearer.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::auth {

class BearerGate : public std::enable_shared_from_this<BearerGate> {
public:
    /// Throws std::invalid_argument as `require_bearer` does.
    BearerGate(std::shared_ptr<TokenVerifier> verifier, BearerOptions options,
               const HttpEndpointOptions& endpoint, std::function<void(std::string_view)> log);

    void admit(const HttpRequest& request, Done<HttpIdentity> done);
    bool answer_open(const HttpRequest& request, HttpReply& reply) const {
        return metadata_.answer(request, reply);
    }

private:
    using Outcome = AccessEvent::Outcome;

    /// What is still needed of a request when its buffer may be gone.
    struct Asked {
        Credentials::Kind kind = Credentials::Kind::none;
        std::string digest{};  ///< of the token
        std::string proof{};
        std::string http_method{};
        std::string path{};
        std::string peer{};
        std::string readable_by{};  ///< the origin of a page that may read answers
        std::vector<Operation> operations{};
    };
    struct Waiting;
    struct Refusal {
        Outcome outcome{};
        int status = 0;
        std::string_view error{};  ///< of the challenge; with `outcome` no_token none
        std::string reason{};      ///< for the log, and for the client where that does no harm
        const std::vector<std::string>* scopes = nullptr;
        bool by_key = false;  ///< the challenge is for a proof
        std::chrono::seconds retry_after{0};
    };

    Asked asked_of(const HttpRequest& request) const;
    HttpIdentity decide(const Asked& asked, const TokenVerdict& verdict, Grant::Time now);
    HttpIdentity decide_safely(const Asked& asked, const Answer<TokenVerdict>& verdict);
    std::string problem_with(const Grant& grant, Grant::Time now) const;
    HttpIdentity refuse(const Asked& asked, const Refusal& refusal,
                        const Grant* grant = nullptr) const;
    void tell(const Asked& asked, const AccessEvent& event) const;

    const std::shared_ptr<TokenVerifier> verifier_;
    const BearerOptions options_;
    const std::function<void(std::string_view)> log_;
    const http::Guard guard_;
    const std::string public_base_;
    const JsonLimits json_limits_;
    ProofChecker proofs_;
    const PublishedMetadata metadata_;
    std::string origin_{};                  ///< of the resource
    std::vector<std::string> audiences_{};  ///< that this server answers to
    bool looks_inside_ = false;             ///< something depends on the message
    TokenCache cache_;
};

std::string principal_of(const Grant& grant);

}  // namespace mcp::auth
