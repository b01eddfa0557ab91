// A context of OpenSSL from two files, the certificate and its key, TLS 1.2 or later. What goes
// wrong is said with the name of the file.
#include "asio/tls.hpp"

#include "asio/libssl.hpp"

#include <cerrno>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace mcp::web {
namespace {

/// What OpenSSL says of the last failure on this thread.
std::string reason() {
    const unsigned long code = libssl().ERR_get_error();
    libssl().ERR_clear_error();
    if (ERR_SYSTEM_ERROR(code)) return std::generic_category().message(ERR_GET_REASON(code));
    const char* const text = libssl().ERR_reason_error_string(code);
    return text != nullptr ? text : "OpenSSL's error " + std::to_string(code);
}

[[noreturn]] void refuse(std::string_view what, const std::string& file) {
    throw std::system_error(EINVAL, std::generic_category(),
                            std::string(what) + ' ' + file + ": " + reason());
}

/// HTTP/2 is not offered.
int choose_protocol(SSL*, const unsigned char** out, unsigned char* length, const unsigned char* in,
                    unsigned int size, void*) {
    static constexpr unsigned char known[] = "\x08http/1.1";
    unsigned char* found = nullptr;
    if (libssl().SSL_select_next_proto(&found, length, known, sizeof known - 1, in, size) !=
        OPENSSL_NPN_NEGOTIATED) {
        return SSL_TLSEXT_ERR_NOACK;
    }
    *out = found;
    return SSL_TLSEXT_ERR_OK;
}

}  // namespace

void FreeSsl::operator()(ssl_st* ssl) const { libssl().SSL_free(ssl); }

struct Certificate::Context {
    Context() : native(libssl().SSL_CTX_new(libssl().TLS_server_method())) {
        if (native == nullptr) throw std::runtime_error("TLS: " + reason());
    }
    ~Context() { libssl().SSL_CTX_free(native); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    SSL_CTX* const native;
};

Certificate::Certificate(std::string chain_file, std::string key_file)
    : chain_file_(std::move(chain_file)), key_file_(std::move(key_file)), context_(read()) {}

Certificate::~Certificate() = default;

std::shared_ptr<Certificate::Context> Certificate::read() const {
    auto made = std::make_shared<Context>();
    SSL_CTX* const native = made->native;
    const Libssl& ssl = libssl();
    ssl.SSL_CTX_ctrl(native, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, nullptr);
    ssl.SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    // Connections that are idle keep no buffers; what could not be written is offered again from
    // another place.
    ssl.SSL_CTX_ctrl(native, SSL_CTRL_MODE,
                     SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                         SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER,
                     nullptr);
    ssl.SSL_CTX_set_alpn_select_cb(native, choose_protocol, nullptr);
    ssl.ERR_clear_error();
    if (ssl.SSL_CTX_use_certificate_chain_file(native, chain_file_.c_str()) != 1) {
        refuse("certificate", chain_file_);
    }
    if (ssl.SSL_CTX_use_PrivateKey_file(native, key_file_.c_str(), SSL_FILETYPE_PEM) != 1) {
        refuse("private key", key_file_);
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
    Ssl ssl(libssl().SSL_new(context->native));  // shares in the context
    if (!ssl || libssl().SSL_set_fd(ssl.get(), fd) != 1) return nullptr;
    libssl().SSL_set_accept_state(ssl.get());
    return ssl;
}

}  // namespace mcp::web
