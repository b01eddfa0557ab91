// mcpgen-fetch: asks one server what it offers, and prints that as a manifest for `mcpgen tools`. A
// program of its own because the compiler does not link the runtime.
//   mcpgen-fetch --stdio 'COMMAND' | --url URL
#include <mcp/client.hpp>
#include <mcp/forwarding_transport.hpp>
#ifdef MCPGEN_FETCH_HTTP
#include <mcp/http_client.hpp>
#endif

#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace {

using MadeTransport = mcp::Result<std::unique_ptr<mcp::Transport>>;

/// Leaves behind what the server wrote to its standard error. It may be started twice, and is to be
/// heard once.
class HeardTransport final : public mcp::ForwardingTransport {
public:
    /// `process` is the inner one.
    HeardTransport(const mcp::ProcessTransport& process, std::unique_ptr<mcp::Transport> inner,
                   std::string& heard)
        : ForwardingTransport(std::move(inner)), process_(process), heard_(heard) {}
    ~HeardTransport() override {
        ForwardingTransport::close();  // from here on all is there
        heard_ = process_.captured_stderr();
    }
    HeardTransport(const HeardTransport&) = delete;
    HeardTransport& operator=(const HeardTransport&) = delete;

private:
    const mcp::ProcessTransport& process_;  // the inner one
    std::string& heard_;
};

MadeTransport transport_of(std::string_view option, const std::string& value, std::string& heard) {
#ifdef MCPGEN_FETCH_HTTP
    if (option == "--url") return mcp::http_transport({.url = value});
#endif
    if (option != "--stdio")
        return mcp::Unexpected(mcp::Error{"this build has no HTTP; use --stdio"});
    mcp::ProcessOptions options{.command = {"/bin/sh", "-c", "exec " + value}};
    options.stderr_mode = mcp::ProcessOptions::Stderr::capture;
    auto process = mcp::process_transport(options);
    if (!process) return mcp::Unexpected(process.error());
    const mcp::ProcessTransport& inner = **process;
    return std::make_unique<HeardTransport>(inner, std::move(*process), heard);
}

/// A list of the server as JSON; an empty one when the server has none of the kind.
template <class T>
mcp::Answer<std::string> list_text(mcp::Answer<std::vector<T>> items) {
    if (!items) {
        const mcp::RpcError& error = items.error();
        const bool none = error.failure == mcp::Failure::not_negotiated ||
                          error.code == mcp::error_code::method_not_found;
        if (none) return std::string("[]");
        return mcp::Unexpected(error);
    }
    std::string out = "[";
    for (const T& item : *items) {
        auto text = mcp::encode(item, mcp::latest_revision);
        if (!text) return mcp::Unexpected(mcp::RpcError::invalid_params(text.error()));
        out += (out.size() == 1 ? "\n" : ",\n") + *text;
    }
    return out + "]";
}

int fail(const std::string& why) {
    std::cerr << "mcpgen-fetch: " << why << '\n';
    return 1;
}

/// Why there is no connection, and what may be wrong.
std::string not_connected(std::string_view option, const mcp::RpcError& error) {
    // A program that sends back what it gets has our own refusal to say.
    const bool is_stranger = error.code == mcp::error_code::method_not_found;
    if (is_stranger) return "this is no server of MCP: it says `" + error.message + '`';
    const bool started = option == "--stdio" && error.failure != mcp::Failure::peer;
    return error.message + (started ? "; does the command start, and does it speak MCP on its "
                                      "standard input and output?"
                                    : "");
}

int fetch(std::string_view option, const std::string& value, std::string& heard) {
    mcp::Client client{{.name = "mcpgen-fetch", .version = "0.1"}};
    const auto ready = client.connect([&] { return transport_of(option, value, heard); });
    if (!ready) return fail(not_connected(option, ready.error()));
    const auto tools = list_text(client.tools());
    if (!tools) return fail("tools/list: " + tools.error().message);
    const auto prompts = list_text(client.prompts());
    if (!prompts) return fail("prompts/list: " + prompts.error().message);
    const auto templates = list_text(client.resource_templates());
    if (!templates) return fail("resources/templates/list: " + templates.error().message);
    std::cout << R"({"tools": )" << *tools << R"(, "prompts": )" << *prompts
              << R"(, "resourceTemplates": )" << *templates << "}\n";
    return std::cout.flush() ? 0 : fail("cannot write");
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view option = argc == 3 ? argv[1] : "";
    if (option != "--stdio" && option != "--url") {
        std::cerr << "usage: mcpgen-fetch --stdio COMMAND | --url URL\n";
        return 2;
    }
    std::string heard;
    const int code = fetch(option, argv[2], heard);
    if (code != 0) std::cerr << heard;
    return code;
}
