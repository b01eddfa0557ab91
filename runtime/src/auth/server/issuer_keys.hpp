// The keys of one issuer: fetched when they are first needed, kept, and fetched again when they get
// old or a token names one that is not there. Never more often than the pause allows, whatever
// tokens are shown; and one request at a time.
#pragma once

#include "auth/jose/key_set.hpp"
#include "auth/server/documents.hpp"

#include <mcp/bearer.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mcp::auth {

class IssuerKeys : public std::enable_shared_from_this<IssuerKeys> {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Clock = std::function<Time()>;

    IssuerKeys(const JwtIssuer& issuer, const JwtVerifierOptions& options, MakeFetcher fetcher,
               Clock clock);

    const std::string& issuer() const { return issuer_; }

    struct Answer {
        bool good = false;
        bool unavailable = false;
        std::string reason{};
    };
    /// Whether the signature is by a key of the issuer. At once when the keys are there, otherwise
    /// on the fetcher's thread. `jws` and its text outlive the call of `done`.
    void check(const jose::Jws& jws, std::function<void(Answer)> done);

    using Keys = std::shared_ptr<const jose::KeySet>;
    /// Those that tokens are checked with; null before they have come.
    Keys keys() const;

private:
    using Lock = std::unique_lock<std::mutex>;

    void fetch(Lock& lock);
    void read_metadata(std::size_t which);
    void read_keys(const std::string& address);
    void fetched(Document document);
    /// On another thread, while tokens are checked with `fresh` as it is.
    void prepare(const Keys& fresh, const Keys& before);
    /// Unless newer ones have come meanwhile.
    void replace(const Keys& old, Keys prepared);

    const std::string issuer_;
    const std::vector<std::string> metadata_;  ///< addresses, in the order in which to try
    const std::chrono::seconds refresh_;
    const std::chrono::seconds keep_;
    const std::chrono::seconds pause_;
    const std::size_t max_waiting_;
    Documents documents_;
    const Clock clock_;

    mutable std::mutex mutex_{};  // of what follows
    std::string keys_at_;
    Keys keys_{};
    Time fetched_at_{};
    std::optional<Time> tried_at_{};
    std::string failure_{};
    bool fetching_ = false;
    std::vector<std::function<void()>> waiting_{};
};

}  // namespace mcp::auth
