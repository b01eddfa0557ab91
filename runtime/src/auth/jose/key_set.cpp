#include "auth/jose/key_set.hpp"

#include <utility>

namespace mcp::jose {

namespace {

constexpr std::size_t max_depth = 16;
// Each takes time, and whoever sends tokens could ask for more.
constexpr std::size_t max_tries = 8;
constexpr std::size_t max_prepared = 8;

}  // namespace

Result<KeySet> KeySet::parse(std::string_view json, std::size_t max_keys) {
    const auto document = JsonObject::parse(json, {json.size() + 1, max_depth});
    const auto list = document ? document->find("keys") : std::nullopt;
    if (!list || !list->is_array()) return Unexpected(Error{"no set of keys"});
    KeySet set;
    std::size_t count = 0;
    for (const JsonView each : list->elements()) {
        if (++count > max_keys) return Unexpected(Error{"too many keys"});
        if (each.contains("d") || each.contains("k")) continue;
        if (auto key = Key::from_jwk(each)) set.keys.push_back(std::move(*key));
    }
    return set;
}

KeySet::Verdict KeySet::verify(const Jws& jws) const {
    const std::string id = jws.key_id();
    std::size_t tries = 0;
    for (const Key& key : keys) {
        if (!key.fits(jws.algorithm) || (!id.empty() && key.id() != id)) continue;
        if (key.verify(jws.algorithm, jws.signed_text, jws.signature)) return Verdict::good;
        if (++tries == max_tries) break;
    }
    return tries == 0 ? Verdict::unknown_key : Verdict::bad;
}

KeySet KeySet::prepared(const KeySet& before, const std::stop_token& stop) const {
    KeySet set = *this;
    std::size_t count = 0;
    for (Key& key : set.keys) {
        if (count == max_prepared || stop.stop_requested()) break;
        key = key.prepared(before.keys);
        if (key.table() != nullptr) ++count;
    }
    return set;
}

}  // namespace mcp::jose
