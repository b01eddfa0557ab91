// HTTPS.
#include "certificate.hpp"
#include "support.hpp"

#include <catch.hpp>

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <system_error>

using namespace asio_test;

namespace {

/// Files with a certificate for `name`, signed by itself, and its key.
struct Files {
    explicit Files(const std::string& name) { write(name); }
    void write(const std::string& name) const {
        const Certificate made(name);
        certificate.write(made.certificate_pem());
        key.write(made.key_pem());
    }
    mcp::HttpServerOptions options() const {
        mcp::HttpServerOptions result;
        result.certificate = certificate.path();
        result.private_key = key.path();
        return result;
    }
    TemporaryFile certificate{""};
    TemporaryFile key{""};
};

/// A client that believes any certificate.
class TlsWire {
public:
    explicit TlsWire(std::uint16_t port) : wire_(port) {
        SSL_CTX* const context = SSL_CTX_new(TLS_client_method());
        ssl_ = SSL_new(context);
        SSL_CTX_free(context);
        SSL_set_fd(ssl_, wire_.fd());
        connected_ = SSL_connect(ssl_) == 1;
    }
    ~TlsWire() { SSL_free(ssl_); }
    TlsWire(const TlsWire&) = delete;
    TlsWire& operator=(const TlsWire&) = delete;

    bool connected() const { return connected_; }
    std::string name() const {
        X509* const cert = SSL_get1_peer_certificate(ssl_);
        char text[256] = "";
        X509_NAME_get_text_by_NID(X509_get_subject_name(cert), NID_commonName, text, sizeof text);
        X509_free(cert);
        return text;
    }
    std::string ask(const std::string& request) {
        SSL_write(ssl_, request.data(), static_cast<int>(request.size()));
        std::string text;
        char buffer[4096];
        std::size_t whole = std::string::npos;
        while (text.size() < whole) {
            const int size = SSL_read(ssl_, buffer, sizeof buffer);
            if (size <= 0) break;
            text.append(buffer, static_cast<std::size_t>(size));
            const std::size_t at = text.find("Content-Length: ");
            const std::size_t end = text.find("\r\n\r\n");
            if (at != std::string::npos && end != std::string::npos) {
                whole = end + 4 + std::stoul(text.substr(at + 16));
            }
        }
        return text;
    }

private:
    Wire wire_;
    SSL* ssl_ = nullptr;
    bool connected_ = false;
};

}  // namespace

TEST_CASE("HTTPS: a handshake, requests, large bodies, and a certificate that is replaced") {
    const Files files("first");
    Rig rig(&echo, files.options());
    CHECK(rig.server.addresses()[0].starts_with("https://127.0.0.1:"));
    TlsWire wire(rig.server.port());
    REQUIRE(wire.connected());
    CHECK(wire.name() == "first");
    for (int i = 0; i < 3; ++i) {
        CHECK(body_of(wire.ask(post("hello"))) == "POST /mcp hello");
    }
    const std::string large(3'000'000, 'z');
    CHECK(body_of(wire.ask(post(large))) == "POST /mcp " + large);

    files.write("second");
    rig.server.reload_certificate();
    TlsWire later(rig.server.port());
    REQUIRE(later.connected());
    CHECK(later.name() == "second");
    CHECK(body_of(wire.ask(post("still there"))) == "POST /mcp still there");

    files.certificate.write("no certificate");
    CHECK_THROWS_AS(rig.server.reload_certificate(), std::system_error);
    TlsWire last(rig.server.port());
    REQUIRE(last.connected());
    CHECK(last.name() == "second");
}

TEST_CASE("HTTPS: requests that arrive in one record are answered in order") {
    const Files files("a");
    const Rig rig(&echo, files.options());
    TlsWire wire(rig.server.port());
    REQUIRE(wire.connected());
    const std::string both = wire.ask(post("1") + post("2"));
    CHECK(both.find("POST /mcp 1") != std::string::npos);
    CHECK(body_of(wire.ask(get("/3"))).find("/") != std::string::npos);
}

TEST_CASE("HTTPS: who does not speak TLS is let go") {
    const Files files("a");
    const Rig rig(&echo, files.options());
    Wire wire = rig.connect();
    REQUIRE(wire.send(get("/")));
    CHECK(wire.all().find("HTTP/") == std::string::npos);
    CHECK(eventually([&] { return rig.server.connection_count() == 0; }));
}

TEST_CASE("HTTPS: a certificate without its key, or one that is none, is refused") {
    mcp::run::Crew crew;
    mcp::HttpServerOptions options;
    options.certificate = "/nowhere/cert.pem";
    CHECK_THROWS_AS(mcp::web::WebServer(crew, &echo, options), std::invalid_argument);
    options.private_key = "/nowhere/key.pem";
    options.listen = {"127.0.0.1:0"};
    CHECK_THROWS_WITH(mcp::web::WebServer(crew, &echo, options).start(),
                      Catch::Contains("/nowhere/cert.pem"));
}
