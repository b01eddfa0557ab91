// The script: lists, content, progress, resources, prompts, news, errors. Questions of the server
// are in questions.cpp.
#include "script.hpp"
#include "run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace matrix {

void Report::check(std::string_view name, bool condition, std::string_view detail) {
    (condition ? passed : failed) += 1;
    if (condition) return;
    std::cout << "FAIL " << name;
    if (!detail.empty()) std::cout << ": " << detail;
    std::cout << std::endl;
}

bool Report::has(bool there, std::string_view without) {
    if (!there) skipped.emplace(without);
    return there;
}

std::string text_of(const mcp::CallToolResult& result) {
    if (result.content.empty()) return {};
    const auto* text = std::get_if<mcp::TextContent>(&result.content.front());
    return text == nullptr ? std::string() : text->text;
}

mcp::Answer<mcp::CallToolResult> Run::call(std::string name, mcp::JsonObject arguments) const {
    return client.call_tool(std::move(name), std::move(arguments));
}

void Run::expect(std::string tool, std::string_view part, mcp::JsonObject arguments) const {
    const std::string name = tool;
    const auto answer = call(std::move(tool), std::move(arguments));
    const std::string text = answer ? text_of(*answer) : why(answer);
    report.check(name, answer && text.find(part) != std::string::npos, text);
}

bool Run::has(mcp::Revision since, std::string_view feature) const {
    return report.has(revision >= since,
                      "no " + std::string(feature) + " before " + std::string(to_string(since)));
}

namespace {

/// Members that came with later revisions, of the tool that has them all.
void members(const Run& run, const mcp::Answer<std::vector<mcp::Tool>>& tools) {
    const mcp::Tool* decorated = nullptr;
    for (std::size_t i = 0; tools && i < tools->size(); ++i) {
        if ((*tools)[i].name == "structured") decorated = &(*tools)[i];
    }
    run.report.check("the tool with every member", decorated != nullptr);
    if (decorated == nullptr) return;
    if (run.has(mcp::r2025_03_26, "annotations of tools")) {
        run.report.check("annotations of a tool", decorated->annotations.has_value());
    }
    if (run.has(mcp::r2025_06_18, "titles, schemas of results")) {
        run.report.check("its title and schema", decorated->title && decorated->outputSchema);
    }
    if (run.has(mcp::r2025_11_25, "icons")) {
        run.report.check("its icons", decorated->icons && decorated->icons->size() == 1);
    }
}

template <class Kind>
bool is_kind(const mcp::Answer<mcp::CallToolResult>& answer) {
    return answer && std::holds_alternative<Kind>(answer->content.at(0));
}

void lists(const Run& run) {
    const auto tools = run.client.tools();
    std::set<std::string> names;
    if (tools) {
        for (const auto& tool : *tools) names.insert(tool.name);
    }
    run.report.check("all pages of the tools",
                     tools && names.size() == tools->size() && names.size() > 20, why(tools));
    members(run, tools);
    const auto resources = run.client.resources();
    run.report.check("resources", resources && resources->size() == 3, why(resources));
    const auto templates = run.client.resource_templates();
    run.report.check("templates", templates && templates->size() == 1, why(templates));
    const auto prompts = run.client.prompts();
    run.report.check("all pages of the prompts", prompts && prompts->size() == 5, why(prompts));
}

void content(const Run& run) {
    run.expect("test_simple_text", "This is a simple text response");
    run.expect("annotated", "for you");
    run.expect("greet", "Hello, Ada!", {{"name", "Ada"}});
    run.expect("test_custom_header", "west", {{"region", "west"}});
    run.expect("json_schema_2020_12_tool", "phone",
               {{"name", "Ada"}, {"contactMethod", "phone"}, {"phone", "1"}});
    run.expect("test_streaming_elicitation", "Nothing had to be asked");
    for (const char* name :
         {"test_image_content", "test_embedded_resource", "test_audio_content", "linked"}) {
        const auto answer = run.call(name);
        run.report.check(name, answer && answer->content.size() == 1, why(answer));
    }
    if (run.has(mcp::r2025_03_26, "sound")) {
        run.report.check("sound", is_kind<mcp::AudioContent>(run.call("test_audio_content")));
    }
    if (run.has(mcp::r2025_06_18, "links to resources")) {
        run.report.check("a link", is_kind<mcp::ResourceLink>(run.call("linked")));
    }
    const auto mixed = run.call("test_multiple_content_types");
    run.report.check("several kinds", mixed && mixed->content.size() == 3, why(mixed));
    const auto broken = run.call("test_error_handling");
    run.report.check("a tool that failed", broken && broken->isError.value_or(false), why(broken));
    const auto structured = run.call("structured");
    run.report.check("structured",
                     structured && text_of(*structured).find("21.5") != std::string::npos,
                     why(structured));
    if (run.has(mcp::r2025_06_18, "results as data")) {
        run.report.check("the data itself",
                         structured && structured->structuredContent.has_value());
    }
}

void errors(const Run& run) {
    const auto unknown = run.call("no_such_tool");
    run.report.check("an unknown tool",
                     !unknown && unknown.error().code == mcp::error_code::invalid_params,
                     why(unknown));
    const auto wrong = run.call("greet", {{"name", 5}});
    run.report.check("arguments that do not fit",
                     wrong ? wrong->isError.value_or(false)
                           : wrong.error().code == mcp::error_code::invalid_params,
                     why(wrong));
    const auto missing = run.client.read_resource("test://no-such-resource");
    run.report.check("a missing resource",
                     !missing && missing.error().failure == mcp::Failure::peer, why(missing));
    const auto prompt = run.client.prompt("no_such_prompt");
    run.report.check("an unknown prompt",
                     !prompt && prompt.error().code == mcp::error_code::invalid_params,
                     why(prompt));
    const auto lacking = run.client.prompt("test_prompt_with_arguments");
    run.report.check("a prompt without its arguments",
                     !lacking && lacking.error().code == mcp::error_code::invalid_params,
                     why(lacking));
    const auto custom = run.client.call_custom("example/unknown", {});
    run.report.check("an unknown method",
                     !custom && custom.error().code == mcp::error_code::method_not_found,
                     why(custom));
}

void progress(const Run& run) {
    std::vector<double> heard;
    std::string words;
    mcp::CallOptions options;
    options.on_progress = [&](const mcp::Progress& report) {
        heard.push_back(report.done);
        words = report.message;
    };
    const auto answer = run.client.call_tool("test_tool_with_progress", {}, options);
    run.report.check("progress", answer && heard == std::vector<double>{0, 50, 100}, why(answer));
    if (run.has(mcp::r2025_03_26, "words with progress")) {
        run.report.check("what progress says", words.starts_with("Completed step 100"), words);
    }

    mcp::CallOptions hasty;
    hasty.timeout = 50ms;
    const auto late = run.client.call_tool("slow_compute", {{"seconds", 20}}, hasty);
    run.report.check("a call that takes too long",
                     !late && late.error().failure == mcp::Failure::timeout, why(late));

    std::stop_source stop;
    mcp::CallOptions stoppable;
    stoppable.stop = stop.get_token();
    mcp::CallToolRequestParams params{.name = "slow_compute"};
    params.arguments = mcp::JsonObject{{"seconds", 20}};
    auto started = run.client.start<mcp::CallTool>(params, stoppable);
    stop.request_stop();
    const auto stopped = started.get();
    run.report.check("a call that is given up",
                     !stopped && stopped.error().failure == mcp::Failure::cancelled, why(stopped));
    run.report.check("the server is there still", run.client.ping().has_value());
}

void resources_and_prompts(const Run& run) {
    for (const char* uri :
         {"test://static-text", "test://static-binary", "test://template/7/data"}) {
        const auto read = run.client.read_resource(uri);
        run.report.check(uri, read && read->size() == 1, why(read));
    }
    for (const char* name : {"test_simple_prompt", "test_prompt_with_image"}) {
        const auto prompt = run.client.prompt(name);
        run.report.check(name, prompt && !prompt->messages.empty(), why(prompt));
    }
    const auto two =
        run.client.prompt("test_prompt_with_arguments", {{"arg1", "a"}, {"arg2", "b"}});
    run.report.check("a prompt with arguments", two && two->messages.size() == 1, why(two));
    const auto with =
        run.client.prompt("test_prompt_with_embedded_resource", {{"resourceUri", "test://x"}});
    run.report.check("a prompt with a resource", with && with->messages.size() == 2, why(with));
    const auto values = run.client.complete(
        mcp::PromptReference{.name = "test_prompt_with_arguments"}, "arg1", "te", {{"arg2", "b"}});
    run.report.check("completion of an argument", values && values->values.size() == 2,
                     why(values));
    mcp::ResourceTemplateReference reference;
    reference.uri = "test://template/{id}/data";
    const auto ids = run.client.complete(reference, "id", "12");
    run.report.check("completion of a variable", ids && ids->values.size() == 2, why(ids));
}

void news(const Run& run) {
    const auto level = run.client.set_log_level(mcp::LoggingLevelTag::debug);
    run.report.check("the level of logs", level.has_value(), why(level));
    run.expect("test_tool_with_logging", "Messages were logged");
    run.report.check("what is logged is heard", until([&] { return run.user.logs >= 3; }));

    std::atomic<int> tools{0};
    std::atomic<int> prompts{0};
    std::atomic<int> resources{0};
    std::atomic<int> updates{0};
    std::optional<mcp::Subscription> subscription;
    if (run.modern) {
        mcp::SubscriptionEvents events;
        events.on_tools_changed = [&tools] { ++tools; };
        events.on_prompts_changed = [&prompts] { ++prompts; };
        events.on_resources_changed = [&resources] { ++resources; };
        mcp::SubscriptionFilter filter;
        filter.toolsListChanged = true;
        filter.promptsListChanged = true;
        filter.resourcesListChanged = true;
        auto listening = run.client.listen(filter, std::move(events));
        run.report.check("changes are listened to", listening.has_value(), why(listening));
        if (listening) subscription.emplace(std::move(*listening));
    }
    const auto heard = [&](const std::atomic<int>& modern, const std::atomic<int>& legacy) {
        return until([&] { return (run.modern ? modern : legacy) > 0; });
    };
    run.expect("test_trigger_tool_change", "changed");
    run.report.check("a change of the tools", heard(tools, run.user.tool_changes));
    run.expect("test_comes_and_goes", "Here");
    run.expect("test_trigger_prompt_change", "changed");
    run.report.check("a change of the prompts", heard(prompts, run.user.prompt_changes));

    run.expect("test_trigger_resource_change", "changed");
    run.report.check("a change of the resources", heard(resources, run.user.resource_changes));

    auto watched =
        run.client.subscribe("test://watched-resource", [&](const std::string&) { ++updates; });
    run.report.check("a resource is watched", watched.has_value(), why(watched));
    run.expect("test_trigger_resource_update", "changed");
    run.report.check("a change of the resource", until([&] { return updates > 0; }));
    if (watched) watched->end();
    subscription.reset();
    run.report.check("nothing hangs", run.client.ping().has_value());
}

}  // namespace
}  // namespace matrix

std::optional<Wanted> Wanted::from(std::string_view text) {
    const std::size_t cut = text.find('/');
    Wanted wanted{.client = std::string(text.substr(0, cut))};
    if (wanted.client != "auto" && !mcp::revision_from(wanted.client)) return std::nullopt;
    if (cut == std::string_view::npos) return wanted;
    wanted.behind = mcp::revision_from(text.substr(cut + 1));
    if (!wanted.behind) return std::nullopt;
    return wanted;
}

int run_script(const Wanted& wanted, std::unique_ptr<mcp::Transport> transport,
               const std::shared_ptr<mcp::MessageFilter>& filter) {
    mcp::ClientOptions options;
    options.retry_pause = 1ms;
    options.sampling_rate = options.elicitation_rate = {.per_second = 1000, .burst = 1000};
    if (const auto revision = mcp::revision_from(wanted.client)) {
        options.revisions = *revision;
        options.versions = mcp::VersionPolicy::pin(*revision);
    }
    matrix::Report report;
    matrix::User user;
    mcp::Implementation info{.name = "matrix-client", .version = "1", .title = "Client"};
    info.websiteUrl = "https://example.org/";
    mcp::Client client(std::move(info), options);
    if (filter) client.filter(filter);
    user.answer_for(client);
    const auto set = client.set_roots({{.uri = "file:///home/ada/project", .name = "project"}});
    report.check("a root", set.has_value());
    const auto connected = client.connect(std::move(transport));
    report.check(
        "a revision is agreed on",
        connected && (wanted.client == "auto" ? connected->revision == mcp::latest_revision
                                              : to_string(connected->revision) == wanted.client),
        matrix::why(connected));
    if (connected) {
        const mcp::Revision server = wanted.behind.value_or(connected->revision);
        const matrix::Run run{client,
                              user,
                              report,
                              std::min(connected->revision, server),
                              connected->era == mcp::Era::modern,
                              server};
        for (const auto part :
             {matrix::lists, matrix::content, matrix::errors, matrix::progress,
              matrix::resources_and_prompts, matrix::questions, matrix::tasks, matrix::news}) {
            part(run);
        }
    }
    client.close();
    for (const std::string& reason : report.skipped) std::cout << "SKIP " << reason << '\n';
    std::cout << "script: " << report.passed << " checks passed, " << report.failed << " failed"
              << std::endl;
    return report.passed == 0 ? 1 : report.failed;
}
