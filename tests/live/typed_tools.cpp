// A typed call to each of other people's servers, with what `mcpgen tools` makes of them. Compiled
// and run by typed_tools.mjs, which says how each server is started:
//   typed_tools FOLDER (NAME COMMAND)...
#include <chart/client.hpp>
#include <eslint/client.hpp>
#include <everything/client.hpp>
#include <filesystem/client.hpp>
#include <git/client.hpp>
#include <memory/client.hpp>
#include <playwright/client.hpp>
#include <thinking/client.hpp>

#include <mcp/client.hpp>

#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

namespace {

void expect(bool good, const std::string& what) {
    if (!good) throw std::runtime_error(what);
}

template <class T>
T good(mcp::Answer<T> answer) {
    if (!answer) throw std::runtime_error(answer.error().message);
    return *std::move(answer);
}

std::string text_of(const mcp::CallToolResult& result) {
    const auto* text =
        result.content.empty() ? nullptr : std::get_if<mcp::TextContent>(&result.content.front());
    expect(text != nullptr, "no text in the result");
    return text->text;
}

std::string folder;

void call_everything(mcp::Client& client) {
    const everything::Client server(client);
    expect(text_of(good(server.get_sum({.a = 2, .b = 40}))).find("42") != std::string::npos, "sum");
    const auto weather = good(server.get_structured_content(
        {.location = everything::GetStructuredContentLocationTag::Chicago}));
    expect(!weather.conditions.empty(), "structured content");
    expect(!good(server.args_prompt_prompt({.city = "Oslo"})).messages.empty(), "prompt");
    const auto refused = server.get_structured_content(
        {.location = everything::GetStructuredContentLocation::unknown("Oslo")});
    expect(!refused, "a value outside of the enumeration");
}

void call_filesystem(mcp::Client& client) {
    const filesystem::Client server(client);
    good(server.write_file({.path = folder + "/note.txt", .content = "one\ntwo"}));
    const auto read = good(server.read_text_file({.path = folder + "/note.txt", .head = 1}));
    expect(read.content == "one", "read_text_file: " + read.content);
    const auto missing = server.read_text_file({.path = folder + "/missing.txt"});
    expect(!missing && missing.error().failure == mcp::Failure::tool, "a file that is not there");
}

void call_memory(mcp::Client& client) {
    const memory::Client server(client);
    good(server.create_entities(
        {.entities = {{.name = "Oslo", .entityType = "city", .observations = {"wet"}}}}));
    const auto graph = good(server.read_graph());
    expect(graph.entities.size() == 1 && graph.entities[0].observations[0] == "wet", "read_graph");
}

void call_thinking(mcp::Client& client) {
    const thinking::Client server(client);
    const auto result = good(server.sequentialthinking(
        {.thought = "None.", .nextThoughtNeeded = false, .thoughtNumber = 1, .totalThoughts = 1}));
    expect(result.thoughtHistoryLength == 1, "thoughtHistoryLength");
}

void call_playwright(mcp::Client& client) {
    const playwright::Client server(client);
    const auto closed = server.browser_close();
    if (!closed && closed.error().failure == mcp::Failure::tool) {
        expect(closed.error().message.find("Chromium") != std::string::npos,
               closed.error().message);
    } else {
        expect(!text_of(good(closed)).empty(), "browser_close");
    }
}

void call_eslint(mcp::Client& client) {
    std::ofstream(folder + "/eslint.config.mjs")
        << "export default [{rules: {'no-undef': 'error'}}];\n";
    std::ofstream(folder + "/code.js") << "nobody();\n";
    const eslint::Client server(client);
    const auto result = good(server.lint_files({.filePaths = {folder + "/code.js"}}));
    std::string all;
    for (const mcp::ContentBlock& block : result.content) {
        if (const auto* text = std::get_if<mcp::TextContent>(&block)) all += text->text;
    }
    expect(all.find("no-undef") != std::string::npos, "lint_files: " + all);
}

void call_chart(mcp::Client& client) {
    const chart::Client server(client);
    const auto result = good(server.generate_pie_chart(
        {.data = {{.category = "a", .value = 1}, {.category = "b", .value = 2.5}}}));
    expect(text_of(result).find("chart.png") != std::string::npos, "generate_pie_chart");
}

void call_git(mcp::Client& client) {
    const git::Client server(client);
    const auto made = good(server.git_init({.path = folder + "/repository", .bare = true}));
    expect(made.success && made.isBare, "git_init");
}

const std::map<std::string, std::function<void(mcp::Client&)>> calls = {
    {"everything", call_everything}, {"filesystem", call_filesystem},
    {"memory", call_memory},         {"thinking", call_thinking},
    {"playwright", call_playwright}, {"eslint", call_eslint},
    {"chart", call_chart},           {"git", call_git}};

int failures = 0;

void check(const std::string& name, const std::string& command) {
    try {
        mcp::Client client{{.name = "typed-tools", .version = "1.0"}};
        good(client.connect([&]() -> mcp::Result<std::unique_ptr<mcp::Transport>> {
            auto process = mcp::process_transport({.command = {"/bin/sh", "-c", command}});
            if (!process) return mcp::Unexpected(process.error());
            return std::move(*process);
        }));
        calls.at(name)(client);
        std::cout << "ok    " << name << ": a typed call\n";
    } catch (const std::exception& error) {
        std::cout << "FAIL  " << name << ": " << error.what() << '\n';
        ++failures;
    }
}

}  // namespace

int main(int argc, char** argv) {
    folder = argv[1];
    for (int i = 2; i + 1 < argc; i += 2) check(argv[i], argv[i + 1]);
    return failures == 0 && argc == 2 + 2 * static_cast<int>(calls.size()) ? 0 : 1;
}
