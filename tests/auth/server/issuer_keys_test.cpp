// The keys of an issuer, as they get quicker.
#include "auth/server/issuer_keys.hpp"
#include "auth/jose/jws.hpp"

#include "rig.hpp"

#include "catch.hpp"

#include <atomic>
#include <chrono>
#include <string>

using namespace guard_test;

namespace {

/// What is said of a token; the keys are fetched for the first one.
std::optional<bool> judged(auth::IssuerKeys& keys, const std::string& token) {
    const auto jws = jose::read_jws(token).value();
    std::atomic<int> verdict = -1;
    keys.check(jws, [&](const auth::IssuerKeys::Answer& answer) { verdict = answer.good ? 1 : 0; });
    if (!asio_test::eventually([&] { return verdict >= 0; })) return std::nullopt;
    return verdict == 1;
}

}  // namespace

TEST_CASE("the keys of an issuer get tables after they have been fetched, and again when renewed") {
    Issuer issuer;
    const JwtVerifierOptions options{.issuers = {{issuer.url()}}, .pause = std::chrono::seconds(0)};
    const auto keys = std::make_shared<auth::IssuerKeys>(
        options.issuers.front(), options, auth::socket_fetcher({}, options.timeout),
        [] { return std::chrono::steady_clock::now(); });
    CHECK(keys->keys() == nullptr);
    for (const char* const name : {"first", "second"}) {
        if (name != issuer.kid) issuer.rotate(name);
        const std::string token = issuer.token();
        CHECK(judged(*keys, token) == true);
        REQUIRE(asio_test::eventually([&] {
            const auto now = keys->keys();
            const jose::Key& key = now->keys.at(0);
            return key.id() == name && key.table() != nullptr;
        }));
        CHECK(judged(*keys, token) == true);
        std::string changed = token;
        changed[changed.size() - 10] = changed[changed.size() - 10] == 'A' ? 'B' : 'A';
        CHECK(judged(*keys, changed) == false);
    }
}
