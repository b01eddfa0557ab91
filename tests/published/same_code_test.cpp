// Our schema files state the facts of the published ones: from either, mcpgen makes the same code,
// comments aside. One revision at a time, all together, and with the tasks extension.
#include <generator/pipeline.hpp>

#include <catch.hpp>

#include <string>
#include <vector>

namespace {

const std::string ours = MCPGEN_SOURCE_DIR "/schema/";
const std::string published = MCPGEN_SHARED_DIR "/upstream/";
const std::vector<std::string> revisions = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25",
                                            "2026-07-28"};

/// The lines of code: without comments, and without the blank lines that they leave.
std::string code_of(const std::string& text) {
    std::string out;
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        std::string line = text.substr(start, end - start);
        const std::size_t comment = line.find("//");
        const bool in_string = comment != std::string::npos && line.find('"') < comment;
        if (comment != std::string::npos && !in_string) line.resize(comment);
        line.erase(line.find_last_not_of(' ') + 1);
        if (!line.empty()) out += line + '\n';
        start = end + 1;
    }
    return out;
}

mcpgen::Generation generated(mcpgen::Inputs inputs) {
    inputs.overrides = ours + "overrides.json";
    mcpgen::Diagnostics diagnostics;
    auto generation = mcpgen::generate(inputs, diagnostics);
    for (const mcpgen::Diagnostic& diagnostic : diagnostics.all()) {
        UNSCOPED_INFO(to_text(diagnostic, false));
    }
    REQUIRE(generation.has_value());
    return *std::move(generation);
}

void same_code(const mcpgen::Inputs& left, const mcpgen::Inputs& right) {
    const mcpgen::Generation a = generated(left);
    const mcpgen::Generation b = generated(right);
    REQUIRE(a.files.size() == b.files.size());
    REQUIRE(a.files.size() >= 9);
    for (const auto& [path, text] : a.files.all()) {
        INFO(path);
        REQUIRE(b.files.find(path) != nullptr);
        CHECK(code_of(text) == code_of(*b.files.find(path)));
    }
}

}  // namespace

TEST_CASE("each revision alone gives the same code from its published schema as from ours") {
    for (const std::string& revision : revisions) {
        INFO(revision);
        mcpgen::Inputs from_ours;
        from_ours.schemas = {ours + revision + ".json"};
        mcpgen::Inputs from_published;
        from_published.schemas = {published + "schema/" + revision + "/schema.json"};
        same_code(from_ours, from_published);
    }
}

TEST_CASE("all revisions and the tasks extension together give the same code") {
    mcpgen::Inputs from_ours;
    mcpgen::Inputs from_published;
    for (const std::string& revision : revisions) {
        from_ours.schemas.push_back(ours + revision + ".json");
        from_published.schemas.push_back(published + "schema/" + revision + "/schema.json");
    }
    same_code(from_ours, from_published);
    from_ours.extensions = {ours + "ext-tasks.json"};
    from_published.extensions = {published + "ext-tasks/schema.json"};
    same_code(from_ours, from_published);
}
