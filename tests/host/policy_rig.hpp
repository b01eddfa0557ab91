// A gate with a user who answers by a script, and actions to check.
#pragma once

#include <mcp/host_consent.hpp>

#include "generator/support/temporary_folder.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mcp::testing {

inline ServerIdentity policy_server(std::string name = "files") {
    return {.name = std::move(name),
            .command = {"npx", "-y", "files-server", "/home/me"},
            .environment = {},
            .directory = {},
            .url = {}};
}

inline Tool policy_tool(std::string name = "read_file") {
    Tool tool{.name = std::move(name), .inputSchema = {{"type", "object"}}};
    tool.description = "Reads a file.";
    return tool;
}

inline HostAction policy_call(ServerIdentity server, Tool tool, JsonObject arguments = {}) {
    ToolCallAction call;
    call.exposed_name = server.name + "__" + tool.name;
    call.definition = std::make_shared<const ToolDefinition>(std::move(tool));
    call.arguments = std::move(arguments);
    return {std::move(server), std::move(call)};
}

inline HostAction plain_call(std::string text = "x") {
    return policy_call(policy_server(), policy_tool(), {{"path", std::move(text)}});
}

inline HostAction policy_page(std::string url, std::string message = "Log in.") {
    PageAction page;
    page.page.url = std::move(url);
    page.page.message = std::move(message);
    return {policy_server(), std::move(page)};
}

/// Answers `yes` unless told otherwise, and keeps what was asked.
class PolicyUser {
public:
    ConsentAnswer says{.allow = true, .scope = ConsentScope::once};
    std::vector<ConsentQuestion> asked{};

    auto ask() {
        return [this](const ConsentQuestion& question, const ConsentReply& reply) {
            asked.push_back(question);
            reply(says);
        };
    }
    /// Whether the last question has a suspicion with this code.
    bool was_warned_of(std::string_view code) const {
        if (asked.empty()) return false;
        for (const Suspicion& each : asked.back().suspicions) {
            if (each.code == code) return true;
        }
        return false;
    }
};

struct PolicyRig {
    mcpgen::test::TemporaryFolder folder{};
    PolicyUser user{};
    std::string file() const { return (folder / "consent.json").string(); }
    std::string log() const { return (folder / "audit.jsonl").string(); }

    ConsentOptions options(std::string_view policy = "{}") {
        ConsentOptions all;
        all.policy = HostPolicy::parse(policy).value();
        all.ask = user.ask();
        all.file = file();
        all.audit.path = log();
        return all;
    }
};

}  // namespace mcp::testing
