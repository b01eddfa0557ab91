// Small JSON documents of the issuer that the operator has chosen: fetched with bounds, at an
// address that is safe, or on this machine.
#pragma once

#include "auth/fetch.hpp"

#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace mcp::auth {

/// Where requests leave from; made when the first one does.
using MakeFetcher = std::function<std::shared_ptr<http::Fetcher>()>;

/// Why there is no document.
struct NoDocument {
    std::string message{};
    int status = 0;  ///< of the reply, when there was one
};
using Document = Result<JsonObject, NoDocument>;

class Documents {
public:
    using Sink = std::function<void(Document)>;

    Documents(MakeFetcher make, std::size_t max_bytes, std::chrono::milliseconds timeout);
    /// `done` gets the object, or why there is none; here, or on the fetcher's thread. What is not
    /// a reply 200 with a JSON object is a failure.
    void get(WebRequest request, Sink done);

private:
    const MakeFetcher make_;
    FetchGuard guard_{};
    std::once_flag made_{};
    std::shared_ptr<http::Fetcher> fetcher_{};
};

/// `https`, or `http` on this machine. Throws std::invalid_argument for everything else.
http::Url safe_url(std::string_view text, const char* what);

/// Over sockets.
MakeFetcher socket_fetcher(const std::string& ca_file, std::chrono::milliseconds timeout);

}  // namespace mcp::auth
