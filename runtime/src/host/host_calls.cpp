// Prompts, resources, completion: by the names of the catalogue, to the server that has them.
#include <mcp/host.hpp>

#include "host/core.hpp"
#include "host/names.hpp"
#include "host/rename.hpp"

#include <utility>

namespace mcp {

namespace {

/// In use, as long as what this gives lives.
host::ServerPtr used(const host::ServerPtr& server) {
    struct Use {
        host::ServerPtr server;
        std::shared_ptr<void> use;
    };
    const auto use = std::make_shared<Use>(Use{server, server->use()});
    return {use, server.get()};
}

/// The server that a name or an address leads to, once it can be called.
Answer<host::ServerPtr> ready_server(const host::Core& core, std::string_view key,
                                     std::string_view what, const std::stop_token& stop = {}) {
    host::ServerPtr server = core.by_key(key);
    if (!server) {
        return Unexpected(
            RpcError::invalid_params("no server has " + Json(what.substr(0, 200)).dump()));
    }
    server = used(server);
    if (auto ready = server->wait_until_ready(stop); !ready) {
        return Unexpected(std::move(ready).error());
    }
    return server;
}

RpcError no_such_prompt(const std::string& name) {
    return RpcError::invalid_params("there is no prompt " + Json(name.substr(0, 200)).dump());
}

/// Its name on the server; empty when there is none.
std::string prompt_at_server(const host::ManagedServer& server, const std::string& name) {
    const auto part = server.part();
    if (!part) return {};
    const auto found = part->prompt_at.find(name);
    return found == part->prompt_at.end() ? std::string()
                                          : part->prompts[found->second].prompt.name;
}

}  // namespace

Answer<GetPromptResult> Host::prompt(std::string name, Map<std::string> arguments) {
    return prompt(std::move(name), std::move(arguments), core_->options().calls);
}

Answer<GetPromptResult> Host::prompt(std::string name, Map<std::string> arguments,
                                     CallOptions options) {
    auto server = ready_server(*core_, host::key_of_name(name), name, options.stop);
    if (!server) return Unexpected(std::move(server).error());
    GetPromptRequestParams params{.name = prompt_at_server(**server, name)};
    if (params.name.empty()) return Unexpected(no_such_prompt(name));
    params.arguments = std::move(arguments);  // as Client::prompt
    auto answer = (*server)->client().call<GetPrompt>(std::move(params), std::move(options));
    if (answer) host::rename(*answer, (*server)->key());
    return answer;
}

Answer<ReadResourceResult> Host::read_resource(std::string uri) {
    return read_resource(std::move(uri), core_->options().calls);
}

Answer<ReadResourceResult> Host::read_resource(std::string uri, CallOptions options) {
    auto server = ready_server(*core_, host::key_of_uri(uri), uri, options.stop);
    if (!server) return Unexpected(std::move(server).error());
    ReadResourceRequestParams params{.uri = std::string(host::uri_at_server(uri))};
    auto answer = (*server)->client().call<ReadResource>(std::move(params), std::move(options));
    if (answer) host::rename(*answer, (*server)->key());
    return answer;
}

Answer<ReadResourceResult> Host::read_resource_for(std::string_view receiver, std::string uri) {
    const host::ServerPtr to = core_->by_name(receiver);
    if (!to) {
        return Unexpected(
            RpcError(Failure::invalid_argument, "there is no server " + std::string(receiver)));
    }
    // Consent is bound to what runs, so it has to.
    if (auto ready = to->wait_until_ready(); !ready) return Unexpected(std::move(ready).error());
    auto content = read_resource(uri);
    if (!content) return content;
    const host::ServerPtr from = core_->by_key(host::key_of_uri(uri));
    if (from == to) return content;
    ResourceAction action{.uri = uri, .from = from ? from->name() : std::string()};
    for (const AnyResourceContents& part : content->contents) {
        if (const auto* const text = std::get_if<TextResourceContents>(&part)) {
            action.bytes += text->text.size();
        } else {
            action.bytes += std::get<BlobResourceContents>(part).blob.size() / 4 * 3;
        }
    }
    const auto verdict = core_->passes().ask({.server = to->identity(), .what = std::move(action)},
                                             std::stop_token());
    if (!verdict) return Unexpected(verdict.error());
    return content;
}

Answer<Completion> Host::complete(CompleteRequestParams params) {
    return complete(std::move(params), core_->options().calls);
}

Answer<Completion> Host::complete(CompleteRequestParams params, CallOptions options) {
    Answer<host::ServerPtr> server =
        Unexpected(RpcError::invalid_params("what is to be completed?"));
    if (auto* const prompt = std::get_if<PromptReference>(&params.ref)) {
        server = ready_server(*core_, host::key_of_name(prompt->name), prompt->name, options.stop);
        if (!server) return Unexpected(std::move(server).error());
        std::string name = prompt_at_server(**server, prompt->name);
        if (name.empty()) return Unexpected(no_such_prompt(prompt->name));
        prompt->name = std::move(name);
    } else if (auto* const resource = std::get_if<ResourceTemplateReference>(&params.ref)) {
        server = ready_server(*core_, host::key_of_uri(resource->uri), resource->uri, options.stop);
        if (server) resource->uri = std::string(host::uri_at_server(resource->uri));
    }
    if (!server) return Unexpected(std::move(server).error());
    auto answer = (*server)->client().call<Complete>(std::move(params), std::move(options));
    if (!answer) return Unexpected(std::move(answer).error());
    return std::move(answer->completion);
}

Answer<HostSubscription> Host::subscribe(std::string uri,
                                         std::function<void(const std::string& uri)> changed) {
    auto server = ready_server(*core_, host::key_of_uri(uri), uri);
    if (!server) return Unexpected(std::move(server).error());
    auto watch =
        (*server)->watch(std::string(host::uri_at_server(uri)),
                         [key = (*server)->key(), changed = std::move(changed)](
                             const std::string& at) { changed(host::joined_uri(key, at)); });
    if (!watch) return Unexpected(std::move(watch).error());
    return HostSubscription(std::move(*watch));
}

Answer<void> Host::ping(std::string_view name) {
    const host::ServerPtr server = core_->by_name(name);
    if (!server) {
        return Unexpected(
            RpcError(Failure::invalid_argument, "there is no server " + std::string(name)));
    }
    const host::ServerPtr use = used(server);
    if (auto ready = use->wait_until_ready(); !ready) return ready;
    return use->client().ping();
}

}  // namespace mcp
