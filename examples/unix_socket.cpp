// A server that listens on a Unix socket, and a client that connects to it; both in this program. A
// stream of bytes that has a descriptor needs no transport of its own: line_transport carries it.
#include <mcp/client.hpp>
#include <mcp/server.hpp>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <iostream>
#include <string>
#include <thread>

namespace {

sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    return address;
}

/// A descriptor that listens; -1 when that cannot be.
int listen_at(const std::string& path) {
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const sockaddr_un address = address_of(path);
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    if (::bind(fd, generic, sizeof address) != 0 || ::listen(fd, 16) != 0) return -1;
    return fd;
}

/// A connection to whoever listens there.
mcp::Result<std::unique_ptr<mcp::Transport>> connect_to(const std::string& path) {
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const sockaddr_un address = address_of(path);
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(fd);
        return mcp::Unexpected(mcp::Error{"nobody listens at " + path});
    }
    return mcp::line_transport(fd, fd);
}

}  // namespace

int main() {
    mcp::Server server{{.name = "greeter", .version = "1.0.0"}};
    server.tool("greet", "Says hello", [] { return "Hello over a socket"; });

    // Every connection is a session of the same server.
    const std::string path = "/tmp/greeter-" + std::to_string(::getpid()) + ".sock";
    const int listener = listen_at(path);
    if (listener < 0) return std::cerr << "cannot listen at " << path << '\n', 1;
    std::thread accepting([&] {
        for (int fd = 0; (fd = ::accept(listener, nullptr, nullptr)) >= 0;) {
            server.connect(mcp::line_transport(fd, fd));
        }
    });

    int status = 1;
    {
        mcp::Client client{{.name = "example", .version = "1.0"}};
        const auto ready = client.connect([&] { return connect_to(path); });
        if (!ready) std::cerr << ready.error().message << '\n';
        const auto answer = client.call_tool("greet");
        if (answer) {
            std::cout << std::get<mcp::TextContent>(answer->content.front()).text << '\n';
            status = 0;
        }
    }
    ::shutdown(listener, SHUT_RDWR);  // ends `accept`
    accepting.join();
    ::close(listener);
    ::unlink(path.c_str());
    return status;
}
