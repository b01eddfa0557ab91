// A transport around another one: the base for those that watch, slow down or remember. Everything
// goes to the inner transport but for what a class of yours overrides.
#pragma once

#include <mcp/transport.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace mcp {

class ForwardingTransport : public Transport {
public:
    /// `inner` is not null.
    explicit ForwardingTransport(std::unique_ptr<Transport> inner) : inner_(std::move(inner)) {}

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

protected:
    std::unique_ptr<Transport> inner_;  ///< stays until everything of a derived class is gone
};

}  // namespace mcp
