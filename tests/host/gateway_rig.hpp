// Clients with users in front of gateways, and servers behind them.
#pragma once

#include "support.hpp"

#include <mcp/client.hpp>
#include <mcp/gateway.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "catch.hpp"

namespace mcp::host::test {

/// A client with a user whose name is `user`.
inline std::unique_ptr<Client> person(const std::string& user, Revision revision) {
    ClientOptions options;
    options.revisions = revision;
    options.versions = VersionPolicy::pin(revision);
    options.retry_pause = std::chrono::milliseconds(1);
    auto client = std::make_unique<Client>(Implementation{.name = user, .version = "1"}, options);
    client->on_elicitation([user](const ElicitRequestFormParams&, CallContext&) {
        ElicitResult result;
        result.action = ElicitActionTag::accept;
        result.content.emplace()["name"] = user;
        return result;
    });
    return client;
}

inline void connect(Client& client, Server& front) {
    auto [ours, theirs] = memory_transports();
    front.connect(std::move(theirs));
    REQUIRE(client.connect(std::move(ours)));
}

/// A server whose tool `who` asks for the user's name.
struct Asking {
    explicit Asking(Revisions revisions) : server(me, with(revisions)) {
        server.tool("who", "", [](Context& context) {
            ElicitRequestFormParams form;
            form.message = "Who are you?";
            form.requestedSchema.properties["name"] = StringSchema();
            const auto answer = context.elicit(form, "name");
            return "you are " + std::get<std::string>(answer.content->at("name"));
        });
    }
    static ServerOptions with(Revisions revisions) {
        ServerOptions options;
        options.revisions = revisions;
        return options;
    }
    Bridge::TransportMaker reach() {
        return [this]() -> Result<std::unique_ptr<Transport>> {
            ++connections;
            auto [ours, theirs] = memory_transports();
            server.connect(std::move(theirs));
            return std::move(ours);
        };
    }
    Server server;
    std::atomic<int> connections = 0;
};

inline std::string said(const Answer<CallToolResult>& answer) {
    return answer ? text_of(*answer) : answer.error().message;
}

/// All servers of a host that may do everything.
inline Gateway::MakeHost open_host(const std::string& name, Server& server) {
    return [name, &server](HostOptions options, const Gateway::AskClient&) {
        options.without_consent = true;
        auto host = std::make_unique<Host>(me, std::move(options));
        REQUIRE(host->add(in_memory(name, server)));
        return host;
    };
}

/// A call that asks its client, who does not come back.
inline void call_and_leave(Client& client, const std::string& tool) {
    const auto round = client.call_round<CallTool>(CallToolRequestParams{.name = tool}, {});
    REQUIRE(round);
    REQUIRE(std::holds_alternative<InputRequiredResult>(*round));
}

/// A bridge or a gateway in front of one server.
struct Front {
    Front(bool merged, Asking& asking, GatewayOptions options) {
        if (merged) {
            MergeOptions merge;
            merge.gateway = std::move(options);
            gateway = std::make_unique<Gateway>(me, open_host("one", asking.server), merge);
        } else {
            bridge = std::make_unique<Bridge>(me, asking.reach(), std::move(options));
        }
    }
    Server& server() { return gateway ? gateway->server() : bridge->server(); }
    std::string name(const char* tool) const {
        return gateway ? std::string("one__") + tool : std::string(tool);
    }
    std::unique_ptr<Gateway> gateway{};
    std::unique_ptr<Bridge> bridge{};
};

}  // namespace mcp::host::test
