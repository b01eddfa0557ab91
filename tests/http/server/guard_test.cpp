// Who may come, and which pages may read answers.
#include "http/server/rig.hpp"

using namespace mcp;
using namespace mcp::testing;

namespace {

int status_with(Rig& rig, std::string_view method, std::string_view target, const Fields& fields) {
    return rig.send(method, target, fields)->status;
}

bool passes_host(Rig& rig, std::string_view host) {
    return status_with(rig, "OPTIONS", "/mcp", {{"Host", std::string(host)}}) != 403;
}

bool passes_origin(Rig& rig, std::string_view origin) {
    return status_with(rig, "OPTIONS", "/mcp",
                       {{"Host", "localhost"}, {"Origin", std::string(origin)}}) != 403;
}

}  // namespace

TEST_CASE("SEC-01 HS-22 R111 origins that are not allowed are refused everywhere") {
    Rig rig;
    const Fields evil{{"Host", "localhost"}, {"Origin", "https://evil.example"}};
    for (const std::string_view method : {"GET", "POST", "DELETE", "OPTIONS"}) {
        for (const std::string_view path : {"/mcp", "/sse", "/messages"}) {
            const Got got = rig.send(method, path, evil);
            CHECK(got->status == 403);
            CHECK_FALSE(got->json().contains("id"));
        }
    }
    for (const std::string_view bad :
         {"null", "http://localhost.evil.example", "http://evil.example:80", "file://", "localhost",
          "http://localhost:80@evil.example", "http://127.0.0.1.evil.example", "ftp://localhost",
          "http://localhost:99999", "http://localhost:", "", "http://[::1", "http://[::2]"}) {
        INFO(bad);
        CHECK_FALSE(passes_origin(rig, bad));
    }
    for (const std::string_view good : {"http://localhost", "http://LOCALHOST:3000",
                                        "https://127.0.0.1:8443", "http://[::1]:8080"}) {
        INFO(good);
        CHECK(passes_origin(rig, good));
    }
    CHECK(status_with(rig, "OPTIONS", "/mcp", {{"Host", "localhost"}}) == 204);
    CHECK(status_with(rig, "OPTIONS", "/mcp",
                      {{"Host", "localhost"},
                       {"Origin", "http://localhost"},
                       {"origin", "http://evil.example"}}) == 403);

    HttpEndpointOptions options;
    options.origins = {"https://app.example", "http://app.example:8080"};
    Rig own(options);
    CHECK(passes_origin(own, "https://app.example"));
    CHECK(passes_origin(own, "HTTPS://App.Example:443"));
    CHECK(passes_origin(own, "http://app.example:8080"));
    CHECK_FALSE(passes_origin(own, "http://app.example"));
    CHECK_FALSE(passes_origin(own, "https://app.example:444"));
    CHECK_FALSE(passes_origin(own, "http://localhost"));
    options.origins = {"HTTPS://App.Example"};
    Rig shouting(options);
    CHECK(passes_origin(shouting, "https://app.example"));
    CHECK_FALSE(passes_origin(shouting, "https://app.examplf"));
}

TEST_CASE("SEC-04 R111 hosts that are not allowed are refused") {
    Rig rig;
    for (const std::string_view good :
         {"localhost", "localhost:1", "127.0.0.1:65535", "[::1]", "[::1]:8080", "LocalHost"}) {
        INFO(good);
        CHECK(passes_host(rig, good));
    }
    for (const std::string_view bad :
         {"evil.example", "localhost.evil.example", "127.0.0.2", "[::2]", "localhost:x", "",
          "evil.example:localhost", "localhost, evil.example", "localhost:99999",
          "user@localhost"}) {
        INFO(bad);
        CHECK_FALSE(passes_host(rig, bad));
    }
    CHECK(status_with(rig, "OPTIONS", "/mcp", {{"Host", "localhost"}, {"host", "localhost"}}) ==
          403);

    HttpEndpointOptions options;
    options.hosts = {"mcp.example", "Other.Example:8443"};
    Rig own(options);
    CHECK(passes_host(own, "MCP.example:444"));
    CHECK(passes_host(own, "other.example:8443"));
    CHECK_FALSE(passes_host(own, "other.example"));
    CHECK_FALSE(passes_host(own, "localhost"));
    // What a proxy says is believed only where it is trusted.
    const Fields proxied{{"Host", "inner:8080"}, {"X-Forwarded-Host", "mcp.example"}};
    CHECK(status_with(own, "OPTIONS", "/mcp", proxied) == 403);
    options.trust_forwarded = true;
    Rig behind(options);
    CHECK(status_with(behind, "OPTIONS", "/mcp", proxied) == 204);
    CHECK(status_with(behind, "OPTIONS", "/mcp",
                      {{"Host", "mcp.example"}, {"X-Forwarded-Host", "evil.example"}}) == 403);
    options.hosts = {"*"};
    Rig any(options);
    CHECK(passes_host(any, "whatever"));
}

TEST_CASE("SEC-01 SEC-04 a predicate decides in place of the lists") {
    HttpEndpointOptions options;
    options.permit = [](const HttpRequest& request) {
        return http::Headers(request.headers).get("Origin").find("vscode-webview://") == 0;
    };
    Rig rig(options);
    CHECK(passes_origin(rig, "vscode-webview://abc"));
    CHECK_FALSE(passes_origin(rig, "http://localhost"));
    options.permit = nullptr;
    options.origins = {"nonsense"};
    CHECK_THROWS_AS(Rig(options), std::invalid_argument);
    options.origins = {};
    options.path = "mcp";
    CHECK_THROWS_AS(Rig(options), std::invalid_argument);
}

TEST_CASE("SEC-05 no page may read answers unless it is on the list") {
    Rig closed;
    const Fields page{{"Host", "localhost"}, {"Origin", "http://localhost:6274"}};
    const Got none = closed.send("OPTIONS", "/mcp", page);
    CHECK_FALSE(none->has("Access-Control-Allow-Origin"));

    HttpEndpointOptions options;
    options.cors_origins = {"https://app.example"};
    Rig rig(options);
    Fields fields = rig.plain_fields();
    fields.emplace_back("Origin", "https://app.example");
    const Got got = rig.send("POST", "/mcp", fields, rig.initialize_text("2025-11-25"));
    CHECK(got->status == 200);
    CHECK(got->header("Access-Control-Allow-Origin") == "https://app.example");
    CHECK(got->header("Access-Control-Expose-Headers") ==
          "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate");
    CHECK(got->header("Vary") == "Origin");
    CHECK_FALSE(got->has("Access-Control-Allow-Credentials"));
    // Refusals can be read as well, by that page.
    fields[1].second = "text/plain";
    CHECK(rig.send("POST", "/mcp", fields, "{}")->has("Access-Control-Allow-Origin"));
    // Others that may come may not read.
    fields = rig.plain_fields();
    fields.emplace_back("Origin", "http://localhost:6274");
    const Got other = rig.send("POST", "/mcp", fields, rig.initialize_text("2025-11-25"));
    CHECK(other->status == 200);
    CHECK_FALSE(other->has("Access-Control-Allow-Origin"));
    CHECK(other->header("Vary") == "Origin");

    const Got preflight =
        rig.send("OPTIONS", "/mcp",
                 {{"Host", "localhost"},
                  {"Origin", "https://app.example"},
                  {"Access-Control-Request-Method", "POST"},
                  {"Access-Control-Request-Headers",
                   "content-type, mcp-protocol-version,mcp-param-region, x-evil, authorization"}});
    CHECK(preflight->status == 204);
    CHECK(preflight->header("Access-Control-Allow-Methods") == "GET, POST, DELETE, OPTIONS");
    CHECK(preflight->header("Access-Control-Allow-Headers") ==
          "content-type, mcp-protocol-version, mcp-param-region, authorization");
    CHECK(preflight->header("Access-Control-Allow-Origin") == "https://app.example");
    CHECK(preflight->header("Vary") == "Origin");
}
