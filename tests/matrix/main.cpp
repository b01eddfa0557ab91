// One program for every cell of the matrix: the server, the client with a server's command, or both
// in one process with a record of what passed between them.
//
//   matrix serve
//   matrix pipes auto|<revision> server command...
//   matrix memory auto|<revision> RECORD
//   matrix serve-http                     says where on standard error
//   matrix http auto|<revision> URL
//   matrix bridge                         all pairs of revisions, with a bridge between, as a table
//   matrix bridge <revision> <revision>   one of them: the client's and the server's
#include "script.hpp"
#include "server.hpp"

#include <mcp/gateway.hpp>
#include <mcp/http_client.hpp>
#include <mcp/message_filter.hpp>
#include <mcp/serve_http.hpp>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

/// Writes every message of the server's side: `-> ` what comes from the client, `<- ` what goes
/// there.
class Recorder : public mcp::MessageFilter {
public:
    explicit Recorder(const std::string& file) : out_(file, std::ios::binary) {}
    Verdict incoming(std::string& text) override { return write("-> ", text); }
    Verdict outgoing(std::string& text) override { return write("<- ", text); }
    bool good() const { return out_.good(); }

private:
    Verdict write(std::string_view direction, const std::string& text) {
        const std::lock_guard lock(mutex_);
        out_ << direction << text << '\n';
        return Verdict::pass;
    }
    std::mutex mutex_;
    std::ofstream out_;
};

int over_pipes(std::string_view wanted, std::vector<std::string> command) {
    mcp::ProcessOptions options;
    options.command = std::move(command);
    options.inherit = {"*"};
    auto transport = mcp::process_transport(options);
    if (!transport) {
        std::cerr << "matrix: " << transport.error().message << '\n';
        return 2;
    }
    return run_script(wanted, std::move(*transport)) == 0 ? 0 : 1;
}

int in_memory(std::string_view wanted, const std::string& file) {
    const auto recorder = std::make_shared<Recorder>(file);
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

int over_http(std::string_view wanted, const std::string& url) {
    mcp::HttpClientOptions options;
    options.url = url;
    options.proxy.from_environment = false;
    return run_script(wanted, mcp::http_transport(std::move(options))) == 0 ? 0 : 1;
}

/// The client at one revision, the server at another, a bridge between them.
int bridged(std::string_view front, mcp::Revision behind) {
    const auto server = make_server(behind);
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
    return run_script(front, std::move(ours), behind);
}

constexpr mcp::Revision revisions[] = {mcp::r2024_11_05, mcp::r2025_03_26, mcp::r2025_06_18,
                                       mcp::r2025_11_25, mcp::r2026_07_28};

int bridge_table() {
    std::string table = "| client \\ server |";
    std::string rule = "|---|";
    for (const auto behind : revisions) {
        table += ' ' + std::string(to_string(behind)) + " |";
        rule += "---|";
    }
    table += '\n' + rule + '\n';
    int failed = 0;
    for (const auto front : revisions) {
        table += "| " + std::string(to_string(front)) + " |";
        for (const auto behind : revisions) {
            std::cout << to_string(front) << " -> " << to_string(behind) << ": " << std::flush;
            const int wrong = bridged(to_string(front), behind);
            failed += wrong;
            table += wrong == 0 ? " passes |" : " " + std::to_string(wrong) + " failed |";
        }
        table += '\n';
    }
    std::cout << '\n' << table;
    return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 1 && words[0] == "serve") {
        make_server()->serve(mcp::stdio_transport());
        return 0;
    }
    if (words.size() == 1 && words[0] == "serve-http") {
        mcp::HttpServerOptions options;
        options.listen = {"127.0.0.1:0"};
        mcp::serve_http(*make_server(), options);
        return 0;
    }
    if (words == std::vector<std::string>{"bridge"}) return bridge_table();
    if (words.size() == 3 && words[0] == "bridge" && is_revision(words[1])) {
        if (const auto behind = mcp::revision_from(words[2])) {
            return bridged(words[1], *behind) == 0 ? 0 : 1;
        }
    }
    if (words.size() >= 3 && is_revision(words[1])) {
        if (words[0] == "pipes") return over_pipes(words[1], {words.begin() + 2, words.end()});
        if (words[0] == "memory" && words.size() == 3) return in_memory(words[1], words[2]);
        if (words[0] == "http" && words.size() == 3) return over_http(words[1], words[2]);
    }
    std::cerr << "usage: matrix serve | serve-http | pipes REVISION COMMAND... | memory REVISION "
                 "RECORD | "
                 "http REVISION URL | bridge [REVISION REVISION]\n";
    return 2;
}
