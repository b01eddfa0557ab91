// Makes connections: finds addresses, connects, goes through a proxy, shakes hands for TLS; each
// step within its time.
#pragma once

#include "asio/client/socket.hpp"
#include "http/client/proxy.hpp"
#include "http/client/reach.hpp"
#include "http/client/url.hpp"
#include "http/wire/response_reader.hpp"

#include <mcp/http_client.hpp>
#include <mcp/result.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mcp::asio {

/// What all connections of a fetcher share.
struct ConnectorSettings {
    HttpClientOptions options{};
    std::shared_ptr<boost::asio::ssl::context> tls{};  ///< null until it is needed
    std::string tls_error{};                           ///< why there can be none
};

class Connector : public std::enable_shared_from_this<Connector> {
public:
    using Done = std::function<void(Result<std::shared_ptr<Socket>>)>;
    Connector(boost::asio::io_context& context, std::shared_ptr<ConnectorSettings> settings);

    /// `done` is called later, once, unless `stop` comes first.
    void start(const http::Url& url, std::optional<http::Proxy> proxy, http::Reach reach,
               Done done);
    void stop();

private:
    using Code = boost::system::error_code;

    void resolve();
    /// Takes out the addresses that may not be connected to; says whether any is left.
    bool keep_reachable();
    void next_address();
    void connected();
    void tunnel();
    void read_tunnel();
    void shake_hands();
    void fail(const std::string& why);
    void succeed();
    /// From now on for so long; then `late` is the failure, or the next address is tried.
    void limit(std::chrono::milliseconds time, std::string late);
    const http::Url& peer() const { return proxy_ ? proxy_->url : url_; }
    std::string name() const;

    boost::asio::io_context& context_;
    std::shared_ptr<ConnectorSettings> settings_;
    boost::asio::steady_timer timer_;
    boost::asio::ip::tcp::resolver resolver_;
    http::Url url_{};
    std::optional<http::Proxy> proxy_{};
    http::Reach reach_ = http::Reach::anywhere;
    Done done_{};
    std::shared_ptr<Socket> socket_{};
    std::vector<boost::asio::generic::stream_protocol::endpoint> addresses_{};
    std::size_t at_ = 0;
    std::string last_error_{};
    std::string late_{};
    bool trying_ = false;  ///< an address, after which there may be another
    std::string out_{};
    std::array<char, 4096> in_{};
    http::wire::ResponseReader reader_{};
};

/// The settings of TLS connections. Fails with the file that cannot be used.
Result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const HttpTlsOptions& options);

}  // namespace mcp::asio
