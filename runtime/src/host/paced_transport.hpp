// The transport of a server that is not trusted to keep quiet: what comes too often has to wait,
// and with that its sender. Also keeps what is to be known of a process after its end.
#pragma once

#include "host/allowance.hpp"

#include <mcp/transport.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace mcp::host {

/// A server's process, as far as its status shows it.
class ProcessView {
public:
    int pid() const;
    /// The end of what it has written to standard error.
    std::string stderr_text() const;

    void begins(const ProcessTransport* process);
    /// Does nothing for one that is not the last that began.
    void ends(const ProcessTransport* process);

private:
    mutable std::mutex mutex_{};
    const ProcessTransport* process_ = nullptr;
    int pid_ = 0;
    std::string last_{};
};

class PacedTransport final : public Transport {
public:
    /// `process` is the inner one, if that has a process.
    PacedTransport(std::unique_ptr<Transport> inner, const TrafficLimits& limits,
                   std::shared_ptr<ProcessView> view, const ProcessTransport* process)
        : inner_(std::move(inner)), allowance_(limits), view_(std::move(view)), process_(process) {
        view_->begins(process_);
    }
    ~PacedTransport() override { view_->ends(process_); }

    Incoming read(Time deadline) override;
    std::size_t write(std::string_view message) override;
    void flush() override { inner_->flush(); }
    void wake() override;
    void close() override;
    bool accounts_for_requests() const override { return inner_->accounts_for_requests(); }
    std::string findings() const override { return inner_->findings(); }
    void recall(std::string_view findings) override { inner_->recall(findings); }
    void report_to(const std::function<void(std::string_view)>& report) override {
        inner_->report_to(report);
    }

private:
    bool wait_for_allowance(Time deadline);

    std::unique_ptr<Transport> inner_;
    std::mutex mutex_{};
    std::condition_variable changed_{};
    Allowance allowance_;
    bool woken_ = false;
    bool closed_ = false;
    std::shared_ptr<ProcessView> view_;
    const ProcessTransport* process_;
};

}  // namespace mcp::host
