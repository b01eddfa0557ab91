// A context of OpenSSL from two files, the certificate and its key, TLS 1.2 or later. What goes
// wrong is said with the name of the file.
#include "asio/tls.hpp"

#include <boost/asio/ssl/context.hpp>

#include <openssl/ssl.h>

#include <string>
#include <system_error>
#include <utility>

namespace mcp::web {

void FreeSsl::operator()(ssl_st* ssl) const { SSL_free(ssl); }

struct Certificate::Context {
    boost::asio::ssl::context context{boost::asio::ssl::context::tls_server};
};

Certificate::Certificate(std::string chain_file, std::string key_file)
    : chain_file_(std::move(chain_file)), key_file_(std::move(key_file)), context_(read()) {}

Certificate::~Certificate() = default;

std::shared_ptr<Certificate::Context> Certificate::read() const {
    namespace ssl = boost::asio::ssl;
    auto made = std::make_shared<Context>();
    ssl::context& context = made->context;
    SSL_CTX* const native = context.native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    // Connections that are idle keep no buffers; what could not be written is offered again from
    // another place.
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                 SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // HTTP/2 is not offered.
    SSL_CTX_set_alpn_select_cb(
        native,
        [](SSL*, const unsigned char** out, unsigned char* length, const unsigned char* in,
           unsigned int size, void*) {
            static constexpr unsigned char known[] = "\x08http/1.1";
            unsigned char* found = nullptr;
            if (SSL_select_next_proto(&found, length, known, sizeof known - 1, in, size) !=
                OPENSSL_NPN_NEGOTIATED) {
                return SSL_TLSEXT_ERR_NOACK;
            }
            *out = found;
            return SSL_TLSEXT_ERR_OK;
        },
        nullptr);
    boost::system::error_code error;
    context.use_certificate_chain_file(chain_file_, error);
    if (error) {
        throw std::system_error(EINVAL, std::generic_category(),
                                "certificate " + chain_file_ + ": " + error.message());
    }
    context.use_private_key_file(key_file_, ssl::context::pem, error);
    if (error) {
        throw std::system_error(EINVAL, std::generic_category(),
                                "private key " + key_file_ + ": " + error.message());
    }
    return made;
}

void Certificate::reload() {
    auto fresh = read();
    const std::lock_guard lock(mutex_);
    context_ = std::move(fresh);
}

Ssl Certificate::make(int fd) const {
    std::shared_ptr<Context> context;
    {
        const std::lock_guard lock(mutex_);
        context = context_;
    }
    Ssl ssl(SSL_new(context->context.native_handle()));  // shares in the context
    if (!ssl || SSL_set_fd(ssl.get(), fd) != 1) return nullptr;
    SSL_set_accept_state(ssl.get());
    return ssl;
}

}  // namespace mcp::web
