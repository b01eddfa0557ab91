// What the tools say about a revision that was not there when they were written.
#include <generator/pipeline.hpp>
#include <generator/schema/document.hpp>

#include "catch.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace {

const std::string schemas = MCPGEN_SOURCE_DIR "/schema/";
const std::string made = NEXT_REVISION_DIR "/";

/// One change of the JSON output.
struct Reported {
    std::string kind;
    std::string name;
    std::vector<std::string> classes;
    std::string before;
    std::string after;
    std::string merges;  ///< `yes`, `no`, or empty
};

std::string text_at(const mcpgen::Node& node, std::string_view key) {
    const mcpgen::Node* found = node.find(key);
    return found == nullptr ? std::string() : found->text.str();
}

std::vector<Reported> differences() {
    mcpgen::Diagnostics diagnostics;
    const auto text =
        mcpgen::diff(schemas + "2026-07-28.json", made + "2027-03-01.json",
                     schemas + "overrides.json", mcpgen::DiffFormat::json, diagnostics);
    REQUIRE(text);
    REQUIRE(diagnostics.all().empty());
    const auto document = mcpgen::parse_document("diff.json", *text, diagnostics);
    REQUIRE(document);
    std::vector<Reported> out;
    for (const mcpgen::Node& node : document->root.find("changes")->items) {
        Reported change{text_at(node, "kind"), text_at(node, "name"), {},
                        text_at(node, "old"),  text_at(node, "new"),  ""};
        for (const mcpgen::Node& item : node.find("class")->items)
            change.classes.push_back(item.text.str());
        if (const mcpgen::Node* merges = node.find("merges"))
            change.merges = merges->boolean ? "yes" : "no";
        out.push_back(change);
    }
    return out;
}

const std::vector<std::string> additive = {"additive"};
const std::vector<std::string> source = {"source-breaking"};
const std::vector<std::string> both = {"wire-breaking", "source-breaking"};

std::vector<std::string> all_schemas() {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(schemas)) {
        const std::string name = entry.path().filename().string();
        if (name.front() == '2') out.push_back(entry.path().string());
    }
    std::sort(out.begin(), out.end());
    out.push_back(made + "2027-03-01.json");
    return out;
}

mcpgen::Inputs inputs_with(const std::string& overrides) {
    mcpgen::Inputs inputs;
    inputs.schemas = all_schemas();
    inputs.overrides = overrides;
    return inputs;
}

}  // namespace

TEST_CASE("diff names and classes every change of the next revision, and no other") {
    const std::vector<Reported> expected = {
        {"method.removed", "completion/complete", both,
         "request from the client, CompleteRequestParams -> CompleteResult", "", ""},
        {"method.added", "tools/explain", additive, "",
         "request from the client, ExplainToolRequestParams -> ExplainToolResult", ""},
        {"type.removed", "CompleteRequestParams", source, "record of 4 members", "", ""},
        {"type.removed", "CompleteResult", source, "record of 3 members", "", ""},
        {"type.removed", "Completion", source, "record of 3 members", "", ""},
        {"type.removed", "CompletionArgument", source, "record of 2 members", "", ""},
        {"type.removed", "CompletionContext", source, "record of 1 member", "", ""},
        {"type.removed", "CompletionReference", source, "union of 2 alternatives", "", ""},
        {"alternative.added", "ContentBlock", additive, "", "VideoContent", ""},
        {"value.added", "ElicitAction", additive, "", "postpone", ""},
        {"type.added", "ExplainToolRequestParams", additive, "", "record of 3 members", ""},
        {"type.added", "ExplainToolResult", additive, "", "record of 3 members", ""},
        {"member.retyped", "Implementation.websiteUrl", both, "string format uri", "[string]",
         "no"},
        {"type.renamed", "PromptParameter", source, "PromptArgument", "PromptParameter", ""},
        {"member.added", "Tool.homepage", additive, "", "string format uri, optional", ""},
        {"type.added", "VideoContent", additive, "", "record of 5 members", ""},
    };
    const std::vector<Reported> found = differences();
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
        CAPTURE(i);
        CHECK(found[i].kind == expected[i].kind);
        CHECK(found[i].name == expected[i].name);
        CHECK(found[i].classes == expected[i].classes);
        CHECK(found[i].before == expected[i].before);
        CHECK(found[i].after == expected[i].after);
        CHECK(found[i].merges == expected[i].merges);
    }
    CHECK(found.size() == expected.size());
}

TEST_CASE("generate without the override shows both shapes and asks for it") {
    mcpgen::Diagnostics diagnostics;
    CHECK_FALSE(mcpgen::generate(inputs_with(made + "overrides_before.json"), diagnostics));
    const auto& all = diagnostics.all();
    const auto about = std::find_if(all.begin(), all.end(), [](const mcpgen::Diagnostic& d) {
        return d.message.find("`Implementation.websiteUrl` does not merge") != std::string::npos;
    });
    REQUIRE(about != all.end());
    CHECK(about->message.find("2026-07-28 has `string`") != std::string::npos);
    CHECK(about->message.find("2027-03-01 has `[string]`") != std::string::npos);
    CHECK(about->hint.find("overrides.json") != std::string::npos);
    CHECK(about->where.file == made + "2027-03-01.json");
    CHECK(about->where.line > 0);
    const bool renamed = std::any_of(all.begin(), all.end(), [](const mcpgen::Diagnostic& d) {
        return d.message.find("[PromptParameter]") != std::string::npos;
    });
    CHECK(renamed);
}

TEST_CASE("generate with the overrides gives bindings of all six revisions") {
    mcpgen::Diagnostics diagnostics;
    const auto generation = mcpgen::generate(inputs_with(made + "overrides.json"), diagnostics);
    for (const auto& problem : diagnostics.all()) UNSCOPED_INFO(to_text(problem, false));
    REQUIRE(generation);
    const std::string* types = generation->files.find("types.hpp");
    REQUIRE(types != nullptr);
    CHECK(types->find("struct VideoContent {") != std::string::npos);
    CHECK(types->find("struct PromptParameter {") != std::string::npos);
    CHECK(types->find("struct PromptArgument") == std::string::npos);
    const std::string* methods = generation->files.find("methods.hpp");
    REQUIRE(methods != nullptr);
    CHECK(methods->find("struct ExplainTool {") != std::string::npos);
    CHECK(methods->find("struct Complete {") != std::string::npos);  // older revisions have it
}
