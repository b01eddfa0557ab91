// Connects, and puts what went wrong into words: what failed, and which option or command helps.
#include "peer/connection.hpp"

#include "output/json_text.hpp"
#include "output/safe_text.hpp"
#include "peer/questions.hpp"
#include "peer/tokens.hpp"
#include "peer/trace.hpp"

#include <mcp/secret_words.hpp>

#include <algorithm>

namespace mcpctl {
namespace {

constexpr double default_timeout = 60;

/// The last lines of what a server wrote, each behind a bar.
std::string last_lines(const std::string& text, std::size_t count) {
    std::string out;
    std::string safe = safe_text(text);
    while (safe.ends_with('\n')) safe.pop_back();
    while (!safe.empty() && count-- > 0) {
        const auto begin = safe.rfind('\n');
        const std::string line = begin == safe.npos ? safe : safe.substr(begin + 1);
        out.insert(0, "\n    | " + line);
        safe.resize(begin == safe.npos ? 0 : begin);
    }
    return out;
}

std::string hint_for(const mcp::RpcError& error, const Target& target) {
    switch (error.failure) {
        case mcp::Failure::timeout: return "--timeout SECONDS waits longer";
        case mcp::Failure::not_negotiated: return "`mcpctl discover` shows what the server offers";
        case mcp::Failure::invalid_response: return "--trace shows what the server sent";
        case mcp::Failure::transport:
        case mcp::Failure::closed: break;
        default: return {};
    }
    const auto status = error.data ? (*error.data)["status"].as_int64() : std::nullopt;
    if (!target.url.empty() && status && (*status == 401 || *status == 403)) {
        return target.has_authorization() ? "the server does not take this Authorization header"
                                          : "log in: mcpctl login " + target.url;
    }
    if (!target.url.empty()) return "is the server there, and is this the path of its endpoint?";
    return "does the program run, and does it speak on standard input and output?";
}

mcp::Json details_of(const mcp::RpcError& error) {
    mcp::JsonObject out({{"failure", mcp::to_string(error.failure)}, {"message", error.message}});
    if (error.failure == mcp::Failure::peer) out.set("code", error.code);
    if (error.data) out.set("data", without_secrets(*error.data));
    return out;
}

}  // namespace

std::chrono::milliseconds timeout_of(const Invocation& invocation) {
    const double seconds = invocation.number("timeout", default_timeout);
    return std::chrono::milliseconds(
        std::max<std::int64_t>(static_cast<std::int64_t>(seconds * 1000), 1));
}

mcp::ClientOptions client_options(const Invocation& invocation, Terminal& terminal) {
    mcp::ClientOptions options;
    const auto timeout = timeout_of(invocation);
    options.connect_timeout = timeout;
    options.probe_timeout = std::min(options.probe_timeout, timeout);
    options.calls.timeout = timeout;
    options.calls.max_total = std::max(options.calls.max_total, timeout);
    if (const auto revision = mcp::revision_from(invocation.text("protocol")))
        options.versions = mcp::VersionPolicy::pin(*revision);
    options.report = [&terminal](std::string_view what) {
        if (terminal.verbose()) terminal.note("mcpctl: " + safe_line(what));
    };
    return options;
}

Connection::Connection(const Invocation& invocation, Terminal& terminal)
    : invocation_(invocation), terminal_(terminal) {
    mcp::Implementation info{.name = "mcpctl", .version = MCPCTL_VERSION};
    client_ = std::make_unique<mcp::Client>(std::move(info), client_options(invocation, terminal));
    answer_questions(*client_, terminal);
    if (invocation.has("trace")) client_->filter(trace_filter(terminal));
}

Connection::~Connection() {
    client_.reset();
    if (!terminal_.verbose() || words_->text.empty()) return;
    terminal_.note("The server wrote to its standard error:" + last_lines(words_->text, 1000));
}

Outcome<mcp::Connected> Connection::connect() {
    auto target = find_target(invocation_, terminal_);
    if (!target) return Unexpected(target.error());
    const auto tokens = token_source(*target, invocation_);
    if (!tokens) return Unexpected(tokens.error());
    const auto words = words_;
    const Target shared = *target;
    return connect(std::move(*target), [shared, source = *tokens, words] {
        return open_transport(shared, source, words);
    });
}

Outcome<mcp::Connected> Connection::connect(Target target,
                                            const mcp::Client::TransportMaker& make) {
    target_ = std::move(target);
    if (invocation_.has("trace") && !target_.headers.empty()) {
        for (const auto& [name, value] : target_.headers) {
            terminal_.note(terminal_.styled_error(
                Style::dim, "    " + safe_line(name) + ": " +
                                (mcp::sounds_secret(name) ? "***" : safe_line(value))));
        }
    }
    terminal_.status("Connecting to " + target_.shown + " ...");
    auto connected = client_->connect(make);
    terminal_.status({});
    if (connected) return std::move(*connected);
    const bool is_stranger = connected.error().failure == mcp::Failure::peer &&
                             connected.error().code == mcp::error_code::method_not_found;
    Problem problem = this->problem("no connection", connected.error());
    if (is_stranger) problem.hint = "it answers, but not as a server of MCP; is it the right one?";
    return Unexpected(std::move(problem));
}

Problem Connection::problem(std::string_view doing, const mcp::RpcError& error) {
    Problem out{target_.shown + ": " + std::string(doing) + ": " + error.message,
                hint_for(error, target_), exit_failed, details_of(error)};
    if (error.failure == mcp::Failure::peer)
        out.what += " (error " + std::to_string(error.code) + ')';
    const bool is_over = error.failure == mcp::Failure::closed ||
                         error.failure == mcp::Failure::transport || !client_->connected();
    if (is_over && target_.url.empty()) {
        // Its end is the end of the server, and then all that it wrote is here.
        client_.reset();
        if (!terminal_.verbose() && !words_->text.empty())
            out.hint +=
                (out.hint.empty() ? "It wrote:" : "\n    It wrote:") + last_lines(words_->text, 8);
    }
    return out;
}

}  // namespace mcpctl
