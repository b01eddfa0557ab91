// Sources for programs, and tokens that are bound to a key.
#include "rig.hpp"

#include "auth/client/dpop.hpp"
#include "auth/jose/digest.hpp"
#include "auth/jose/jws.hpp"

#include <mcp/base64.hpp>

#include <stdexcept>

namespace mcp::auth::test {
namespace {

const std::string token_endpoint = issuer + "/token";

/// The same servers, and a source of another kind.
struct MachineRig : Rig {
    explicit MachineRig(std::unique_ptr<TokenGrant> grant) {
        metadata.erase("token_endpoint_auth_methods_supported");
        publish();
        SourceParts parts;
        parts.web = std::shared_ptr<Web>(std::shared_ptr<Web>(), web);
        parts.now = [this] { return now; };
        parts.grant = std::move(grant);
        OAuthOptions options;
        options.storage = storage;
        source = std::make_shared<OAuthSource>(options, std::move(parts));
    }
};

JsonObject payload_of(const jose::Jws& jws) { return JsonObject::parse(jws.payload).value(); }

TEST_CASE("client credentials: a secret") {
    ClientCredentialsOptions options;
    options.client = {{}, "me", "secret"};
    MachineRig rig(credentials_grant(options));
    REQUIRE(rig.refuse(401, R"(Bearer scope="a")") == true);
    const Form form = rig.web->last_form(token_endpoint);
    CHECK(form_text(form) ==
          "grant_type=client_credentials&resource=https%3A%2F%2Fmcp.example%2Fv1%2Fmcp&scope=a");
    CHECK(*http::find_field(rig.web->last(token_endpoint).secret_headers, "Authorization") ==
          "Basic " + base64_encode("me:secret"));
    CHECK(rig.pages.empty());
}

TEST_CASE("client credentials: a signature for the issuer, that expires") {
    const jose::Key key = jose::Key::generate(jose::Algorithm::es256);
    ClientCredentialsOptions options;
    options.client.id = "me";
    options.private_key = key.private_pem();
    options.key_id = "k1";
    MachineRig rig(credentials_grant(options));
    rig.metadata.set("token_endpoint_auth_methods_supported", Json::array({"private_key_jwt"}));
    rig.metadata.set("token_endpoint_auth_signing_alg_values_supported", Json::array({"ES256"}));
    rig.publish();
    REQUIRE(rig.refuse_401() == true);
    const Form form = rig.web->last_form(token_endpoint);
    CHECK(*find(form, "client_assertion_type") ==
          "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    const std::string assertion = *find(form, "client_assertion");
    const auto jws = jose::read_jws(assertion).value();
    CHECK(jws.key_id() == "k1");
    CHECK(key.verify(jws.algorithm, jws.signed_text, jws.signature));
    const JsonObject claims = payload_of(jws);
    CHECK(claims["iss"].as_string() == "me");
    CHECK(claims["sub"].as_string() == "me");
    CHECK(claims["aud"].as_string() == issuer);
    CHECK(claims["iat"].as_int64() == 1'800'000'000);
    CHECK(claims["exp"].as_int64() == 1'800'000'300);
}

TEST_CASE("client credentials: R407 only for the issuer that they are for") {
    ClientCredentialsOptions options;
    options.client = {"https://other.example", "me", "secret"};
    MachineRig rig(credentials_grant(options));
    const auto outcome = rig.refuse_401();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().failure == AuthFailure::no_client);
    CHECK(rig.web->count(token_endpoint) == 0);
    options.private_key = "no key";
    CHECK_THROWS_AS(credentials_grant(options), std::invalid_argument);
}

TEST_CASE("enterprise login: the identity provider's word, for one authorization server") {
    EnterpriseOptions options;
    options.client = {{}, "at-as", "as-secret"};
    options.idp_token_endpoint = "https://idp.example/token";
    options.idp_client.id = "at-idp";
    options.subject_token = [] { return "id-token"; };
    MachineRig rig(enterprise_grant(options));
    rig.web->serve(options.idp_token_endpoint,
                   Json::object({{"access_token", "the-jag"},
                                 {"issued_token_type", "urn:ietf:params:oauth:token-type:id-jag"},
                                 {"token_type", "N_A"}}));
    REQUIRE(rig.refuse_401() == true);
    const Form exchange = rig.web->last_form(options.idp_token_endpoint);
    CHECK(*find(exchange, "audience") == issuer);
    CHECK(*find(exchange, "resource") == server_url);
    CHECK(*find(exchange, "subject_token") == "id-token");
    CHECK(*find(exchange, "client_id") == "at-idp");
    const Form form = rig.web->last_form(token_endpoint);
    CHECK(*find(form, "grant_type") == "urn:ietf:params:oauth:grant-type:jwt-bearer");
    CHECK(*find(form, "assertion") == "the-jag");
    CHECK(find(form, "subject_token") == nullptr);
}

TEST_CASE("enterprise login: an answer that is no such grant goes nowhere") {
    EnterpriseOptions options;
    options.idp_token_endpoint = "https://idp.example/token";
    options.subject_token = [] { return "id-token"; };
    MachineRig rig(enterprise_grant(options));
    rig.web->serve(options.idp_token_endpoint,
                   Json::object({{"access_token", "a"}, {"token_type", "Bearer"}}));
    CHECK_FALSE(rig.refuse_401());
    CHECK(rig.web->count(token_endpoint) == 0);
}

TEST_CASE("workload identity: the platform's token, and no second try when it is refused") {
    WorkloadOptions options;
    options.assertion = [] { return "platform-jwt"; };
    MachineRig rig(workload_grant(options));
    SECTION("taken") {
        REQUIRE(rig.refuse_401() == true);
        const Form form = rig.web->last_form(token_endpoint);
        CHECK(*find(form, "assertion") == "platform-jwt");
        CHECK(find(form, "client_id") == nullptr);
    }
    SECTION("refused") {
        rig.web->serve(token_endpoint, [](const WebRequest&) {
            return json_reply(Json::object({{"error", "invalid_grant"},
                                            {"error_description", "platform-jwt is old"}}),
                              400);
        });
        const auto outcome = rig.refuse_401();
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().message.find("platform-jwt") == std::string::npos);
        CHECK(rig.refuse_401() == outcome);
        CHECK(rig.web->count(token_endpoint) == 1);
    }
}

TEST_CASE("ACL-23 programs ask for wider scopes once") {
    WorkloadOptions options;
    options.assertion = [] { return "jwt"; };
    MachineRig rig(workload_grant(options));
    REQUIRE(rig.refuse_401() == true);
    CHECK(rig.refuse(403, R"(Bearer error="insufficient_scope", scope="b")", 0) == true);
    CHECK(rig.refuse(403, R"(Bearer error="insufficient_scope", scope="b")", 1) == false);
}

TEST_CASE("DPoP: proofs for each request, for this token, and with the newest nonce") {
    const jose::Key key = jose::Key::generate(jose::Algorithm::es256);
    std::chrono::system_clock::time_point now{std::chrono::hours(500'000)};
    DpopProver prover(key, jose::Algorithm::es256, [&] { return now; });
    const auto claims = [&](const std::string& proof) {
        const auto jws = jose::read_jws(proof).value();
        CHECK(jws.type() == "dpop+jwt");
        CHECK(jws.header["jwk"].text() == key.public_jwk().text());
        CHECK(jws.header["jwk"]["d"].is_null());
        CHECK(key.verify(jws.algorithm, jws.signed_text, jws.signature));
        return payload_of(jws);
    };
    const JsonObject first = claims(prover.proof("POST", "https://a.example/t?q=1#f", "token"));
    CHECK(first["htm"].as_string() == "POST");
    CHECK(first["htu"].as_string() == "https://a.example/t");
    CHECK(first["iat"].as_int64() == 1'800'000'000);
    CHECK(first["ath"].as_string() == base64url_encode(jose::sha256("token")));
    CHECK_FALSE(first.contains("nonce"));
    const JsonObject second = claims(prover.proof("POST", "https://a.example/t", {}));
    CHECK(second["jti"].text() != first["jti"].text());
    CHECK_FALSE(second.contains("ath"));
    CHECK(prover.learn("https://a.example/t", {{"dpop-nonce", "n1"}}));
    CHECK_FALSE(prover.learn("https://a.example/t", {{"DPoP-Nonce", "n1"}}));
    CHECK(claims(prover.proof("GET", "https://a.example/u", {}))["nonce"].as_string() == "n1");
    CHECK_FALSE(claims(prover.proof("GET", "https://b.example/u", {})).contains("nonce"));
    CHECK_FALSE(prover.learn("https://a.example/t", {{"DPoP-Nonce", std::string(5000, 'n')}}));
}

TEST_CASE("DPoP: the token endpoint's nonce is given once, and tokens must be bound") {
    WorkloadOptions options;
    options.assertion = [] { return "jwt"; };
    MachineRig rig(workload_grant(options));
    const auto bound = bound_source(rig.source, {}, [&] { return rig.now; });
    SECTION("nonce") {
        rig.web->serve(token_endpoint, [&](const WebRequest& request) {
            const std::string* proof = http::find_field(request.secret_headers, "DPoP");
            REQUIRE(proof);
            if (payload_of(jose::read_jws(*proof).value())["nonce"].as_string() != "n") {
                WebReply reply = refusal_reply("use_dpop_nonce");
                reply.headers.emplace_back("DPoP-Nonce", "n");
                return reply;
            }
            return json_reply(Json::object({{"access_token", "bound"}, {"token_type", "DPoP"}}));
        });
        REQUIRE(rig.refuse_401() == true);
        CHECK(rig.web->count(token_endpoint) == 2);
        const auto fields = bound->at_hand(rig.request).value();
        CHECK(fields[0].second == "DPoP bound");
        CHECK(fields[1].first == "DPoP");
    }
    SECTION("a nonce that never suits ends it") {
        rig.web->serve(token_endpoint, [&](const WebRequest&) {
            WebReply reply = refusal_reply("use_dpop_nonce");
            reply.headers.emplace_back("DPoP-Nonce", std::to_string(rig.web->requests.size()));
            return reply;
        });
        REQUIRE_FALSE(rig.refuse_401());
        CHECK(rig.web->count(token_endpoint) == 2);
    }
    SECTION("a token that is not bound is not used") {
        REQUIRE_FALSE(rig.refuse_401());
        CHECK(rig.authorization().empty());
    }
    CHECK_THROWS_AS(bound_source(bearer_token("t"), {}, [&] { return rig.now; }),
                    std::invalid_argument);
}

}  // namespace
}  // namespace mcp::auth::test
