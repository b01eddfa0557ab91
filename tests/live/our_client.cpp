// Our client with every feature in use, against the server of server_sdk2.mjs: one line per check,
// and 1 at the end when one failed. What is on the wire is looked at by our_clients.mjs.
//
//   our_client auto|<revision> server command...
#include <mcp/client.hpp>

#include <atomic>
#include <chrono>
#include <iostream>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace std::chrono_literals;

int passed = 0;
int failed = 0;

void check(std::string_view name, bool condition, std::string_view detail = {}) {
    (condition ? passed : failed) += 1;
    std::cout << (condition ? "ok   " : "FAIL ") << name;
    if (!condition && !detail.empty()) std::cout << ": " << detail;
    std::cout << std::endl;
}

/// What went wrong, for the reader of a failed check.
template <class T>
std::string why(const mcp::Answer<T>& answer) {
    if (answer) return "there was an answer";
    return std::string(to_string(answer.error().failure)) + " " +
           std::to_string(answer.error().code) + " " + answer.error().message;
}

std::string text_of(const mcp::CallToolResult& result) {
    if (result.content.empty()) return {};
    const auto* text = std::get_if<mcp::TextContent>(&result.content.front());
    return text == nullptr ? std::string() : text->text;
}

/// Waits for something that a callback does.
template <class F>
bool until(F done) {
    for (int i = 0; i < 400 && !done(); ++i) std::this_thread::sleep_for(5ms);
    return done();
}

/// The person and the model behind the client.
struct User {
    std::atomic<int> forms{0};
    std::atomic<int> pages{0};
    std::atomic<int> samples{0};
    std::atomic<int> logs{0};
    std::atomic<int> tool_changes{0};

    void answer_for(mcp::Client& client) {
        client.on_sampling([this](const mcp::CreateMessageRequestParams&, mcp::CallContext&) {
            ++samples;
            mcp::CreateMessageResult result;
            result.role = mcp::RoleTag::assistant;
            result.content =
                mcp::SamplingMessageContentBlock(mcp::TextContent{.text = "forty-two"});
            result.model = "test";
            return result;
        });
        client.on_elicitation([this](const mcp::ElicitRequestParams& params, mcp::CallContext&) {
            mcp::ElicitResult result;
            result.action = mcp::ElicitActionTag::accept;
            if (std::holds_alternative<mcp::ElicitRequestURLParams>(params)) {
                ++pages;
                return result;
            }
            ++forms;
            const auto& form = std::get<mcp::ElicitRequestFormParams>(params);
            result.content.emplace();
            for (const auto& field : form.requestedSchema.properties) {
                mcp::Map<mcp::ElicitValue>& content = *result.content;
                if (field.name == "ok") content["ok"] = true;
                if (field.name == "color") content["color"] = std::string("blue");
                if (field.name == "context") content["context"] = std::string("tests");
                if (field.name == "name" && form.message != "Defaults")
                    content["name"] = std::string("Ada");
                if (field.name == "username" || field.name == "email") {
                    content[field.name] = std::string("ada@example.org");
                }
            }
            return result;
        });
        client.on_log([this](const mcp::LoggingMessageNotificationParams&) { ++logs; });
        mcp::SubscriptionEvents events;
        events.on_tools_changed = [this] { ++tool_changes; };
        client.on_change(std::move(events));
    }
};

struct Run {
    mcp::Client& client;
    User& user;
    mcp::Revision revision;
    bool modern;

    mcp::Answer<mcp::CallToolResult> call(std::string name, mcp::JsonObject arguments = {}) const {
        return client.call_tool(std::move(name), std::move(arguments));
    }
    void expect(std::string_view name, std::string tool, std::string_view part,
                mcp::JsonObject arguments = {}) const {
        const auto answer = call(std::move(tool), std::move(arguments));
        const std::string text = answer ? text_of(*answer) : why(answer);
        check(name, answer && text.find(part) != std::string::npos, text);
    }
};

void lists(const Run& run) {
    const auto tools = run.client.tools();
    std::set<std::string> names;
    if (tools) {
        for (const auto& tool : *tools) names.insert(tool.name);
    }
    check("PAG-04 R222 all pages of the tools are fetched",
          tools && names.size() == tools->size() && names.size() > 20, why(tools));
    check("R154 over pipes annotations for headers are ignored", names.contains("bad_header"));
    const auto resources = run.client.resources();
    check("the resources are listed", resources && resources->size() == 3, why(resources));
    const auto templates = run.client.resource_templates();
    check("the templates are listed", templates && templates->size() == 1, why(templates));
    const auto prompts = run.client.prompts();
    check("the prompts are listed", prompts && prompts->size() == 5, why(prompts));
}

void tools(const Run& run) {
    run.expect("a tool answers with text", "test_simple_text", "This is a simple text response");
    const auto mixed = run.call("test_multiple_content_types");
    check("a tool answers with several kinds", mixed && mixed->content.size() == 3, why(mixed));
    const auto broken = run.call("test_error_handling");
    check("a tool that failed is a result", broken && broken->isError.value_or(false), why(broken));
    const auto unknown = run.call("no_such_tool");
    check("an unknown tool is the server's error",
          !unknown && unknown.error().failure == mcp::Failure::peer &&
              unknown.error().code == mcp::error_code::invalid_params,
          why(unknown));
    if (run.revision < mcp::r2025_06_18) return;
    const auto structured = run.call("structured");
    check("a structured result fits", structured && structured->structuredContent, why(structured));
    const auto wrong = run.call("structured_wrong");
    check("TOL-11 R265 a structured result that does not fit is refused",
          !wrong && wrong.error().failure == mcp::Failure::invalid_response, why(wrong));
}

void progress(const Run& run) {
    std::vector<double> heard;
    mcp::CallOptions options;
    options.on_progress = [&heard](const mcp::Progress& report) { heard.push_back(report.done); };
    const auto answer = run.client.call_tool("test_tool_with_progress", {}, options);
    check("PRG-01 R240 the progress of a call is heard",
          answer && heard == std::vector<double>{0, 50, 100}, why(answer));

    mcp::CallOptions hasty;
    hasty.timeout = 150ms;
    const auto late = run.client.call_tool("slow_compute", {{"seconds", 5}}, hasty);
    check("TMO-01 R237 a call that takes too long fails",
          !late && late.error().failure == mcp::Failure::timeout, why(late));

    std::stop_source stop;
    mcp::CallOptions stoppable;
    stoppable.stop = stop.get_token();
    mcp::CallToolRequestParams params{.name = "slow_compute"};
    params.arguments = mcp::JsonObject{{"seconds", 5}};
    auto started = run.client.start<mcp::CallTool>(params, stoppable);
    std::this_thread::sleep_for(50ms);
    stop.request_stop();
    const auto stopped = started.get();
    check("a call that is given up fails at once",
          !stopped && stopped.error().failure == mcp::Failure::cancelled, why(stopped));
    check("the server is there still", run.client.ping().has_value());
}

void resources_and_prompts(const Run& run) {
    const auto text = run.client.read_resource("test://static-text");
    const auto* contents = text && text->size() == 1
                               ? std::get_if<mcp::TextResourceContents>(&text->front())
                               : nullptr;
    check("a resource is read",
          contents != nullptr && contents->text.starts_with("This is the content"), why(text));
    const auto missing = run.client.read_resource("test://no-such-resource");
    check("a missing resource is an error",
          !missing && missing.error().failure == mcp::Failure::peer, why(missing));
    const auto prompt =
        run.client.prompt("test_prompt_with_arguments", {{"arg1", "a"}, {"arg2", "b"}});
    check("PRM-03 a prompt is rendered", prompt && prompt->messages.size() == 1, why(prompt));
    mcp::PromptReference reference{.name = "test_prompt_with_arguments"};
    const auto values = run.client.complete(reference, "arg1", "par");
    check("CMP-02 an argument is completed", values && values->values.size() == 3, why(values));
}

void questions(const Run& run) {
    run.expect("SMP-01 the model is asked", "test_input_required_result_sampling", "forty-two");
    run.expect("ROO-01 the roots are given", "test_input_required_result_list_roots",
               "file:///home/ada/project");
    if (run.revision < mcp::r2025_06_18) return;
    run.expect("the user is asked", "test_input_required_result_elicitation", "Hello, Ada!");
    run.expect("R182 the state comes back", "test_input_required_result_request_state", "state-ok");
    run.expect("R181 several questions at once", "test_input_required_result_multiple_inputs",
               "1 roots");
    run.expect("several rounds", "test_input_required_result_multi_round", "Ada then blue");
    const auto endless = run.call("never_enough");
    check("R185 rounds have an end", !endless || endless->isError.value_or(false), why(endless));
    if (run.modern) {
        run.expect("R181 a round without questions", "again", "at last");
        const auto prompt = run.client.prompt("test_input_required_result_prompt");
        check("R182 a prompt may ask", prompt && !prompt->messages.empty(), why(prompt));
    } else {
        run.expect("SMP-16 a tool asks the model while it runs", "test_sampling", "forty-two",
                   {{"prompt", "How many?"}});
        run.expect("a tool asks the user while it runs", "test_elicitation", "ada@example.org",
                   {{"message", "Who?"}});
    }
    if (run.revision == mcp::r2025_11_25) {
        run.expect("ELI-08 defaults are filled in", "test_elicitation_sep1034_defaults",
                   "John Doe");
    }
    if (run.revision >= mcp::r2025_11_25) {
        run.expect("a page is opened by the user", "open_page", "page: accept");
        check("the page was shown once", run.user.pages == 1);
    }
}

void news(const Run& run) {
    if (!run.modern) {
        check("the level is set",
              run.client.set_log_level(mcp::LoggingLevelTag::debug).has_value());
        (void)run.call("test_tool_with_logging");
        check("what is logged is heard", until([&] { return run.user.logs >= 3; }));
        (void)run.call("test_trigger_tool_change");
        check("a change of the tools is heard", until([&] { return run.user.tool_changes > 0; }));
        return;
    }
    (void)run.client.set_log_level(mcp::LoggingLevelTag::debug);
    (void)run.call("test_logging_tool");
    check("what is logged is heard", until([&] { return run.user.logs > 0; }));
    std::atomic<int> heard{0};
    mcp::SubscriptionEvents events;
    events.on_tools_changed = [&heard] { ++heard; };
    mcp::SubscriptionFilter filter;
    filter.toolsListChanged = true;
    auto subscription = run.client.listen(filter, events);
    check("R193 the subscription is acknowledged",
          subscription && subscription->honoured().toolsListChanged.value_or(false));
    std::atomic<int> misheard{0};
    std::atomic<int> prompts_heard{0};
    mcp::SubscriptionEvents others;
    others.on_tools_changed = [&misheard] { ++misheard; };
    others.on_prompts_changed = [&prompts_heard] { ++prompts_heard; };
    mcp::SubscriptionFilter prompts_only;
    prompts_only.promptsListChanged = true;
    auto second = run.client.listen(prompts_only, others);
    (void)run.call("test_trigger_tool_change");
    (void)run.call("test_trigger_prompt_change");
    check("R195 a change of the tools is heard", until([&] { return heard > 0; }));
    check("R096 each subscription hears its own changes alone",
          until([&] { return prompts_heard > 0; }) && misheard == 0);
}

int run_all(std::string_view wanted, std::vector<std::string> command) {
    mcp::ClientOptions options;
    options.retry_pause = 10ms;
    options.sampling_rate = options.elicitation_rate = {.per_second = 1000, .burst = 1000};
    bool known = wanted == "auto";
    for (const mcp::Revision revision : {mcp::r2024_11_05, mcp::r2025_03_26, mcp::r2025_06_18,
                                         mcp::r2025_11_25, mcp::r2026_07_28}) {
        if (to_string(revision) != wanted) continue;
        known = true;
        options.revisions = revision;
        options.versions = mcp::VersionPolicy::pin(revision);
    }
    if (!known) {
        std::cerr << "our_client: unknown revision " << wanted << '\n';
        return 2;
    }
    mcp::ProcessOptions process;
    process.command = std::move(command);
    process.inherit = {"*"};
    auto transport = mcp::process_transport(std::move(process));
    if (!transport) {
        std::cerr << "our_client: " << transport.error().message << '\n';
        return 2;
    }
    User user;
    mcp::Client client({.name = "our-client", .version = "1"}, options);
    user.answer_for(client);
    const auto set = client.set_roots({{.uri = "file:///home/ada/project", .name = "project"}});
    check("a folder is taken as root", set.has_value());
    check("ROO-02 R340 an address that is no file is refused",
          !mcp::Client({.name = "x", .version = "1"}).set_roots({{.uri = "http://example.org/"}}));
    const auto connected = client.connect(std::move(*transport));
    check("LIF-03 a revision is agreed on",
          connected && (wanted == "auto" ? connected->revision == mcp::latest_revision
                                         : to_string(connected->revision) == wanted),
          why(connected));
    if (connected) {
        const Run run{client, user, connected->revision, connected->era == mcp::Era::modern};
        for (const auto part : {lists, tools, progress, resources_and_prompts, questions, news})
            part(run);
    }
    client.close();
    std::cout << passed << " checks passed, " << failed << " failed" << std::endl;
    return failed == 0 && passed != 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::cerr << "usage: our_client auto|<revision> server command...\n";
        return 2;
    }
    return run_all(argv[1], std::vector<std::string>(argv + 2, argv + argc));
}
