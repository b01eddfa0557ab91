// The characters of a JSON string, copied only where escapes have to be undone.
#pragma once

#include <mcp/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::detail {

/// Empty, as an optional is, for what is no string. Valid as long as the value is.
class StringText {
public:
    explicit StringText(std::optional<JsonView> value) {
        if (!value || !value->is_string()) return;
        const std::string_view content = value->text().substr(1, value->text().size() - 2);
        if (content.find('\\') == std::string_view::npos) {
            text_ = content;
        } else if (auto plain = value->as_string()) {
            plain_ = *std::move(plain);
            text_ = plain_;
        }
    }
    StringText(const StringText&) = delete;
    StringText& operator=(const StringText&) = delete;

    explicit operator bool() const { return text_.has_value(); }
    std::string_view operator*() const { return *text_; }

private:
    std::optional<std::string_view> text_{};
    std::string plain_{};
};

}  // namespace mcp::detail
