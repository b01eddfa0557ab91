// The beginning of a message that was too large to be kept: a look for its id, so that its sender
// does not wait in vain. Nothing here trusts the text, and nothing but the id is taken from it.
#include "rpc/envelope.hpp"

#include "json/text.hpp"

namespace mcp::rpc {
namespace {

/// Steps over the members of an object whose end is missing.
class Beginning {
public:
    explicit Beginning(std::string_view text) : rest_(text) {}

    bool take(char mark) {
        while (!rest_.empty() && detail::is_space(rest_.front())) rest_.remove_prefix(1);
        if (rest_.empty() || rest_.front() != mark) return false;
        rest_.remove_prefix(1);
        return true;
    }

    /// The string that is next, without its quotes; null data when there is none, or its end is
    /// missing.
    std::string_view string() {
        if (!take('"')) return {};
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            if (rest_[i] == '\\') {
                ++i;
            } else if (rest_[i] == '"') {
                const std::string_view content = rest_.substr(0, i);
                rest_.remove_prefix(i + 1);
                return content;
            }
        }
        rest_ = {};
        return {};
    }

    /// The text of the value that is next; null data when its end is missing.
    std::string_view value() {
        while (!rest_.empty() && detail::is_space(rest_.front())) rest_.remove_prefix(1);
        const char* const begin = rest_.data();
        std::size_t open = 0;
        while (!rest_.empty()) {
            const char c = rest_.front();
            if (c == '"') {
                if (!string().data()) return {};
                if (open == 0) return {begin, static_cast<std::size_t>(rest_.data() - begin)};
                continue;
            }
            const bool closes = c == '}' || c == ']';
            if (open == 0 && (closes || c == ',' || detail::is_space(c))) {
                return {begin, static_cast<std::size_t>(rest_.data() - begin)};
            }
            rest_.remove_prefix(1);
            if (c == '{' || c == '[') ++open;
            if (closes && --open == 0) {
                return {begin, static_cast<std::size_t>(rest_.data() - begin)};
            }
        }
        return {};
    }

private:
    std::string_view rest_;
};

}  // namespace

BadMessage too_large(std::string_view beginning) {
    BadMessage message;
    message.error = RpcError(error_code::invalid_request, "the message is too large");
    bool has_method = false;
    Beginning text(beginning);
    if (!text.take('{')) return message;
    do {
        const std::string_view name = text.string();
        if (!name.data() || !text.take(':')) break;
        has_method = has_method || name == "method";
        message.is_answer = message.is_answer || name == "result" || name == "error";
        const std::string_view value = text.value();
        if (!value.data()) break;
        if (name == "id" && !value.empty()) {
            if (const auto json = Json::parse(value)) {
                message.id = MessageId::from(*json).value_or(MessageId());
            }
        }
    } while (text.take(','));
    message.is_answer = message.is_answer && !has_method;
    return message;
}

}  // namespace mcp::rpc
