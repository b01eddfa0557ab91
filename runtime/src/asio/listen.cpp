// An address as a text becomes a socket that listens: TCP, a Unix socket with the rights of its
// file, or what systemd has opened already. Nothing is accepted here.
#include "asio/listen.hpp"

#include "http/client/proxy.hpp"
#include "util/ascii.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <arpa/inet.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace mcp::web {
namespace {

using transport::Fd;

constexpr int backlog = 1024;
constexpr std::string_view unix_prefix = "unix:";
constexpr int first_passed = 3;

[[noreturn]] void fail(const std::string& address, int error) {
    throw std::system_error(error, std::generic_category(), "listening on " + address);
}

/// Fills in what the socket says of itself.
void describe(Listening& listening) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getsockname(listening.fd.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        fail("a socket", errno);
    }
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.ss_family == AF_INET) {
        const auto& in = reinterpret_cast<const sockaddr_in&>(address);
        listening.port = ntohs(in.sin_port);
        listening.is_loopback = (ntohl(in.sin_addr.s_addr) >> 24) == 127;
        ::inet_ntop(AF_INET, &in.sin_addr, text.data(), text.size());
        listening.text = std::string(text.data()) + ':' + std::to_string(listening.port);
    } else if (address.ss_family == AF_INET6) {
        const auto& in = reinterpret_cast<const sockaddr_in6&>(address);
        listening.port = ntohs(in.sin6_port);
        listening.is_loopback = IN6_IS_ADDR_LOOPBACK(&in.sin6_addr);
        ::inet_ntop(AF_INET6, &in.sin6_addr, text.data(), text.size());
        listening.text = '[' + std::string(text.data()) + "]:" + std::to_string(listening.port);
    } else if (address.ss_family == AF_UNIX) {
        const auto& in = reinterpret_cast<const sockaddr_un&>(address);
        listening.is_unix = true;
        const std::size_t room = size - offsetof(sockaddr_un, sun_path);
        listening.text.assign(in.sun_path, ::strnlen(in.sun_path, room));
    } else {
        throw std::invalid_argument("a socket that is neither TCP nor Unix");
    }
}

Listening listen_on_unix(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof address.sun_path) {
        throw std::invalid_argument("not a path for a Unix socket: \"" + path +
                                    "\"; it has at most " +
                                    std::to_string(sizeof address.sun_path - 1) + " bytes");
    }
    path.copy(address.sun_path, path.size());
    const auto* const where = reinterpret_cast<const sockaddr*>(&address);
    // A socket's file that nobody listens on is left from before.
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode)) {
        const Fd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::connect(probe.get(), where, sizeof address) != 0 && errno == ECONNREFUSED) {
            ::unlink(path.c_str());
        }
    }
    Listening listening;
    listening.fd = Fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!listening.fd) fail(path, errno);
    // For this user alone.
    const mode_t mask = ::umask(0177);
    const int bound = ::bind(listening.fd.get(), where, sizeof address);
    const int error = errno;
    ::umask(mask);
    if (bound != 0) fail(path, error);
    if (::listen(listening.fd.get(), backlog) != 0) fail(path, errno);
    describe(listening);
    return listening;
}

struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t size = 0;
    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

/// What the name or address `host` stands for; `address` is what the user has written.
std::vector<SocketAddress> addresses_of(const std::string& host, unsigned port,
                                        const std::string& address) {
    if (http::is_local_name(detail::lower(host))) {
        auto all = addresses_of("127.0.0.1", port, address);
        const auto ipv6 = addresses_of("::1", port, address);
        all.insert(all.end(), ipv6.begin(), ipv6.end());
        return all;
    }
    addrinfo hints{};
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
    if (error != 0) {
        throw std::system_error(EADDRNOTAVAIL, std::generic_category(),
                                "listening on " + address + ": " + ::gai_strerror(error));
    }
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, &::freeaddrinfo);
    std::vector<SocketAddress> all;
    for (const addrinfo* each = found; each; each = each->ai_next) {
        all.push_back({.size = each->ai_addrlen});
        std::memcpy(&all.back().storage, each->ai_addr, each->ai_addrlen);
    }
    return all;
}

Listening listen_on_ip(const SocketAddress& where, const std::string& address) {
    const int family = where.storage.ss_family;
    Listening listening;
    listening.fd = Fd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!listening.fd) fail(address, errno);
    const int on = 1;
    ::setsockopt(listening.fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    // Connections inherit it: an answer is never held back for a packet that is full.
    ::setsockopt(listening.fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (family == AF_INET6) {
        ::setsockopt(listening.fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    }
    if (::bind(listening.fd.get(), where.get(), where.size) != 0 ||
        ::listen(listening.fd.get(), backlog) != 0) {
        fail(address, errno);
    }
    describe(listening);
    return listening;
}

long number_of(const char* text) { return text ? std::atol(text) : 0; }

}  // namespace

std::vector<Listening> listen_on(const std::string& address) {
    std::vector<Listening> all;
    if (address.starts_with(unix_prefix)) {
        all.push_back(listen_on_unix(address.substr(unix_prefix.size())));
        return all;
    }
    const std::size_t colon = address.rfind(':');
    std::string host = address.substr(0, colon);
    unsigned port = 0;
    const char* const end = address.data() + address.size();
    const char* const digits = colon == std::string::npos ? end : address.data() + colon + 1;
    const auto parsed = std::from_chars(digits, end, port);
    if (digits == end || parsed.ec != std::errc() || parsed.ptr != end || port > 65535 ||
        host.empty()) {
        throw std::invalid_argument("not an address to listen on: \"" + address +
                                    "\"; it is HOST:PORT, [HOST]:PORT or unix:PATH");
    }
    if (host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);

    std::exception_ptr last;
    for (const SocketAddress& each : addresses_of(host, port, address)) {
        try {
            all.push_back(listen_on_ip(each, address));
        } catch (const std::system_error&) {
            // A name may have an address of a kind that this machine has not.
            last = std::current_exception();
        }
        if (port == 0 && !all.empty()) break;  // a second one would get another port
    }
    if (all.empty()) std::rethrow_exception(last);
    return all;
}

std::vector<Listening> passed_sockets() {
    std::vector<Listening> all;
    const long count = number_of(std::getenv("LISTEN_FDS"));
    if (count <= 0 || number_of(std::getenv("LISTEN_PID")) != ::getpid()) return all;
    for (const char* name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) ::unsetenv(name);
    for (int fd = first_passed; fd < first_passed + count; ++fd) {
        Listening listening;
        listening.fd = Fd(fd);
        listening.is_ours = false;
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
        describe(listening);
        all.push_back(std::move(listening));
    }
    return all;
}

}  // namespace mcp::web
