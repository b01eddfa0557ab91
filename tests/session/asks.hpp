// Questions for scripts, and a tool that asks them.
#pragma once

#include "session/script.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace script {

inline std::string word(Failure failure) {
    switch (failure) {
        case Failure::peer: return "peer";
        case Failure::timeout: return "timeout";
        case Failure::not_negotiated: return "not_negotiated";
        case Failure::invalid_argument: return "invalid_argument";
        case Failure::invalid_response: return "invalid_response";
        case Failure::busy: return "busy";
        case Failure::cancelled: return "cancelled";
        case Failure::closed: return "closed";
        case Failure::transport: return "transport";
        case Failure::tool: return "tool";
    }
    return "";
}

/// A tool that asks these questions and says what came of it.
inline void add_asker(Script& script, InputRequests questions) {
    script.core.tool("ask", [questions](std::optional<JsonView>, Context& context,
                                        Done<std::string> done) {
        const auto shared = std::make_shared<Done<std::string>>(std::move(done));
        ask_later(context, questions, [shared](Answer<InputResponses>&& answer) {
            if (answer) return (*shared)(text_result("answers: " + std::to_string(answer->size())));
            (*shared)(text_result(word(answer.error().failure) + ": " + answer.error().message));
        });
    });
}

inline InputRequests sampling_question(bool tools = false) {
    CreateMessageRequest request;
    request.params.maxTokens = 10;
    SamplingMessage message;
    message.role = RoleTag::user;
    TextContent text;
    text.text = "hi";
    message.content = SamplingMessageContentBlock(text);
    request.params.messages.push_back(message);
    if (tools) request.params.tools.emplace();
    InputRequests questions;
    questions["s"] = std::move(request);
    return questions;
}

inline InputRequests roots_question() {
    InputRequests questions;
    questions["r"] = ListRootsRequest{};
    return questions;
}

inline InputRequests url_question(std::string_view url = "https://example.com/login") {
    ElicitRequestURLParams page;
    page.message = "Please sign in";
    page.url = std::string(url);
    ElicitRequest request;
    request.params = std::move(page);
    InputRequests questions;
    questions["u"] = std::move(request);
    return questions;
}

inline std::string outcome(Script& script) {
    script.expect_send(R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text",
        "text":"$outcome"}]}})");
    return script.caught("outcome").as_string().value_or("");
}

/// What becomes of the question at this revision with these capabilities.
inline std::string asked(const char* date, const char* capabilities, InputRequests questions) {
    Script script;
    add_asker(script, std::move(questions));
    script.legacy(date, capabilities).receive(Script::call("1", "ask"));
    const std::string sent = script.outbox().sent.at(0).text;
    return sent.find("\"method\"") != std::string::npos ? "sent" : outcome(script);
}

inline bool refused(const char* date, const char* capabilities, InputRequests questions) {
    return asked(date, capabilities, std::move(questions)).rfind("not_negotiated", 0) == 0;
}

}  // namespace script
