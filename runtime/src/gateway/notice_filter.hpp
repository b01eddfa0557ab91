// Takes notifications of one name out of what a server says, before anything that comes after them.
// Changes of tasks are told to others than the client's own listeners.
#pragma once

#include <mcp/json.hpp>
#include <mcp/message_filter.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::gateway {

class NoticeFilter : public MessageFilter {
public:
    using Heard = std::function<void(JsonView params)>;
    NoticeFilter(std::string_view name, Heard heard)
        : name_(name), search_(name_.begin(), name_.end()), heard_(std::move(heard)) {}
    NoticeFilter(const NoticeFilter&) = delete;
    NoticeFilter& operator=(const NoticeFilter&) = delete;

    Verdict incoming(std::string& text) override {
        if (std::search(text.cbegin(), text.cend(), search_) == text.cend()) return Verdict::pass;
        const auto message = Json::parse(text);
        if (!message || (*message)["method"].as_string() != name_) return Verdict::pass;
        heard_((*message)["params"]);
        return Verdict::drop;
    }

private:
    const std::string name_;
    /// Every message is looked at: this skips most of it.
    const std::boyer_moore_horspool_searcher<std::string::const_iterator> search_;
    Heard heard_;
};

}  // namespace mcp::gateway
