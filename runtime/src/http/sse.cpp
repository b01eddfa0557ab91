// Server-sent events as text.
#include "http/sse.hpp"

namespace mcp::http {

void append_event(std::string& out, std::string_view id, std::string_view data) {
    out.reserve(out.size() + data.size() + id.size() + 32);
    out += "event: message\n";
    if (!id.empty()) out.append("id: ").append(id) += '\n';
    out.append("data: ").append(data).append("\n\n");
}

void append_named_event(std::string& out, std::string_view name, std::string_view data) {
    out.append("event: ").append(name).append("\ndata: ").append(data).append("\n\n");
}

void append_position(std::string& out, std::string_view id) {
    out.append("id: ").append(id).append("\ndata:\n\n");
}

void append_retry(std::string& out, std::chrono::milliseconds wait) {
    out.append("retry: ").append(std::to_string(wait.count())).append("\n\n");
}

}  // namespace mcp::http
