// An authorization server, a protected server and a browser that are scripts: every step of a login
// without sockets, threads or a clock.
#pragma once

#include "auth/client/grant.hpp"
#include "auth/client/source.hpp"
#include "auth/form.hpp"

#include <mcp/json.hpp>
#include <mcp/oauth.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"

namespace mcp::auth::test {

inline const std::string server_url = "https://mcp.example/v1/mcp";
inline const std::string issuer = "https://as.example";
inline const std::string prm_path =
    "https://mcp.example/.well-known/oauth-protected-resource/v1/mcp";
inline const std::string prm_root = "https://mcp.example/.well-known/oauth-protected-resource";
inline const std::string as_path = "https://as.example/.well-known/oauth-authorization-server";

/// A web of documents and endpoints. What is not there is a 404. The guard is obeyed.
class FakeWeb final : public Web {
public:
    using Handler = std::function<WebReply(const WebRequest&)>;

    void serve(const std::string& url, const Json& document);
    void serve(const std::string& url, Handler handler) { handlers_[url] = std::move(handler); }
    void remove(const std::string& url) { handlers_.erase(url); }

    Result<WebReply> fetch(WebRequest request, const FetchGuard& guard,
                           std::stop_token stop) override;

    std::vector<WebRequest> requests{};
    std::vector<std::string> urls() const;
    std::size_t count(const std::string& url) const;
    /// The form of the last request to an endpoint; fails the test when there was none.
    Form last_form(const std::string& url) const;
    const WebRequest& last(const std::string& url) const;

private:
    std::map<std::string, Handler> handlers_{};
};

WebReply json_reply(const Json& value, int status = 200);
WebReply refusal_reply(std::string_view error, int status = 400);

/// What the browser brings back; made from the address of the login page.
using Browser = std::function<std::string(const Form& page)>;
/// Approves: `code` and the state, and nothing else.
std::string approved(const Form& page);

/// A protected server with its authorization server, where everything is in order, and a source
/// that logs in there.
class Rig {
public:
    explicit Rig(LoginOptions options = {});

    FakeWeb* web = nullptr;
    JsonObject prm;  ///< changed by tests before the first login; see `publish`
    JsonObject metadata;
    Browser browser = approved;
    std::chrono::system_clock::time_point now{std::chrono::hours(500'000)};
    std::vector<std::string> pages{};    ///< that the browser was sent to
    std::vector<std::uint16_t> ports{};  ///< that were listened on; 0: any
    std::shared_ptr<TokenStorage> storage;
    unsigned tokens_given = 0;
    bool gives_refresh_tokens = true;
    std::optional<int> lifetime{3600};
    std::shared_ptr<OAuthSource> source;

    void publish();
    /// The query of the last login page.
    Form page() const;
    /// The server refuses a request; what it was sent is what is at hand.
    Result<bool, AuthError> refuse(int status, const std::string& challenge, unsigned attempt = 0);
    Result<bool, AuthError> refuse_401(unsigned attempt = 0);
    /// What goes with the next request, as one text; `-` when the source must wait for it.
    std::string authorization();
    std::string obtained();
    TokenRequest request{server_url, "POST", server_url};
    std::shared_ptr<OAuthSource> make_source(LoginOptions options);

private:
    WebReply token(const WebRequest& request);
    std::shared_ptr<FakeWeb> web_ = std::make_shared<FakeWeb>();
};

}  // namespace mcp::auth::test
