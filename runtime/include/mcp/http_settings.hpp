// How HTTP connections of a client are made: certificates and proxies.
#pragma once

#include <string>

namespace mcp {

/// How TLS connections are made. The server's certificate and its name are always checked.
struct HttpTlsOptions {
    std::string ca_file{};           ///< PEM; trusted in place of the system's roots
    std::string certificate_file{};  ///< PEM, with its chain: the client's own
    std::string key_file{};          ///< PEM
};

/// Proxies, by address: `http://proxy:3128`. An address that begins with https is tunnelled.
struct HttpProxyOptions {
    /// http_proxy, https_proxy, all_proxy and no_proxy, in small or capital letters; HTTP_PROXY is
    /// not believed in CGI programs.
    bool from_environment = true;
    std::string http{};      ///< for http addresses; before the environment
    std::string https{};     ///< for https addresses
    std::string no_proxy{};  ///< hosts to be reached directly: `localhost,.example.com,10.0.0.0/8`
};

}  // namespace mcp
