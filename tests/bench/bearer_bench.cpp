// What a token costs a request: a signature that is checked each time, with the issuer's keys
// there, and a token that was checked before. In one process, without sockets.
#include "auth/jose/digest.hpp"
#include "auth/jose/jws.hpp"
#include "auth/server/jwt_verifier.hpp"

#include <mcp/base64.hpp>
#include <mcp/bearer.hpp>
#include <tests/bench/measure.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

using namespace mcpgen::bench;
using namespace mcp;
using jose::Algorithm;
using jose::Key;

namespace {

constexpr std::size_t samples = 201;
const std::string resource = "https://mcp.example.com/mcp";
const std::string issuer = "https://login.example.com";

[[noreturn]] void stop(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(2);
}

/// Gives one document, whatever is asked for.
class OneDocument final : public http::Fetcher {
public:
    explicit OneDocument(std::string text) : text_(std::move(text)) {}
    std::unique_ptr<http::Fetch> start(http::FetchRequest request,
                                       std::shared_ptr<http::FetchSink> sink) override {
        std::thread([sink = std::move(sink), url = request.url, text = text_] {
            sink->head({200, {}, url});
            sink->data(text);
            sink->end(std::nullopt);
        }).detach();
        return nullptr;
    }

private:
    const std::string text_;
};

std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// A wall, and a request that gets in.
class Wall {
public:
    Wall(Algorithm algorithm, std::size_t cached, bool by_key) : key_(Key::generate(algorithm)) {
        auto jwk = key_.public_jwk();
        jwk.set("kid", "a");
        const std::string keys = Json::object({{"keys", Json::array({jwk})}}).dump();
        JwtVerifierOptions options;
        options.issuers = {{issuer, issuer + "/keys"}};
        const auto verifier = auth::make_jwt_verifier(
            options, [keys] { return std::make_shared<OneDocument>(keys); },
            [] { return std::chrono::steady_clock::now(); });
        BearerOptions bearer;
        bearer.resource = resource;
        bearer.scopes = {"mcp"};
        bearer.tool_scopes["add"] = {"add"};  // so the body is looked into
        bearer.max_cached_tokens = cached;
        require_bearer(http_, verifier, bearer);

        JsonObject claims{{"iss", issuer}, {"sub", "alice"},      {"aud", resource},
                          {"iat", now()},  {"exp", now() + 3600}, {"scope", "mcp add"}};
        if (by_key) claims.set("cnf", Json::object({{"jkt", key_.thumbprint()}}));
        token_ = jose::write_jws(key_, algorithm, {{"kid", "a"}, {"typ", "at+jwt"}}, claims.text());
        value_ = (by_key ? "DPoP " : "Bearer ") + token_;
        for (int i = 0; i < 1000 && ask() != 0; ++i)  // until the keys are there
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (ask() != 0) stop("a good token is refused");
    }

    /// 0: let in.
    int ask() {
        std::string proof;
        if (value_.starts_with("DPoP")) {
            const JsonObject claims{{"jti", std::to_string(++proofs_)},
                                    {"htm", "POST"},
                                    {"htu", resource},
                                    {"iat", now()},
                                    {"ath", base64url_encode(jose::sha256(token_))}};
            proof =
                jose::write_jws(key_, Algorithm::es256,
                                {{"typ", "dpop+jwt"}, {"jwk", key_.public_jwk()}}, claims.text());
        }
        const HttpHeader headers[] = {{"Host", "mcp.example.com"},
                                      {"Content-Type", "application/json"},
                                      {"Authorization", value_},
                                      {"DPoP", proof}};
        HttpRequest request;
        request.method = "POST";
        request.target = "/mcp";
        request.headers = headers;
        request.body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call",)"
                       R"("params":{"name":"add","arguments":{"a":1,"b":2}}})";
        int status = -1;
        http_.authenticate_later(
            request, [&](Answer<HttpIdentity> answer) { status = answer ? answer->status : -2; });
        return status;
    }

private:
    HttpServerOptions http_{};
    Key key_;
    std::string token_{};
    std::string value_{};
    std::uint64_t proofs_ = 0;
};

}  // namespace

int main() {
    pin_to_one_processor();
    constexpr std::size_t many = 1000;
    Wall es256(Algorithm::es256, 0, false);
    Wall rs256(Algorithm::rs256, 0, false);
    Wall eddsa(Algorithm::eddsa, 0, false);
    Wall cached(Algorithm::es256, many, false);
    Wall by_key(Algorithm::es256, many, true);
    const auto times = take_turns({{"ES256", [&] { keep(es256.ask()); }},
                                   {"cached", [&] { keep(cached.ask()); }},
                                   {"RS256", [&] { keep(rs256.ask()); }},
                                   {"EdDSA", [&] { keep(eddsa.ask()); }},
                                   {"proof", [&] { keep(by_key.ask()); }}},
                                  samples);
    Report report;
    report.heading("a request with a token");
    report.at_most("ES256, the issuer's keys are there", median(times[0]), 60, 1.0, "us");
    report.at_most("a token that was checked before", median(times[1]), 30, 1.0, "us");
    report.figure("RS256, the issuer's keys are there", median(times[2]), "us");
    report.figure("EdDSA, the issuer's keys are there", median(times[3]), "us");
    report.figure("a cached token, and a proof that is made and checked", median(times[4]), "us");
    const Key key = Key::generate(Algorithm::es256);
    const auto begin = std::chrono::steady_clock::now();
    keep(key.prepared());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    report.figure("tables of an issuer's key for ES256, once", took.count(), "ms");
    return report.finish();
}
