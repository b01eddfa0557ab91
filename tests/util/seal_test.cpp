// Sealing: what opens, what does not, and what is visible.
#include <mcp/base64.hpp>
#include <mcp/seal.hpp>

#include "catch.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <vector>

using namespace mcp;
using namespace std::chrono_literals;

namespace {
const Sealer::Time noon = Sealer::Time(std::chrono::hours(500'000));
const std::string key_a(32, 'a');
const std::string key_b(40, 'b');
std::string reason(const Result<std::string, Sealer::Refusal>& result) {
    return result ? "" : result.error().reason;
}
}  // namespace

TEST_CASE("a sealed text opens before it expires and not afterwards") {
    const Sealer sealer;
    const std::string text = sealer.seal("state", "alice", "secret", noon);
    CHECK(sealer.open("state", "alice", text, noon - 1ms).value() == "secret");
    CHECK(reason(sealer.open("state", "alice", text, noon)) == "expired");
    CHECK(reason(sealer.open("state", "alice", text, noon + 24h)) == "expired");
}

TEST_CASE("a sealed text opens for its purpose and for whom it is bound to alone") {
    const Sealer sealer;
    const std::string text = sealer.seal("state", "alice", "secret", noon);
    const std::string other = "changed, or sealed for something else";
    CHECK(reason(sealer.open("cursor", "alice", text, noon - 1s)) == other);
    CHECK(reason(sealer.open("state", "bob", text, noon - 1s)) == other);
    CHECK(reason(sealer.open("statealice", "", text, noon - 1s)) == other);
    CHECK(reason(sealer.open("", "", text, noon - 1s)) == other);
}

TEST_CASE("no byte of a sealed text can be changed, dropped or added") {
    const Sealer sealer;
    const std::string text = sealer.seal("state", "alice", "some secret", noon);
    const std::string bytes = base64url_decode(text).value();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        CHECK_FALSE(sealer.open("state", "alice", base64url_encode(changed), noon - 1s));
        CHECK_FALSE(sealer.open("state", "alice", base64url_encode(bytes.substr(0, i)), noon - 1s));
    }
    CHECK_FALSE(sealer.open("state", "alice", base64url_encode(bytes + '\0'), noon - 1s));
    CHECK_FALSE(sealer.open("state", "alice", text + "=", noon - 1s));
    CHECK(reason(sealer.open("state", "alice", "", noon)) == "no sealed text");
    CHECK(reason(sealer.open("state", "alice", "!", noon)) == "no sealed text");
}

TEST_CASE("sealing keeps empty, long and binary secrets") {
    const Sealer sealer;
    for (const std::size_t size : {0U, 1U, 15U, 16U, 17U, 100'000U}) {
        std::string secret(size, '\0');
        for (std::size_t i = 0; i < size; ++i) secret[i] = static_cast<char>(i * 31);
        const std::string text = sealer.seal("p", "", secret, noon);
        CHECK(sealer.open("p", "", text, noon - 1s).value() == secret);
    }
}

TEST_CASE("every seal is different and shows nothing of the secret") {
    const Sealer sealer({key_a});
    std::set<std::string> texts;
    for (int i = 0; i < 100; ++i) texts.insert(sealer.seal("p", "bound", "visible", noon));
    CHECK(texts.size() == 100);
    const std::string bytes = base64url_decode(*texts.begin()).value();
    CHECK(bytes.find("visible") == std::string::npos);
    CHECK(bytes.find("bound") == std::string::npos);
    CHECK(bytes.find(key_a.substr(0, 4)) == std::string::npos);
    CHECK(bytes.size() == 53 + 7);
}

TEST_CASE("the first key seals and every key of the ring opens") {
    const Sealer old_one({key_a});
    const Sealer both({key_b, key_a});
    const Sealer new_one({key_b});
    const std::string by_old = old_one.seal("p", "", "x", noon);
    const std::string by_both = both.seal("p", "", "y", noon);
    CHECK(both.open("p", "", by_old, noon - 1s).value() == "x");
    CHECK(new_one.open("p", "", by_both, noon - 1s).value() == "y");
    CHECK(reason(old_one.open("p", "", by_both, noon - 1s)) == "unknown key");
}

TEST_CASE("services that share keys are kept apart by their audience") {
    const Sealer weather({key_a}, "weather");
    const Sealer mail({key_a}, "mail");
    const Sealer weather_again({key_a}, "weather");
    const std::string text = weather.seal("p", "", "x", noon);
    CHECK_FALSE(mail.open("p", "", text, noon - 1s));
    CHECK(weather_again.open("p", "", text, noon - 1s).value() == "x");
}

TEST_CASE("a sealer without a key of its own opens no other one's texts") {
    const Sealer one;
    const Sealer other;
    CHECK_FALSE(other.open("p", "", one.seal("p", "", "x", noon), noon - 1s));
    const Sealer copy = one;
    CHECK(copy.open("p", "", one.seal("p", "", "x", noon), noon - 1s).value() == "x");
}

TEST_CASE("a key ring without keys or with a short one is refused") {
    const std::vector<std::string> none;
    CHECK_THROWS_AS(Sealer(none), std::invalid_argument);
    CHECK_THROWS_AS(Sealer({key_a, std::string(31, 'x')}), std::invalid_argument);
}

TEST_CASE("SES-02 a million ids of sessions are a million different ones") {
    std::vector<std::size_t> hashes(
        1'000'000);  // of 64 bits: the same by chance once in 30 million
    for (std::size_t& one : hashes) one = std::hash<std::string>()(random_token(24));
    std::sort(hashes.begin(), hashes.end());
    CHECK(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
}

TEST_CASE("random tokens are URL-safe, long enough and never the same") {
    std::set<std::string> tokens;
    for (int i = 0; i < 1000; ++i) tokens.insert(random_token());
    CHECK(tokens.size() == 1000);
    CHECK(base64url_decode(*tokens.begin()).value().size() == 16);
    CHECK(base64url_decode(random_token(300)).value().size() == 300);
}
