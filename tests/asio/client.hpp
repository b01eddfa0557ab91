// Our client for the tests of servers: connected over HTTP, as a client of either era. No test
// cases.
#pragma once

#include <mcp/http_client.hpp>

#include <memory>
#include <string>

namespace asio_test {

struct Caller {
    explicit Caller(mcp::HttpClientOptions options, mcp::Revisions revisions = mcp::all_revisions)
        : client(std::make_unique<mcp::Client>(mcp::Implementation{.name = "test", .version = "1"},
                                               mcp::ClientOptions{.revisions = revisions})),
          connected(mcp::connect(*client, std::move(options))) {}

    /// What a tool says, or why it says nothing.
    std::string call(const std::string& tool) const {
        if (!connected) return connected.error().message;
        const auto result = client->call_tool(tool);
        if (!result) return result.error().message;
        const auto* const text = std::get_if<mcp::TextContent>(&result->content.at(0));
        return text ? text->text : "no text";
    }

    std::unique_ptr<mcp::Client> client;
    mcp::Answer<mcp::Connected> connected;
};

}  // namespace asio_test
