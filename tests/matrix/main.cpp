// One program for every cell of the matrix: the server, the client with a server's command, or both
// in one process with a record of what passed between them.
//
//   matrix serve [<revision> [RECORD]]    RECORD gets the process's number as its end
//   matrix pipes <wanted> server command...
//   matrix memory <wanted> RECORD
//   matrix serve-http [<revision>]        says where on standard error
//   matrix http <wanted> URL
//   matrix bridge <wanted>                with a bridge between, in memory
//
// <wanted> is `auto`, a revision, or the client's and the server's where a bridge is between them:
// `2025-11-25/2024-11-05`. `--record FILE` before all this keeps what the client sees.
#include "recorder.hpp"
#include "script.hpp"
#include "server.hpp"

#include <mcp/gateway.hpp>
#include <mcp/http_client.hpp>
#include <mcp/serve_http.hpp>

#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using Filter = std::shared_ptr<mcp::MessageFilter>;

int over_pipes(const Wanted& wanted, const Filter& filter, std::vector<std::string> command) {
    mcp::ProcessOptions options;
    options.command = std::move(command);
    options.inherit = {"*"};
    auto transport = mcp::process_transport(options);
    if (!transport) {
        std::cerr << "matrix: " << transport.error().message << '\n';
        return 2;
    }
    return run_script(wanted, std::move(*transport), filter) == 0 ? 0 : 1;
}

int in_memory(const Wanted& wanted, const std::string& file) {
    const auto recorder = std::make_shared<Recorder>(file, Recorder::Side::server);
    int failed = 0;
    {
        const auto server = make_server();
        server->filter(recorder);
        auto [ours, theirs] = mcp::memory_transports();
        server->connect(std::move(theirs));
        failed = run_script(wanted, std::move(ours));
    }
    if (!recorder->good()) {
        std::cerr << "matrix: " << file << " could not be written\n";
        return 2;
    }
    return failed == 0 ? 0 : 1;
}

int over_http(const Wanted& wanted, const Filter& filter, const std::string& url) {
    mcp::HttpClientOptions options;
    options.url = url;
    options.proxy.from_environment = false;
    return run_script(wanted, mcp::http_transport(std::move(options)), filter) == 0 ? 0 : 1;
}

/// The client at one revision, the server at another, a bridge between them.
int bridged(const Wanted& wanted) {
    const auto server = make_server(*wanted.behind);
    mcp::GatewayOptions options;
    options.one_client = true;
    const auto reach = [&]() -> mcp::Result<std::unique_ptr<mcp::Transport>> {
        auto [ours, theirs] = mcp::memory_transports();
        server->connect(std::move(theirs));
        return std::move(ours);
    };
    mcp::Bridge bridge({.name = "bridge", .version = "1"}, reach, options);
    auto [ours, theirs] = mcp::memory_transports();
    bridge.server().connect(std::move(theirs));
    return run_script(wanted, std::move(ours)) == 0 ? 0 : 1;
}

int serve(mcp::Revisions revisions, const std::string& record) {
    const auto server = make_server(revisions);
    if (!record.empty()) {
        // A bridge may start several.
        server->filter(
            std::make_shared<Recorder>(record + std::to_string(getpid()), Recorder::Side::server));
    }
    server->serve(mcp::stdio_transport());
    return 0;
}

int serve_http(mcp::Revisions revisions) {
    mcp::HttpServerOptions options;
    options.listen = {"127.0.0.1:0"};
    mcp::serve_http(*make_server(revisions), options);
    return 0;
}

using Words = std::vector<std::string>;

/// `--record FILE`, which is taken out of the words.
Filter take_recorder(Words& words) {
    if (words.size() < 2 || words[0] != "--record") return nullptr;
    auto recorder = std::make_shared<Recorder>(words[1], Recorder::Side::client);
    words.erase(words.begin(), words.begin() + 2);
    return recorder;
}

std::optional<int> run(Words words) {
    const Filter filter = take_recorder(words);
    if (words.empty()) return std::nullopt;
    const std::string& what = words[0];
    if (what.starts_with("serve")) {
        const auto pinned = words.size() > 1 ? mcp::revision_from(words[1]) : std::nullopt;
        if (words.size() > 1 && !pinned) return std::nullopt;
        const mcp::Revisions revisions = pinned ? mcp::Revisions(*pinned) : mcp::all_revisions;
        if (what == "serve" && words.size() <= 3) {
            return serve(revisions, words.size() == 3 ? words[2] : std::string());
        }
        if (what == "serve-http" && words.size() <= 2) return serve_http(revisions);
        return std::nullopt;
    }
    const auto wanted = words.size() > 1 ? Wanted::from(words[1]) : std::nullopt;
    if (!wanted) return std::nullopt;
    if (what == "bridge" && words.size() == 2 && wanted->behind) return bridged(*wanted);
    if (what == "pipes" && words.size() > 2) {
        return over_pipes(*wanted, filter, {words.begin() + 2, words.end()});
    }
    if (what == "memory" && words.size() == 3) return in_memory(*wanted, words[2]);
    if (what == "http" && words.size() == 3) return over_http(*wanted, filter, words[2]);
    return std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
    if (const auto status = run({argv + 1, argv + argc})) return *status;
    std::cerr << "usage: matrix [--record FILE] serve [REVISION [RECORD]] | serve-http [REVISION] "
                 "| pipes WANTED COMMAND... | memory WANTED RECORD | http WANTED URL | "
                 "bridge WANTED\n";
    return 2;
}
