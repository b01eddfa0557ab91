#include "auth/jose/key_set.hpp"

#include <algorithm>
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

KeySet KeySet::prepared(const KeySet& before) const {
    KeySet set = *this;
    for (std::size_t i = 0; i < set.keys.size() && i < max_prepared; ++i) {
        const auto known =
            std::find_if(before.keys.begin(), before.keys.end(),
                         [&](const Key& key) { return key.id() == set.keys[i].id(); });
        set.keys[i] = set.keys[i].prepared(known == before.keys.end() ? nullptr : &*known);
    }
    return set;
}

}  // namespace mcp::jose
