// One HTTP request and its reply, as whoever needs one sees it. Sockets, connections that are kept,
// redirects, proxies and TLS are behind this; what is fetched, and why, is in front of it.
#pragma once

#include "http/client/reach.hpp"
#include "http/client/url.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::http {

using Fields = std::vector<std::pair<std::string, std::string>>;
/// The first field with this name, without case; null when there is none.
const std::string* find_field(const Fields& fields, std::string_view name);

struct FetchRequest {
    std::string method{"GET"};
    Url url{};
    Fields headers{};
    /// Credentials and the like: sent to the origin of `url` alone, wherever redirects lead.
    Fields secret_headers{};
    std::string body{};
    /// Sending it twice does no harm: so it is sent again when a connection that was kept turns out
    /// to be closed.
    bool repeatable = false;
    bool follow_redirects = true;
    /// Which addresses may be connected to; a proxy is not looked at.
    Reach reach = Reach::anywhere;
    std::chrono::milliseconds reply_timeout{0};  ///< until the head has come; 0: none
    std::chrono::milliseconds idle_timeout{0};   ///< between pieces of the body; 0: none
};

struct FetchHead {
    int status = 0;
    Fields headers{};
    Url url{};  ///< where it came from in the end
};

/// Takes a reply: `head`, then `data` any number of times, then `end`; or `end` alone. On the
/// fetcher's thread, never before `start` has returned. Must not wait.
class FetchSink {
public:
    virtual ~FetchSink() = default;
    virtual void head(FetchHead head) = 0;
    virtual void data(std::string_view bytes) = 0;
    /// `failure`: why there is no reply, or no more of it; a sentence without secrets.
    virtual void end(std::optional<std::string> failure) = 0;
};

/// Destroying it gives the request up; a call into the sink may be under way then.
class Fetch {
public:
    virtual ~Fetch() = default;
    /// Soon nothing more is read, until it is to go on. Times do not run meanwhile.
    virtual void pause(bool paused) { static_cast<void>(paused); }
};

class Fetcher {
public:
    virtual ~Fetcher() = default;
    virtual std::unique_ptr<Fetch> start(FetchRequest request, std::shared_ptr<FetchSink> sink) = 0;
};

}  // namespace mcp::http
