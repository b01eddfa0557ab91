// Logs in to a server over HTTP, and lists its tools:
//   log_in https://example.com/mcp
// The other functions show where tokens come from when there is nobody to log in.
#include <mcp/http_client.hpp>
#include <mcp/oauth.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

namespace {

std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

std::string file(const std::string& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// A user, and a browser.
std::shared_ptr<mcp::TokenSource> user() {
    mcp::LoginOptions options;
    options.client_name = "My program";
    options.client_id_document = "https://my-program.example/client.json";
    options.clients = {{.issuer = "https://login.example.com", .id = "my-program"}};
    options.storage =
        mcp::file_storage(environment("HOME") + "/.my-program-tokens", environment("TOKEN_KEY"));
    return mcp::login(options);
}

/// A program that acts for itself.
std::shared_ptr<mcp::TokenSource> program() {
    mcp::ClientCredentialsOptions options;
    options.client = {.issuer = "https://login.example.com", .id = "nightly"};
    options.private_key = file("/etc/nightly/key.pem");
    return mcp::client_credentials(options);
}

/// Somebody who is logged in to the company's identity provider.
std::shared_ptr<mcp::TokenSource> employee() {
    mcp::EnterpriseOptions options;
    options.client = {.issuer = "https://mcp-login.example.com", .id = "my-program"};
    options.idp_token_endpoint = "https://sso.example.com/token";
    options.idp_client = {.id = "my-program-at-sso"};
    options.subject_token = [] { return environment("ID_TOKEN"); };
    return mcp::enterprise_login(options);
}

/// A program whose platform says what it is.
std::shared_ptr<mcp::TokenSource> workload() {
    mcp::WorkloadOptions options;
    options.assertion = [] { return file("/var/run/secrets/tokens/mcp"); };
    return mcp::workload_identity(options);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::cout << "usage: log_in URL [program|employee|workload|token]\n", 0;
    const std::string_view who = argc > 2 ? argv[2] : "user";
    mcp::HttpClientOptions http{.url = argv[1]};
    if (who == "program") {
        http.token_source = mcp::with_dpop(program());
    } else if (who == "employee") {
        http.token_source = employee();
    } else if (who == "workload") {
        http.token_source = workload();
    } else if (who == "token") {
        http.token_source = mcp::bearer_token(environment("TOKEN"));
    } else {
        http.token_source = user();
    }

    // Whoever has to log in first needs more time than a call usually has.
    mcp::ClientOptions options;
    options.connect_timeout = options.calls.timeout = std::chrono::minutes(5);
    mcp::Client client{{.name = "log-in", .version = "1.0"}, options};
    const auto ready = mcp::connect(client, http);
    if (!ready) return std::cerr << ready.error().message << '\n', 1;
    const auto tools = client.tools();
    if (!tools) return std::cerr << tools.error().message << '\n', 1;
    for (const mcp::Tool& tool : *tools) std::cout << tool.name << '\n';
    return 0;
}
