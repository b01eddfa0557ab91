// Tools that run as tasks: optional and required ones, with questions before the task and in it,
// and the two ways in which a task can fail.
#include "features.hpp"

#include <chrono>
#include <thread>

using namespace std::chrono_literals;

namespace {

constexpr auto optional = mcp::ToolExecutionTaskSupportTag::optional;
constexpr auto required = mcp::ToolExecutionTaskSupportTag::required;

mcp::Tool task_tool(std::string name, std::string description,
                    mcp::ToolExecutionTaskSupportTag support, std::string_view schema = {}) {
    mcp::Tool tool;
    tool.name = std::move(name);
    tool.description = std::move(description);
    tool.execution.emplace().taskSupport = support;
    if (!schema.empty()) tool.inputSchema = mcp::JsonObject::parse(schema).value();
    return tool;
}

template <class Field>
mcp::ElicitRequestFormParams form(std::string message, std::string_view field, Field kind) {
    mcp::ElicitRequestFormParams params;
    params.message = std::move(message);
    params.requestedSchema.properties[field] = std::move(kind);
    params.requestedSchema.required = {{std::string(field)}};
    return params;
}

bool confirmed(const mcp::ElicitResult& answer) {
    const mcp::ElicitValue* value = answer.content ? answer.content->find("confirm") : nullptr;
    const bool* yes = value != nullptr ? std::get_if<bool>(value) : nullptr;
    return yes != nullptr && *yes;
}

std::string word(const mcp::ElicitResult& answer, std::string_view field) {
    const mcp::ElicitValue* value = answer.content ? answer.content->find(field) : nullptr;
    const auto* text = value != nullptr ? std::get_if<std::string>(value) : nullptr;
    return text != nullptr ? *text : "nobody";
}

void add_work(mcp::Server& server) {
    server.tool(task_tool("slow_compute", "Takes its time; may run as a task", optional,
                          R"({"type":"object","properties":{
                              "seconds":{"type":"number","minimum":0,"maximum":60},
                              "label":{"type":"string"}}})"),
                [](const mcp::JsonObject& arguments, mcp::Context& context) {
                    const double seconds = arguments["seconds"].as_double().value_or(0);
                    const auto end = std::chrono::steady_clock::now() + seconds * 1s;
                    while (!context.cancelled() && std::chrono::steady_clock::now() < end) {
                        std::this_thread::sleep_for(10ms);
                    }
                    return "Computed " + arguments["label"].as_string().value_or("it");
                });
    server.tool(task_tool("failing_job", "A task that a tool's failure ends", required),
                []() -> std::string { throw mcp::ToolError("The job has failed"); });
    server.tool(task_tool("protocol_error_job", "A task that an error ends", optional),
                []() -> std::string {
                    throw mcp::RpcError(mcp::error_code::internal_error, "The job was refused");
                });
}

void add_asking(mcp::Server& server) {
    server.tool(task_tool("confirm_delete", "Asks in the task whether to go on", optional,
                          R"({"type":"object","properties":{"filename":{"type":"string"}}})"),
                [](const mcp::JsonObject& arguments, mcp::Context& context) {
                    const std::string name = arguments["filename"].as_string().value_or("it");
                    const auto answer = context.elicit(
                        form("Delete " + name + "?", "confirm", mcp::BooleanSchema{}), "confirm");
                    return (confirmed(answer) ? "Deleted " : "Kept ") + name;
                });
    server.tool(task_tool("multi_input", "Asks two things at once in the task", optional),
                [](mcp::Context& context) {
                    mcp::InputRequests questions;
                    questions["name"] = mcp::ElicitRequest{
                        .params = form("What is your name?", "name", mcp::StringSchema{})};
                    questions["agreed"] = mcp::ElicitRequest{
                        .params = form("Do you agree?", "confirm", mcp::BooleanSchema{})};
                    const mcp::InputResponses answers = context.ask(std::move(questions));
                    return word(std::get<mcp::ElicitResult>(answers.at("name")), "name") +
                           (confirmed(std::get<mcp::ElicitResult>(answers.at("agreed")))
                                ? " agrees"
                                : " does not agree");
                });
    server.tool(task_tool("test_tool_with_task", "Asks first, and then becomes a task", required),
                [](mcp::Context& context) {
                    const auto answer = context.elicit(
                        form("What is your name?", "name", mcp::StringSchema{}), "user_name");
                    context.continue_as_task();
                    return "Done for " + word(answer, "name");
                });
    server.begin_task_later("test_tool_with_task");
}

}  // namespace

void add_tasks(mcp::Server& server) {
    add_work(server);
    add_asking(server);
}
