// The functions of OpenSSL that the server's side of TLS uses. Its libraries are loaded with the
// first certificate: a server without one pays neither their memory nor their start. With
// MCPGEN_LINK_LIBCRYPTO they are linked as usual.
#pragma once

#include <openssl/err.h>
#include <openssl/ssl.h>

#define MCP_LIBSSL_FUNCTIONS(F)           \
    F(ERR_clear_error)                    \
    F(ERR_get_error)                      \
    F(ERR_reason_error_string)            \
    F(SSL_CTX_ctrl)                       \
    F(SSL_CTX_free)                       \
    F(SSL_CTX_new)                        \
    F(SSL_CTX_set_alpn_select_cb)         \
    F(SSL_CTX_set_options)                \
    F(SSL_CTX_use_PrivateKey_file)        \
    F(SSL_CTX_use_certificate_chain_file) \
    F(SSL_free)                           \
    F(SSL_get_error)                      \
    F(SSL_is_init_finished)               \
    F(SSL_new)                            \
    F(SSL_read)                           \
    F(SSL_select_next_proto)              \
    F(SSL_set_accept_state)               \
    F(SSL_set_fd)                         \
    F(SSL_shutdown)                       \
    F(SSL_write)                          \
    F(TLS_server_method)

namespace mcp::web {

struct Libssl {
#define MCP_DECLARE(name) decltype(&::name) name;
    MCP_LIBSSL_FUNCTIONS(MCP_DECLARE)
#undef MCP_DECLARE
};

/// Loads the library when it is not there yet. Throws std::runtime_error when it cannot be found,
/// with what to install.
const Libssl& libssl();

}  // namespace mcp::web
