// Opens the file of tokens; what is in it and how tokens are renewed is the library's business.
#include "peer/tokens.hpp"

#include <filesystem>
#include <system_error>

#ifdef MCPCTL_HTTP
#include <exception>
#include <mcp/oauth.hpp>
#endif

namespace mcpctl {

#ifdef MCPCTL_HTTP

Outcome<std::shared_ptr<mcp::TokenStorage>> open_tokens(const std::string& file) {
    namespace fs = std::filesystem;
    if (file.empty()) {
        return Unexpected(Problem{"there is no folder for tokens: HOME is not set",
                                  "name a file with --tokens",
                                  exit_failed,
                                  {}});
    }
    std::error_code error;
    const fs::path folder = fs::path(file).parent_path();
    if (!folder.empty() && fs::create_directories(folder, error))
        fs::permissions(folder, fs::perms::owner_all, error);
    try {
        return mcp::file_storage(file);
    } catch (const std::exception& problem) {
        // It says which file, and what to do about it.
        return Unexpected(
            Problem{problem.what(), "another file can be named with --tokens", exit_failed, {}});
    }
}

Outcome<std::shared_ptr<mcp::TokenSource>> token_source(const Target& target,
                                                        const Invocation& invocation) {
    if (target.url.empty() || target.has_authorization()) return nullptr;
    return KeptTokens(invocation).of(target.url);
}

Outcome<void> KeptTokens::open() {
    const std::lock_guard lock(mutex_);
    return open_locked();
}

Outcome<void> KeptTokens::open_locked() {
    std::error_code ignored;
    if (storage_ || file_.empty() || !std::filesystem::exists(file_, ignored)) return {};
    auto storage = open_tokens(file_);
    if (!storage) return Unexpected(storage.error());
    storage_ = std::move(*storage);
    return {};
}

Outcome<std::shared_ptr<mcp::TokenSource>> KeptTokens::of(const std::string& url) {
    const std::lock_guard lock(mutex_);
    const auto opened = open_locked();
    if (!opened) return Unexpected(opened.error());
    if (!storage_) return nullptr;
    auto& source = sources_[url];
    if (source) return source;
    mcp::LoginOptions options;
    options.storage = storage_;
    // Tokens are used and renewed; a new login is the business of its own command.
    options.open_browser = [](const std::string&) { return false; };
    options.pause_after_failure = std::chrono::milliseconds(0);
    source = mcp::login(std::move(options));
    return source;
}

#else

Outcome<std::shared_ptr<mcp::TokenSource>> token_source(const Target&, const Invocation&) {
    return nullptr;
}

#endif

}  // namespace mcpctl
