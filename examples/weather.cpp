// A whole MCP server: one tool, whose arguments are a struct. Runs on standard input and output; a
// client such as a desktop assistant starts it.
#include <mcp/serve.hpp>
#include <mcp/tool.hpp>

#include <boost/describe.hpp>

struct Args {
    std::string city;
    std::optional<int> days;
};
BOOST_DESCRIBE_STRUCT(Args, (), (city, days))

std::string forecast(const std::string& city, int days) {
    return city + ": sunny for " + std::to_string(days) + " days";
}

int main(int argc, char** argv) {
    mcp::Server server{{.name = "weather", .version = "1.0.0"}};
    server.tool<Args>("forecast", "Weather of the coming days",
                      [](const Args& args) { return forecast(args.city, args.days.value_or(3)); });
    return mcp::serve(server, argc, argv);
}
