// See load.hpp.
#include <generator/diff/load.hpp>

#include <generator/model/build.hpp>
#include <generator/passes/decide.hpp>
#include <generator/passes/merge.hpp>
#include <generator/pipeline_stages.hpp>
#include <generator/schema/read.hpp>
#include <generator/schema/resolve.hpp>
#include <generator/support/builtin.hpp>

#include <algorithm>

namespace mcpgen {
namespace {

/// The revision as which overrides are asked: the file's own, or for one that the overrides do not
/// know yet the last before it, whose decisions most likely still hold.
std::string known_revision(const std::string& revision, const Document& overrides) {
    const Node* list = overrides.root.find("revisions");
    if (list == nullptr || list->items.empty()) return revision;
    std::string_view best = list->items.front().text;
    for (const Node& item : list->items) {
        if (item.text.view() <= revision) best = std::max(best, item.text.view());
    }
    return std::string(best);
}

std::optional<Document> read_overrides(const std::string& path, Diagnostics& diagnostics) {
    if (!path.empty()) return read_document(path, diagnostics);
    Diagnostics unheard;  // without the built-in ones it is a comparison of the bare schemas
    const auto builtin = find_builtin(unheard);
    if (!builtin || builtin->overrides.empty()) return std::nullopt;
    return read_document(builtin->overrides, diagnostics);
}

std::optional<SchemaFile> read_side(const std::string& input, Diagnostics& diagnostics) {
    auto file = read_schema(input, false, diagnostics);
    if (!file) return std::nullopt;
    file->space = file->extension.substr(file->extension.find_last_of('/') + 1);
    resolve(*file, nullptr, diagnostics);
    return file;
}

}  // namespace

std::optional<Sides> load_sides(const std::string& old_schema, const std::string& new_schema,
                                const std::string& overrides, Diagnostics& diagnostics) {
    auto older = read_side(old_schema, diagnostics);
    auto newer = read_side(new_schema, diagnostics);
    const auto decisions = read_overrides(overrides, diagnostics);
    if (diagnostics.failed()) return std::nullopt;

    const std::vector<std::string> revisions = {older->revision, newer->revision};
    std::vector<std::string> asked = revisions;
    if (decisions) {
        for (std::string& revision : asked) revision = known_revision(revision, *decisions);
    }
    Diagnostics doubts;
    Sides sides;
    std::size_t index = 0;
    for (auto* file : {&*older, &*newer}) {
        Side& side = index == 0 ? sides.older : sides.newer;
        Overrides own =
            decisions ? Overrides::read(*decisions, asked, file->space, doubts) : Overrides();
        side.facts = build(*file, revisions, index, doubts);
        side.model = model_of(*file, revisions, index, nullptr, own, doubts,
                              [](std::string_view, const Model&) {});
        apply_decisions(side.model, own, doubts);
        std::erase_if(side.model.errors,
                      [&](const ErrorCode& error) { return !error.in.contains(index); });
        side.file = std::move(*file);
        ++index;
    }
    for (const Diagnostic& doubt : doubts.all())
        diagnostics.warning(doubt.where, {doubt.message, doubt.hint});

    Diagnostics unheard;  // `compare` asks about each pair itself
    if (!sides.older.model.published.empty() && !sides.newer.model.published.empty())
        sides.merged = merge({sides.older.model, sides.newer.model}, unheard);
    return sides;
}

}  // namespace mcpgen
