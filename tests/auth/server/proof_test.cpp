// Tokens that belong to a key: proofs, nonces, and the memory of proofs.
#include "auth/server/dpop.hpp"
#include "rig.hpp"

#include "catch.hpp"

using namespace guard_test;

namespace {

/// Statuses of the same request with these proofs.
int status_with(Guarded& guarded, const std::string& token, const std::string& proof) {
    return guarded.call(Prover::headers(token, proof), "read").status;
}

}  // namespace

TEST_CASE("a token that belongs to a key is good with a proof by that key") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer));
    const Prover prover;
    const std::string token = prover.token(issuer);
    CHECK(status_with(guarded, token, prover.proof(prover.claims(token, "1"))) == 200);
    CHECK(status_with(guarded, token, prover.proof(prover.claims(token, "2"))) == 200);

    const Reply without = guarded.call(token);
    CHECK(without.status == 401);
    CHECK(without.challenge().starts_with("DPoP error=\"invalid_token\""));
    CHECK(without.says("algs=\"ES256 "));
    const Reply none = guarded.call(Prover::headers(token, ""), "read");
    CHECK(none.status == 401);
    CHECK(none.challenge().starts_with("DPoP error=\"invalid_dpop_proof\""));
    // A token of nobody's key with a proof proves nothing.
    const std::string plain = issuer.token();
    CHECK(status_with(guarded, plain, prover.proof(prover.claims(plain, "3"))) == 401);
}

TEST_CASE("where proofs are required, a token without a key is refused and told so") {
    const Issuer issuer;
    Guarded guarded(verifier_of(issuer), {.dpop = {.require = true}});
    CHECK(guarded.call("").challenge().starts_with("DPoP scope=\"mcp\""));
    const Reply reply = guarded.call(issuer.token());
    CHECK(reply.status == 401);
    CHECK(reply.challenge().starts_with("DPoP error=\"invalid_token\""));
    const Prover prover;
    const std::string token = prover.token(issuer);
    CHECK(status_with(guarded, token, prover.proof(prover.claims(token, "1"))) == 200);
    CHECK(guarded.send("GET", "/.well-known/oauth-protected-resource", {})
              .says("\"dpop_bound_access_tokens_required\":true"));
}

TEST_CASE("a nonce is asked for, and good until it is old") {
    const Issuer issuer;
    auto time = std::make_shared<std::atomic<std::int64_t>>(0);
    BearerOptions options;
    options.dpop.require_nonce = true;
    options.dpop.nonce_lifetime = std::chrono::seconds(60);
    options.now = [time] { return std::chrono::system_clock::now() + std::chrono::seconds(*time); };
    Guarded guarded(verifier_of(issuer), options);
    const Prover prover;
    const std::string token = prover.token(issuer);
    const Reply asked =
        guarded.call(Prover::headers(token, prover.proof(prover.claims(token, "1"))), "read");
    CHECK(asked.status == 401);
    CHECK(asked.challenge().starts_with("DPoP error=\"use_dpop_nonce\""));
    const std::string nonce = asked.header("DPoP-Nonce");
    REQUIRE_FALSE(nonce.empty());
    const auto with_nonce = [&](const char* jti, const std::string& value) {
        auto claims = prover.claims(token, jti);
        claims.set("nonce", value);
        return status_with(guarded, token, prover.proof(claims));
    };
    CHECK(with_nonce("1", nonce) == 200);
    CHECK(with_nonce("2", nonce) == 200);
    CHECK(with_nonce("3", nonce + "x") == 401);
    *time = 100;
    CHECK(with_nonce("4", nonce) == 401);
}

TEST_CASE(
    "the address of a proof is that of the resource, whatever the proxy in front makes of it") {
    const Issuer issuer;
    HttpServerOptions http;
    http.endpoint.public_base = "/tools";
    Guarded guarded(verifier_of(issuer), {.resource = "https://mcp.example.com/tools/mcp"}, http);
    Prover prover;
    auto claims = issuer.claims();
    claims.set("aud", "https://mcp.example.com/tools/mcp")
        .set("cnf", Json::object({{"jkt", prover.key.thumbprint()}}));
    const std::string token = issuer.sign(claims);
    const auto at = [&](const char* address, const char* jti) {
        prover.address = address;
        return status_with(guarded, token, prover.proof(prover.claims(token, jti)));
    };
    CHECK(at("https://mcp.example.com/tools/mcp", "1") == 200);
    CHECK(at("HTTPS://MCP.example.com:443/tools/mcp?x=1#y", "2") == 200);
    CHECK(at("https://mcp.example.com/mcp", "3") == 401);
}

TEST_CASE("the memory of proofs is bounded, and still nothing is good twice") {
    auth::SeenProofs seen(3);
    CHECK(seen.add(10, "a", 0));
    CHECK_FALSE(seen.add(10, "a", 0));
    CHECK(seen.add(11, "a", 0));
    CHECK(seen.add(12, "c", 0));
    CHECK(seen.add(13, "d", 0));  // what was made at 10 goes
    CHECK(seen.size() == 3);
    CHECK_FALSE(seen.add(10, "a", 0));
    CHECK_FALSE(seen.add(10, "new", 0));
    CHECK_FALSE(seen.add(9, "new", 0));
    CHECK_FALSE(seen.add(13, "d", 0));
    CHECK(seen.add(14, "e", 13));  // all before 13 are too old by now
    CHECK(seen.size() == 2);
}
