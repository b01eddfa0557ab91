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

ResultNotes::ResultNotes(JsonView result) {
    for (const JsonMember& member : result.members()) {
        if (member.raw_name == "resultType") type = member.value;
        if (member.raw_name == "cacheScope") has_scope = true;
        if (member.raw_name == "_meta") meta = member.value;
        if (member.raw_name == "ttlMs") time = member.value;
    }
}

bool is_complete(const ResultNotes& result, bool cacheable) {
    const bool kept_right = result.time && result.has_scope && !result.has_negative_time();
    return result.type && (!cacheable || kept_right) &&
           !(result.meta && has_bad_server_info(*result.meta));
}

std::string complete_result(std::string result, bool cacheable) {
    const JsonView view = detail::JsonAccess::view(result);
    const ResultNotes notes(view);
    if (is_complete(notes, cacheable)) return result;
    const bool negative = cacheable && notes.has_negative_time();
    const bool bad_info = notes.meta && has_bad_server_info(*notes.meta);
    std::string text = "{";
    const auto add = [&](std::string_view member) {
        if (text.size() > 1) text += ',';
        text += member;
    };
    if (!notes.type) add(R"("resultType":"complete")");
    if (cacheable && (!notes.time || negative)) add(R"("ttlMs":0)");
    if (cacheable && !notes.has_scope) add(R"("cacheScope":"private")");
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
