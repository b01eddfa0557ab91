// Takes log messages out of what a server says, before anything that comes after them: in front they
// belong to a call, which may end with the next message.
#pragma once

#include <mcp/codec.hpp>
#include <mcp/json.hpp>
#include <mcp/message_filter.hpp>
#include <mcp/types.hpp>

#include <functional>
#include <string>
#include <utility>

namespace mcp::gateway {

class LogFilter : public MessageFilter {
public:
    using Heard = std::function<void(const LoggingMessageNotificationParams&)>;
    explicit LogFilter(Heard heard) : heard_(std::move(heard)) {}

    Verdict incoming(std::string& text) override {
        if (text.find("\"notifications/message\"") == std::string::npos) return Verdict::pass;
        const auto message = Json::parse(text);
        if (!message || (*message)["method"].as_string() != "notifications/message") {
            return Verdict::pass;
        }
        // Its params are the same in every revision but for `_meta`.
        const auto read =
            decode<LoggingMessageNotificationParams>((*message)["params"].text(), r2025_11_25);
        if (read) heard_(*read);
        return Verdict::drop;
    }

private:
    Heard heard_;
};

}  // namespace mcp::gateway
