// Who sends a message, as the transport knows. A name alone is one, too.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace mcp {
struct Grant;
}

namespace mcp::session {

struct Sender {
    Sender() = default;
    Sender(std::string_view name) : principal(name) {}
    Sender(const std::string& name) : principal(name) {}
    Sender(const char* name) : principal(name) {}
    Sender(std::string_view name, std::shared_ptr<const Grant> what)
        : principal(name), grant(std::move(what)) {}

    std::string_view principal{};  ///< empty: nobody in particular
    std::shared_ptr<const Grant> grant{};
};

}  // namespace mcp::session
