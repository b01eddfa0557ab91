// What every step of getting a token needs: a way to fetch, bounds for it, the time, and when to
// stop. Steps wait for what they fetch.
#pragma once

#include "auth/fetch.hpp"

#include <mcp/oauth.hpp>

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>

namespace mcp::auth {

/// Signs requests with a key that tokens are bound to (RFC 9449).
class Prover {
public:
    virtual ~Prover() = default;
    /// The proof for a request; `token` is empty where there is none yet.
    virtual std::string proof(const std::string& method, const std::string& url,
                              const std::string& token) = 0;
    /// The reply may have a nonce for the next proof; says whether that is a new one.
    virtual bool learn(const std::string& url, const http::Fields& headers) = 0;
};

struct Flow {
    Web& web;
    FetchGuard guard{};
    std::stop_token stop{};
    std::function<std::chrono::system_clock::time_point()> now{};
    Prover* prover = nullptr;

    Result<WebReply> get(const std::string& url, http::Fields headers = {}) const {
        WebRequest request;
        request.url = url;
        request.headers = std::move(headers);
        request.headers.emplace_back("Accept", "application/json");
        return web.fetch(std::move(request), guard, stop);
    }
};

inline Unexpected<AuthError> auth_error(AuthFailure failure, std::string message,
                                        std::string code = {}) {
    return Unexpected(AuthError{failure, std::move(message), std::move(code)});
}

/// What another server says, to be shown: one line, not long, without these secrets.
std::string shown_text(std::string_view text, const std::vector<std::string>& secrets = {});

}  // namespace mcp::auth
