// What the matrix's server has beyond the example: members and kinds of content that some revisions
// lack, results with a schema, a web page.
#include "server.hpp"

#include <examples/everything/features.hpp>

#include <chrono>
#include <utility>

namespace {

/// With every member that a tool can have; each revision gets those that it knows.
void add_decorated(mcp::Server& server) {
    mcp::Tool tool{.name = "structured",
                   .inputSchema = *mcp::JsonObject::parse(R"({"type":"object"})"),
                   .description = "Gives data with a schema"};
    tool.title = "Structured data";
    tool.outputSchema = *mcp::JsonObject::parse(
        R"({"type":"object","properties":{"celsius":{"type":"number"}},"required":["celsius"]})");
    tool.annotations.emplace().readOnlyHint = true;
    tool.icons.emplace().push_back({.src = "https://example.org/icon.png"});
    server.tool(tool, [] { return mcp::Json::object({{"celsius", 21.5}}); });

    server.tool("linked", "Gives a link to a resource", [] {
        mcp::ResourceLink link;
        link.name = "Static text";
        link.uri = "test://static-text";
        link.title = "The static text";
        link.annotations.emplace().priority = 0.5;
        return link;
    });
    server.tool("annotated", "Gives text for the user alone", [] {
        mcp::TextContent text{.text = "for you"};
        text.annotations.emplace().audience = {{mcp::RoleTag::user}};
        return text;
    });
    server.tool("model_with_tools", "Lends the model a tool", [](mcp::Context& context) {
        mcp::SamplingMessage message;
        message.role = mcp::RoleTag::user;
        message.content = mcp::TextContent{.text = "How warm is it?"};
        mcp::CreateMessageRequestParams params;
        params.messages.push_back(message);
        params.maxTokens = 10;
        const mcp::Tool lent{.name = "thermometer",
                             .inputSchema = *mcp::JsonObject::parse(R"({"type":"object"})")};
        params.tools.emplace().push_back(lent);
        return "the model is " + context.sample(params).model;
    });
}

void add_page(mcp::Server& server) {
    server.tool("open_page", "Asks the user to visit a page", [](mcp::Context& context) {
        mcp::ElicitRequestURLParams page;
        page.message = "Please sign in";
        page.url = "https://example.org/sign-in";
        if (context.revision() == mcp::r2025_11_25) page.elicitationId = "page-1";
        const auto answer = context.elicit(page, "page");
        return "page: " + std::string(answer.action.text());
    });
    server.tool("finish_page", "The user has finished there", [&server] {
        server.elicitation_completed("page-1");
        return "finished";
    });
}

void add_news(mcp::Server& server) {
    server.tool("test_trigger_resource_change", "Changes the list of resources", [&server] {
        if (!server.remove_resource("test://comes-and-goes")) {
            server.resource({.name = "Comes and goes", .uri = "test://comes-and-goes"}, "Here");
        }
        return "The list of resources has changed";
    });
    server.tool("wait_for_model", "Asks the model what it never answers",
                [](mcp::Context& context) {
                    mcp::SamplingMessage message;
                    message.role = mcp::RoleTag::user;
                    message.content = mcp::TextContent{.text = "wait"};
                    mcp::CreateMessageRequestParams params;
                    params.messages.push_back(message);
                    params.maxTokens = 10;
                    return context.sample(params).model;
                });
}

}  // namespace

std::unique_ptr<mcp::Server> make_server(mcp::Revisions revisions) {
    mcp::ServerOptions options;
    options.revisions = revisions;
    options.instructions = "Everything, page by page.";
    options.limits.page_size = 5;
    options.lists.ttl_ms = 1000;
    options.lists.scope = mcp::CacheScopeTag::public_;
    mcp::Implementation info{.name = "matrix", .version = "1", .title = "Matrix"};
    info.description = "For tests";
    info.websiteUrl = "https://example.org/";
    info.icons.emplace().push_back({.src = "https://example.org/icon.png"});
    auto server = std::make_unique<mcp::Server>(std::move(info), std::move(options));
    add_tools(*server);
    add_questions(*server);
    add_forms(*server);
    add_rounds(*server);
    add_resources(*server);
    add_prompts(*server);
    add_tasks(*server);
    add_decorated(*server);
    add_page(*server);
    add_news(*server);
    return server;
}
