// A transport around another one: what is not overridden reaches the inner one.
#include "catch.hpp"

#include <mcp/forwarding_transport.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace mcp;

namespace {

using Calls = std::vector<std::string>;

class Recording final : public Transport {
public:
    explicit Recording(Calls& calls) : calls_(calls) {}

    Incoming read(Time) override {
        calls_.emplace_back("read");
        return {.event = Event::message, .text = "in"};
    }
    std::size_t write(std::string_view message) override {
        calls_.push_back("write " + std::string(message));
        return 7;
    }
    void flush() override { calls_.emplace_back("flush"); }
    void wake() override { calls_.emplace_back("wake"); }
    void close() override { calls_.emplace_back("close"); }
    bool accounts_for_requests() const override { return true; }
    std::string findings() const override { return "found"; }
    void recall(std::string_view findings) override {
        calls_.push_back("recall " + std::string(findings));
    }
    void report_to(const std::function<void(std::string_view)>& report) override {
        report("warning");
    }

private:
    Calls& calls_;
};

class Plain final : public ForwardingTransport {
public:
    using ForwardingTransport::ForwardingTransport;
};

}  // namespace

TEST_CASE("everything that is not overridden goes to the inner transport, and its answers come") {
    Calls calls;
    Plain outer(std::make_unique<Recording>(calls));
    CHECK(outer.read(std::chrono::steady_clock::now()).text == "in");
    CHECK(outer.write("out") == 7);
    outer.flush();
    outer.wake();
    outer.recall("before");
    outer.close();
    CHECK(outer.accounts_for_requests());
    CHECK(outer.findings() == "found");
    std::string reported;
    outer.report_to([&](std::string_view text) { reported = text; });
    CHECK(reported == "warning");
    CHECK(calls == Calls{"read", "write out", "flush", "wake", "recall before", "close"});
}
