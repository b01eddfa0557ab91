// What HTTP costs at least: one thread and epoll, the body of each POST sent back. Understands only
// what the driver sends. Prints where it listens.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>

int main() {
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    const int on = 1;
    setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(listener, reinterpret_cast<sockaddr*>(&address), size);
    listen(listener, 128);
    getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
    std::fprintf(stderr, "listening on http://127.0.0.1:%d/mcp\n", ntohs(address.sin_port));

    const int epoll = epoll_create1(0);
    const auto watch = [&](int fd) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = fd;
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
    };
    watch(listener);
    std::unordered_map<int, std::string> unfinished;
    std::string out;
    char buffer[65536];
    for (;;) {
        epoll_event events[64];
        const int count = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < count; ++i) {
            const int fd = events[i].data.fd;
            if (fd == listener) {
                const int peer = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
                if (peer >= 0) watch(peer);
                continue;
            }
            const ssize_t got = recv(fd, buffer, sizeof buffer, 0);
            std::string& text = unfinished[fd];
            if (got <= 0) {
                unfinished.erase(fd);
                close(fd);
                continue;
            }
            text.append(buffer, static_cast<std::size_t>(got));
            const std::size_t head = text.find("\r\n\r\n");
            const std::size_t length = text.find("Content-Length: ");
            if (head == std::string::npos || length == std::string::npos) continue;
            const std::size_t body = std::strtoul(text.c_str() + length + 16, nullptr, 10);
            if (text.size() < head + 4 + body) continue;
            out = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
                  std::to_string(body) + "\r\n\r\n";
            out.append(text, head + 4, body);
            text.clear();
            if (send(fd, out.data(), out.size(), MSG_NOSIGNAL) < 0) close(fd);
        }
    }
}
