// Our client logs in to a protected server, as a program with a user does. The pages that the user
// is to see are printed; whoever reads them is the user.
//   live_login_client URL FOLDER
#include <mcp/http_client.hpp>
#include <mcp/oauth.hpp>

#include <chrono>
#include <functional>
#include <iostream>
#include <string>
#include <thread>

namespace {

void say(const std::string& what) { std::cout << what << std::endl; }

/// The text that a tool answers with, or why it does not.
std::string call(mcp::Client& client, const std::string& tool) {
    const auto answer = client.call_tool(tool);
    if (!answer) return "error: " + answer.error().message;
    const auto* text = std::get_if<mcp::TextContent>(&answer->content.front());
    return text ? text->text : "no text";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return std::cerr << "usage: live_login_client URL FOLDER\n", 2;
    const std::string url = argv[1];
    mcp::LoginOptions options;
    options.client_name = "live test";
    options.storage = mcp::file_storage(std::string(argv[2]) + "/tokens", std::string(32, 'k'));
    options.login_timeout = std::chrono::seconds(30);
    options.open_browser = [](const std::string& page) { return say("page " + page), true; };
    const auto source = mcp::login(options);
    mcp::HttpClientOptions http{.url = url, .token_source = source};
    const auto with_client = [&](const std::function<void(mcp::Client&)>& f) {
        mcp::Client client{{.name = "live", .version = "1.0"}};
        const auto ready = mcp::connect(client, http);
        if (!ready) return say("error: " + ready.error().message);
        f(client);
    };
    with_client([&](mcp::Client& client) {
        say("whoami " + call(client, "whoami"));
        say("note " + call(client, "note"));
        say("sleep");
        std::this_thread::sleep_for(std::chrono::seconds(9));
        say("whoami " + call(client, "whoami"));
    });
    // Another run of the program would do the same.
    http.token_source = mcp::login(options);
    with_client([&](mcp::Client& client) { say("again " + call(client, "note")); });
    const auto out = http.token_source->log_out(url, {});
    say(out ? "out" : "out " + out.error().message);
    with_client([&](mcp::Client& client) { say("whoami " + call(client, "whoami")); });
    // The other source still has what was revoked.
    http.token_source = source;
    with_client([&](mcp::Client& client) { say("revoked " + call(client, "whoami")); });
}
