// Takes notifications of one name out of what a server says, before anything that comes after them.
// Changes of tasks are told to others than the client's own listeners.
#pragma once

#include <mcp/json.hpp>
#include <mcp/message_filter.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::gateway {

class NoticeFilter : public MessageFilter {
public:
    using Heard = std::function<void(JsonView params)>;
    NoticeFilter(std::string_view name, Heard heard)
        : name_(name), sign_('"' + name_ + '"'), heard_(std::move(heard)) {}

    Verdict incoming(std::string& text) override {
        if (text.find(sign_) == std::string::npos) return Verdict::pass;
        const auto message = Json::parse(text);
        if (!message || (*message)["method"].as_string() != name_) return Verdict::pass;
        heard_((*message)["params"]);
        return Verdict::drop;
    }

private:
    const std::string name_;
    const std::string sign_;  ///< is in every such message
    Heard heard_;
};

}  // namespace mcp::gateway
