// Filling in.
#include "client/result_text.hpp"

#include "rpc/meta_keys.hpp"

#include <mcp/codec.hpp>
#include <mcp/json.hpp>

#include <cstddef>
#include <string>

namespace mcp::client {

namespace {

/// Longer ones are not remembered.
constexpr std::size_t longest = 2048;

/// Whether the server says who it is in a way that cannot be read. It says the same in each result.
bool has_bad_server_info(JsonView meta) {
    thread_local std::string last_good;
    const auto info = meta.find(meta_keys::server_info);
    if (!info || info->text() == last_good) return false;
    if (!decode<Implementation>(info->text(), latest_revision)) return true;
    if (info->text().size() <= longest) last_good = info->text();
    return false;
}

std::string without_server_info(JsonView meta) {
    JsonObject changed;
    for (const JsonMember& member : meta.members()) {
        if (member.name() != meta_keys::server_info) changed.set(member.name(), Json(member.value));
    }
    return changed.dump();
}

}  // namespace

std::string complete_result(std::string result, bool cacheable) {
    const JsonView view = detail::JsonAccess::view(result);
    bool has_type = false;
    bool has_time = !cacheable;
    bool has_scope = !cacheable;
    bool negative = false;
    bool bad_info = false;
    for (const JsonMember& member : view.members()) {
        if (member.raw_name == "resultType") has_type = true;
        if (member.raw_name == "cacheScope") has_scope = true;
        if (member.raw_name == "_meta") bad_info = has_bad_server_info(member.value);
        if (member.raw_name == "ttlMs") {
            has_time = true;
            negative = cacheable && member.value.text().starts_with('-');
        }
    }
    if (has_type && has_time && has_scope && !negative && !bad_info) return result;
    std::string text = "{";
    const auto add = [&](std::string_view member) {
        if (text.size() > 1) text += ',';
        text += member;
    };
    if (!has_type) add(R"("resultType":"complete")");
    if (!has_time || negative) add(R"("ttlMs":0)");
    if (!has_scope) add(R"("cacheScope":"private")");
    for (const JsonMember& member : view.members()) {
        if (negative && member.raw_name == "ttlMs") continue;
        add("\"");
        text += member.raw_name;
        text += "\":";
        if (bad_info && member.raw_name == "_meta") {
            text += without_server_info(member.value);
        } else {
            text += member.value.text();
        }
    }
    text += '}';
    return text;
}

}  // namespace mcp::client
