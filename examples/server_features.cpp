// What a server can have besides tools that return text: structured results, failures, coroutines,
// files as resources, methods of your own, code around every call. A client in this program tries
// it.
#include <mcp/client.hpp>
#include <mcp/codec.hpp>
#include <mcp/file_resources.hpp>
#include <mcp/middleware.hpp>
#include <mcp/tool.hpp>

#include <boost/describe.hpp>

#include <atomic>
#include <iostream>
#include <string>

namespace {

struct Point {
    double x = 0;
    double y = 0;
};
BOOST_DESCRIBE_STRUCT(Point, (), (x, y))

struct Length {
    double length = 0;
};
BOOST_DESCRIBE_STRUCT(Length, (), (length))

void add_tools(mcp::Server& server) {
    // A struct as the result: the tool declares its output schema, and the client gets
    // `structuredContent`.
    server.tool<Point>("length", "Length of a vector, squared",
                       [](const Point& p) { return Length{p.x * p.x + p.y * p.y}; });
    // A failure that the model reads, and may learn from.
    server.tool("divide", "Always divides by zero",
                []() -> std::string { throw mcp::ToolError("cannot divide by zero"); });
    // A coroutine. What it awaits is named first: g++ 12 needs that.
    server.tool("who", "Asks for a name", [](mcp::Context& context) -> mcp::Async<std::string> {
        mcp::ElicitRequestFormParams form;
        form.message = "What is your name?";
        form.requestedSchema.properties["name"] = mcp::StringSchema{};
        auto question = context.elicit_later(form);
        const mcp::ElicitResult answer = co_await std::move(question);
        co_return std::string(answer.action.text());
    });
}

void add_resources(mcp::Server& server, const std::string& folder) {
    // The files of a folder, and nothing outside of it.
    server.resource_template({.name = "Files", .uriTemplate = "files:///{+path}"},
                             mcp::FileReader(folder));
    // A text that changes. Clients that have subscribed are told.
    const auto count = std::make_shared<std::atomic<int>>(0);
    server.resource({.name = "Counter", .uri = "counter://now"},
                    [count] { return std::to_string(*count); });
    server.tool("count", "Counts", [&server, count] {
        ++*count;
        server.resource_updated("counter://now");
        return std::to_string(*count);
    });
}

void add_around(mcp::Server& server, std::atomic<int>& calls) {
    // Around every call, outermost first.
    server.use([&calls](mcp::CallInfo&, mcp::Next next) {
        ++calls;
        next();
    });
    server.use(mcp::rate_limit({.per_second = 50, .burst = 100}));
    // What a principal may not use is as if it were not there.
    server.permit([](const mcp::AccessRequest& request) {
        return request.name != "divide" || request.principal != "guest";
    });
    // A method that the protocol does not have.
    server.on("acme/version", [] { return mcp::Json::object({{"major", 7}}); });
}

}  // namespace

int main() {
    mcp::ServerOptions options;
    options.instructions = "Call `length` with a point.";
    options.limits.workers = 2;
    options.log = [](std::string_view line) { std::clog << "server: " << line << '\n'; };
    mcp::Server server{{.name = "features", .version = "1.0.0"}, std::move(options)};
    std::atomic<int> calls = 0;
    add_tools(server);
    add_resources(server, ".");
    add_around(server, calls);

    auto [near_end, far_end] = mcp::memory_transports();
    server.connect(std::move(far_end));
    mcp::Client client{{.name = "example", .version = "1.0"}};
    const auto ready = client.connect(std::move(near_end));
    if (!ready) return std::cerr << ready.error().message << '\n', 1;

    const auto length = client.call_tool("length", {{"x", 3}, {"y", 4}});
    if (!length || !length->structuredContent) return 1;
    std::cout << length->structuredContent->text() << '\n';  // {"length":25}
    const auto failed = client.call_tool("divide");
    if (!failed || failed->isError != true) return 1;
    const auto version = client.call_custom("acme/version", {});
    if (!version) return std::cerr << version.error().message << '\n', 1;
    std::cout << version->text() << '\n';
    std::cout << calls << " calls\n";
}
