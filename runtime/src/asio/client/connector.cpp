// From an address to a connection.
#include "asio/client/connector.hpp"

#include "http/wire/write.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <netinet/in.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace mcp::asio {

namespace net = boost::asio;

Result<std::shared_ptr<net::ssl::context>> tls_context(const HttpTlsOptions& options) {
    boost::system::error_code error;
    const auto fail = [&](const std::string& what) {
        return Unexpected(Error{"TLS: " + what + ": " + error.message()});
    };
    auto context = std::make_shared<net::ssl::context>(net::ssl::context::tls_client);
    context->set_options(net::ssl::context::default_workarounds | net::ssl::context::no_sslv2 |
                         net::ssl::context::no_sslv3 | net::ssl::context::no_tlsv1 |
                         net::ssl::context::no_tlsv1_1);
    context->set_verify_mode(net::ssl::verify_peer);
    if (options.ca_file.empty()) {
        context->set_default_verify_paths(error);
        if (error) return fail("the system's certificates");
    } else {
        context->load_verify_file(options.ca_file, error);
        if (error) return fail(options.ca_file);
    }
    if (!options.certificate_file.empty()) {
        context->use_certificate_chain_file(options.certificate_file, error);
        if (error) return fail(options.certificate_file);
        const std::string& key =
            options.key_file.empty() ? options.certificate_file : options.key_file;
        context->use_private_key_file(key, net::ssl::context::pem, error);
        if (error) return fail(key);
    }
    return context;
}

Connector::Connector(net::io_context& context, std::shared_ptr<ConnectorSettings> settings)
    : context_(context), settings_(std::move(settings)), timer_(context), resolver_(context) {}

void Connector::start(const http::Url& url, std::optional<http::Proxy> proxy, http::Reach reach,
                      Done done) {
    url_ = url;
    // A proxy was chosen by whoever runs this program.
    reach_ = proxy ? http::Reach::anywhere : reach;
    proxy_ = std::move(proxy);
    done_ = std::move(done);
    net::post(context_, [self = shared_from_this()] {
        if (self->done_) self->resolve();
    });
}

void Connector::stop() {
    done_ = nullptr;
    timer_.cancel();
    resolver_.cancel();
    if (socket_) socket_->close();
}

std::string Connector::name() const {
    return (proxy_ ? "the proxy " : "") + (peer().unix_socket ? peer().host : peer().origin());
}

void Connector::fail(const std::string& why) {
    if (!done_) return;
    const Done done = std::move(done_);
    stop();
    done(Unexpected(Error{why}));
}

void Connector::succeed() {
    timer_.cancel();
    const Done done = std::move(done_);
    done_ = nullptr;
    if (done) done(std::move(socket_));
}

void Connector::limit(std::chrono::milliseconds time, std::string late) {
    late_ = std::move(late);
    timer_.expires_after(time.count() > 0 ? time : std::chrono::hours(24));
    timer_.async_wait([weak = weak_from_this()](const Code& error) {
        const auto self = weak.lock();
        // It may have been set anew when it had come already.
        if (error || !self || !self->done_ ||
            self->timer_.expiry() > std::chrono::steady_clock::now()) {
            return;
        }
        if (!self->trying_) {
            self->fail(self->late_);
        } else {
            self->last_error_ = "no answer in time";
            self->socket_->close();  // its handler goes on
        }
    });
}

bool Connector::keep_reachable() {
    if (reach_ == http::Reach::anywhere) return true;
    std::erase_if(addresses_, [this](const auto& each) {
        const sockaddr* const raw = each.data();
        const auto* const bytes =
            raw->sa_family == AF_INET
                ? reinterpret_cast<const std::uint8_t*>(
                      &reinterpret_cast<const sockaddr_in*>(raw)->sin_addr)
                : reinterpret_cast<const sockaddr_in6*>(raw)->sin6_addr.s6_addr;
        return !http::may_reach(reach_, {bytes, raw->sa_family == AF_INET ? 4U : 16U});
    });
    if (!addresses_.empty()) return true;
    fail("it is not allowed to connect to the address of " + peer().host);
    return false;
}

void Connector::resolve() {
    const http::Url& to = peer();
    if (to.unix_socket) {
        if (reach_ != http::Reach::anywhere) {
            fail("it is not allowed to connect to a Unix socket");
            return;
        }
        if (to.host.size() >= 100) {
            fail("the path of the socket is too long: " + to.host);
            return;
        }
        addresses_.emplace_back(net::local::stream_protocol::endpoint(to.host));
        next_address();
        return;
    }
    Code no_address;
    if (const auto literal = net::ip::make_address(to.host, no_address); !no_address) {
        addresses_.emplace_back(net::ip::tcp::endpoint(literal, to.port));
        if (keep_reachable()) next_address();
        return;
    }
    if (http::is_local_name(to.host)) {
        addresses_.emplace_back(net::ip::tcp::endpoint(net::ip::address_v4::loopback(), to.port));
        addresses_.emplace_back(net::ip::tcp::endpoint(net::ip::address_v6::loopback(), to.port));
        if (keep_reachable()) next_address();
        return;
    }
    limit(settings_->options.resolve_timeout, "no address was found in time for " + to.host);
    resolver_.async_resolve(
        to.host, std::to_string(to.port),
        [self = shared_from_this()](const Code& error,
                                    const net::ip::tcp::resolver::results_type& found) {
            if (!self->done_) return;
            if (error) {
                self->fail("no address was found for " + self->peer().host + ": " +
                           error.message());
                return;
            }
            for (const auto& each : found) self->addresses_.emplace_back(each.endpoint());
            if (self->keep_reachable()) self->next_address();
        });
}

void Connector::next_address() {
    if (at_ == addresses_.size()) {
        trying_ = false;
        fail("cannot connect to " + name() + ": " + last_error_);
        return;
    }
    const auto& address = addresses_[at_++];
    socket_ = std::make_shared<Socket>(context_);
    trying_ = true;
    // One address that does not answer must not use up the time of the others.
    const auto left = static_cast<int>(addresses_.size() - at_ + 1);
    limit(settings_->options.connect_timeout / left, {});
    socket_->plain().async_connect(address, [self = shared_from_this()](const Code& error) {
        if (!self->done_) return;
        if (!error && self->socket_->plain().is_open()) {
            self->trying_ = false;
            self->connected();
            return;
        }
        if (error != net::error::operation_aborted) self->last_error_ = error.message();
        self->next_address();
    });
}

void Connector::connected() {
    if (!peer().unix_socket) {
        Code ignored;
        socket_->plain().set_option(net::ip::tcp::no_delay(true), ignored);
        socket_->plain().set_option(net::socket_base::keep_alive(true), ignored);
    }
    if (proxy_ && url_.tls) {
        tunnel();
    } else if (url_.tls) {
        shake_hands();
    } else {
        succeed();
    }
}

void Connector::tunnel() {
    limit(settings_->options.connect_timeout, name() + " does not answer in time");
    const std::string host =
        url_.host.find(':') == std::string::npos ? url_.host : "[" + url_.host + "]";
    const std::string target = host + ":" + std::to_string(url_.port);
    std::vector<HttpHeader> headers{{"Host", target}};
    if (!proxy_->authorization.empty()) {
        headers.push_back({"Proxy-Authorization", proxy_->authorization});
    }
    if (!http::wire::append_request_head(out_, "CONNECT", target, headers,
                                         http::wire::Framing::none)) {
        fail("no request can be made for " + url_.origin());
        return;
    }
    reader_.start(true);  // as after HEAD, no body follows
    socket_->write(net::buffer(out_), [self = shared_from_this()](const Code& error, std::size_t) {
        if (!self->done_) return;
        if (error) {
            self->fail(self->name() + ": " + error.message());
        } else {
            self->read_tunnel();
        }
    });
}

void Connector::read_tunnel() {
    // Byte by byte at the end would be needed if the server spoke first; with TLS it never does.
    socket_->read_some(
        net::buffer(in_), [self = shared_from_this()](const Code& error, std::size_t size) {
            if (!self->done_) return;
            using Event = http::wire::ResponseReader::Event;
            if (error) {
                self->fail(self->name() + " closed the connection: " + error.message());
                return;
            }
            std::string_view arrived(self->in_.data(), size);
            const http::wire::Limits limits;
            const Event event = self->reader_.next(arrived, limits);
            if (event == Event::more) {
                self->read_tunnel();
                return;
            }
            const int status = event == Event::head ? self->reader_.head().status : 0;
            if (status < 200 || status >= 300 || !arrived.empty()) {
                self->fail(self->name() + " refuses to connect to " + self->url_.origin() +
                           (status ? ": HTTP " + std::to_string(status) : std::string()));
                return;
            }
            self->shake_hands();
        });
}

void Connector::shake_hands() {
    if (!settings_->tls && settings_->tls_error.empty()) {
        auto context = tls_context(settings_->options.tls);
        if (context) {
            settings_->tls = std::move(*context);
        } else {
            settings_->tls_error = context.error().message;
        }
    }
    if (!settings_->tls) {
        fail(settings_->tls_error);
        return;
    }
    limit(settings_->options.connect_timeout, "TLS with " + url_.origin() + " takes too long");
    Socket::Tls& tls = socket_->add_tls(*settings_->tls);
    tls.set_verify_callback(net::ssl::host_name_verification(url_.host));
    Code no_address;
    net::ip::make_address(url_.host, no_address);
    if (no_address) SSL_set_tlsext_host_name(tls.native_handle(), url_.host.c_str());
    tls.async_handshake(
        net::ssl::stream_base::client, [self = shared_from_this()](const Code& error) {
            if (!self->done_) return;
            if (!error) {
                self->succeed();
                return;
            }
            const long verdict = SSL_get_verify_result(self->socket_->tls().native_handle());
            self->fail("TLS with " + self->url_.origin() + " failed: " + error.message() +
                       (verdict == X509_V_OK
                            ? std::string()
                            : std::string(": ") + X509_verify_cert_error_string(verdict)));
        });
}

}  // namespace mcp::asio
