// Signed texts: the RFCs' examples, every algorithm there and back, and what is refused.
#include "auth/jose/jws.hpp"
#include "auth/jose/key_set.hpp"

#include <mcp/base64.hpp>

#include "catch.hpp"

#include <map>
#include <utility>

using namespace mcp;
using namespace mcp::jose;

namespace {

Key key_from(std::string_view text) { return Key::from_jwk(Json::parse(text).value()).value(); }

/// Two keys for each algorithm. Those for RSA take long to make, so they are made once.
const Key& test_key(Algorithm algorithm, bool second = false) {
    static const std::pair<Key, Key> rsa{Key::generate(Algorithm::rs256),
                                         Key::generate(Algorithm::rs256)};
    static std::map<Algorithm, std::pair<Key, Key>> others;
    const auto pick = [&](const std::pair<Key, Key>& keys) -> const Key& {
        return second ? keys.second : keys.first;
    };
    if (algorithm < Algorithm::es256) return pick(rsa);
    const auto [it, fresh] = others.try_emplace(algorithm, rsa);
    if (fresh) it->second = {Key::generate(algorithm), Key::generate(algorithm)};
    return pick(it->second);
}

/// A text with this header, which nobody has signed.
std::string unsigned_text(std::string_view header) {
    return base64url_encode(header) + '.' + base64url_encode("{}") + ".AAAA";
}

std::string refusal(std::string_view text) {
    const auto jws = read_jws(text);
    return jws ? "accepted" : jws.error().message;
}

}  // namespace

TEST_CASE("the examples of RFC 7515 and RFC 8037 are good") {
    const std::pair<const char*, const char*> examples[] = {
        {R"({"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
             "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"})",
         "eyJhbGciOiJFUzI1NiJ9."
         "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0c"
         "nVlfQ."
         "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"},
        {R"({"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"})",
         "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
         "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"},
    };
    for (const auto& [jwk, text] : examples) {
        const Key key = key_from(jwk);
        const auto jws = read_jws(text);
        REQUIRE(jws);
        CHECK(key.verify(jws->algorithm, jws->signed_text, jws->signature));
        CHECK_FALSE(key.is_private());
        CHECK_THROWS_AS(key.sign(jws->algorithm, "x"), std::logic_error);
    }
}

TEST_CASE("every algorithm signs, and is checked to the last bit") {
    for (std::size_t i = 0; i < algorithm_names.size(); ++i) {
        const auto algorithm = static_cast<Algorithm>(i);
        INFO(name_of(algorithm));
        CHECK(algorithm_from(algorithm_names[i]) == algorithm);
        const Key& key = test_key(algorithm);
        const std::string text = write_jws(key, algorithm, {{"kid", "a"}}, R"({"sub":"me"})");
        const auto jws = read_jws(text);
        REQUIRE(jws);
        CHECK(jws->algorithm == algorithm);
        CHECK(jws->key_id() == "a");
        CHECK(jws->payload == R"({"sub":"me"})");
        CHECK(key.verify(algorithm, jws->signed_text, jws->signature));
        CHECK_FALSE(key.verify(algorithm, jws->payload, jws->signature));
        CHECK_FALSE(test_key(algorithm, true).verify(algorithm, jws->signed_text, jws->signature));
        for (std::size_t at = 0; at < jws->signature.size(); at += 7) {
            std::string bad = jws->signature;
            bad[at] = static_cast<char>(bad[at] ^ 1);
            CHECK_FALSE(key.verify(algorithm, jws->signed_text, bad));
        }
        CHECK_FALSE(key.verify(algorithm, jws->signed_text, ""));
        CHECK_FALSE(key.verify(algorithm, jws->signed_text, jws->signature + '\0'));
        for (std::size_t other = 0; other < algorithm_names.size(); ++other) {
            if (other == i) continue;
            const bool good =
                key.verify(static_cast<Algorithm>(other), jws->signed_text, jws->signature);
            CHECK_FALSE(good);
        }
    }
}

TEST_CASE("a signature of zeros is none") {
    const Key key = Key::generate(Algorithm::es256);
    CHECK_FALSE(key.verify(Algorithm::es256, "text", std::string(64, '\0')));
}

TEST_CASE("what is no signed text is refused, and not quoted") {
    CHECK(refusal("") == "no signed token");
    CHECK(refusal("opaque") == "no signed token");
    CHECK(refusal("a.b") == "no signed token");
    CHECK(refusal("a.b.c.d.e") == "no signed token");
    CHECK(refusal("a=.b.c") == "the token is not base64url");
    CHECK(refusal("!.b.c") == "the token is not base64url");
    CHECK(refusal(std::string(17 * 1024, 'a')) == "the token is too long");
    CHECK(refusal(unsigned_text("[]")) == "the token's header is no JSON object");
    CHECK(refusal(unsigned_text(R"({"alg":"ES256","alg":"none"})")) ==
          "the token's header is no JSON object");
    for (const char* header : {R"({})", R"({"alg":"none"})", R"({"alg":"None"})",
                               R"({"alg":"HS256"})", R"({"alg":"HS512"})", R"({"alg":"es256"})",
                               R"({"alg":"ES256K"})", R"({"alg":1})", R"({"alg":"RSA-OAEP"})"}) {
        INFO(header);
        CHECK(refusal(unsigned_text(header)) == "the token's algorithm is not allowed");
    }
    for (const char* header :
         {R"({"alg":"ES256","crit":["exp"]})", R"({"alg":"ES256","b64":false})",
          R"({"alg":"ES256","zip":"DEF"})"}) {
        INFO(header);
        CHECK(refusal(unsigned_text(header)) ==
              "the token's header demands what is not known here");
    }
}

TEST_CASE("the type of a token is compared as a media type") {
    const Key key = Key::generate(Algorithm::eddsa);
    const auto type_of = [&](const Json& typ) {
        const std::string text = write_jws(key, Algorithm::eddsa, {{"typ", typ}}, "{}");
        return read_jws(text)->type();
    };
    CHECK(type_of("at+jwt") == "at+jwt");
    CHECK(type_of("application/AT+JWT") == "at+jwt");
    CHECK(type_of(1).empty());
}

TEST_CASE("a set of keys finds the key that a text names") {
    using Verdict = KeySet::Verdict;
    const Key mine = Key::generate(Algorithm::es256);
    const Key other = Key::generate(Algorithm::es256);
    const auto named = [](const Key& key, const char* id) {
        auto jwk = key.public_jwk();
        jwk.set("kid", id);
        return Key::from_jwk(jwk).value();
    };
    const KeySet set{{named(other, "other"), named(mine, "mine")}};
    const auto verdict = [&](const Key& key, const JsonObject& header,
                             Algorithm algorithm = Algorithm::es256) {
        const std::string text = write_jws(key, algorithm, header, "{}");
        return set.verify(*read_jws(text));
    };
    CHECK(verdict(mine, {{"kid", "mine"}}) == Verdict::good);
    CHECK(verdict(mine, {}) == Verdict::good);
    CHECK(verdict(mine, {{"kid", "other"}}) == Verdict::bad);
    CHECK(verdict(mine, {{"kid", "new"}}) == Verdict::unknown_key);
    CHECK(verdict(Key::generate(Algorithm::es256), {}) == Verdict::bad);
    CHECK(verdict(Key::generate(Algorithm::eddsa), {}, Algorithm::eddsa) == Verdict::unknown_key);
}
