// A server on the network that lets in who has a token of an issuer: signed ones, or, with a client
// id and a secret, ones that the issuer is asked about.
//
//   protected --resource https://mcp.example.com/mcp --issuer https://login.example.com
#include <mcp/bearer.hpp>
#include <mcp/server.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>

namespace {

constexpr const char* help =
    "protected --resource ADDRESS --issuer ADDRESS [OPTION VALUE...]\n"
    "  --listen ADDRESS         where (127.0.0.1:8080)\n"
    "  --certificate FILE, --key FILE   HTTPS\n"
    "  --audience NAME          tokens for this name are accepted, too\n"
    "  --keys ADDRESS           the issuer's keys, when its metadata does not say\n"
    "  --introspect ADDRESS     ask there about tokens, as --client ID with CLIENT_SECRET from "
    "the\n"
    "                           environment, in place of checking signatures\n"
    "  --fresh SECONDS          so long an answer about a token is kept (30)\n";

using Options = std::map<std::string, std::string>;

std::shared_ptr<mcp::TokenVerifier> signed_tokens(Options& options) {
    mcp::JwtVerifierOptions jwt;
    jwt.issuers = {{.issuer = options["--issuer"], .jwks_uri = options["--keys"]}};
    return mcp::jwt_verifier(jwt);
}

std::shared_ptr<mcp::TokenVerifier> opaque_tokens(Options& options) {
    const char* const secret = std::getenv("CLIENT_SECRET");
    mcp::IntrospectionOptions ask;
    ask.issuer = options["--issuer"];
    ask.endpoint = options["--introspect"];
    ask.client_id = options["--client"];
    ask.client_secret = secret ? secret : "";
    if (!options["--fresh"].empty())
        ask.fresh_for = std::chrono::seconds(std::atoi(options["--fresh"].c_str()));
    return mcp::introspection_verifier(ask);
}

int run(Options& options) {
    mcp::Server server({.name = "protected", .version = "1.0.0"});
    server.tool("whoami", "Says who calls, and what they may do.", [](mcp::Context& context) {
        std::string text(context.principal());
        for (const std::string& scope : context.grant()->scopes) text += ' ' + scope;
        return text;
    });
    server.tool("note", "Writes a note. Needs the scope notes:write.",
                [](mcp::Context& context) { return "noted for " + context.grant()->subject; });

    mcp::HttpServerOptions http;
    http.listen = {options["--listen"]};
    http.certificate = options["--certificate"];
    http.private_key = options["--key"];

    mcp::BearerOptions bearer;
    bearer.resource = options["--resource"];
    bearer.scopes = {"mcp"};
    bearer.tool_scopes["note"] = {"notes:write"};
    if (!options["--audience"].empty()) bearer.audiences = {options["--audience"]};
    bearer.audit = [](const mcp::AccessEvent& event) {
        std::fprintf(stderr, "%d %.*s %.*s\n", event.status,
                     static_cast<int>(event.principal.size()), event.principal.data(),
                     static_cast<int>(event.reason.size()), event.reason.data());
    };
    const bool asks = !options["--introspect"].empty();
    mcp::require_bearer(http, asks ? opaque_tokens(options) : signed_tokens(options), bearer);
    mcp::serve_http(server, http);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Options options{{"--listen", "127.0.0.1:8080"}};
    for (int i = 1; i + 1 < argc; i += 2) options[argv[i]] = argv[i + 1];
    if (argc % 2 == 0 || options.count("--resource") == 0 || options.count("--issuer") == 0) {
        std::fputs(help, stdout);
        return argc == 2 && std::string(argv[1]) == "--help" ? 0 : 2;
    }
    try {
        return run(options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "protected: %s\n", error.what());
        return 1;
    }
}
