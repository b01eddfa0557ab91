// The browser that is opened, and the address that it comes back to.
#include "auth/client/browser.hpp"
#include "asio/client/redirect_listener.hpp"
#include "generator/support/temporary_folder.hpp"

#include <sys/stat.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <string>
#include <thread>

#include "catch.hpp"

namespace mcp {
namespace {

namespace fs = std::filesystem;
namespace net = boost::asio;
using namespace std::chrono_literals;

using Waited = Result<std::string, AuthError>;

/// `GET target`, and the whole of the reply.
std::string visit(const std::string& address, const std::string& target, std::string host = {},
                  const std::string& method = "GET") {
    const std::string authority = address.substr(7, address.find('/', 7) - 7);
    if (host.empty()) host = authority;
    net::io_context context;
    net::ip::tcp::socket socket(context);
    const auto port = std::stoi(authority.substr(authority.find(':') + 1));
    socket.connect({net::ip::address_v4::loopback(), static_cast<std::uint16_t>(port)});
    net::write(socket,
               net::buffer(method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n"));
    std::string reply;
    boost::system::error_code end;
    net::read(socket, net::dynamic_buffer(reply), end);
    return reply;
}

TEST_CASE("ACL-18 the redirect comes to this machine, at a port that was free, once") {
    auto listener = asio::listen_for_redirect(0).value();
    const std::string address = listener->address();
    CHECK(address.starts_with("http://127.0.0.1:"));
    CHECK(address.ends_with("/callback"));
    auto waited = std::async(std::launch::async, [&] { return listener->wait(10s, {}); });
    CHECK(visit(address, "/favicon.ico").starts_with("HTTP/1.1 404"));
    CHECK(visit(address, "/callback?code=x", "evil.example").starts_with("HTTP/1.1 404"));
    CHECK(visit(address, "/callback?code=x", {}, "POST").starts_with("HTTP/1.1 404"));
    const std::string reply = visit(address, "/callback?code=a%20b&state=s");
    CHECK(reply.starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(reply.find("no-store") != std::string::npos);
    CHECK(reply.find("a%20b") == std::string::npos);
    CHECK(waited.get() == Waited("code=a%20b&state=s"));
    CHECK_THROWS(visit(address, "/callback?code=again"));
}

TEST_CASE("nobody comes back: the wait ends in time, or when it is stopped") {
    auto listener = asio::listen_for_redirect(0).value();
    SECTION("in time") {
        const auto outcome = listener->wait(20ms, {});
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().message == "nobody logged in in time");
    }
    SECTION("stopped") {
        std::stop_source stop;
        auto waited =
            std::async(std::launch::async, [&] { return listener->wait(10s, stop.get_token()); });
        stop.request_stop();
        const auto outcome = waited.get();
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().message == "the login was given up");
    }
}

TEST_CASE("a port that is taken is told") {
    const auto first = asio::listen_for_redirect(0).value();
    const std::string address = first->address();
    const auto port = std::stoi(address.substr(17));
    const auto second = asio::listen_for_redirect(static_cast<std::uint16_t>(port));
    REQUIRE_FALSE(second);
    CHECK(second.error().failure == AuthFailure::stopped);
}

TEST_CASE("ACL-28 R421 the browser is started without a shell") {
    const mcpgen::test::TemporaryFolder folder;
    const fs::path program = folder / "browser";
    std::ofstream(program) << "#!/bin/sh\nprintf '%s|' \"$#\" \"$@\" > '" << folder.path().string()
                           << "/seen'\n";
    ::chmod(program.c_str(), 0700);
    const std::string url = "https://as.example/a?x=$(touch%20y)&b=$HOME;id&c=*";
    CHECK(auth::open_in_browser(url, program.string()));
    CHECK(folder.get("seen") == "1|" + url + "|");
    fs::remove(folder / "seen");
    CHECK_FALSE(auth::open_in_browser("javascript:alert(1)", program.string()));
    CHECK_FALSE(auth::open_in_browser("--help", program.string()));
    CHECK_FALSE(fs::exists(folder / "seen"));
    CHECK_FALSE(auth::open_in_browser(url, "no-such-browser-here"));
}

}  // namespace
}  // namespace mcp
