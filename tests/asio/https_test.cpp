// HTTPS between our server and our client: who is believed, and what is said when nobody is.
#include "certificate.hpp"
#include "client.hpp"
#include "support.hpp"

#include <mcp/serve_http.hpp>
#include <mcp/tool.hpp>

#include <catch.hpp>

using namespace asio_test;

namespace {

/// An HttpServer with one tool, for https.
struct Https {
    explicit Https(const Certificate& own)
        : certificate(own.certificate_pem()), key(own.key_pem()), http(server, options()) {
        server.tool("quick", "", [] { return "done"; });
        http.start();
    }
    void replace(const Certificate& own) const {
        certificate.write(own.certificate_pem());
        key.write(own.key_pem());
    }
    std::string url(const std::string& host) const {
        return "https://" + host + ":" + std::to_string(http.port()) + "/mcp";
    }
    mcp::HttpServerOptions options() const {
        mcp::HttpServerOptions result;
        result.listen = {"127.0.0.1:0"};
        result.use_systemd = false;
        result.certificate = certificate.path();
        result.private_key = key.path();
        return result;
    }

    TemporaryFile certificate;
    TemporaryFile key;
    mcp::Server server{{.name = "test", .version = "1"}};
    mcp::HttpServer http;
};

/// What the tool says to a client that trusts this certificate alone; or the system's, without one.
std::string call(const std::string& url, const TemporaryFile* trusted,
                 const TemporaryFile* own = nullptr, const TemporaryFile* own_key = nullptr) {
    mcp::HttpClientOptions options;
    options.url = url;
    if (trusted) options.tls.ca_file = trusted->path();
    if (own) options.tls.certificate_file = own->path();
    if (own_key) options.tls.key_file = own_key->path();
    return Caller(options).call("quick");
}

}  // namespace

TEST_CASE("HTTPS: our client calls our server, and refuses a wrong name and an unknown authority") {
    const Certificate authority("authority");
    const Certificate stranger("stranger");
    const Certificate own("localhost", &authority);
    const TemporaryFile trusted(authority.certificate_pem());
    const TemporaryFile other(stranger.certificate_pem());
    const Https https(own);
    CHECK(https.http.addresses() == std::vector{https.url("127.0.0.1")});
    CHECK(call(https.url("localhost"), &trusted) == "done");

    const std::string wrong_name = call(https.url("127.0.0.1"), &trusted);
    INFO(wrong_name);
    CHECK(wrong_name.find("TLS with " + https.url("127.0.0.1").substr(0, 17)) != std::string::npos);
    CHECK(wrong_name.find("verify failed") != std::string::npos);
    for (const TemporaryFile* unknown : {&other, static_cast<const TemporaryFile*>(nullptr)}) {
        const std::string why = call(https.url("localhost"), unknown);
        INFO(why);
        CHECK(why.find("unable to get local issuer certificate") != std::string::npos);
    }
    // And who was refused has harmed nobody.
    CHECK(call(https.url("localhost"), &trusted) == "done");
}

TEST_CASE("HTTPS: a client that has a certificate is served as any other") {
    const Certificate authority("authority");
    const Certificate own("localhost", &authority);
    const Certificate client("client", &authority);
    const TemporaryFile trusted(authority.certificate_pem());
    const TemporaryFile certificate(client.certificate_pem());
    const TemporaryFile key(client.key_pem());
    const TemporaryFile wrong_key(own.key_pem());
    const Https https(own);
    CHECK(call(https.url("localhost"), &trusted, &certificate, &key) == "done");
    // A key of another certificate is named before anything is sent.
    const std::string why = call(https.url("localhost"), &trusted, &certificate, &wrong_key);
    INFO(why);
    CHECK(why.find(wrong_key.path()) != std::string::npos);
}

TEST_CASE("HTTPS: a certificate is replaced while clients are connected") {
    const Certificate first("localhost");
    const Certificate second("localhost");
    const TemporaryFile trusts_first(first.certificate_pem());
    const TemporaryFile trusts_second(second.certificate_pem());
    Https https(first);
    mcp::HttpClientOptions options;
    options.url = https.url("localhost");
    options.tls.ca_file = trusts_first.path();
    const Caller early(options);
    CHECK(early.call("quick") == "done");
    CHECK(call(https.url("localhost"), &trusts_second) != "done");

    https.replace(second);
    CHECK(call(https.url("localhost"), &trusts_first) == "done");  // nobody has said so yet
    https.http.reload_certificate();
    CHECK(call(https.url("localhost"), &trusts_second) == "done");
    CHECK(call(https.url("localhost"), &trusts_first) != "done");
    CHECK(early.call("quick") == "done");  // on the connection that it has

    // A key that is not the certificate's changes nothing.
    https.certificate.write(first.certificate_pem());
    CHECK_THROWS_WITH(https.http.reload_certificate(), Catch::Contains(https.key.path()));
    CHECK(call(https.url("localhost"), &trusts_second) == "done");
}
