// Addresses and proxies.
#include "http/client/url.hpp"
#include "http/client/proxy.hpp"

#include <map>
#include <string>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::http;

TEST_CASE("addresses are taken apart") {
    const auto url = parse_url("HTTPS://Example.COM:8443/a/b?x=1#f");
    REQUIRE(url);
    CHECK(url->tls);
    CHECK(url->host == "example.com");
    CHECK(url->port == 8443);
    CHECK(url->target == "/a/b?x=1");
    CHECK(url->origin() == "https://example.com:8443");
    CHECK(url->shown() == "https://example.com:8443/a/b");
    CHECK(parse_url("http://localhost:80")->text() == "http://localhost/");
    CHECK(parse_url("http://[::1]:90?q")->text() == "http://[::1]:90/?q");
    CHECK(parse_url("http://[::1]")->host == "::1");
    const auto socket = parse_url("http+unix://%2Frun%2Fm%20cp.sock/mcp");
    REQUIRE(socket);
    CHECK(socket->host == "/run/m cp.sock");
    CHECK(socket->authority() == "localhost");
    CHECK(socket->text() == "http+unix://%2Frun%2Fm%20cp.sock/mcp");
}

TEST_CASE("what is no address is refused without showing passwords") {
    const std::string text = GENERATE(
        "", "mcp", "ftp://a/", "http://", "http:///x", "http://a b/", "http://a/\r\nX: y",
        "http://user:hunter2@a/", "http://a:0/", "http://a:70000/", "http://a:x/", "http://[::1/",
        "http://[::1]x/", "http://a\\b/", "http+unix://run/x", "http://\xc3\xa4/");
    INFO(text);
    const auto url = parse_url(text);
    REQUIRE_FALSE(url);
    CHECK(url.error().message.find("hunter2") == std::string::npos);
}

TEST_CASE("SSE-05 an endpoint is resolved against the address of the stream") {
    const Url base = parse_url("http://h:1/a/sse?t=1").value();
    const std::map<std::string, std::string> cases = {
        {"/m?s=1", "http://h:1/m?s=1"},   {"m?s=1", "http://h:1/a/m?s=1"},
        {"?s=1", "http://h:1/a/sse?s=1"}, {"../m", "http://h:1/m"},
        {"//g/x", "http://g/x"},          {"http://h:1/z#f", "http://h:1/z"}};
    for (const auto& [reference, expected] : cases) {
        INFO(reference);
        CHECK(resolve(base, reference).value().text() == expected);
    }
    CHECK_FALSE(resolve(base, "mailto:a"));
}

TEST_CASE("SSE-06 origins are compared by scheme, host and port") {
    const Url a = parse_url("http://h/x").value();
    CHECK(same_origin(a, parse_url("http://H:80/y").value()));
    CHECK_FALSE(same_origin(a, parse_url("https://h:80/y").value()));
    CHECK_FALSE(same_origin(a, parse_url("http://h:81/y").value()));
    CHECK_FALSE(same_origin(a, parse_url("http://g/y").value()));
    CHECK_FALSE(same_origin(a, parse_url("http+unix://%2Fh/y").value()));
}

TEST_CASE("proxies come from options and from the environment") {
    std::map<std::string, std::string> variables;
    HttpProxyOptions options;
    const auto proxy = [&](std::string_view url) {
        const ProxyRules rules(options, [&](const char* name) -> const char* {
            const auto found = variables.find(name);
            return found == variables.end() ? nullptr : found->second.c_str();
        });
        const auto chosen = rules.proxy_for(parse_url(url).value()).value();
        return chosen ? chosen->url.origin() + " " + chosen->authorization : std::string("none");
    };
    CHECK(proxy("http://a/") == "none");
    variables = {{"http_proxy", "http://p:1"}, {"HTTPS_PROXY", "http://u%40x:y@q:2/"}};
    CHECK(proxy("http://a/") == "http://p:1 ");
    CHECK(proxy("https://a/") == "http://q:2 Basic dUB4Onk=");
    CHECK(proxy("http://localhost:3/") == "none");
    CHECK(proxy("http://127.0.0.2/") == "none");
    CHECK(proxy("http+unix://%2Fx/") == "none");

    variables["no_proxy"] = "b, .c.com,10.0.0.0/8 d:81";
    for (const char* direct : {"http://b/", "http://x.b/", "http://c.com/", "http://x.c.com/",
                               "http://10.1.2.3/", "http://d:81/"}) {
        INFO(direct);
        CHECK(proxy(direct) == "none");
    }
    for (const char* through : {"http://bb/", "http://xc.com/", "http://11.1.2.3/", "http://d/"}) {
        INFO(through);
        CHECK(proxy(through) == "http://p:1 ");
    }

    variables = {{"HTTP_PROXY", "http://p:1"}};
    CHECK(proxy("http://a/") == "http://p:1 ");
    variables["REQUEST_METHOD"] = "GET";  // a CGI program: a client of it could set the variable
    CHECK(proxy("http://a/") == "none");
    variables = {{"ALL_PROXY", "p:1"}};
    CHECK(proxy("https://a/") == "http://p:1 ");
    options.from_environment = false;
    CHECK(proxy("https://a/") == "none");
    options.https = "http://o";
    CHECK(proxy("https://localhost/") == "http://o ");
}
