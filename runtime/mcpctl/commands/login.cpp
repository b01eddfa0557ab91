// `mcpctl login`: tokens for a server over HTTP, by a browser.
#include "commands/commands.hpp"
#include "output/safe_text.hpp"
#include "peer/connection.hpp"
#include "peer/tokens.hpp"

#ifdef MCPCTL_HTTP
#include <mcp/http_client.hpp>
#include <mcp/oauth.hpp>
#endif

namespace mcpctl {

#ifdef MCPCTL_HTTP

namespace {

constexpr const char* patience = "300";  // seconds: somebody has to type

mcp::LoginOptions login_options(const Invocation& invocation, Terminal& terminal,
                                std::shared_ptr<mcp::TokenStorage> storage) {
    mcp::LoginOptions options;
    options.client_name = "mcpctl";
    options.storage = std::move(storage);
    options.scopes = invocation.texts("scope");
    options.allow_private = invocation.has("allow-private");
    if (invocation.has("client-id")) options.clients = {{.id = invocation.text("client-id")}};
    if (invocation.has("no-browser")) {
        options.open_browser = [&terminal](const std::string& url) {
            terminal.note("Open this page in a browser on this machine:\n  " + safe_line(url));
            return true;
        };
    }
    return options;
}

/// Whether there is a token for the server by now.
bool has_token(mcp::TokenSource& source, const std::string& url) {
    const auto fields = source.at_hand({.server = url, .method = "POST", .url = url});
    return fields && !fields->empty();
}

Outcome<int> log_out(mcp::TokenSource& source, const Target& target, Terminal& terminal) {
    const auto done = source.log_out(target.url, {});
    if (!done) {
        return Unexpected(Problem{target.shown + ": " + done.error().message,
                                  "the tokens are forgotten here; the server may still take them",
                                  exit_failed,
                                  {}});
    }
    if (terminal.json())
        terminal.print_json(mcp::Json::object({{"loggedIn", false}}));
    else
        terminal.print("Logged out of " + target.shown + ".\n");
    return exit_fine;
}

}  // namespace

Outcome<int> run_login(const Invocation& given, Terminal& terminal) {
    Invocation invocation = given;
    if (!invocation.has("timeout")) invocation.values.emplace_back("timeout", patience);
    const auto target = find_target(invocation, terminal);
    if (!target) return Unexpected(target.error());
    if (target->url.empty()) {
        return Unexpected(
            wrong_usage(target->shown + " is not reached over HTTP, so there is no login",
                        "give the address of a server"));
    }
    const std::string file = tokens_file(invocation);
    auto storage = open_tokens(file);
    if (!storage) return Unexpected(storage.error());
    const auto source = mcp::login(login_options(invocation, terminal, std::move(*storage)));
    if (invocation.has("out")) return log_out(*source, *target, terminal);

    Connection connection(invocation, terminal);
    const auto connected =
        connection.connect(*target, [&]() -> mcp::Result<std::unique_ptr<mcp::Transport>> {
            mcp::HttpClientOptions http{.url = target->url};
            http.headers = target->headers;
            http.token_source = source;
            return mcp::http_transport(std::move(http));
        });
    if (!connected) {
        Problem problem = connected.error();
        if (!invocation.has("no-browser"))
            problem.hint = "--no-browser prints the address of the page";
        return Unexpected(std::move(problem));
    }
    // Some servers connect everybody, and want a token for what follows.
    if (const auto answer = connection.client().ping(); !answer)
        return Unexpected(connection.problem("ping", answer.error()));
    const bool logged_in = has_token(*source, target->url);
    if (terminal.json()) {
        terminal.print_json(mcp::Json::object({{"loggedIn", logged_in}, {"tokens", file}}));
    } else if (logged_in) {
        terminal.print("Logged in to " + target->shown + ". The tokens are in " + safe_line(file) +
                       ".\n");
    } else {
        terminal.print(target->shown + " wanted no login.\n");
    }
    return exit_fine;
}

#else

Outcome<int> run_login(const Invocation&, Terminal&) {
    return Unexpected(Problem{"this build has no HTTP: it was made without OpenSSL",
                              "build it where OpenSSL 3 is",
                              exit_failed,
                              {}});
}

#endif

}  // namespace mcpctl
