// Servers inside of the test, and a user who answers at once.
#pragma once

#include <mcp/host.hpp>
#include <mcp/host_consent.hpp>
#include <mcp/server.hpp>
#include <mcp/transport.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace mcp::host::test {

inline const Implementation me{.name = "test", .version = "1"};

/// A server that the host connects to in memory, again and again.
HostServer in_memory(std::string name, Server& server);

/// A server that the host starts as a shell script.
HostServer script(std::string name, std::string text);

/// A server that does with its end of the connection what `work` does, each time on a new thread.
class RawServer {
public:
    using Work = std::function<void(Transport& transport)>;
    explicit RawServer(Work work) : work_(std::move(work)) {}
    ~RawServer() { join(); }
    RawServer(const RawServer&) = delete;
    RawServer& operator=(const RawServer&) = delete;

    HostServer named(std::string name);
    void join();
    std::atomic<int> connections = 0;

private:
    Work work_;
    std::mutex mutex_{};
    std::vector<std::thread> threads_{};
};

/// Reads until the connection ends, and answers nothing.
void stay_silent(Transport& transport);

/// Nothing is asked, and servers are tried again soon.
HostOptions quick_options();

/// A user who remembers what was asked, and says yes to what `allows` allows.
class User {
public:
    std::shared_ptr<ConsentGate> gate();
    std::function<bool(const ConsentQuestion&)> allows = [](const ConsentQuestion&) {
        return true;
    };
    std::vector<ConsentQuestion> asked() const;
    std::size_t count(ActionKind kind) const;

private:
    mutable std::mutex mutex_{};
    std::vector<ConsentQuestion> asked_{};
};

/// Waits until something is so; false when it takes more than ten seconds.
bool soon(const std::function<bool()>& is_so);

std::string text_of(const CallToolResult& result);
std::vector<std::string> tool_names(const Catalogue& catalogue);
ServerState state_of(const Host& host, std::string_view server);

}  // namespace mcp::host::test
