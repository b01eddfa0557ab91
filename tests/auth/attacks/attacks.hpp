// The table of attacks. A row is what somebody tries; it says what happened instead of a refusal.
//
//   ATTACK("R383: a token for another server") { return guarded.happened(...); }
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace mcp::testing {

struct Attack {
    std::string name;
    std::function<std::string()> happened;  ///< empty: it was refused
};

inline std::vector<Attack>& attacks() {
    static std::vector<Attack> all;
    return all;
}

struct AddAttack {
    AddAttack(std::string name, std::function<std::string()> happened) {
        attacks().push_back({std::move(name), std::move(happened)});
    }
};

}  // namespace mcp::testing

#define MCP_ATTACK_JOINED(a, b) a##b
#define MCP_ATTACK_NAMED(number, name)                                             \
    static std::string MCP_ATTACK_JOINED(attack_, number)();                       \
    static const ::mcp::testing::AddAttack MCP_ATTACK_JOINED(add_attack_, number)( \
        name, &MCP_ATTACK_JOINED(attack_, number));                                \
    static std::string MCP_ATTACK_JOINED(attack_, number)()
#define MCP_ATTACK_AT(number, name) MCP_ATTACK_NAMED(number, name)
#define ATTACK(name) MCP_ATTACK_AT(__COUNTER__, name)
