// Looking at a result without making anything of it.
#include "gateway/text_calls.hpp"

#include "json/text.hpp"
#include "rpc/meta_keys.hpp"
#include "server/params.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <cstddef>
#include <utility>

namespace mcp::gateway {

namespace {

bool is_text_block(JsonView block) {
    bool type = false;
    bool text = false;
    std::size_t members = 0;
    for (const JsonMember& member : block.members()) {
        ++members;
        if (member.raw_name == "type") type = member.value.text() == R"("text")";
        if (member.raw_name == "text") text = member.value.is_string();
    }
    return type && text && members == 2;
}

bool only_texts(JsonView content) {
    if (!content.is_array()) return false;
    for (const JsonView block : content.elements()) {
        if (!is_text_block(block)) return false;
    }
    return true;
}

/// What the server behind says of itself is not for the client in front.
bool only_server_info(JsonView meta) {
    if (!meta.is_object()) return false;
    for (const JsonMember& member : meta.members()) {
        if (member.raw_name != meta_keys::server_info) return false;
    }
    return true;
}

/// As the codec writes them, but for the `_meta` that each request gets anyway.
Result<std::string, CodecError> params_text(const std::string& name, const JsonObject& arguments,
                                            Revision revision) {
    std::string text = R"({"name":)";
    text.reserve(name.size() + arguments.text().size() + 32);
    if (!detail::append_quoted_checked(text, name)) {
        CallToolRequestParams params{.name = name};
        params.arguments = arguments;
        return encode(params, revision);  // says what is wrong
    }
    text.append(R"(,"arguments":)").append(arguments.text()) += '}';
    return text;
}

}  // namespace

std::optional<PlainResult> PlainResult::read(JsonView result) {
    PlainResult plain;
    for (const JsonMember& member : result.members()) {
        if (member.raw_name == "content") {
            if (!only_texts(member.value)) return std::nullopt;
            plain.content_ = member.value.text();
        } else if (member.raw_name == "isError") {
            plain.is_error_ = member.value.as_bool();
            if (!plain.is_error_) return std::nullopt;
        } else if (member.raw_name == "resultType") {
            if (member.value.text() != R"("complete")") return std::nullopt;
        } else if (member.raw_name != "_meta" || !only_server_info(member.value)) {
            return std::nullopt;
        }
    }
    if (plain.content_.empty()) return std::nullopt;
    return plain;
}

std::string PlainResult::write(Context& context) const {
    const auto& call = detail::ServedCall::of(context);
    std::string written;
    std::string_view info = call.server_info_text;
    if (info.empty() && call.server_info) {
        written = encode(*call.server_info, call.revision).value_or("");
        info = written;
    }
    std::string text;
    text.reserve(content_.size() + info.size() + 128);
    text.append(R"({"content":)").append(content_);
    if (is_error_) text.append(*is_error_ ? R"(,"isError":true)" : R"(,"isError":false)");
    if (server::is_modern(call.revision)) text.append(R"(,"resultType":"complete")");
    text += '}';
    if (!info.empty()) server::add_server_info(text, info);
    return text;
}

void TextCalls::call_tool(Client& client, std::string name, JsonObject arguments,
                          CallOptions options, bool typed, Done<ToolAnswer> done) {
    static constexpr MethodRow row = method_row<CallTool>();
    detail::ClientCall call{.row = &row, .options = std::move(options)};
    call.params = [name, arguments = std::move(arguments)](Revision revision) {
        return params_text(name, arguments, revision);
    };
    call.done = [link = client.link(), tool = std::move(name), typed,
                 done = std::move(done)](Answer<std::string> text) mutable {
        if (text && !typed) {
            if (auto plain = PlainResult::read(detail::JsonAccess::view(*text))) {
                return done(ToolAnswer(*std::move(plain)));
            }
        }
        auto result = Client::read_result<CallTool>(link, std::move(text), tool);
        if (!result) return done(Unexpected(std::move(result).error()));
        done(ToolAnswer(*std::move(result)));
    };
    client.submit(std::move(call));
}

}  // namespace mcp::gateway
