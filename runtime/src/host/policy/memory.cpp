// The file of answers:
//
//   {"version":1,"consents":{"<key>":{"server":…,"server_fingerprint":…,"kind":…,"subject":…,
//     "fingerprint":…,"parts":{…},"allow":true,"by_rule":false,"since":…}}}
#include "host/policy/memory.hpp"

#include <stdexcept>
#include <utility>

namespace mcp::host {

namespace {

constexpr std::size_t largest_file = std::size_t{32} * 1024 * 1024;

std::optional<ActionKind> kind_from(std::string_view text) {
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(ActionKind::start); ++i) {
        if (to_string(static_cast<ActionKind>(i)) == text) return static_cast<ActionKind>(i);
    }
    return std::nullopt;
}

Json to_json_text(const Remembered& each) {
    std::vector<JsonPair> parts;
    for (const auto& [name, text] : each.parts) parts.push_back({name, text});
    return Json::object({{"server", each.server},
                         {"server_fingerprint", each.server_fingerprint},
                         {"kind", to_string(each.kind)},
                         {"subject", each.subject},
                         {"fingerprint", each.fingerprint},
                         {"parts", Json::object(parts)},
                         {"allow", each.allow},
                         {"by_rule", each.by_rule},
                         {"since", each.since}});
}

std::optional<Remembered> from_json_text(JsonView value) {
    Remembered each;
    const auto text = [&](const char* name, std::string& out) {
        auto found = value[name].as_string();
        if (found) out = *std::move(found);
        return found.has_value();
    };
    std::string kind;
    const auto allow = value["allow"].as_bool();
    const auto by_rule = value["by_rule"].as_bool();
    if (!text("server", each.server) || !text("server_fingerprint", each.server_fingerprint) ||
        !text("kind", kind) || !text("subject", each.subject) ||
        !text("fingerprint", each.fingerprint) || !text("since", each.since) || !allow ||
        !by_rule || !value["parts"].is_object() || !kind_from(kind)) {
        return std::nullopt;
    }
    each.kind = *kind_from(kind);
    each.allow = *allow;
    each.by_rule = *by_rule;
    for (const JsonMember& part : value["parts"].members()) {
        auto shape = part.value.as_string();
        if (!shape) return std::nullopt;
        each.parts.emplace(part.name(), *std::move(shape));
    }
    return each;
}

std::string text_of(const std::map<std::string, Remembered>& entries) {
    std::vector<JsonPair> members;
    members.reserve(entries.size());
    for (const auto& [key, each] : entries) members.push_back({key, to_json_text(each)});
    return Json::object({{"version", 1}, {"consents", Json::object(members)}}).dump() + '\n';
}

}  // namespace

Memory::Memory(std::string path, std::size_t most) : most_(most) {
    if (path.empty()) return;
    file_.emplace(std::move(path), largest_file);
    refresh();
}

Memory::Entries Memory::parse(const std::optional<std::string>& text) const {
    Entries entries;
    if (!text) return entries;
    const auto fail = [this](const std::string& what) -> std::runtime_error {
        return std::runtime_error(file_->path() + ": " + what +
                                  ": move it away to begin with an empty one");
    };
    const auto all = Json::parse(*text, {.max_bytes = largest_file});
    if (!all || !(*all)["consents"].is_object()) throw fail("it is no file of consents");
    if ((*all)["version"].as_int64() != 1) throw fail("it is of another version");
    for (const JsonMember& member : (*all)["consents"].members()) {
        auto each = from_json_text(member.value);
        if (!each) throw fail("the consent " + visible_text(member.name()) + " is damaged");
        entries.emplace(member.name(), *std::move(each));
    }
    return entries;
}

void Memory::refresh() {
    if (!file_) return;
    const auto stamp = file_->stamp();
    if (stamp_ == stamp && (stamp || kept_.empty())) return;
    kept_.clear();
    stamp_.reset();
    kept_ = parse(file_->read());
    stamp_ = stamp;
}

std::optional<Remembered> Memory::find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    refresh();
    const auto kept = kept_.find(key);
    const auto session = session_.find(key);
    if (kept != kept_.end() && !kept->second.allow) return kept->second;
    if (session != session_.end()) return session->second;
    if (kept != kept_.end()) return kept->second;
    return std::nullopt;
}

Result<void> Memory::keep(const std::string& key, Remembered answer, bool always) {
    const std::lock_guard lock(mutex_);
    const auto for_the_session = [&] {
        if (session_.size() < most_ || session_.contains(key)) session_[key] = std::move(answer);
    };
    if (!always || !file_) {
        for_the_session();
        return {};
    }
    try {
        bool full = false;
        file_->change([&](std::optional<std::string> before) {
            Entries entries = parse(before);
            full = entries.size() >= most_ && !entries.contains(key);
            if (!full) entries[key] = answer;
            return text_of(entries);
        });
        stamp_.reset();  // it is another file now
        session_.erase(key);
        if (!full) return {};
        for_the_session();
        return Unexpected(Error{"there are too many answers in " + file_->path()});
    } catch (const std::runtime_error& error) {
        for_the_session();
        return Unexpected(Error{error.what()});
    }
}

std::vector<RememberedConsent> Memory::all() {
    const std::lock_guard lock(mutex_);
    refresh();
    std::vector<RememberedConsent> list;
    const auto add_all = [&](const Entries& entries, ConsentScope scope) {
        for (const auto& [key, each] : entries) {
            if (each.by_rule) continue;
            list.push_back({key, each.server, each.server_fingerprint, each.kind, each.subject,
                            each.allow, scope, each.since});
        }
    };
    add_all(kept_, ConsentScope::always);
    add_all(session_, ConsentScope::session);
    return list;
}

Result<bool> Memory::forget(const std::string& key) {
    const std::lock_guard lock(mutex_);
    bool found = session_.erase(key) > 0;
    if (!file_) return found;
    try {
        refresh();
        if (!kept_.contains(key)) return found;
        file_->change([&](std::optional<std::string> before) {
            Entries entries = parse(before);
            found = entries.erase(key) > 0 || found;
            return text_of(entries);
        });
        stamp_.reset();
        return found;
    } catch (const std::runtime_error& error) {
        return Unexpected(Error{error.what()});
    }
}

}  // namespace mcp::host
