// Sources of tokens, with sockets and clocks behind them.
#include "asio/client/http_fetcher.hpp"
#include "asio/client/redirect_listener.hpp"
#include "auth/client/browser.hpp"
#include "auth/client/dpop.hpp"
#include "auth/client/grant.hpp"
#include "auth/client/source.hpp"

#include <mcp/http_client.hpp>
#include <mcp/oauth.hpp>

#include <utility>

namespace mcp {

namespace {

std::shared_ptr<TokenSource> source_with(const OAuthOptions& options,
                                         std::unique_ptr<auth::TokenGrant> grant) {
    HttpClientOptions http;
    http.tls = options.tls;
    http.proxy = options.proxy;
    auth::SourceParts parts;
    parts.web = auth::waiting_web(asio::http_fetcher(http));
    parts.now = [] { return std::chrono::system_clock::now(); };
    parts.grant = std::move(grant);
    return std::make_shared<auth::OAuthSource>(options, std::move(parts));
}

}  // namespace

std::shared_ptr<TokenSource> login(LoginOptions options) {
    auth::LoginParts parts;
    parts.listen = asio::listen_for_redirect;
    parts.open_browser = options.open_browser;
    if (!parts.open_browser) {
        parts.open_browser = [](const std::string& url) { return auth::open_in_browser(url); };
    }
    return source_with(options, auth::login_grant(options, std::move(parts)));
}

std::shared_ptr<TokenSource> client_credentials(ClientCredentialsOptions options) {
    return source_with(options, auth::credentials_grant(options));
}

std::shared_ptr<TokenSource> enterprise_login(EnterpriseOptions options) {
    return source_with(options, auth::enterprise_grant(options));
}

std::shared_ptr<TokenSource> workload_identity(WorkloadOptions options) {
    return source_with(options, auth::workload_grant(options));
}

std::shared_ptr<TokenSource> with_dpop(std::shared_ptr<TokenSource> source, DpopKey key) {
    return auth::bound_source(std::move(source), key,
                              [] { return std::chrono::system_clock::now(); });
}

}  // namespace mcp
