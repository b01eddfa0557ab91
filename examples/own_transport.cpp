// A transport of your own: each packet of a Unix socket is one message, so the kernel keeps
// messages apart and nobody looks for newlines. A server and a client talk over it, both in this
// program. For Linux: eventfd, and SOCK_SEQPACKET between processes of one machine.
#include <mcp/client.hpp>
#include <mcp/server.hpp>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <deque>
#include <iostream>
#include <mutex>
#include <string>

namespace {

/// Messages may be as large as the socket's buffer for sending.
class PacketTransport : public mcp::Transport {
public:
    explicit PacketTransport(int socket)
        : socket_(socket), bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
    ~PacketTransport() override {
        PacketTransport::close();
        ::close(bell_);
        ::close(socket_);
    }

    Incoming read(Time deadline) override {
        for (;;) {
            if (closed_) return {};
            if (woken_.exchange(false)) return {.event = Event::timeout};
            const std::size_t queued = queued_bytes_;
            // A peer that takes no answers gets no more of them: do not look for its requests.
            const bool held = queued > max_queued;
            pollfd fds[] = {{socket_, 0, 0}, {bell_, POLLIN, 0}};
            if (!held) fds[0].events |= POLLIN;
            if (queued > 0) fds[0].events |= POLLOUT;
            const int ready = ::poll(fds, 2, milliseconds_until(deadline));
            if (ready == 0 && deadline <= Time::clock::now()) return {.event = Event::timeout};
            if (ready <= 0) continue;
            if (fds[1].revents != 0) clear_bell();
            if ((fds[0].revents & POLLOUT) != 0) flush();
            if ((fds[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
            const ssize_t size =
                ::recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT | MSG_TRUNC);
            if (size < 0 && (errno == EAGAIN || errno == EINTR)) continue;
            if (size < 0) return ended(std::strerror(errno));
            if (size == 0) return ended("");
            const auto length = static_cast<std::size_t>(size);
            const std::string_view text(buffer_.data(), std::min(length, buffer_.size()));
            const Event event = length > buffer_.size() ? Event::oversize : Event::message;
            return {.event = event, .text = text};
        }
    }

    std::size_t write(std::string_view message) override {
        const std::lock_guard lock(mutex_);
        queue_.emplace_back(message);
        return queued_bytes_ += message.size();
    }

    void flush() override {
        const std::lock_guard lock(mutex_);
        send_queue(MSG_DONTWAIT);
        if (!queue_.empty()) ring();  // whoever reads waits for room from now on
    }

    void wake() override {
        woken_ = true;
        ring();
    }

    void close() override {
        if (closed_.exchange(true)) return;
        const std::lock_guard lock(mutex_);
        const timeval patience{.tv_sec = 2, .tv_usec = 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        send_queue(0);
        ::shutdown(socket_, SHUT_RDWR);
        ring();
    }

private:
    void send_queue(int flags) {
        while (!queue_.empty()) {
            const std::string& next = queue_.front();
            const ssize_t sent = ::send(socket_, next.data(), next.size(), flags | MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR) continue;
            if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
            if (sent < 0) ::shutdown(socket_, SHUT_RDWR);  // `read` gives `closed`
            queued_bytes_ -= next.size();
            queue_.pop_front();
        }
    }
    Incoming ended(std::string why) {
        reason_ = std::move(why);
        return {.event = Event::closed, .text = reason_};
    }
    static int milliseconds_until(Time deadline) {
        if (deadline == Time::max()) return -1;
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - Time::clock::now());
        return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT_MAX));
    }
    void ring() const { ::eventfd_write(bell_, 1); }
    void clear_bell() const {
        eventfd_t rings = 0;
        ::eventfd_read(bell_, &rings);
    }

    static constexpr std::size_t max_queued = std::size_t{16} * 1024 * 1024;
    const int socket_;
    const int bell_;
    std::atomic<bool> closed_ = false;
    std::atomic<bool> woken_ = false;
    std::mutex mutex_;
    std::deque<std::string> queue_;
    std::atomic<std::size_t> queued_bytes_ = 0;
    // Of the thread that reads:
    std::string buffer_ = std::string(std::size_t{1024} * 1024, '\0');
    std::string reason_;
};

}  // namespace

int main() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return 1;

    mcp::Server server{{.name = "greeter", .version = "1.0.0"}};
    server.tool("greet", "Says hello", [] { return "Hello in a packet"; });
    server.connect(std::make_unique<PacketTransport>(ends[0]));

    mcp::Client client{{.name = "example", .version = "1.0"}};
    const auto ready = client.connect(std::make_unique<PacketTransport>(ends[1]));
    if (!ready) return std::cerr << ready.error().message << '\n', 1;
    const auto answer = client.call_tool("greet");
    if (!answer) return std::cerr << answer.error().message << '\n', 1;
    std::cout << std::get<mcp::TextContent>(answer->content.front()).text << '\n';
}
