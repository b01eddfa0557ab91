// Fetches through proxies and over TLS.
#include "web.hpp"

#include <atomic>
#include <vector>

using namespace mcp;
using namespace mcp::http;
using namespace mcp::http::test;
using namespace std::chrono_literals;

TEST_CASE("a proxy gets whole addresses, and makes tunnels for https") {
    const Certificate authority("authority");
    const Certificate mine("example.test", &authority);
    const TemporaryFile trusted(authority.certificate_pem());
    std::vector<std::string> seen;
    std::string authorization;
    bool refuse = false;
    Server proxy([&](Peer& peer) {
        Received request = peer.receive();
        seen.push_back(request.method + " " + request.target);
        authorization = request.headers["proxy-authorization"];
        if (refuse) {
            peer.reply("", "", "403 Forbidden");
            return;
        }
        if (request.method == "CONNECT") {
            peer.write("HTTP/1.1 200 Connection established\r\n\r\n");
            SSL_CTX* const context = mine.server_context();
            peer.start_tls(context);
            request = peer.receive();
            CHECK_FALSE(request.headers.contains("proxy-authorization"));
            peer.reply(request.method + " " + request.target);
            SSL_CTX_free(context);
        } else {
            peer.reply("proxied");
        }
    });
    HttpClientOptions options;
    options.tls.ca_file = trusted.path();
    options.proxy.http = options.proxy.https =
        "http://user:pass@127.0.0.1:" + std::to_string(proxy.port());
    Web web(options);
    SECTION("http") {
        CHECK(web.get("http://example.test/a?b").body == "proxied");
        CHECK(seen == std::vector<std::string>{"GET http://example.test/a?b"});
        CHECK(authorization == "Basic dXNlcjpwYXNz");
    }
    SECTION("https") {
        CHECK(web.get("https://example.test/a?b").body == "GET /a?b");
        CHECK(seen == std::vector<std::string>{"CONNECT example.test:443"});
        CHECK(authorization == "Basic dXNlcjpwYXNz");
    }
    SECTION("that says no") {
        refuse = true;
        const Reply reply = web.get("https://example.test/");
        says(reply, "HTTP 403");
        CHECK(reply.failure->find("pass") == std::string::npos);
    }
}

TEST_CASE("TLS: the certificate must be of somebody trusted, and for this name") {
    const Certificate authority("authority");
    const Certificate stranger("stranger");
    const TemporaryFile trusted(authority.certificate_pem());
    const TemporaryFile other(stranger.certificate_pem());
    HttpClientOptions options;
    options.tls.ca_file = trusted.path();
    SECTION("by name") {
        const Certificate mine("localhost", &authority);
        Server server(echo, mine.server_context());
        CHECK(Web(options).get(server.url("localhost")).status == 200);
        says(Web(options).get(server.url("127.0.0.1")), "TLS");
    }
    SECTION("by address") {
        const Certificate mine("127.0.0.1", &authority);
        Server server(echo, mine.server_context());
        Web web(options);
        for (int i = 0; i < 3; ++i) CHECK(web.post(server.url()).body == "POST /mcp hello");
        CHECK(server.connections() == 1);
        says(Web().get(server.url()), "TLS");  // the system does not know the authority
        options.tls.ca_file = other.path();
        says(Web(options).get(server.url()), "TLS");
        options.tls.ca_file = "/nowhere.pem";
        says(Web(options).get(server.url()), "/nowhere.pem");
    }
    SECTION("a redirect must not lose it") {
        const Certificate mine("127.0.0.1", &authority);
        Server plain(echo);
        Server server(
            [&](Peer& peer) {
                (void)peer.receive();
                peer.reply("", "", "307 Temporary Redirect", "Location: " + plain.url() + "\r\n");
            },
            mine.server_context());
        says(Web(options).get(server.url()), "without TLS");
        CHECK(plain.connections() == 0);
    }
    SECTION("the client's own") {
        const Certificate mine("127.0.0.1", &authority);
        const Certificate client("client", &authority);
        const TemporaryFile certificate(client.certificate_pem());
        const TemporaryFile key(client.key_pem());
        std::atomic<bool> shown = false;
        Server server(
            [&](Peer& peer) {
                shown = peer.has_client_certificate();
                echo(peer);
            },
            mine.server_context(&authority));
        CHECK(Web(options).get(server.url()).failure);
        options.tls.certificate_file = certificate.path();
        options.tls.key_file = key.path();
        CHECK(Web(options).get(server.url()).status == 200);
        CHECK(shown);
    }
}
