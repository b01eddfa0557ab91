// What a request is about to do, and which scopes that needs.
#pragma once

#include <mcp/bearer.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mcp::auth {

struct Operation {
    std::string method{};
    std::string name{};  ///< of the tool or prompt; the resource's address
};

/// Of a message, or of each in a batch. None for answers, and for what is no message: nothing runs
/// for those. `limits` are the endpoint's, so that what it reads is read here.
std::vector<Operation> operations_in(std::string_view body, JsonLimits limits);

/// Adds those that are not there yet.
void add_scopes(std::vector<std::string>& to, const std::vector<std::string>& more);

/// What everything in `operations` needs. Throws std::runtime_error when `scopes_for` gives what is
/// no scope.
std::vector<std::string> needed_scopes(const BearerOptions& options,
                                       const std::vector<Operation>& operations);

/// Whether the grant has all of `needed`, itself or by what includes it.
bool covers(const BearerOptions& options, const Grant& grant,
            const std::vector<std::string>& needed);

/// What a client should ask for: what is needed, and what it has already of those that are known
/// here, so that it loses nothing. The same for the same operation.
std::vector<std::string> scopes_to_ask(const BearerOptions& options, const Grant& grant,
                                       std::vector<std::string> needed);

}  // namespace mcp::auth
