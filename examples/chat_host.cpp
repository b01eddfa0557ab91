// A host for one server, on the console: the user fills in the server's forms and agrees to its web
// pages, and a language model that only repeats answers its questions. `chat_host COMMAND...`, then
// lines like `greet {"who":"Ada"}`.
#include <mcp/client.hpp>
#include <mcp/url_check.hpp>

#include <iostream>
#include <string>

namespace {

bool user_agrees(const std::string& question) {
    std::cout << question << " [y/n] " << std::flush;
    std::string line;
    return std::getline(std::cin, line) && line == "y";
}

mcp::ElicitResult fill_in(const mcp::ElicitRequestFormParams& form, mcp::CallContext& context) {
    const std::string who = context.peer() ? context.peer()->name : "the server";
    std::cout << who << " asks: " << form.message << '\n';
    mcp::ElicitResult result{.action = mcp::ElicitActionTag::accept};
    for (const auto& field : form.requestedSchema.properties) {
        std::cout << "  " << field.name << " (empty: the default) = " << std::flush;
        std::string line;
        if (!std::getline(std::cin, line)) return {.action = mcp::ElicitActionTag::cancel};
        if (line.empty()) continue;
        mcp::ElicitValue value = line;
        if (std::holds_alternative<mcp::BooleanSchema>(field.value)) value = line == "true";
        if (std::holds_alternative<mcp::NumberSchema>(field.value)) {
            const auto number = mcp::Json::parse(line);
            value = number ? number->as_double().value_or(0) : 0.0;
        }
        result.content.emplace()[field.name] = std::move(value);
    }
    if (!user_agrees("Send this?")) return {.action = mcp::ElicitActionTag::decline};
    return result;
}

mcp::ElicitResult visit(const mcp::ElicitRequestURLParams& page, mcp::CallContext&) {
    const mcp::UrlCheck check = mcp::check_url(page.url);
    std::cout << page.message << "\n  " << page.url << "\n  host: " << check.host << '\n';
    for (const std::string& warning : check.warnings) std::cout << "  ! " << warning << '\n';
    if (!user_agrees("Open it in your browser yourself?")) {
        return {.action = mcp::ElicitActionTag::decline};
    }
    return {.action = mcp::ElicitActionTag::accept};
}

mcp::CreateMessageResult repeat(const mcp::CreateMessageRequestParams& params, mcp::CallContext&) {
    if (!user_agrees("The server wants to use your model. Let it?")) {
        throw mcp::RpcError(mcp::error_code::rejected_by_user, "the user said no");
    }
    mcp::CreateMessageResult result;
    result.model = "parrot";
    result.stopReason = mcp::StopReasonTag::endTurn;
    if (!params.messages.empty()) result.content = params.messages.back().content;
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cout << "usage: chat_host COMMAND [ARGUMENT]...\n";
        return 0;
    }
    mcp::Client client{{.name = "chat_host", .version = "1.0"}};
    client.on_elicitation(fill_in);
    client.on_elicitation(visit);
    client.on_sampling(repeat);
    client.on_log([](const mcp::LoggingMessageNotificationParams& message) {
        std::cerr << '[' << message.level.text() << "] " << message.data.text() << '\n';
    });
    const auto ready = client.connect([&]() -> mcp::Result<std::unique_ptr<mcp::Transport>> {
        auto process = mcp::process_transport({.command = {argv + 1, argv + argc}});
        if (!process) return mcp::Unexpected(process.error());
        return std::move(*process);
    });
    if (!ready) {
        std::cerr << ready.error().message << '\n';
        return 1;
    }
    std::string line;
    while (std::cout << "> " << std::flush && std::getline(std::cin, line)) {
        const std::size_t space = line.find(' ');
        const auto arguments =
            mcp::JsonObject::parse(space == std::string::npos ? "{}" : line.substr(space + 1));
        if (!arguments) {
            std::cout << arguments.error().message() << '\n';
            continue;
        }
        const auto answer = client.call_tool(line.substr(0, space), *arguments);
        if (!answer) {
            std::cout << answer.error().message << '\n';
            continue;
        }
        for (const auto& block : answer->content) {
            if (const auto* text = std::get_if<mcp::TextContent>(&block)) {
                std::cout << text->text << '\n';
            }
        }
    }
}
