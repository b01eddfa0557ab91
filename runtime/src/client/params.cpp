// Composing params. Members keep their text.
#include "client/params.hpp"

#include "rpc/meta_keys.hpp"

#include <cstddef>
#include <optional>

namespace mcp::client {

namespace {

class ObjectText {
public:
    void add(std::string_view raw_name, std::string_view value) {
        open();
        text_ += '"';
        text_ += raw_name;
        text_ += "\":";
        text_ += value;
    }
    void add_members(std::string_view members) {
        if (members.empty()) return;
        open();
        text_ += members;
    }
    bool empty() const { return text_.empty(); }
    /// Room for so many bytes, and for what the protocol adds.
    void expect(std::size_t bytes) { text_.reserve(bytes + 160); }
    std::string take() {
        if (text_.empty()) return "{}";
        text_ += '}';
        return std::move(text_);
    }

private:
    void open() { text_ += text_.empty() ? '{' : ','; }
    std::string text_;
};

bool is_ours(const JsonMember& member, const Additions& additions) {
    if (member.named("progressToken")) return true;  // each call has its own, or none
    if (additions.meta.empty()) return false;
    return member.named(meta_keys::protocol_version) ||
           member.named(meta_keys::client_capabilities) || member.named(meta_keys::client_info);
}

/// How the codec ends the params of a request whose user has no `_meta`: all of it is replaced.
constexpr std::string_view unfilled_meta =
    R"("_meta":{"io.modelcontextprotocol/clientCapabilities":{},)"
    R"("io.modelcontextprotocol/protocolVersion":""}})";

/// The members of `params`, without braces, where that can be seen to hold nothing that goes.
std::optional<std::string_view> members_as_they_are(std::string_view params,
                                                    const Additions& additions) {
    if (params.empty() || additions.replaces_input) return std::nullopt;
    const bool unfilled = !additions.meta.empty() && params.ends_with(unfilled_meta);
    params.remove_suffix(unfilled ? unfilled_meta.size() : 1);
    params.remove_prefix(1);
    if (unfilled && params.ends_with(',')) params.remove_suffix(1);
    // Deeper down it does no harm, but that is seen by a walk only; so are names with escapes.
    if (params.find('\\') != params.npos || params.find("_meta") != params.npos) {
        return std::nullopt;
    }
    return params;
}

}  // namespace

std::string compose_params(std::string_view params, const Additions& additions) {
    ObjectText object;
    ObjectText meta;
    bool has_log_level = false;
    object.expect(params.size() + additions.meta.size() + additions.input_responses.size() +
                  additions.request_state.size());
    if (!additions.meta.empty()) meta.expect(additions.meta.size());
    if (const auto members = members_as_they_are(params, additions)) {
        object.add_members(*members);
    } else if (!params.empty()) {
        for (const JsonMember& member : detail::JsonAccess::view(params).members()) {
            if (member.named("_meta")) {
                for (const JsonMember& inner : member.value.members()) {
                    if (is_ours(inner, additions)) continue;
                    if (inner.named(meta_keys::log_level)) has_log_level = true;
                    meta.add(inner.raw_name, inner.value.text());
                }
            } else if (!additions.replaces_input ||
                       !(member.named("inputResponses") || member.named("requestState"))) {
                object.add(member.raw_name, member.value.text());
            }
        }
    }
    if (!additions.input_responses.empty()) {
        object.add("inputResponses", additions.input_responses);
    }
    if (!additions.request_state.empty()) object.add("requestState", additions.request_state);
    meta.add_members(additions.meta);
    if (!additions.log_level.empty() && !has_log_level) {
        meta.add(meta_keys::log_level, additions.log_level);
    }
    if (!additions.progress_token.empty()) meta.add("progressToken", additions.progress_token);
    if (!meta.empty()) object.add("_meta", meta.take());
    return object.take();
}

std::string params_without_meta(std::string_view params) {
    ObjectText object;
    if (!params.empty()) {
        for (const JsonMember& member : detail::JsonAccess::view(params).members()) {
            if (!member.named("_meta")) object.add(member.raw_name, member.value.text());
        }
    }
    return object.take();
}

}  // namespace mcp::client
