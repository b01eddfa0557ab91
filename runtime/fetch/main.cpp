// mcpgen-fetch: asks one server what it offers, and prints that as a manifest for `mcpgen tools`. A
// program of its own because the compiler does not link the runtime.
//   mcpgen-fetch --stdio 'COMMAND' | --url URL
#include <mcp/client.hpp>
#ifdef MCPGEN_FETCH_HTTP
#include <mcp/http_client.hpp>
#endif

#include <iostream>
#include <memory>
#include <string>
#include <string_view>

namespace {

using MadeTransport = mcp::Result<std::unique_ptr<mcp::Transport>>;

MadeTransport transport_of(std::string_view option, const std::string& value) {
#ifdef MCPGEN_FETCH_HTTP
    if (option == "--url") return mcp::http_transport({.url = value});
#endif
    if (option != "--stdio")
        return mcp::Unexpected(mcp::Error{"this build has no HTTP; use --stdio"});
    auto process = mcp::process_transport({.command = {"/bin/sh", "-c", "exec " + value}});
    if (!process) return mcp::Unexpected(process.error());
    return std::move(*process);
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

int fetch(std::string_view option, const std::string& value) {
    mcp::Client client{{.name = "mcpgen-fetch", .version = "0.1"}};
    const auto ready = client.connect([&] { return transport_of(option, value); });
    if (!ready) return fail(ready.error().message);
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
    return fetch(option, argv[2]);
}
