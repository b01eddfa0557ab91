// How a host reaches servers over HTTP: link Mcpgen::asio.
#pragma once

#include <mcp/host_options.hpp>
#include <mcp/http_client.hpp>

#include <memory>
#include <utility>

namespace mcp {

/// For HostOptions::http. Address and headers come from the server's configuration, everything else
/// from `base`.
inline auto http_servers(HttpClientOptions base = {}) {
    return
        [base = std::move(base)](const ServerLaunch& launch) -> Result<std::unique_ptr<Transport>> {
            HttpClientOptions options = base;
            options.url = launch.url;
            for (const auto& [name, value] : launch.headers) {
                options.headers.emplace_back(name, value.reveal());
            }
            return http_transport(std::move(options));
        };
}

}  // namespace mcp
