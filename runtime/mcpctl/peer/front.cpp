// See the header.
#include "peer/front.hpp"

#include <mcp/serve.hpp>
#ifdef MCPCTL_HTTP
#include <mcp/serve_http.hpp>
#endif

#include <chrono>
#include <string>
#include <vector>

namespace mcpctl {

mcp::ServerOptions front_options() {
    mcp::ServerOptions options;
    options.limits.drain = options.limits.signal_drain = std::chrono::milliseconds(300);
    return options;
}

int serve_in_front(mcp::Server& server, const Invocation& invocation) {
    std::vector<std::string> words{"mcpctl"};
    for (const char* option : {"http", "cors"}) {
        if (!invocation.has(option)) continue;
        words.push_back("--" + std::string(option));
        words.push_back(invocation.text(option));
    }
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    const int argc = static_cast<int>(argv.size());
#ifdef MCPCTL_HTTP
    mcp::HttpServerOptions options;
    const auto later = std::chrono::duration<double>(invocation.number("poll-after", 0));
    if (later.count() > 0) {
        options.endpoint.poll_after = std::chrono::ceil<std::chrono::milliseconds>(later);
    }
    return mcp::serve(server, argc, argv.data(), options);
#else
    return mcp::serve(server, argc, argv.data());
#endif
}

}  // namespace mcpctl
