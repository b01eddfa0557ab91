// Questions as the newest revision has them: the call ends with the question and comes again with
// the answer. On older revisions the same code sends requests and waits.
#include "features.hpp"

#include <variant>

namespace {

mcp::ElicitRequestFormParams form(std::string message, std::string_view field) {
    mcp::ElicitRequestFormParams params;
    params.message = std::move(message);
    params.requestedSchema.properties[field] = mcp::StringSchema{};
    params.requestedSchema.required = {{std::string(field)}};
    return params;
}

/// A form with one box to tick.
mcp::ElicitRequestFormParams confirmation(std::string message, std::string_view field) {
    mcp::ElicitRequestFormParams params;
    params.message = std::move(message);
    params.requestedSchema.properties[field] = mcp::BooleanSchema{};
    params.requestedSchema.required = {{std::string(field)}};
    return params;
}

mcp::CreateMessageRequestParams sampling(std::string text) {
    mcp::SamplingMessage message;
    message.role = mcp::RoleTag::user;
    message.content = mcp::TextContent{.text = std::move(text)};
    mcp::CreateMessageRequestParams params;
    params.messages.push_back(message);
    params.maxTokens = 100;
    return params;
}

/// What the user entered; empty when there is nothing.
std::string entered(const mcp::ElicitResult& answer, std::string_view field) {
    const mcp::ElicitValue* value = answer.content ? answer.content->find(field) : nullptr;
    const auto* text = value != nullptr ? std::get_if<std::string>(value) : nullptr;
    return text != nullptr ? *text : std::string();
}

void add_single_rounds(mcp::Server& server) {
    const std::string prefix = "test_input_required_result_";
    server.tool(prefix + "elicitation", "Asks for a name", [](mcp::Context& context) {
        const auto answer = context.elicit(form("What is your name?", "name"), "user_name");
        if (answer.action != mcp::ElicitActionTag::accept) return std::string("Hello, stranger!");
        return "Hello, " + entered(answer, "name") + "!";
    });
    server.tool(prefix + "sampling", "Asks the model", [](mcp::Context& context) {
        const auto answer =
            context.sample(sampling("What is the capital of France?"), "capital_question");
        return "The model is " + answer.model;
    });
    server.tool(prefix + "list_roots", "Asks for the folders", [](mcp::Context& context) {
        const auto answer = context.list_roots("client_roots");
        return std::to_string(answer.roots.size()) + " roots";
    });
    server.tool(prefix + "multiple_inputs", "Asks for three things at once",
                [](mcp::Context& context) {
                    mcp::InputRequests questions;
                    questions["user_name"] =
                        mcp::ElicitRequest{.params = form("What is your name?", "name")};
                    questions["greeting"] =
                        mcp::CreateMessageRequest{.params = sampling("Write a greeting")};
                    questions["client_roots"] = mcp::ListRootsRequest{};
                    context.keep("asked");
                    const auto answers = context.ask(questions);
                    return std::to_string(answers.size()) + " answers";
                });
    server.tool(
        prefix + "capabilities", "Asks only what the client can answer", [](mcp::Context& context) {
            const auto& client = context.client_capabilities();
            mcp::InputRequests questions;
            if (client.sampling) {
                questions["capital_question"] =
                    mcp::CreateMessageRequest{.params = sampling("What is the capital of France?")};
            }
            if (client.elicitation) {
                questions["user_name"] =
                    mcp::ElicitRequest{.params = form("What is your name?", "name")};
            }
            if (questions.empty()) return std::string("Nothing can be asked");
            return std::to_string(context.ask(questions).size()) + " answers";
        });
}

void add_kept_state(mcp::Server& server) {
    const std::string prefix = "test_input_required_result_";
    for (const char* name : {"request_state", "tampered_state"}) {
        server.tool(prefix + name, "Keeps something while it asks", [](mcp::Context& context) {
            context.keep("on its way");
            static_cast<void>(context.elicit(confirmation("Go on?", "ok"), "confirm"));
            return context.kept() == mcp::Json("on its way") ? "state-ok" : "state lost";
        });
    }
    server.tool(prefix + "multi_round", "Asks twice", [](mcp::Context& context) {
        context.keep("begun");
        const auto name = context.elicit(form("Step 1: what is your name?", "name"), "step1");
        if (name.action != mcp::ElicitActionTag::accept)
            return std::string("Nobody likes anything");
        const auto color =
            context.elicit(form("Step 2: what is your favourite colour?", "color"), "step2");
        return entered(name, "name") + " likes " + entered(color, "color");
    });
}

}  // namespace

void add_rounds(mcp::Server& server) {
    add_single_rounds(server);
    add_kept_state(server);
    server.prompt({.name = "test_input_required_result_prompt",
                   .description = "A prompt that asks before it answers"},
                  [](mcp::Context& context) {
                      const auto answer =
                          context.elicit(form("What is this about?", "context"), "user_context");
                      if (answer.action != mcp::ElicitActionTag::accept)
                          return std::string("Talk about what you like");
                      return "Talk about " + entered(answer, "context");
                  });
}
