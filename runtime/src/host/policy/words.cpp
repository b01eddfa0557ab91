// The words of enumerations, as policies and logs spell them.
#include <mcp/host_consent.hpp>

#include <array>
#include <cstddef>

namespace mcp {

std::string_view to_string(ActionKind kind) {
    constexpr std::array<std::string_view, 8> words = {
        "tool_call", "sampling", "sampling_result", "form", "page", "roots", "resource", "start"};
    return words[static_cast<std::size_t>(kind)];
}

std::string_view to_string(PolicyEffect effect) {
    constexpr std::array<std::string_view, 4> words = {"allow", "ask", "ask_each_time", "refuse"};
    return words[static_cast<std::size_t>(effect)];
}

std::string_view to_string(ConsentScope scope) {
    constexpr std::array<std::string_view, 3> words = {"once", "session", "always"};
    return words[static_cast<std::size_t>(scope)];
}

std::string_view to_string(DecidedBy by) {
    constexpr std::array<std::string_view, 4> words = {"rule", "consent", "user", "gate"};
    return words[static_cast<std::size_t>(by)];
}

}  // namespace mcp
