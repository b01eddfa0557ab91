// One request on its way: a connection, the request, the reply, and redirects in between. On the
// I/O thread.
//
//   begin --> a connection that was kept --.
//     ^  '--> Connector -------------------+--> write, read --> head, data…, end
//     |                                    |        |
//     '--- 307, 308 (301 to 303 of GET) <--'        '--> closed before it answered: once more
#pragma once

#include "asio/client/connector.hpp"
#include "asio/client/pool.hpp"
#include "http/client/fetcher.hpp"
#include "http/wire/response_reader.hpp"

#include <boost/asio/steady_timer.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace mcp::asio {

struct FetcherParts {
    std::shared_ptr<ConnectorSettings> settings{};
    std::shared_ptr<Pool> pool{};
    std::shared_ptr<const http::ProxyRules> proxies{};
};

class HttpFetch : public std::enable_shared_from_this<HttpFetch> {
public:
    HttpFetch(boost::asio::io_context& context, FetcherParts parts, http::FetchRequest request,
              std::shared_ptr<http::FetchSink> sink);
    void begin();
    /// Nothing is told from now on.
    void stop();
    void pause(bool paused);

private:
    using Code = boost::system::error_code;
    void use(std::shared_ptr<Socket> socket);
    bool write_head(std::string& out) const;
    void read();
    void arrived(const Code& error, std::size_t size);
    bool take(std::string_view bytes);
    bool head();
    bool redirected(const http::wire::ResponseHead& head);
    void whole();
    void broken(const std::string& why);
    void fail(const std::string& why);
    void limit(std::chrono::milliseconds time, const char* late);

    boost::asio::io_context& context_;
    FetcherParts parts_;
    http::FetchRequest request_;
    std::shared_ptr<http::FetchSink> sink_;  ///< null: over
    http::Url first_url_;
    std::optional<http::Proxy> proxy_{};
    std::shared_ptr<Connector> connector_{};
    std::shared_ptr<Socket> socket_{};
    boost::asio::steady_timer timer_;
    std::string out_{};
    std::array<char, std::size_t{16} * 1024> in_{};
    http::wire::ResponseReader reader_{};
    http::wire::Limits limits_{};
    unsigned redirects_ = 0;
    unsigned round_ = 0;  ///< counts connections, so that handlers of the last one are known
    bool repeated_ = false;
    bool written_ = false;
    bool told_head_ = false;
    bool keeps_ = false;
    bool paused_ = false;
    bool held_ = false;  ///< paused instead of reading
    std::chrono::seconds keep_for_{};
};

}  // namespace mcp::asio
