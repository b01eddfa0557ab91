// Connections: over HTTP where this build has it, or to a program that is started.
#include "peer/target.hpp"
#include "peer/tokens.hpp"

#ifdef MCPCTL_HTTP
#include <mcp/http_client.hpp>
#endif

namespace mcpctl {
namespace {

/// A started server's transport that leaves behind what was written to standard error.
class RememberingTransport final : public mcp::Transport {
public:
    RememberingTransport(std::unique_ptr<mcp::ProcessTransport> inner,
                         std::shared_ptr<ServerWords> words)
        : inner_(std::move(inner)), words_(std::move(words)) {}
    ~RememberingTransport() override {
        // A server may be started twice; what it said once is not lost to silence.
        std::string text = inner_->captured_stderr();
        if (!text.empty()) words_->text = std::move(text);
    }
    RememberingTransport(const RememberingTransport&) = delete;
    RememberingTransport& operator=(const RememberingTransport&) = delete;

    Incoming read(Time deadline) override { return inner_->read(deadline); }
    std::size_t write(std::string_view message) override { return inner_->write(message); }
    void flush() override { inner_->flush(); }
    void wake() override { inner_->wake(); }
    void close() override { inner_->close(); }
    bool accounts_for_requests() const override { return inner_->accounts_for_requests(); }
    std::string findings() const override { return inner_->findings(); }
    void recall(std::string_view findings) override { inner_->recall(findings); }
    void report_to(const std::function<void(std::string_view)>& report) override {
        inner_->report_to(report);
    }

private:
    std::unique_ptr<mcp::ProcessTransport> inner_;
    std::shared_ptr<ServerWords> words_;
};

}  // namespace

mcp::Result<std::unique_ptr<mcp::Transport>> open_transport(
    const Target& target, const Invocation& invocation, const std::shared_ptr<ServerWords>& words) {
    if (target.url.empty()) {
        mcp::ProcessOptions options = target.process;
        options.stderr_mode = mcp::ProcessOptions::Stderr::capture;
        auto process = mcp::process_transport(options);
        if (!process) return mcp::Unexpected(process.error());
        return std::make_unique<RememberingTransport>(std::move(*process), words);
    }
#ifdef MCPCTL_HTTP
    mcp::HttpClientOptions options{.url = target.url};
    options.headers = target.headers;
    options.token_source = token_source(target, invocation);
    return mcp::http_transport(std::move(options));
#else
    (void)invocation;
    return mcp::Unexpected(mcp::Error{"this build has no HTTP: it was made without OpenSSL"});
#endif
}

}  // namespace mcpctl
