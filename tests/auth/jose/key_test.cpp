// Keys: the RFCs' examples, PEM there and back, and what is no key.
#include "auth/jose/key.hpp"
#include "auth/jose/digest.hpp"
#include "auth/jose/key_set.hpp"

#include <mcp/base64.hpp>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::jose;

namespace {

Json json(std::string_view text) { return Json::parse(text).value(); }

constexpr std::string_view rfc7638_key =
    R"({"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFF)"
    R"(xuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65)"
    R"(YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI)"
    R"(4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB",)"
    R"("alg":"RS256","kid":"2011-04-29"})";
constexpr std::string_view ed25519_key =
    R"({"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",)"
    R"("x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"})";
constexpr std::string_view p256_key =
    R"({"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
    R"("y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",)"
    R"("d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"})";

/// `p256_key` with another value for this member.
Json changed(std::string_view name, const Json& value) {
    auto key = JsonObject::parse(p256_key).value();
    key.set(name, value);
    return key;
}

}  // namespace

TEST_CASE("thumbprints are those of RFC 7638 and RFC 8037") {
    CHECK(Key::from_jwk(json(rfc7638_key))->thumbprint() ==
          "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
    CHECK(Key::from_jwk(json(ed25519_key))->thumbprint() ==
          "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
}

TEST_CASE("a key says what it is for, and whether it is private") {
    const auto rsa = Key::from_jwk(json(rfc7638_key));
    REQUIRE(rsa);
    CHECK_FALSE(rsa->is_private());
    CHECK(rsa->id() == "2011-04-29");
    CHECK(rsa->fits(Algorithm::rs256));
    CHECK_FALSE(rsa->fits(Algorithm::ps256));  // `alg` says RS256
    CHECK_FALSE(rsa->fits(Algorithm::es256));
    const auto ec = Key::from_jwk(json(p256_key));
    REQUIRE(ec);
    CHECK(ec->is_private());
    CHECK(ec->fits(Algorithm::es256));
    CHECK_FALSE(ec->fits(Algorithm::es384));
    CHECK_FALSE(Key::from_jwk(changed("use", "enc"))->fits(Algorithm::es256));
    CHECK(Key::from_jwk(changed("use", "sig"))->fits(Algorithm::es256));
    CHECK_FALSE(
        Key::from_jwk(changed("key_ops", Json::array({"deriveKey"})))->fits(Algorithm::es256));
    CHECK(Key::from_jwk(changed("key_ops", Json::array({"verify"})))->fits(Algorithm::es256));
}

TEST_CASE("what shows a key shows its public half") {
    for (const std::string_view text : {p256_key, ed25519_key}) {
        const auto key = Key::from_jwk(json(text));
        REQUIRE(key);
        const JsonObject shown = key->public_jwk();
        CHECK_FALSE(shown.contains("d"));
        CHECK(shown["x"].as_string() == json(text)["x"].as_string());
        CHECK(Key::from_jwk(shown)->thumbprint() == key->thumbprint());
    }
}

TEST_CASE("a key goes to PEM and comes back") {
    for (const auto algorithm : {Algorithm::rs256, Algorithm::es256, Algorithm::es384,
                                 Algorithm::es512, Algorithm::eddsa}) {
        const Key key = Key::generate(algorithm);
        const auto again = Key::from_pem(key.private_pem());
        REQUIRE(again);
        CHECK(again->is_private());
        CHECK(again->thumbprint() == key.thumbprint());
        CHECK(Key::from_jwk(key.public_jwk())
                  ->verify(algorithm, "text", again->sign(algorithm, "text")));
    }
}

TEST_CASE("what is no key is refused, without being quoted") {
    const auto refused = [](const Json& jwk) {
        const auto key = Key::from_jwk(jwk);
        if (key) return std::string("accepted");
        CHECK(key.error().message.find("jpsQnn") == std::string::npos);
        return key.error().message;
    };
    const std::string other_x = base64url_encode(std::string(32, '\x01'));
    CHECK(refused(changed("x", other_x)) == "numbers that are no key");  // not on the curve
    CHECK(refused(changed("d", other_x)) == "numbers that are no key");  // another key's half
    CHECK(refused(changed("d", "AQ")) == "a private key of the wrong length");
    CHECK(refused(changed("x", "AQ")) == "a coordinate of the wrong length");
    CHECK(refused(changed("x", "not base64url!")) == "a key without a number that it needs");
    CHECK(refused(changed("x", 1)) == "a key without a number that it needs");
    CHECK(refused(changed("crv", "P-384")) == "a coordinate of the wrong length");
    CHECK(refused(changed("crv", "secp256k1")) == "an EC key on another curve");
    CHECK(refused(changed("kty", "oct")) == "a kind of key that is not used here");
    CHECK(refused(Json::object({{"kty", "oct"}, {"k", "c2VjcmV0"}})) ==
          "a kind of key that is not used here");
    CHECK(refused("no object") == "no JSON Web Key");

    auto okp = JsonObject::parse(ed25519_key).value();
    CHECK(refused(okp.set("x", other_x)) == "numbers that are no key");

    const auto rsa = [](std::string_view n, std::string_view e) {
        return Json::object(
            {{"kty", "RSA"}, {"n", base64url_encode(n)}, {"e", base64url_encode(e)}});
    };
    const std::string odd(256, '\xff');
    CHECK(refused(rsa(odd.substr(0, 128), {"\x01\x00\x01", 3})) ==
          "an RSA key of less than 2048 bits");
    CHECK(refused(rsa(std::string(1024, '\xff') + odd, {"\x01\x00\x01", 3})) ==
          "a key without a number that it needs");
    CHECK(refused(rsa(odd, "\x01")) == "an RSA key with an unsafe exponent");
    CHECK(refused(rsa(odd, "\x04")) == "an RSA key with an unsafe exponent");
    CHECK(refused(rsa(odd, std::string(9, '\x03'))) == "an RSA key with an unsafe exponent");
}

TEST_CASE("PEM that is no key is refused") {
    CHECK_FALSE(Key::from_pem(""));
    CHECK_FALSE(Key::from_pem("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"));
    CHECK_FALSE(Key::from_pem(
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"));
}

TEST_CASE("a set of keys leaves out what is of no use") {
    auto with_id = Key::generate(Algorithm::es256).public_jwk();
    with_id.set("kid", "mine");
    const Json set = Json::object(
        {{"keys", Json::array({with_id, json(p256_key), json(R"({"kty":"oct","k":"AAAA"})"),
                               json(R"({"kty":"new","z":1})"), 17, json(rfc7638_key)})}});
    const auto keys = KeySet::parse(set.text());
    REQUIRE(keys);
    REQUIRE(keys->keys.size() == 2);
    CHECK(keys->keys[0].id() == "mine");
    CHECK(keys->keys[1].id() == "2011-04-29");

    CHECK_FALSE(KeySet::parse("[]"));
    CHECK_FALSE(KeySet::parse("{}"));
    CHECK_FALSE(KeySet::parse(R"({"keys":{}})"));
    CHECK_FALSE(KeySet::parse("<html>"));
    CHECK(KeySet::parse(R"({"keys":[]})")->keys.empty());
    CHECK(KeySet::parse(R"({"keys":[1,2,3]})", 3));
    CHECK_FALSE(KeySet::parse(R"({"keys":[1,2,3]})", 2));
}

TEST_CASE("digests are those of FIPS 180, and secrets are compared as a whole") {
    CHECK(base64url_encode(sha256("abc")) == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
    CHECK(same_secret("secret", "secret"));
    CHECK_FALSE(same_secret("secret", "secreT"));
    CHECK_FALSE(same_secret("secret", "secrets"));
}
