// Tokens that are not good, shown to a server; and what an issuer, or who pretends to be one,
// sends.
#include "rig.hpp"

#include <tests/auth/attacks/attacks.hpp>

#include <openssl/hmac.h>

using namespace guard_test;

namespace {

struct TokenWall {
    Issuer issuer{};
    Guarded guarded{verifier_of(issuer)};

    /// Shown alone, and after a good token, so that nothing that is kept lets it in.
    std::string shown(const std::string& token) {
        for (int i = 0; i < 2; ++i) {
            const Reply reply = guarded.call(token);
            if (reply.status != 401) return "status " + std::to_string(reply.status);
            if (guarded.runs().count("read") != 0) return "a handler has run";
            if (guarded.call(issuer.token(), "who").status != 200) return "a good token is refused";
        }
        return {};
    }
    std::string with_claim(std::string_view name, const Json& value) {
        auto claims = issuer.claims();
        claims.set(name, value);
        return shown(issuer.sign(claims));
    }
    std::string with_header(const JsonObject& header) {
        return shown(issuer.sign(issuer.claims(), header));
    }
};

/// A token with this header and this signature.
std::string forged(const Issuer& issuer, const JsonObject& header, std::string_view signature) {
    return base64url_encode(header.text()) + '.' + base64url_encode(issuer.claims().text()) + '.' +
           base64url_encode(signature);
}

std::string hmac(std::string_view key, std::string_view text) {
    std::string digest(32, '\0');
    unsigned size = 0;
    ::HMAC(::EVP_sha256(), key.data(), static_cast<int>(key.size()),
           reinterpret_cast<const unsigned char*>(text.data()), text.size(),
           reinterpret_cast<unsigned char*>(digest.data()), &size);
    return digest;
}

/// What happens when the issuer's keys are this document.
std::string with_keys(const std::string& document, const std::string& token_by = {}) {
    Issuer issuer;
    issuer.keys_document = document;
    Guarded guarded(verifier_of(issuer));
    const Reply reply = guarded.call(token_by.empty() ? issuer.token() : token_by);
    if (reply.status != 503 && reply.status != 401) return std::to_string(reply.status);
    return guarded.runs().empty() ? "" : "a handler has run";
}

}  // namespace

// ---- whom it is for, by whom, when ----

ATTACK("ARS-07 R383: a token for another server") {
    return TokenWall().with_claim("aud", "https://other.example.com/mcp");
}
ATTACK("ARS-07 R383: a token for a longer address") {
    return TokenWall().with_claim("aud", resource + "/other");
}
ATTACK("ARS-07 R383: a token for the origin alone") {
    return TokenWall().with_claim("aud", "https://mcp.example.com");
}
ATTACK("ARS-07 R387: a token for nobody in particular") {
    return TokenWall().with_claim("aud", Json::array({}));
}
ATTACK("R383: a token of another issuer") {
    TokenWall wall;
    const Issuer other;
    return wall.shown(other.token());
}
ATTACK("R383: a token of somebody who uses the issuer's name") {
    TokenWall wall;
    const Issuer other;
    auto claims = other.claims();
    claims.set("iss", wall.issuer.url());
    return wall.shown(other.sign(claims));
}
ATTACK("R383: the issuer's name with a slash behind it") {
    TokenWall wall;
    return wall.with_claim("iss", wall.issuer.url() + "/");
}
ATTACK("ARS-01 R384: a token that has expired") {
    return TokenWall().with_claim("exp", now_in_seconds() - 61);
}
ATTACK("a token that never expires") {
    TokenWall wall;
    auto claims = wall.issuer.claims();
    claims.erase("exp");
    return wall.shown(wall.issuer.sign(claims));
}
ATTACK("a time that is no number") { return TokenWall().with_claim("exp", "99999999999"); }
ATTACK("a time after all times") {
    return TokenWall().with_claim("exp", Json::parse("1e300").value());
}
ATTACK("R383: a token that is not valid yet") {
    return TokenWall().with_claim("nbf", now_in_seconds() + 120);
}
ATTACK("R383: a token that was issued in the future") {
    return TokenWall().with_claim("iat", now_in_seconds() + 120);
}
ATTACK("a token that expires while it is kept") {
    auto ahead = std::make_shared<std::atomic<int>>(0);
    const Issuer issuer;
    BearerOptions options;
    options.now = [ahead] {
        return std::chrono::system_clock::now() + std::chrono::seconds(*ahead);
    };
    Guarded guarded(verifier_of(issuer), options);
    const std::string token = issuer.token();
    if (guarded.call(token).status != 200) return "a good token is refused";
    *ahead = 299 + 61 + 2;
    return guarded.call(token).status == 401 ? "" : "let in";
}
ATTACK("R383: a token that its issuer has taken back") {
    Issuer issuer;
    auto answer = issuer.claims();
    answer.set("active", true);
    issuer.opaque["opaque"] = answer;
    IntrospectionOptions options{.issuer = issuer.url(), .endpoint = issuer.url() + "/introspect"};
    options.fresh_for = std::chrono::seconds(0);
    Guarded guarded(introspection_verifier(options));
    if (guarded.call("opaque").status != 200) return "a good token is refused";
    issuer.opaque["opaque"] = {{"active", false}};
    return guarded.call("opaque").status == 401 ? "" : "let in";
}

// ---- signatures ----

ATTACK("alg none") {
    TokenWall wall;
    return wall.shown(forged(wall.issuer, {{"alg", "none"}, {"typ", "at+jwt"}}, ""));
}
ATTACK("alg NoNe") {
    TokenWall wall;
    return wall.shown(forged(wall.issuer, {{"alg", "NoNe"}, {"typ", "at+jwt"}}, "x"));
}
ATTACK("the public key as a shared secret (HS256)") {
    TokenWall wall;
    const JsonObject header{{"alg", "HS256"}, {"typ", "at+jwt"}, {"kid", "first"}};
    const std::string text =
        base64url_encode(header.text()) + '.' + base64url_encode(wall.issuer.claims().text());
    const std::string jwk = wall.issuer.key().public_jwk().dump();
    return wall.shown(text + '.' + base64url_encode(hmac(jwk, text)));
}
ATTACK("the algorithm of another kind of key") {
    TokenWall wall;
    return wall.shown(forged(wall.issuer, {{"alg", "RS256"}, {"kid", "first"}, {"typ", "at+jwt"}},
                             std::string(256, 'x')));
}
ATTACK("a signature of zeros") {
    TokenWall wall;
    return wall.shown(forged(wall.issuer, {{"alg", "ES256"}, {"kid", "first"}, {"typ", "at+jwt"}},
                             std::string(64, '\0')));
}
ATTACK("a signature that was left out") {
    TokenWall wall;
    const std::string token = wall.issuer.token();
    return wall.shown(token.substr(0, token.rfind('.') + 1));
}
ATTACK("the signature of another token") {
    TokenWall wall;
    const std::string a = wall.issuer.token("alice");
    const std::string b = wall.issuer.token("bob");
    return wall.shown(a.substr(0, a.rfind('.')) + b.substr(b.rfind('.')));
}
ATTACK("a token that brings its own key") {
    TokenWall wall;
    const Issuer own;
    auto claims = own.claims();
    claims.set("iss", wall.issuer.url());
    return wall.shown(own.sign(claims, {{"jwk", own.key().public_jwk()}}));
}
ATTACK("a token that says where its key is") {
    TokenWall wall;
    const Issuer own;
    auto claims = own.claims();
    claims.set("iss", wall.issuer.url());
    const std::string happened =
        wall.shown(own.sign(claims, {{"jku", own.url() + "/keys"}, {"x5u", own.url() + "/keys"}}));
    return own.key_requests == 0 ? happened : "its key was fetched";
}
ATTACK("a key id that is a path") {
    return TokenWall().with_header({{"kid", "../../../dev/null"}});
}
ATTACK("a header that must be understood") {
    return TokenWall().with_header({{"crit", Json::array({"exp"})}});
}
ATTACK("a signed text that is no access token: dpop+jwt") {
    return TokenWall().with_header({{"typ", "dpop+jwt"}});
}
ATTACK("a signed text that is no access token: logout+jwt") {
    return TokenWall().with_header({{"typ", "logout+jwt"}});
}
ATTACK("a claim that is there twice") {
    TokenWall wall;
    std::string claims = wall.issuer.claims().dump();
    claims.insert(claims.size() - 1, R"(,"sub":"root")");
    JsonObject header{{"kid", "first"}, {"typ", "at+jwt"}};
    return wall.shown(jose::write_jws(wall.issuer.key(), Algorithm::es256, header, claims));
}
ATTACK("a token that fills the memory") {
    TokenWall wall;
    const auto reply = wall.guarded.call(std::string(20'000, 'x'));
    return reply.status == 431 ? "" : "status " + std::to_string(reply.status);
}
ATTACK("a token that belongs to a certificate, shown without it") {
    return TokenWall().with_claim("cnf", Json::object({{"x5t#S256", "abc"}}));
}

// ---- header and log injection ----

ATTACK("a scope that ends the header") {
    TokenWall wall;
    auto claims = wall.issuer.claims();
    claims.set("scope", "mcp\r\nX-Injected: yes");
    const Reply reply = wall.guarded.call(wall.issuer.sign(claims));
    if (reply.says("X-Injected")) return "it is in the reply";
    return reply.status == 401 ? "" : "let in";
}
ATTACK("a scope that ends the quotes") {
    TokenWall wall;
    auto claims = wall.issuer.claims();
    claims.set("scope", "mcp\", resource_metadata=\"https://evil.example");
    const Reply reply = wall.guarded.call(wall.issuer.sign(claims));
    return reply.status == 401 && !reply.says("evil.example") ? "" : "it is in the reply";
}
ATTACK("a resource that ends the quotes") {
    HttpServerOptions http;
    try {
        require_bearer(http,
                       token_verifier([](std::string_view) { return std::optional<Grant>(); }),
                       {.resource = "https://mcp.example.com/\", error=\"x",
                        .authorization_servers = {"https://as.example"}});
    } catch (const std::invalid_argument&) {
        return "";
    }
    return "accepted";
}
ATTACK("a subject that forges a line of the log") {
    return TokenWall().with_claim("sub", "alice\nadmitted root");
}
ATTACK("a subject that is another user of another issuer") {
    // '#' parts issuer and subject: the issuer has none, so the first one does.
    TokenWall wall;
    const Issuer other;
    Guarded both(jwt_verifier({.issuers = {{wall.issuer.url()}, {other.url()}}}));
    auto claims = wall.issuer.claims();
    claims.set("sub", "x#" + other.url() + "#alice");
    const Reply reply = both.call(wall.issuer.sign(claims), "who");
    return reply.says(wall.issuer.url() + "#x#") ? "" : "taken for another";
}

// ---- the issuer's documents ----

ATTACK("ARS-06: metadata of another issuer") {
    Issuer issuer;
    issuer.claims_to_be = "https://other.example.com";
    Guarded guarded(verifier_of(issuer));
    const Reply reply = guarded.call(issuer.token());
    if (issuer.key_requests != 0) return "its keys were fetched";
    return reply.status == 503 ? "" : "let in";
}
ATTACK("keys without an end") {
    asio_test::Rig endless([](const HttpRequest&, const std::shared_ptr<HttpReply>& reply) {
        reply->begin(200, {});
        const std::string piece(64 * 1024, ' ');
        for (int i = 0; i < 64; ++i) reply->write(piece);
        return std::make_shared<asio_test::Exchange>([reply] {});
    });
    const Issuer issuer;
    const std::string at = "http://127.0.0.1:" + std::to_string(endless.server.port()) + "/keys";
    Guarded guarded(jwt_verifier({.issuers = {{issuer.url(), at}}}));
    const auto begun = std::chrono::steady_clock::now();
    const Reply reply = guarded.call(issuer.token());
    if (std::chrono::steady_clock::now() - begun > std::chrono::seconds(5)) return "it has waited";
    return reply.status == 503 ? "" : "let in";
}
ATTACK("keys that never come") {
    asio_test::Rig silent([](const HttpRequest&, const std::shared_ptr<HttpReply>& reply) {
        reply->begin(200, {});
        return std::make_shared<asio_test::Exchange>([reply] {});
    });
    const Issuer issuer;
    const std::string at = "http://127.0.0.1:" + std::to_string(silent.server.port()) + "/keys";
    Guarded guarded(
        jwt_verifier({.issuers = {{issuer.url(), at}}, .timeout = std::chrono::milliseconds(200)}));
    return guarded.call(issuer.token()).status == 503 ? "" : "let in";
}
ATTACK("keys that are somewhere else") {
    Issuer issuer;
    asio_test::Rig redirects([&](const HttpRequest&, const std::shared_ptr<HttpReply>& reply) {
        const std::string to = issuer.url() + "/keys";
        const HttpHeader location{"Location", to};
        reply->answer(302, {&location, 1}, {});
        return nullptr;
    });
    const std::string at = "http://127.0.0.1:" + std::to_string(redirects.server.port()) + "/keys";
    Guarded guarded(jwt_verifier({.issuers = {{issuer.url(), at}}}));
    const Reply reply = guarded.call(issuer.token());
    if (issuer.key_requests != 0) return "it was followed";
    return reply.status == 503 ? "" : "let in";
}
ATTACK("oversized keys") {
    return with_keys(R"({"keys":[],"x":")" + std::string(300'000, 'x') + "\"}");
}
ATTACK("a thousand keys") {
    std::string keys = R"({"keys":[0)";
    for (int i = 0; i < 1000; ++i) keys += ",0";
    return with_keys(keys + "]}");
}
ATTACK("keys that nest without end") {
    return with_keys(R"({"keys":)" + std::string(10'000, '[') + std::string(10'000, ']') + "}");
}
ATTACK("a shared secret among the keys") {
    const std::string secret = base64url_encode("secret");
    const JsonObject header{{"alg", "HS256"}, {"typ", "at+jwt"}, {"kid", "first"}};
    Issuer issuer;
    issuer.keys_document = R"({"keys":[{"kty":"oct","kid":"first","k":")" + secret + "\"}]}";
    const std::string text =
        base64url_encode(header.text()) + '.' + base64url_encode(issuer.claims().text());
    Guarded guarded(verifier_of(issuer));
    return guarded.call(text + '.' + base64url_encode(hmac("secret", text))).status == 401
               ? ""
               : "let in";
}
ATTACK("many tokens with made-up keys make one request to the issuer") {
    TokenWall wall;
    if (wall.guarded.call(wall.issuer.token()).status != 200) return "a good token is refused";
    const int before = wall.issuer.key_requests;
    for (int i = 0; i < 50; ++i) {
        const std::string token =
            wall.issuer.sign(wall.issuer.claims(), {{"kid", "made-up-" + std::to_string(i)}});
        if (wall.guarded.call(token).status != 401) return "let in";
    }
    return wall.issuer.key_requests - before <= 1 ? "" : "the issuer was flooded";
}
