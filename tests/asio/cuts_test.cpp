// The streams of calls, cut at random by something between client and server: all that was said
// arrives, once and in order.
#include "mcp_wire.hpp"

#include <mcp/http_client.hpp>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

using namespace asio_test;

namespace {

/// Passes on what clients and the server send, and cuts streams of events: those of calls after
/// their first event (before it nothing can be resumed), resumed ones anywhere.
class CuttingProxy {
public:
    CuttingProxy(std::uint16_t to, unsigned seed) : to_(to), random_(seed) {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const generic = reinterpret_cast<sockaddr*>(&address);
        REQUIRE(::bind(listener_, generic, size) == 0);
        REQUIRE(::listen(listener_, 64) == 0);
        REQUIRE(::getsockname(listener_, generic, &size) == 0);
        port_ = ntohs(address.sin_port);
        accepting_ = std::thread([this] { accept_all(); });
    }
    ~CuttingProxy() {
        ends_ = true;
        ::shutdown(listener_, SHUT_RDWR);
        accepting_.join();
        ::close(listener_);
        for (std::thread& each : threads_) each.join();
    }
    CuttingProxy(const CuttingProxy&) = delete;
    CuttingProxy& operator=(const CuttingProxy&) = delete;

    std::uint16_t port() const { return port_; }
    int cuts() const { return cuts_; }

private:
    void accept_all() {
        for (int fd = 0; (fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
            threads_.emplace_back([this, fd] {
                pass(fd);
                ::close(fd);
            });
            if (threads_.size() < 64) continue;  // all but the newest are over, or soon will be
            for (std::size_t i = 0; i < 32; ++i) threads_[i].join();
            threads_.erase(threads_.begin(), threads_.begin() + 32);
        }
    }

    /// So many bytes of a reply that is a stream.
    std::size_t random_length() {
        const std::lock_guard lock(mutex_);
        return std::uniform_int_distribution<std::size_t>(0, 1500)(random_);
    }

    void pass(int client) {
        const Wire server(to_);
        bool resumes = false;
        std::string reply;
        std::size_t cut = std::string::npos;  ///< of the reply
        while (!ends_) {
            pollfd waits[2]{{client, POLLIN, 0}, {server.fd(), POLLIN, 0}};
            if (::poll(waits, 2, 50) <= 0) continue;
            char buffer[4096];
            if (waits[0].revents != 0) {
                const ssize_t size = ::recv(client, buffer, sizeof buffer, 0);
                if (size <= 0) return;
                const std::string_view request(buffer, static_cast<std::size_t>(size));
                if (request.starts_with("GET ") || request.starts_with("POST ")) {
                    resumes = request.starts_with("GET ");
                    reply.clear();
                    cut = resumes ? random_length() : std::string::npos;
                }
                if (!server.send(request)) return;
            }
            if (waits[1].revents == 0) continue;
            const ssize_t size = ::recv(server.fd(), buffer, sizeof buffer, 0);
            if (size <= 0) return;
            const std::size_t passed = reply.size();
            reply.append(buffer, static_cast<std::size_t>(size));
            const std::size_t event = reply.find("\n\n");
            if (cut == std::string::npos && event != std::string::npos &&
                reply.find("text/event-stream") < event) {
                cut = event + 2 + random_length();
            }
            const std::string_view piece = std::string_view(reply).substr(
                passed, cut == std::string::npos ? cut : std::max(cut, passed) - passed);
            if (::send(client, piece.data(), piece.size(), MSG_NOSIGNAL) < 0) return;
            if (reply.size() <= cut) continue;
            ++cuts_;
            return;
        }
    }

    const std::uint16_t to_;
    std::mutex mutex_{};
    std::mt19937 random_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<int> cuts_ = 0;
    std::atomic<bool> ends_ = false;
    std::vector<std::thread> threads_{};
    std::thread accepting_{};
};

}  // namespace

TEST_CASE("RES-05: streams that are cut 10000 times lose nothing and repeat nothing") {
    constexpr int wanted = 10'000;
    static constexpr int steps = 120;
    mcp::ServerOptions server_options;
    server_options.limits.max_log_per_second = 1'000'000;
    McpRig rig({}, std::move(server_options));
    rig.server.tool("steps", "Says where it is", [](mcp::Context& context) {
        for (int step = 1; step <= steps; ++step) {
            context.log(mcp::LoggingLevelTag::info,
                        "step " + std::to_string(step) + " of what is described in some words");
            // Some of it is said while nobody is there, some while it is listened to.
            if (step % 10 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
        }
        return "done";
    });
    const unsigned seed = std::random_device{}();
    CuttingProxy proxy(rig.http.port(), seed);
    mcp::ClientOptions options = of_era(mcp::Era::legacy);
    std::atomic<int> reports = 0;
    options.report = [&](std::string_view what) {
        ++reports;
        std::printf("%.*s\n", static_cast<int>(what.size()), what.data());
    };
    mcp::Client client{{.name = "test", .version = "1"}, options};
    std::mutex mutex;
    std::vector<int> heard;
    client.on_log([&](const mcp::LoggingMessageNotificationParams& message) {
        const std::lock_guard lock(mutex);
        heard.push_back(std::stoi(message.data.as_string().value().substr(5)));
    });
    const auto count = [&] {
        const std::lock_guard lock(mutex);
        return heard.size();
    };
    mcp::HttpClientOptions http;
    http.url = "http://127.0.0.1:" + std::to_string(proxy.port()) + "/mcp";
    http.open_stream = false;
    http.first_pause = http.longest_pause = milliseconds(1);
    http.max_attempts = 1000;
    REQUIRE(mcp::connect(client, http));
    std::size_t calls = 0;
    for (; proxy.cuts() < wanted; ++calls) {
        INFO("seed " << seed << ", call " << calls);
        const auto result = client.call_tool("steps");
        REQUIRE(result);
        CHECK(std::get<mcp::TextContent>(result->content.at(0)).text == "done");
        // The handler hears of it a little later.
        REQUIRE(eventually([&] { return count() >= (calls + 1) * steps; }));
    }
    client.close();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < heard.size(); ++i) {
        if (heard[i] != static_cast<int>(i % steps) + 1) ++wrong;
    }
    std::printf("%d cuts in the streams of %zu calls: %zu of %zu events, %zu not in their place\n",
                proxy.cuts(), calls, heard.size(), calls * steps, wrong);
    CHECK(heard.size() == calls * steps);
    CHECK(wrong == 0);
    CHECK(reports == 0);  // such as of an answer that came twice
}
