// Tokens for servers over HTTP: kept by `login`, used by every other command.
#pragma once

#include "cli/options.hpp"
#include "peer/target.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace mcp {
class TokenSource;
class TokenStorage;
}  // namespace mcp

namespace mcpctl {

/// The tokens that are kept in a file, for a command that does not log in; null when there are
/// none, when the target is a program or has a header of its own, or when this build has no HTTP.
/// Fails as `open_tokens` does.
Outcome<std::shared_ptr<mcp::TokenSource>> token_source(const Target& target,
                                                        const Invocation& invocation);

/// The same for many servers, for as long as the process runs. Thread-safe.
class KeptTokens {
public:
    explicit KeptTokens(const Invocation& invocation) : file_(tokens_file(invocation)) {}
    /// Opens the file if it is there.
    Outcome<void> open();
    /// The one source of this address; null when there is no file of tokens yet.
    Outcome<std::shared_ptr<mcp::TokenSource>> of(const std::string& url);

private:
    Outcome<void> open_locked();

    const std::string file_;
    std::mutex mutex_{};
    std::shared_ptr<mcp::TokenStorage> storage_{};
    std::map<std::string, std::shared_ptr<mcp::TokenSource>> sources_{};
};

/// Opens the file, and makes its folder. Fails when others may read it, or when it is none of ours.
Outcome<std::shared_ptr<mcp::TokenStorage>> open_tokens(const std::string& file);

}  // namespace mcpctl
