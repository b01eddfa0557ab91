#include "auth/server/operations.hpp"

#include "auth/server/claims.hpp"
#include "http/headers.hpp"
#include "rpc/envelope.hpp"

#include <algorithm>
#include <stdexcept>

namespace mcp::auth {

namespace {

bool holds(const std::vector<std::string>& list, std::string_view scope) {
    return std::find(list.begin(), list.end(), scope) != list.end();
}

void add_operation(std::vector<Operation>& to, const rpc::Envelope& message) {
    using Kind = rpc::Envelope::Kind;
    if (message.kind != Kind::request && message.kind != Kind::notification) return;
    Operation operation{std::string(message.method), {}};
    const std::string_view member = http::named_by(message.method);
    if (!member.empty() && message.params)
        operation.name = (*message.params)[member].as_string().value_or("");
    to.push_back(std::move(operation));
}

}  // namespace

std::vector<Operation> operations_in(std::string_view body, JsonLimits limits) {
    std::vector<Operation> all;
    if (body.empty()) return all;
    rpc::EnvelopeReader reader(limits);
    const auto message = reader.read(body);
    if (!message) return all;
    if (message->kind != rpc::Envelope::Kind::batch) {
        add_operation(all, *message);
        return all;
    }
    for (const JsonView element : message->payload.elements()) {
        if (const auto each = rpc::EnvelopeReader::element(element)) add_operation(all, *each);
    }
    return all;
}

void add_scopes(std::vector<std::string>& to, const std::vector<std::string>& more) {
    for (const std::string& scope : more) {
        if (!holds(to, scope)) to.push_back(scope);
    }
}

std::vector<std::string> needed_scopes(const BearerOptions& options,
                                       const std::vector<Operation>& operations) {
    std::vector<std::string> needed = options.scopes;
    for (const Operation& each : operations) {
        const auto by_method = options.method_scopes.find(each.method);
        if (by_method != options.method_scopes.end()) add_scopes(needed, by_method->second);
        if (each.method == "tools/call") {
            const auto by_tool = options.tool_scopes.find(each.name);
            if (by_tool != options.tool_scopes.end()) add_scopes(needed, by_tool->second);
        }
        if (!options.scopes_for) continue;
        const auto more = options.scopes_for(each.method, each.name);
        if (!std::all_of(more.begin(), more.end(), is_scope))
            throw std::runtime_error("scopes_for has given what is no scope");
        add_scopes(needed, more);
    }
    return needed;
}

bool covers(const BearerOptions& options, const Grant& grant,
            const std::vector<std::string>& needed) {
    return std::all_of(needed.begin(), needed.end(), [&](const std::string& scope) {
        if (grant.has_scope(scope)) return true;
        return options.scope_covers &&
               std::any_of(grant.scopes.begin(), grant.scopes.end(), [&](const std::string& held) {
                   return options.scope_covers(held, scope);
               });
    });
}

std::vector<std::string> scopes_to_ask(const BearerOptions& options, const Grant& grant,
                                       std::vector<std::string> needed) {
    for (const std::string& known : options.scopes_supported) {
        if (grant.has_scope(known) && !holds(needed, known)) needed.push_back(known);
    }
    return needed;
}

}  // namespace mcp::auth
