// The part of the script in which the server asks: the model, the user, the folders; and calls that
// run as tasks.
#include "run.hpp"

#include <mcp/client_tasks.hpp>

#include <utility>
#include <variant>

namespace matrix {

namespace {

/// Fills in every field of a form that the fixtures have; fields with defaults are left out.
mcp::Map<mcp::ElicitValue> fill_in(const mcp::ElicitRequestFormParams& form) {
    mcp::Map<mcp::ElicitValue> content;
    for (const auto& field : form.requestedSchema.properties) {
        const auto* text = std::get_if<mcp::StringSchema>(&field.value);
        if (text != nullptr && !text->default_) content[field.name] = std::string("Ada");
        const auto* box = std::get_if<mcp::BooleanSchema>(&field.value);
        if (box != nullptr && !box->default_) content[field.name] = true;
    }
    return content;
}

/// A call that is given up while the model is asked: the question is taken back.
void given_up(const Run& run) {
    mcp::CallToolRequestParams params{.name = "wait_for_model"};
    auto started = run.client.start<mcp::CallTool>(params);
    run.report.check("the model is asked", until([&] { return run.user.samples == 4; }));
    started.cancel();
    const auto answer = started.get();
    run.report.check("a call with a question is given up",
                     !answer && answer.error().failure == mcp::Failure::cancelled, why(answer));
    run.report.check("the question is taken back", until([&] { return run.user.stopped == 1; }));
}

}  // namespace

void User::answer_for(mcp::Client& client) {
    client.on_sampling(
        [this](const mcp::CreateMessageRequestParams& params, mcp::CallContext& context) {
            ++samples;
            const auto* text = std::get_if<mcp::TextContent>(&params.messages.at(0).content[0]);
            if (text != nullptr && text->text == "wait") {
                until([&] { return context.cancelled(); });
                ++stopped;
            }
            mcp::CreateMessageResult result;
            result.role = mcp::RoleTag::assistant;
            result.content = mcp::SamplingMessageContentBlock(mcp::TextContent{.text = "Paris"});
            result.model = "test";
            result.stopReason = mcp::StopReasonTag::endTurn;
            return result;
        },
        {.tools = true, .context = true});
    client.on_elicitation([this](const mcp::ElicitRequestParams& params, mcp::CallContext&) {
        mcp::ElicitResult result;
        result.action = mcp::ElicitActionTag::accept;
        if (std::holds_alternative<mcp::ElicitRequestURLParams>(params)) {
            ++pages;
            return result;
        }
        ++forms;
        result.content = fill_in(std::get<mcp::ElicitRequestFormParams>(params));
        return result;
    });
    client.on_log([this](const mcp::LoggingMessageNotificationParams&) { ++logs; });
    client.on_elicitation_complete([this](const std::string&) { ++pages_done; });
    mcp::SubscriptionEvents events;
    events.on_tools_changed = [this] { ++tool_changes; };
    events.on_prompts_changed = [this] { ++prompt_changes; };
    events.on_resources_changed = [this] { ++resource_changes; };
    client.on_change(std::move(events));
}

void questions(const Run& run) {
    const std::string prefix = "test_input_required_result_";
    run.expect("test_sampling", "Paris", {{"prompt", "Which capital?"}});
    run.expect("test_missing_capability", "Paris");
    run.expect(prefix + "sampling", "The model is test");
    run.expect(prefix + "list_roots", "1 roots");
    run.report.check("the model was asked", run.user.samples == 3);
    given_up(run);
    const auto set = run.client.set_roots({{.uri = "file:///home/ada/project", .name = "project"},
                                           {.uri = "file:///home/ada/notes"}});
    run.report.check("the roots are changed", set.has_value());
    run.expect(prefix + "list_roots", "2 roots");
    if (run.has(mcp::r2025_11_25, "tools for the model")) {
        run.expect("model_with_tools", "the model is test");
    }
    // Said here, where all of them are left out.
    const bool pages = run.has(mcp::r2025_11_25, "pages to visit");
    const bool choices = run.has(mcp::r2025_11_25, "forms with several choices");
    if (!run.has(mcp::r2025_06_18, "forms")) {
        const auto refused = run.call("test_elicitation", {{"message", "Who?"}});
        run.report.check("nobody is asked where no question exists",
                         !refused || refused->isError.value_or(false), why(refused));
        return;
    }
    run.expect("test_elicitation", "Ada", {{"message", "Who?"}});
    run.expect(prefix + "elicitation", "Hello, Ada!");
    run.expect(prefix + "request_state", "state-ok");
    run.expect(prefix + "multiple_inputs", "3 answers");
    run.expect(prefix + "multi_round", "Ada likes Ada");
    run.expect(prefix + "capabilities", "2 answers");
    const auto prompt = run.client.prompt(prefix + "prompt");
    run.report.check("a prompt that asks", prompt && !prompt->messages.empty(), why(prompt));
    run.expect("test_elicitation_sep1034_defaults", "action=accept");
    if (choices) {
        run.expect("test_elicitation_sep1330_enums", "action=accept");
    } else {
        const auto refused = run.call("test_elicitation_sep1330_enums");
        run.report.check("several choices cannot be asked for",
                         !refused || refused->isError.value_or(false), why(refused));
    }
    if (!pages) return;
    run.expect("open_page", "page: accept");
    run.report.check("the page was shown once", run.user.pages == 1);
    const bool both = !run.modern && run.revision == mcp::r2025_11_25 && run.server == run.revision;
    if (run.report.has(both, "the end of a page is told at 2025-11-25 only")) {
        run.expect("finish_page", "finished");
        run.report.check("its end is heard", until([&] { return run.user.pages_done == 1; }));
    }
}

namespace {

/// Tasks that ask, that fail, and a tool that is a task for everybody who can have one.
void ends(const Run& run, mcp::ClientTasks& tasks) {
    const auto outcome = [&](const std::string& name, mcp::JsonObject arguments) {
        mcp::Tool tool;
        tool.name = name;
        if (!run.modern) {
            tool.execution.emplace().taskSupport = mcp::ToolExecutionTaskSupportTag::required;
        }
        auto task = tasks.start(tool, std::move(arguments));
        run.report.check("a task: " + name, task && !task->id().empty(), why(task));
        if (!task) return mcp::Answer<mcp::CallToolResult>(mcp::Unexpected(task.error()));
        return task->get();
    };
    const auto asked = outcome("confirm_delete", {{"filename", "notes"}});
    run.report.check("a task that asks", asked && text_of(*asked) == "Deleted notes", why(asked));
    const auto two = outcome("multi_input", {});
    run.report.check("a task that asks twice", two && text_of(*two) == "Ada agrees", why(two));
    const auto failed = outcome("failing_job", {});
    run.report.check("a task that fails", failed && failed->isError.value_or(false), why(failed));
    const auto refused = outcome("protocol_error_job", {});
    run.report.check("a task that is refused",
                     !refused && refused.error().message == "The job was refused", why(refused));
}

}  // namespace

void tasks(const Run& run) {
    if (!run.has(mcp::r2025_11_25, "tasks")) return;
    mcp::Tool slow;
    const auto tools = run.client.tools();
    if (tools) {
        for (const auto& tool : *tools) {
            if (tool.name == "slow_compute") slow = tool;
        }
    }
    mcp::ClientTasks tasks(run.client);
    auto started = tasks.start(slow, {{"seconds", 0.05}, {"label", "quickly"}});
    run.report.check("a call runs as a task", started && !started->id().empty(), why(started));
    if (!started) return;
    const auto polled = started->poll();
    run.report.check("a task is polled", polled.has_value(), why(polled));
    const auto outcome = started->get();
    run.report.check("a task has an outcome", outcome && text_of(*outcome) == "Computed quickly",
                     why(outcome));
    ends(run, tasks);
    auto endless = tasks.start(slow, {{"seconds", 20}});
    run.report.check("another task", endless.has_value(), why(endless));
    if (!endless) return;
    const auto cancelled = endless->cancel();
    run.report.check("a task is stopped",
                     cancelled && cancelled->status == mcp::TaskStatusTag::cancelled,
                     why(cancelled));
}

}  // namespace matrix
