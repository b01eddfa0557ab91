// The thread of the fake server.
#include "fake_server.hpp"

#include <utility>

namespace mcp::client::test {

std::unique_ptr<Transport> FakeServer::start() {
    stop();
    auto [ours, theirs] = memory_transports();
    transport_ = std::move(ours);
    thread_ = std::thread([this] { run(); });
    return std::move(theirs);
}

void FakeServer::stop() {
    if (!thread_.joinable()) return;
    transport_->close();
    thread_.join();
}

void FakeServer::run() {
    while (true) {
        const auto incoming = transport_->read(Transport::Time::max());
        if (incoming.event == Transport::Event::closed) return;
        if (incoming.event != Transport::Event::message) continue;
        const auto message = Json::parse(incoming.text);
        if (message) serve(*message);
    }
}

void FakeServer::serve(const Json& message) {
    const std::string method = message["method"].as_string().value_or("");
    if (method.empty() && answered) answered(message);
    {
        const std::lock_guard lock(mutex_);
        ++counts_[method];
    }
    const Json params(message["params"]);
    if (const auto found = methods.find(method); found != methods.end()) {
        const auto result = found->second(params, message);
        if (!result) return;
        if (result->starts_with('!')) {
            write(R"({"jsonrpc":"2.0","id":)" + std::string(message["id"].text()) +
                  R"(,"error":{"code":)" + result->substr(1) + R"(,"message":"no"}})");
        } else {
            reply(message, *result);
        }
    } else if (method == "initialize" && !modern_) {
        reply(message, R"({"protocolVersion":)" + std::string(params["protocolVersion"].text()) +
                           R"(,"capabilities":)" + capabilities +
                           R"(,"serverInfo":{"name":"fake","version":"0"}})");
    } else if (method == "server/discover" && modern_) {
        reply(message,
              R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":)" +
                  capabilities + R"(,"ttlMs":0,"cacheScope":"private"})");
    } else if (message.contains("id") && !method.empty()) {
        write(R"({"jsonrpc":"2.0","id":)" + std::string(message["id"].text()) +
              R"(,"error":{"code":-32601,"message":"Method not found"}})");
    }
}

void FakeServer::write(std::string_view message) {
    transport_->write(message);
    transport_->flush();
}

void FakeServer::reply(const Json& request, std::string_view result) {
    write(R"({"jsonrpc":"2.0","id":)" + std::string(request["id"].text()) + R"(,"result":)" +
          std::string(result) + "}");
}

std::size_t FakeServer::count(std::string_view method) const {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(method);
    return found == counts_.end() ? 0 : found->second;
}

}  // namespace mcp::client::test
