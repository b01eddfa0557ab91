// The whole client finds out how old a server is, by what it replies to.
#include "http/client/link_transport.hpp"

#include <mcp/http_client.hpp>

#include <algorithm>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::http;

namespace {

struct Reply {
    int status = 200;
    std::string type{};
    std::string body{};
    std::optional<std::string> failure{};
};

/// Replies to each request with what a function says, on a thread of its own.
class FakeFetcher final : public Fetcher {
public:
    using Serve = std::function<Reply(const FetchRequest& request, const std::string& method)>;
    explicit FakeFetcher(Serve serve) : serve_(std::move(serve)) {}
    ~FakeFetcher() override {
        for (std::thread& each : threads_) {
            // The last to let go of it may be one of them, which is at its end then.
            each.get_id() == std::this_thread::get_id() ? each.detach() : each.join();
        }
    }
    std::unique_ptr<Fetch> start(FetchRequest request, std::shared_ptr<FetchSink> sink) override {
        const std::lock_guard lock(mutex_);
        threads_.emplace_back([this, request, sink] {
            const auto body = Json::parse(request.body);
            const std::string method =
                body ? (*body)["method"].as_string().value_or("") : std::string();
            {
                const std::lock_guard inner(mutex_);
                asked.push_back(request.method + " " + method);
            }
            const Reply reply = serve_(request, method);
            if (reply.failure) {
                sink->end(reply.failure);
                return;
            }
            sink->head({reply.status, {{"Content-Type", reply.type}}, request.url});
            sink->data(reply.body);
            sink->end(std::nullopt);
        });
        return std::make_unique<Fetch>();
    }
    std::size_t count(const std::string& what) {
        const std::lock_guard lock(mutex_);
        return static_cast<std::size_t>(std::count(asked.begin(), asked.end(), what));
    }
    std::vector<std::string> asked{};

private:
    Serve serve_;
    std::mutex mutex_;
    std::vector<std::thread> threads_;
};

std::string id_of(const FetchRequest& request) {
    return std::string((*Json::parse(request.body))["id"].text());
}

Reply answer(const FetchRequest& request, const std::string& value) {
    return {200, "application/json",
            R"({"jsonrpc":"2.0","id":)" + id_of(request) + R"(,"result":)" + value + "}"};
}

std::string error(int code, const std::string& data = "{}") {
    return R"({"jsonrpc":"2.0","id":1,"error":{"code":)" + std::to_string(code) +
           R"(,"message":"no","data":)" + data + "}}";
}

Reply legacy(const FetchRequest& request, const std::string& method) {
    if (method == "initialize") {
        return answer(request, R"({"protocolVersion":"2025-11-25","capabilities":{},)"
                               R"("serverInfo":{"name":"old","version":"1"}})");
    }
    if (method == "ping") return answer(request, "{}");
    return {request.method == "GET" ? 405 : 202, "", ""};
}

constexpr const char* discovered =
    R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},)"
    R"("ttlMs":0,"cacheScope":"private"})";

struct Probed {
    Answer<Connected> connected;
    std::size_t initialized;
    std::optional<ServerVerdict> verdict;
};

Probed connect_to(FakeFetcher::Serve serve) {
    ClientOptions options;
    const auto fetcher = std::make_shared<FakeFetcher>(std::move(serve));
    Client client{{.name = "test", .version = "1"}, options};
    auto connected = client.connect(link_transport({.url = "http://127.0.0.1:9/mcp"}, fetcher));
    auto verdict = client.verdict();
    client.close();
    return {std::move(connected), fetcher->count("POST initialize"), verdict};
}

}  // namespace

TEST_CASE("R075 the reply to the first request says how old a server is, or nothing") {
    enum Is { modern, old, unknown };
    struct Case {
        int status;
        const char* type;
        std::string body;
        Is is;
    };
    const auto each = GENERATE(
        Case{400, "", "", old}, Case{400, "text/html", "<h1>Bad request", old},
        Case{400, "application/json", error(-32000), old},
        Case{400, "application/json", error(-32022, R"({"supported":["2025-11-25"]})"), old},
        Case{400, "application/json", error(-32020), modern},
        Case{400, "application/json", error(-32021), modern},
        Case{404, "application/json", error(-32601), old},
        Case{200, "application/json", error(-32601), old}, Case{404, "", "", old},
        Case{405, "", "", old}, Case{406, "text/plain", "no", old}, Case{415, "", "", old},
        Case{200, "text/html", "<h1>Welcome", old}, Case{401, "", "", unknown},
        Case{403, "application/json", error(-32600), unknown}, Case{429, "", "", unknown},
        Case{500, "application/json", error(-32603), unknown}, Case{503, "", "", unknown});
    INFO(each.status << ' ' << each.body);
    const Probed outcome = connect_to([&](const FetchRequest& request, const std::string& method) {
        if (method == "server/discover") return Reply{each.status, each.type, each.body};
        return legacy(request, method);
    });
    CHECK(outcome.initialized == (each.is == old ? 1 : 0));
    if (each.is == unknown) {
        REQUIRE_FALSE(outcome.connected);
        CHECK(outcome.connected.error().failure == Failure::transport);
        CHECK(outcome.connected.error().message.find(std::to_string(each.status)) !=
              std::string::npos);
        CHECK_FALSE(outcome.verdict);
    } else {
        REQUIRE(outcome.connected);
        CHECK(outcome.connected->era == (each.is == old ? Era::legacy : Era::modern));
    }
}

TEST_CASE("R075 a modern server is one that answers, and -32022 names the revision to use") {
    bool refuse = GENERATE(true, false);
    const bool refused = refuse;
    const Probed outcome = connect_to([&](const FetchRequest& request, const std::string& method) {
        if (method != "server/discover") return Reply{500};
        if (std::exchange(refuse, false)) {
            return Reply{400, "application/json",
                         error(-32022, R"({"supported":["2026-07-28"],"requested":"x"})")};
        }
        return answer(request, discovered);
    });
    INFO(refused);
    REQUIRE(outcome.connected);
    CHECK(outcome.connected->era == Era::modern);
    CHECK(outcome.initialized == 0);
}

TEST_CASE("R075 a connection that fails, or a silent server, is no old server") {
    const bool silent = GENERATE(true, false);
    ClientOptions options;
    options.probe_timeout = options.connect_timeout = std::chrono::milliseconds(100);
    std::promise<void> over;
    const auto done = over.get_future().share();
    const auto fetcher =
        std::make_shared<FakeFetcher>([&, done](const FetchRequest&, const std::string&) {
            if (silent) done.wait();
            return Reply{.failure = "cannot connect to http://127.0.0.1:9: Connection refused"};
        });
    Client client{{.name = "test", .version = "1"}, options};
    const auto connected =
        client.connect(link_transport({.url = "http://127.0.0.1:9/mcp"}, fetcher));
    over.set_value();
    REQUIRE_FALSE(connected);
    CHECK(connected.error().failure == (silent ? Failure::timeout : Failure::transport));
    if (!silent) {
        CHECK(connected.error().message.find("Connection refused") != std::string::npos);
    }
    CHECK(fetcher->count("POST initialize") == 0);
}

TEST_CASE("a verdict keeps which transport an old server has") {
    ServerVerdict verdict;
    verdict.transport = "http+sse";
    CHECK(verdict_from_text(to_text(verdict)).value().transport == "http+sse");
    CHECK(verdict_from_text(to_text(ServerVerdict())).value().transport.empty());
}
