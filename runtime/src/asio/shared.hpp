// What all connections of a web server have in common.
#pragma once

#include "http/wire/limits.hpp"
#include "run/crew.hpp"

#include <mcp/serve_http.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mcp::web {

/// As HttpEndpoint::handle.
using Handler =
    std::function<std::shared_ptr<HttpExchange>(const HttpRequest&, std::shared_ptr<HttpReply>)>;

/// As HttpEndpoint::refuse_foreign: asked before an authenticator.
using Screen = std::function<bool(const HttpRequest&, std::shared_ptr<HttpReply>)>;

struct Shared {
    Shared(run::Crew& threads, Handler handler, Screen before, const HttpServerOptions& given);

    run::Crew& crew;
    const Handler handle;
    const Screen screen;
    const std::function<HttpIdentity(const HttpRequest&)> authenticate;
    const std::function<void(const HttpRequest&, Done<HttpIdentity>)> authenticate_later;
    const std::function<bool(const HttpRequest&, HttpReply&)> open;
    const HttpServerLimits limits;
    const http::wire::Limits wire;
    const std::function<void(std::string_view)> log;

    std::atomic<std::size_t> connections = 0;
    std::atomic<std::size_t> in_flight = 0;   ///< requests without a reply so far
    std::atomic<std::size_t> unfinished = 0;  ///< bytes of requests that are not whole

    /// False when there are too many already. An empty address is not counted.
    bool enter(const std::string& address);
    void leave(const std::string& address);

private:
    std::mutex mutex_{};
    std::unordered_map<std::string, std::size_t> per_address_{};
};

}  // namespace mcp::web
