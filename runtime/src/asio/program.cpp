// HTTP for mcp::serve. A program that links this library gets this file by a linker option, since
// nothing in the program need name it.
#include "server/http_program.hpp"

#include <mcp/serve_http.hpp>

namespace mcp::server {
namespace {

int run(Server& server, const HttpArguments& arguments, HttpServerOptions options) {
    if (arguments.address || arguments.unix_path) options.listen.clear();
    if (arguments.address) options.listen.push_back(*arguments.address);
    if (arguments.unix_path) options.listen.push_back("unix:" + *arguments.unix_path);
    if (arguments.path) options.endpoint.path = *arguments.path;
    if (!arguments.certificate.empty()) {
        options.certificate = arguments.certificate;
        options.private_key = arguments.private_key;
    }
    if (!arguments.cors_origins.empty()) options.endpoint.cors_origins = arguments.cors_origins;
    serve_http(server, options);
    return 0;
}

int run_with_defaults(Server& server, const HttpArguments& arguments) {
    return run(server, arguments, {});
}

}  // namespace
}  // namespace mcp::server

int mcp::serve(Server& server, int argc, char** argv, const HttpServerOptions& options) {
    return server::run_program(server, argc, argv,
                               [&options](Server& served, const server::HttpArguments& arguments) {
                                   return server::run(served, arguments, options);
                               });
}

/// The name by which the linker finds this file (runtime/src/asio/CMakeLists.txt).
extern "C" const bool mcp_http_program =
    (mcp::server::http_program = &mcp::server::run_with_defaults, true);
