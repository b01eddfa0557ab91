// A message filter that prints what passes and changes nothing of it.
#include "peer/trace.hpp"

#include "output/json_text.hpp"
#include "output/safe_text.hpp"

namespace mcpctl {
namespace {

class TraceFilter final : public mcp::MessageFilter {
public:
    explicit TraceFilter(Terminal& terminal) : terminal_(terminal) {}
    Verdict incoming(std::string& message) override {
        terminal_.note(trace_line(terminal_, false, message));
        return Verdict::pass;
    }
    Verdict outgoing(std::string& message) override {
        terminal_.note(trace_line(terminal_, true, message));
        return Verdict::pass;
    }

private:
    Terminal& terminal_;
};

}  // namespace

std::string trace_line(const Terminal& terminal, bool outgoing, std::string_view message) {
    const auto value = mcp::Json::parse(message);
    const std::string arrow =
        terminal.styled_error(outgoing ? Style::green : Style::blue, outgoing ? "-->" : "<--");
    if (!value) return arrow + ' ' + safe_line(message);
    return arrow + ' ' + json_text(without_secrets(*value), {.colors = terminal.colors_error()});
}

std::shared_ptr<mcp::MessageFilter> trace_filter(Terminal& terminal) {
    return std::make_shared<TraceFilter>(terminal);
}

}  // namespace mcpctl
