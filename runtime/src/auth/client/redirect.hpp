// Where a browser comes back to after a login: the interface to whoever listens for it.
#pragma once

#include <mcp/oauth.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace mcp::auth {

class RedirectListener {
public:
    virtual ~RedirectListener() = default;
    /// `http://127.0.0.1:41234/callback`
    virtual std::string address() const = 0;
    /// The query of the first request to that address. Closes then.
    virtual Result<std::string, AuthError> wait(std::chrono::milliseconds within,
                                                std::stop_token stop) = 0;
};
/// `port` 0: any that is free.
using ListenForRedirect =
    std::function<Result<std::unique_ptr<RedirectListener>, AuthError>(std::uint16_t port)>;

}  // namespace mcp::auth
