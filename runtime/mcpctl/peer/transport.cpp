// Connections: over HTTP where this build has it, or to a program that is started.
#include "peer/target.hpp"

#include <mcp/forwarding_transport.hpp>

#ifdef MCPCTL_HTTP
#include <mcp/http_client.hpp>
#endif

namespace mcpctl {
namespace {

/// A started server's transport that leaves behind what was written to standard error.
class RememberingTransport final : public mcp::ForwardingTransport {
public:
    /// `process` is the inner one.
    RememberingTransport(const mcp::ProcessTransport& process,
                         std::unique_ptr<mcp::Transport> inner, std::shared_ptr<ServerWords> words)
        : ForwardingTransport(std::move(inner)), process_(process), words_(std::move(words)) {}
    ~RememberingTransport() override {
        ForwardingTransport::close();  // from here on all is there
        // A server may be started twice; what it said once is not lost to silence.
        std::string text = process_.captured_stderr();
        if (!text.empty()) words_->text = std::move(text);
    }
    RememberingTransport(const RememberingTransport&) = delete;
    RememberingTransport& operator=(const RememberingTransport&) = delete;

private:
    const mcp::ProcessTransport& process_;  // the inner one
    std::shared_ptr<ServerWords> words_;
};

}  // namespace

mcp::Result<std::unique_ptr<mcp::Transport>> open_transport(
    const Target& target, const std::shared_ptr<mcp::TokenSource>& tokens,
    const std::shared_ptr<ServerWords>& words) {
    if (target.url.empty()) {
        mcp::ProcessOptions options = target.process;
        options.stderr_mode = mcp::ProcessOptions::Stderr::capture;
        auto process = mcp::process_transport(options);
        if (!process) return mcp::Unexpected(process.error());
        const mcp::ProcessTransport& inner = **process;
        return std::make_unique<RememberingTransport>(inner, std::move(*process), words);
    }
#ifdef MCPCTL_HTTP
    mcp::HttpClientOptions options{.url = target.url};
    options.headers = target.headers;
    options.token_source = tokens;
    options.close_within = target.process.grace;
    return mcp::http_transport(std::move(options));
#else
    (void)tokens;
    return mcp::Unexpected(mcp::Error{"this build has no HTTP: it was made without OpenSSL"});
#endif
}

}  // namespace mcpctl
