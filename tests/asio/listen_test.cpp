// Where a server listens.
#include "support.hpp"

#include "asio/listen.hpp"

#include <catch.hpp>

#include <sys/stat.h>
#include <sys/wait.h>

#include <filesystem>

using namespace asio_test;
using mcp::web::listen_on;

TEST_CASE("SEC-02, R112: a server listens on loopback alone unless told otherwise") {
    for (const std::string& address : mcp::HttpServerOptions{}.listen) {
        CHECK(address.starts_with("127.0.0.1:"));
    }
}

TEST_CASE("SEC-03, R113, R434: an address that others reach needs an authenticator, or consent") {
    mcp::HttpServerOptions options;
    options.listen = {"0.0.0.0:0"};
    options.use_systemd = false;
    mcp::run::Crew crew;
    CHECK_THROWS_WITH(mcp::web::WebServer(crew, &echo, options).start(),
                      Catch::Contains("allow_unauthenticated"));
    options.authenticate = [](const HttpRequest&) { return mcp::HttpIdentity{}; };
    CHECK_NOTHROW(mcp::web::WebServer(crew, &echo, options).start());
    options.authenticate = {};
    options.allow_unauthenticated = true;
    CHECK_NOTHROW(mcp::web::WebServer(crew, &echo, options).start());
}

TEST_CASE("addresses are read strictly") {
    for (const char* wrong : {"", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x",
                              "127.0.0.1:80x", "127.0.0.1:65536", "127.0.0.1:-1", "unix:"}) {
        INFO(wrong);
        CHECK_THROWS_AS(listen_on(wrong), std::invalid_argument);
    }
    const auto ipv4 = listen_on("127.0.0.1:0");
    REQUIRE(ipv4.size() == 1);
    CHECK(ipv4[0].port != 0);
    CHECK(ipv4[0].is_loopback);
    CHECK(ipv4[0].text == "127.0.0.1:" + std::to_string(ipv4[0].port));
    CHECK_THROWS_AS(listen_on(ipv4[0].text), std::system_error);
    CHECK_FALSE(listen_on("0.0.0.0:0")[0].is_loopback);
}

TEST_CASE("R112: the names of this machine need no name server") {
    for (const char* name : {"localhost", "LocalHost", "mcp.localhost"}) {
        const auto here = listen_on(std::string(name) + ":0");
        REQUIRE(here.size() == 1);  // another one would have another port
        CHECK(here[0].is_loopback);
        CHECK(here[0].text == "127.0.0.1:" + std::to_string(here[0].port));
    }
}

TEST_CASE("a server listens on IPv6") {
    mcp::HttpServerOptions options;
    options.listen = {"[::1]:0"};
    try {
        listen_on("[::1]:0");
    } catch (const std::system_error&) {
        WARN("no IPv6 on this machine");
        return;
    }
    const Rig rig(&echo, options);
    CHECK(rig.server.addresses() ==
          std::vector{"http://[::1]:" + std::to_string(rig.server.port())});
}

TEST_CASE("SEC-15, R434: a server listens on a Unix socket, for its user alone") {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("mcp-" + std::to_string(::getpid()))).string();
    mcp::HttpServerOptions options;
    options.listen = {"unix:" + path};
    for (int i = 0; i < 2; ++i) {
        const Rig rig(&echo, options);
        struct stat status {};
        REQUIRE(::stat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 0777) == 0600);
        CHECK(rig.server.port() == 0);
        CHECK(rig.server.addresses() == std::vector{"unix:" + path});
        Wire wire(path);
        REQUIRE(wire.send(get("/")));
        CHECK(status_of(wire.response()) == 200);
        CHECK_THROWS_AS(listen_on("unix:" + path), std::system_error);
    }
    CHECK_FALSE(std::filesystem::exists(path));
    // One that was left behind by a server that was killed is in nobody's way.
    { const auto left = listen_on("unix:" + path); }
    REQUIRE(std::filesystem::exists(path));
    CHECK_NOTHROW(listen_on("unix:" + path));
    std::filesystem::remove(path);
}

TEST_CASE("sockets that systemd passes are used, and only by the process that is meant") {
    auto listening = listen_on("127.0.0.1:0");
    const std::uint16_t port = listening[0].port;
    const pid_t child = ::fork();
    if (child == 0) {
        // Only what is safe in a child of a program with threads: this one begins anew.
        ::dup2(listening[0].fd.get(), 3);
        ::setenv("LISTEN_FDS", "1", 1);
        ::setenv("LISTEN_PID", "1", 1);
        if (!mcp::web::passed_sockets().empty()) ::_exit(1);
        ::setenv("LISTEN_FDS", "1", 1);
        ::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
        const auto passed = mcp::web::passed_sockets();
        if (passed.size() != 1 || passed[0].port != port || passed[0].is_ours) ::_exit(2);
        if (std::getenv("LISTEN_FDS") || !mcp::web::passed_sockets().empty()) ::_exit(3);
        ::_exit(0);
    }
    REQUIRE(child > 0);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}
