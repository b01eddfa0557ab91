// One program for every cell of the matrix: the server, the client with a server's command, or both
// in one process with a record of what passed between them.
//
//   matrix serve
//   matrix pipes auto|<revision> server command...
//   matrix memory auto|<revision> RECORD
//   matrix serve-http                     says where on standard error
//   matrix http auto|<revision> URL
#include "script.hpp"
#include "server.hpp"

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
    if (words.size() >= 3 && is_revision(words[1])) {
        if (words[0] == "pipes") return over_pipes(words[1], {words.begin() + 2, words.end()});
        if (words[0] == "memory" && words.size() == 3) return in_memory(words[1], words[2]);
        if (words[0] == "http" && words.size() == 3) return over_http(words[1], words[2]);
    }
    std::cerr << "usage: matrix serve | serve-http | pipes REVISION COMMAND... | memory REVISION "
                 "RECORD | "
                 "http REVISION URL\n";
    return 2;
}
