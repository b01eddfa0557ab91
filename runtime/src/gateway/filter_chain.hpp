// Several filters in the place of one: each sees what those before it let pass.
#pragma once

#include <mcp/message_filter.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mcp::gateway {

class FilterChain : public MessageFilter {
public:
    explicit FilterChain(std::vector<std::shared_ptr<MessageFilter>> filters)
        : filters_(std::move(filters)) {}

    Verdict incoming(std::string& text) override {
        for (const auto& one : filters_) {
            if (one->incoming(text) == Verdict::drop) return Verdict::drop;
        }
        return Verdict::pass;
    }
    Verdict outgoing(std::string& text) override {
        for (const auto& one : filters_) {
            if (one->outgoing(text) == Verdict::drop) return Verdict::drop;
        }
        return Verdict::pass;
    }

private:
    const std::vector<std::shared_ptr<MessageFilter>> filters_;
};

}  // namespace mcp::gateway
