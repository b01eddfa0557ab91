// Calls in plain words, and lists that page by themselves.
#include <mcp/client.hpp>

#include "client/link.hpp"

#include <set>
#include <utility>

namespace mcp {

bool resource_missing(const RpcError& error) {
    if (error.failure != Failure::peer) return false;
    if (error.code == error_code::resource_not_found) return true;
    return error.code == error_code::invalid_params && error.data &&
           error.data->view()["uri"].is_string();
}

template <class M, class Item>
Answer<std::vector<Item>> Client::pages(std::vector<Item> M::Result::*items) {
    // A cursor that the server does not know any more: the list has changed, begin again. Once.
    for (int attempt = 0;; ++attempt) {
        std::vector<Item> all;
        std::set<std::string> seen;
        std::optional<std::string> cursor;
        while (true) {
            typename M::Params params;
            params.cursor = cursor;
            Answer<typename M::Result> page = call<M>(std::move(params));
            if (!page) {
                const bool stale = cursor && attempt == 0 &&
                                   page.error().failure == Failure::peer &&
                                   page.error().code == error_code::invalid_params;
                if (!stale) return Unexpected(std::move(page).error());
                forget_list(M::name);
                break;
            }
            auto& more = (*page).*items;
            all.insert(all.end(), std::make_move_iterator(more.begin()),
                       std::make_move_iterator(more.end()));
            // An empty cursor is one; only its absence is the end.
            if (!page->nextCursor) return all;
            cursor = std::move(page->nextCursor);
            if (!seen.insert(*cursor).second || seen.size() >= max_pages()) {
                return Unexpected(RpcError(Failure::invalid_response,
                                           std::string(M::name) + ": the list does not end"));
            }
        }
    }
}

Answer<std::vector<Tool>> Client::tools() {
    return pages<ListTools, Tool>(&ListToolsResult::tools);
}
Answer<std::vector<Prompt>> Client::prompts() {
    return pages<ListPrompts, Prompt>(&ListPromptsResult::prompts);
}
Answer<std::vector<Resource>> Client::resources() {
    return pages<ListResources, Resource>(&ListResourcesResult::resources);
}
Answer<std::vector<ResourceTemplate>> Client::resource_templates() {
    return pages<ListResourceTemplates, ResourceTemplate>(
        &ListResourceTemplatesResult::resourceTemplates);
}

Answer<CallToolResult> Client::call_tool(std::string name, JsonObject arguments) {
    return call_tool(std::move(name), std::move(arguments), default_options());
}

Answer<CallToolResult> Client::call_tool(std::string name, JsonObject arguments,
                                         CallOptions options) {
    CallToolRequestParams params{.name = std::move(name)};
    params.arguments = std::move(arguments);
    return call<CallTool>(std::move(params), std::move(options));
}

Answer<std::vector<AnyResourceContents>> Client::read_resource(std::string uri) {
    ReadResourceRequestParams params{.uri = std::move(uri)};
    auto result = call<ReadResource>(std::move(params));
    if (!result) return Unexpected(std::move(result).error());
    return std::move(result->contents);
}

Answer<GetPromptResult> Client::prompt(std::string name, Map<std::string> arguments) {
    GetPromptRequestParams params{.name = std::move(name)};
    // Also without any: many servers want `arguments` where a prompt may have some.
    params.arguments = std::move(arguments);
    return call<GetPrompt>(std::move(params));
}

Answer<Completion> Client::complete(CompletionReference of, std::string argument, std::string value,
                                    Map<std::string> known) {
    CompleteRequestParams params;
    params.argument.name = std::move(argument);
    params.argument.value = std::move(value);
    params.ref = std::move(of);
    if (!known.empty()) params.context.emplace().arguments = std::move(known);
    auto result = call<Complete>(std::move(params));
    if (!result) return Unexpected(std::move(result).error());
    return std::move(result->completion);
}

Answer<void> Client::ping() {
    if (era_of(revision()) == Era::legacy) {
        auto answer = call<Ping>({});
        if (!answer) return Unexpected(std::move(answer).error());
        return {};
    }
    // A kept answer would say nothing about the server.
    forget_list(Discover::name);
    auto answer = call<Discover>({});
    if (!answer) return Unexpected(std::move(answer).error());
    return {};
}

Answer<void> Client::set_log_level(LoggingLevel level) {
    if (era_of(revision()) == Era::legacy) {
        auto answer = call<SetLevel>({.level = std::move(level)});
        if (!answer) return Unexpected(std::move(answer).error());
        return {};
    }
    const auto link = this->link().lock();
    if (!link) return Unexpected(RpcError(Failure::closed, "there is no connection"));
    auto error = link->with_session(
        [&](client::Session& session) { return session.set_log_level(std::move(level)); });
    if (error) return Unexpected(std::move(*error));
    return {};
}

Answer<Subscription> Client::subscribe(std::string uri, std::function<void(const std::string&)> f) {
    SubscriptionFilter filter;
    filter.resourceSubscriptions.emplace().push_back(std::move(uri));
    SubscriptionEvents events;
    events.on_updated = std::move(f);
    return listen(std::move(filter), std::move(events));
}

}  // namespace mcp
