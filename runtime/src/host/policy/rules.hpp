// The rules of a policy, read. Which one decides is in policy.cpp, the reading in read_policy.cpp.
#pragma once

#include <mcp/host_policy.hpp>
#include <mcp/json.hpp>

#include <bitset>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp::host {

/// A name with `*` for any text. Kept twice: as written, and by what names look like.
struct NamePattern {
    std::string text{};
    std::string skeleton{};
};
/// Takes time proportional to the product of the lengths at most.
bool matches(std::string_view pattern, std::string_view name);

struct PolicyRule {
    std::string pointer{};  ///< `/rules/2`
    PolicyEffect effect = PolicyEffect::ask;
    std::string because{};
    std::optional<NamePattern> server{};
    std::optional<NamePattern> tool{};
    std::bitset<8> actions{};  ///< by ActionKind
    std::optional<bool> read_only{};
    std::optional<bool> destructive{};
    std::optional<bool> open_world{};
};

/// What the policy knows of a server's name.
struct PolicyServer {
    std::string skeleton{};  ///< of the name
    std::vector<std::string> command{};
    std::string directory{};
    std::string url{};
    bool trusted = false;
};

}  // namespace mcp::host

namespace mcp {

struct HostPolicy::Rules {
    std::vector<host::PolicyRule> rules{};
    std::map<std::string, host::PolicyServer, std::less<>> servers{};
    PolicyEffect otherwise = PolicyEffect::ask;
    bool everything = false;  ///< nobody is asked
};

namespace host {
/// The error begins with the JSON pointer.
Result<HostPolicy::Rules> read_policy(JsonView document);
}  // namespace host

}  // namespace mcp
