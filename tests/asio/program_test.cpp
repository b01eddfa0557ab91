// mcp::serve as a process: what its arguments mean, and how signals end it.
#include "certificate.hpp"
#include "client.hpp"
#include "server_process.hpp"

#include "asio/listen.hpp"

#include <catch.hpp>

#include <sys/stat.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>

using namespace asio_test;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> with(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), SLOW_SERVER);
    return arguments;
}

mcp::HttpClientOptions at(std::string url) { return {.url = std::move(url)}; }

/// As clients write the address of a Unix socket.
std::string unix_url(const std::string& path) {
    std::string escaped;
    for (const char c : path) escaped += c == '/' ? std::string("%2F") : std::string(1, c);
    return "http+unix://" + escaped + "/mcp";
}

std::uint16_t port_of(const std::string& address) {
    return static_cast<std::uint16_t>(std::stoul(address.substr(address.rfind(':') + 1)));
}

/// The path of a socket, of which nothing is left in the end.
struct SocketPath {
    ~SocketPath() { fs::remove(path); }
    const std::string path =
        (fs::temp_directory_path() / ("mcp-program-" + std::to_string(::getpid()))).string();
};

/// A call that is under way when this returns.
mcp::Started<mcp::CallToolResult> begin(const Caller& caller, const std::string& tool) {
    const auto begun = std::make_shared<std::atomic<bool>>(false);
    mcp::CallOptions options;
    options.on_progress = [begun](const mcp::Progress&) { *begun = true; };
    auto call = caller.client->start<mcp::CallTool>({.name = tool}, options);
    REQUIRE(eventually([&] { return begun->load(); }));
    return call;
}

}  // namespace

TEST_CASE("arguments that do not fit end the program with 2, and say what would fit") {
    struct Case {
        std::vector<std::string> arguments;
        std::string says;
    };
    const std::string long_path(200, 'x');
    const std::vector<Case> cases = {
        {{"--what"}, "unknown argument: --what"},
        {{"8080"}, "unknown argument: 8080"},
        {{"--http", "8080"}, "\"8080\"; it is HOST:PORT, [HOST]:PORT or unix:PATH"},
        {{"--http", "localhost"}, "\"localhost\"; it is HOST:PORT"},
        {{"--http", "127.0.0.1:70000"}, "\"127.0.0.1:70000\"; it is HOST:PORT"},
        {{"--http", "127.0.0.1:0", "127.0.0.1:1"}, "unknown argument: 127.0.0.1:1"},
        {{"--unix"}, "--unix needs a value"},
        {{"--unix", "--path", "/mcp"}, "--unix needs a value"},
        {{"--unix", long_path},
         "not a path for a Unix socket: \"" + long_path + "\"; it has at most"},
        {{"--http", "127.0.0.1:0", "--path"}, "--path needs a value"},
        {{"--http", "127.0.0.1:0", "--path", "mcp"}, "\"mcp\" is no path; it is like \"/mcp\""},
        {{"--http", "127.0.0.1:0", "--path", "/mcp/"}, "\"/mcp/\" is no path; it is like \"/mcp\""},
        {{"--path", "/mcp"}, "--path, --cert, --key and --cors are for --http and --unix"},
        {{"--cert", "a", "--key", "b"}, "are for --http and --unix"},
        {{"--http", "127.0.0.1:0", "--cert", "a"}, "--cert and --key belong together"},
        {{"--http", "127.0.0.1:0", "--key", "a"}, "--cert and --key belong together"},
        {{"--http", "127.0.0.1:0", "--cors", "example.com"},
         "\"example.com\" is no origin; it is like \"https://example.com:8443\""},
        {{"--http", "127.0.0.1:0", "--cors"}, "--cors needs a value"},
        {{"--stdio", "--http"}, "either --stdio or HTTP"},
    };
    for (const Case& each : cases) {
        CAPTURE(each.arguments);
        ServerProcess process(with(each.arguments));
        const std::string said = process.rest();
        CHECK(process.wait() == 2);
        INFO(said);
        CHECK(said.starts_with(SLOW_SERVER ": "));
        CHECK(said.find(each.says) != std::string::npos);
    }
}

TEST_CASE("SEC-03, R113: a program does not listen where others reach it") {
    ServerProcess process(with({"--http", "0.0.0.0:0"}));
    const std::string said = process.rest();
    CHECK(process.wait() == 2);
    CHECK(said.find("others can reach 0.0.0.0:") != std::string::npos);
}

TEST_CASE("what cannot be had ends the program with 1, and is named") {
    const auto taken = mcp::web::listen_on("127.0.0.1:0").at(0).text;
    const auto holder = mcp::web::listen_on(taken);
    const TemporaryFile no_key("this is no key");
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"--http", taken}, "listening on " + taken + ": Address already in use"},
        {{"--unix", "/nowhere/mcp.sock"}, "/nowhere/mcp.sock: No such file"},
        {{"--unix", no_key.path()}, no_key.path() + ": Address already in use"},
        {{"--http", "127.0.0.1:0", "--cert", "/nowhere.pem", "--key", "/nowhere.key"},
         "certificate /nowhere.pem"},
        {{"--http", "127.0.0.1:0", "--cert", no_key.path(), "--key", no_key.path()},
         "certificate " + no_key.path()},
    };
    for (const auto& [arguments, says] : cases) {
        CAPTURE(arguments);
        ServerProcess process(with(arguments));
        const std::string said = process.rest();
        CHECK(process.wait() == 1);
        INFO(said);
        CHECK(said.find(says) != std::string::npos);
    }
    // A file that is no socket was not taken away.
    std::ifstream file(no_key.path());
    std::string text;
    CHECK((std::getline(file, text) && text == "this is no key"));
}

TEST_CASE("a program serves at the path it is given, and at no other") {
    ServerProcess process(with({"--http", "127.0.0.1:0", "--path", "/tools/mcp"}));
    const std::string address = process.address();
    CHECK(address.ends_with("/tools/mcp"));
    CHECK(Caller(at(address)).call("quick") == "done");
    Wire wire(port_of(address.substr(0, address.size() - 10)));
    REQUIRE(wire.send(post("{}", "Content-Type: application/json\r\n")));
    CHECK(status_of(wire.response()) == 404);
}

TEST_CASE("SEC-05: --cors lets the pages of some origins read, and of no others") {
    ServerProcess process(with({"--http", "127.0.0.1:0", "--cors", "https://a.example", "--cors",
                                "http://b.example:8080"}));
    std::string address = process.address();
    address.resize(address.size() - 4);
    const std::pair<std::string, bool> origins[] = {{"https://a.example", true},
                                                    {"http://b.example:8080", true},
                                                    {"http://a.example", false},
                                                    {"http://localhost", false}};
    for (const auto& [origin, reads] : origins) {
        CAPTURE(origin);
        Wire wire(port_of(address));
        REQUIRE(wire.send("OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: " + origin +
                          "\r\nAccess-Control-Request-Method: POST\r\n\r\n"));
        const std::string said = wire.response();
        CHECK((said.find("Access-Control-Allow-Origin: " + origin) != std::string::npos) == reads);
    }
}

TEST_CASE("SIGTERM lets a call under way end, takes no more, and ends the program well") {
    const mcp::Revisions era = GENERATE(mcp::Revisions(mcp::r2025_11_25), mcp::r2026_07_28);
    const int number = GENERATE(SIGTERM, SIGINT);
    CAPTURE(era.bits(), number);
    ServerProcess process(with({"--http", "127.0.0.1:0"}));
    const std::string address = process.address();
    const Caller caller(at(address), era);
    REQUIRE(caller.connected);
    auto call = begin(caller, "later");
    process.signal(number);
    const std::uint16_t port = port_of(address.substr(0, address.size() - 4));
    CHECK(eventually([&] {
        try {
            const Wire wire(port);
            return false;
        } catch (const std::runtime_error&) {
            return true;
        }
    }));
    const auto result = call.get();
    REQUIRE(result);
    CHECK(std::get<mcp::TextContent>(result->content.at(0)).text == "done");
    CHECK(process.wait() == 0);
    CHECK(caller.call("quick") != "done");
}

TEST_CASE("a second signal ends the program at once") {
    ServerProcess process(with({"--http", "127.0.0.1:0"}));
    const std::string address = process.address();
    const Caller caller(at(address));
    REQUIRE(caller.connected);
    auto call = begin(caller, "wait");
    process.signal(SIGTERM);
    // From when it accepts nothing any more, it has taken the first one.
    CHECK(eventually([&] { return Caller(at(address)).call("quick") != "done"; }));
    process.signal(SIGTERM);
    CHECK(process.wait() == -SIGTERM);  // in the end it would have been 0
    CHECK_FALSE(call.get());
}

TEST_CASE("SIGHUP reads the certificate again, and a bad one changes nothing") {
    const Certificate first("localhost");
    const Certificate second("localhost");
    const TemporaryFile trusts_first(first.certificate_pem());
    const TemporaryFile trusts_second(second.certificate_pem());
    const TemporaryFile certificate(first.certificate_pem());
    const TemporaryFile key(first.key_pem());
    ServerProcess process(
        with({"--http", "localhost:0", "--cert", certificate.path(), "--key", key.path()}));
    const std::string address = process.address();
    REQUIRE(address.starts_with("https://"));
    const auto call = [&](const TemporaryFile& trusted) {
        mcp::HttpClientOptions options = at(
            "https://localhost:" + std::to_string(port_of(address.substr(0, address.size() - 4))) +
            "/mcp");
        options.tls.ca_file = trusted.path();
        return Caller(options).call("quick");
    };
    CHECK(call(trusts_first) == "done");
    CHECK(call(trusts_second) != "done");

    certificate.write(second.certificate_pem());
    key.write(second.key_pem());
    process.signal(SIGHUP);
    CHECK(eventually([&] { return call(trusts_second) == "done"; }));
    CHECK(call(trusts_first) != "done");

    certificate.write("this is no certificate");
    process.signal(SIGHUP);
    CHECK(process.line().find(certificate.path()) != std::string::npos);
    CHECK(call(trusts_second) == "done");
    process.signal(SIGTERM);
    CHECK(process.wait() == 0);
}

TEST_CASE("SEC-15, R434: a program on a Unix socket is there for its user alone, and tidies up") {
    const SocketPath socket;
    const mode_t mask = ::umask(0);
    ServerProcess process(with({"--unix", socket.path}));
    ::umask(mask);
    CHECK(process.address() == "unix:" + socket.path);
    struct stat status {};
    REQUIRE(::stat(socket.path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    CHECK(Caller(at(unix_url(socket.path))).call("quick") == "done");

    // Somebody else cannot take its place, and does not take its socket away in the attempt.
    ServerProcess other(with({"--unix", socket.path}));
    CHECK(other.rest().find(socket.path + ": Address already in use") != std::string::npos);
    CHECK(other.wait() == 1);
    CHECK(Caller(at(unix_url(socket.path))).call("quick") == "done");

    process.signal(SIGTERM);
    CHECK(process.wait() == 0);
    CHECK_FALSE(fs::exists(socket.path));
}

TEST_CASE("the socket of a program that was killed is in nobody's way") {
    const SocketPath socket;
    {
        ServerProcess killed(with({"--unix", socket.path}));
        killed.address();
        killed.signal(SIGKILL);
        CHECK(killed.wait() == -SIGKILL);
    }
    REQUIRE(fs::exists(socket.path));
    ServerProcess process(with({"--unix", socket.path}));
    CHECK(process.address() == "unix:" + socket.path);
    CHECK(Caller(at(unix_url(socket.path))).call("quick") == "done");
}

TEST_CASE("a program uses the socket that systemd passes it, and no other process's") {
    auto passed = mcp::web::listen_on("127.0.0.1:0");
    const std::string text = passed.at(0).text;
    {
        ServerProcess process(with({"--http", "127.0.0.1:0"}), passed[0].fd.get());
        CHECK(process.address() == "http://" + text + "/mcp");
        CHECK(Caller(at("http://" + text + "/mcp")).call("quick") == "done");
        process.signal(SIGTERM);
        CHECK(process.wait() == 0);
    }
    {
        // The next one is started when a connection is there already.
        Wire early(passed[0].port);
        REQUIRE(early.send("OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        ServerProcess process(with({"--http", "127.0.0.1:0"}), passed[0].fd.get());
        CHECK(status_of(early.response()) == 204);
    }
    ServerProcess process(with({"--http", "127.0.0.1:0"}), passed[0].fd.get(), ::getpid());
    const std::string own = process.address();
    CHECK(own.starts_with("http://127.0.0.1:"));
    CHECK(own != "http://" + text + "/mcp");
}

TEST_CASE("a Unix socket that systemd passes stays when the program ends") {
    const SocketPath socket;
    auto passed = mcp::web::listen_on("unix:" + socket.path);
    ServerProcess process(with({"--http"}), passed.at(0).fd.get());
    CHECK(process.address() == "unix:" + socket.path);
    CHECK(Caller(at(unix_url(socket.path))).call("quick") == "done");
    process.signal(SIGTERM);
    CHECK(process.wait() == 0);
    CHECK(fs::exists(socket.path));
}
