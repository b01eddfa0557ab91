// What tools, prompts and resources give: text as it is, images where they can be shown, and one
// line that says what it is for everything else.
#pragma once

#include "output/saver.hpp"
#include "output/terminal.hpp"

#include <mcp/fwd.hpp>

#include <string>

namespace mcpctl {

class ContentPrinter {
public:
    ContentPrinter(Terminal& terminal, Saver& saver) : terminal_(terminal), saver_(saver) {}

    /// Fails when a file cannot be written.
    Outcome<void> print(const mcp::ContentBlock& block);
    Outcome<void> print(const mcp::AnyResourceContents& contents);

private:
    /// A file, under the name that its address gives it, or else under that of its kind.
    Outcome<void> print_bytes(const std::string& kind, const std::string& mime_type,
                              const std::string& base64, const std::string& uri);
    void print_text(const std::string& text);

    Terminal& terminal_;
    Saver& saver_;
};

}  // namespace mcpctl
