// A server with one tool that gives its argument back: what `bench/tools_call` measures, written as
// users write theirs. Nothing here is for speed.
#include <mcp/serve.hpp>
#include <mcp/tool.hpp>

#include <boost/describe.hpp>

struct Args {
    std::string text;
};
BOOST_DESCRIBE_STRUCT(Args, (), (text))

int main(int argc, char** argv) {
    mcp::Server server{{.name = "echo", .version = "1.0.0"}};
    server.tool<Args>("echo", "Gives the text back", [](const Args& args) { return args.text; });
    return mcp::serve(server, argc, argv);
}
