// See http_load.hpp. One thread and epoll; as little of its own as possible, because all of it is
// measured along.
#include <tests/bench/http_load.hpp>
#include <tests/bench/stdio_child.hpp>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string_view>

namespace mcpgen::bench {
namespace {

[[noreturn]] void give_up(const std::string& what) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::exit(2);
}

class Child {
public:
    explicit Child(const Command& command) {
        int err[2];
        if (pipe(err) != 0) give_up("pipe");
        pid_ = fork();
        if (pid_ == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);  // wherever the driver gives up
            dup2(err[1], 2);
            for (int fd : err) close(fd);
            std::vector<char*> arguments;
            for (const std::string& word : command) {
                arguments.push_back(const_cast<char*>(word.c_str()));
            }
            arguments.push_back(nullptr);
            execv(arguments[0], arguments.data());
            _exit(127);
        }
        close(err[1]);
        std::string said;
        char c = 0;
        while (read(err[0], &c, 1) == 1 && c != '\n') said += c;
        close(err[0]);
        const std::size_t colon = said.rfind(':');
        if (colon == std::string::npos) give_up(command[0] + " does not listen: " + said);
        port_ = static_cast<std::uint16_t>(std::atoi(said.c_str() + colon + 1));
    }
    ~Child() {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    std::uint16_t port() const { return port_; }
    double processor_seconds() const {
        clockid_t clock{};
        timespec time{};
        clock_getcpuclockid(pid_, &clock);
        clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
    }
    double peak_megabytes() const {
        std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
        for (std::string word; status >> word;) {
            double value = 0;
            if (word == "VmHWM:" && status >> value) return value / 1024;
        }
        return 0;
    }

private:
    int pid_ = -1;
    std::uint16_t port_ = 0;
};

struct Wire {
    int fd = -1;
    std::string in{};
    std::string mark{};
    double sent = 0;
    long count = 0;
};

int connect_to(std::uint16_t port) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) give_up("connect");
    return fd;
}

/// What is sent. A server is asked for events by refusing JSON: some insist that it is named.
class Requests {
public:
    Requests(std::uint16_t port, const HttpLoad& load) : stateless_(load.stateless) {
        head_ = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                "\r\nUser-Agent: bench/1.0\r\nContent-Type: application/json\r\nAccept: " +
                (load.stream ? "text/event-stream, application/json;q=0"
                             : "application/json, text/event-stream") +
                "\r\nMCP-Protocol-Version: " +
                (stateless_ ? "2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: echo\r\n"
                            : "2025-11-25\r\n");
    }
    void use_session(std::string_view id) {
        head_.append("Mcp-Session-Id: ").append(id).append("\r\n");
    }
    std::string post(const std::string& body) const {
        return head_ + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    }
    std::string call(long number, const std::string& mark) const {
        return post(R"({"jsonrpc":"2.0","id":)" + std::to_string(number) +
                    R"(,"method":"tools/call","params":{"name":"echo","arguments":{"text":")" +
                    mark + (stateless_ ? modern_end : R"("}}})"));
    }

private:
    static constexpr const char* modern_end =
        R"("},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
        R"("io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},)"
        R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
    const bool stateless_;
    std::string head_{};
};

/// Whether a whole response has come; a stream is whole with its last chunk.
bool is_whole(const std::string& text) {
    const std::size_t head = text.find("\r\n\r\n");
    if (head == std::string::npos) return false;
    const char* const length = strcasestr(text.c_str(), "\r\ncontent-length: ");
    if (length && length < text.c_str() + head) {
        return text.size() >= head + 4 + std::strtoul(length + 18, nullptr, 10);
    }
    return text.ends_with("\r\n0\r\n\r\n");
}

void receive(Wire& wire) {
    char buffer[65536];
    const ssize_t size = recv(wire.fd, buffer, sizeof buffer, 0);
    if (size <= 0) give_up("the server has closed a connection");
    wire.in.append(buffer, static_cast<std::size_t>(size));
}

std::string ask(Wire& wire, const std::string& request) {
    wire.in.clear();
    if (send(wire.fd, request.data(), request.size(), 0) < 0) give_up("send");
    do receive(wire);
    while (!is_whole(wire.in));
    return wire.in;
}

/// False when the server gives no session.
bool open_session(Wire& wire, Requests& requests) {
    const std::string answer =
        ask(wire, requests.post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{)"
                                R"("protocolVersion":"2025-11-25","capabilities":{},)"
                                R"("clientInfo":{"name":"bench","version":"1"}}})"));
    const std::string name = "mcp-session-id: ";
    const auto same = [](char a, char b) { return std::tolower(a) == b; };
    const auto at = std::search(answer.begin(), answer.end(), name.begin(), name.end(), same);
    if (at == answer.end()) return false;
    const auto end = std::find(at, answer.end(), '\r');
    requests.use_session(std::string(at + static_cast<std::ptrdiff_t>(name.size()), end));
    ask(wire, requests.post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
    return true;
}

void put(Wire& wire, const Requests& requests, long number) {
    wire.mark = "mark-" + std::to_string(number) + "-abcdefghijklmnop";
    const std::string text = requests.call(number, wire.mark);
    wire.in.clear();
    wire.sent = now_seconds();
    if (send(wire.fd, text.data(), text.size(), 0) < 0) give_up("send");
}

void check(const Wire& wire, const HttpLoad& load, bool is_echo) {
    const std::string_view type = load.stream ? "text/event-stream" : "application/json";
    if (!wire.in.starts_with("HTTP/1.1 200") || wire.in.find(wire.mark) == std::string::npos ||
        (!is_echo && wire.in.find(type) == std::string::npos)) {
        give_up("a wrong answer: " + wire.in);
    }
}

}  // namespace

HttpFigures load_http(const Command& command, const HttpLoad& load, bool is_echo) {
    HttpFigures figures;
    const double start = now_seconds();
    const Child child(command);
    Requests requests(child.port(), load);
    Wire first;
    first.fd = connect_to(child.port());
    if (load.stateless) {
        first.mark = "first";
        ask(first, requests.call(0, first.mark));
        check(first, load, is_echo);
    } else if (!open_session(first, requests) && !is_echo) {
        give_up("no session: " + first.in);
    }
    figures.first_ms = (now_seconds() - start) * 1000;

    const int epoll = epoll_create1(0);
    std::vector<Wire> wires(static_cast<std::size_t>(load.connections));
    for (std::size_t i = 0; i < wires.size(); ++i) {
        wires[i].fd = i == 0 ? first.fd : connect_to(child.port());
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = i;
        epoll_ctl(epoll, EPOLL_CTL_ADD, wires[i].fd, &event);
    }
    long next = 1;
    for (Wire& wire : wires) put(wire, requests, next++);

    std::vector<double> times;
    times.reserve(1'000'000);
    double begin = start;
    double processor = 0;
    double own = 0;
    bool measures = false;
    const double warm = now_seconds() + load.seconds / 4;
    for (double now = 0; !measures || now < begin + load.seconds;) {
        epoll_event events[64];
        const int count = epoll_wait(epoll, events, 64, -1);
        for (int i = 0; i < count; ++i) {
            Wire& wire = wires[events[i].data.u64];
            receive(wire);
            if (!is_whole(wire.in)) continue;
            now = now_seconds();
            times.push_back((now - wire.sent) * 1e6);
            ++wire.count;
            check(wire, load, is_echo);
            put(wire, requests, next++);
        }
        if (!measures && now >= warm) {
            measures = true;
            begin = now;
            processor = child.processor_seconds();
            own = processor_seconds();
            times.clear();
            for (Wire& wire : wires) wire.count = 0;
        }
        if (measures && now >= begin + load.seconds) {
            const auto total = static_cast<double>(times.size());
            processor = child.processor_seconds() - processor;
            own = processor_seconds() - own;
            figures.per_second = total / (load.one_processor ? processor + own : now - begin);
            figures.processor_us = processor / total * 1e6;
        }
    }
    figures.megabytes = child.peak_megabytes();
    std::sort(times.begin(), times.end());
    figures.median_us = times[times.size() / 2];
    figures.tail_us = times[times.size() * 99 / 100];
    const auto [slowest, fastest] = std::minmax_element(
        wires.begin(), wires.end(), [](const Wire& a, const Wire& b) { return a.count < b.count; });
    figures.evenness = static_cast<double>(slowest->count) / static_cast<double>(fastest->count);
    for (const Wire& wire : wires) close(wire.fd);
    close(epoll);
    return figures;
}

}  // namespace mcpgen::bench
