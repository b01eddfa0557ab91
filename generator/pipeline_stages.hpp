// The stages as functions with named types between them, for the pipeline, for `diff` and for
// tests.
#pragma once

#include <generator/model/model.hpp>
#include <generator/passes/overrides.hpp>
#include <generator/pipeline.hpp>
#include <generator/schema/document.hpp>
#include <generator/schema/schema.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace mcpgen {

/// Everything that was read: the protocol's revisions, oldest first, the extensions, the overrides.
struct Sources {
    std::vector<SchemaFile> schemas;
    std::vector<SchemaFile> extensions;
    std::optional<Document> overrides;
    std::vector<std::string> read;  ///< paths of all files
};

/// The merged protocol, and each extension with the protocol as its base.
struct Models {
    std::unique_ptr<Model> protocol;
    std::vector<std::unique_ptr<Model>> extensions;
};

/// Shown the model after each stage.
using StageHook = std::function<void(std::string_view stage, const Model& model)>;

/// Reads, parses and resolves. Nothing when anything was wrong; then all of it has been reported.
std::optional<Sources> read_sources(const Inputs& inputs, Diagnostics& diagnostics);

/// One revision: built, and rewritten by the passes that know nothing of other revisions.
Model model_of(const SchemaFile& file, const std::vector<std::string>& revisions, std::size_t index,
               const Model* base, Overrides& overrides, Diagnostics& diagnostics,
               const StageHook& hook);

/// The passes after merging.
void finish(Model& model, Overrides& overrides, Diagnostics& diagnostics, const StageHook& hook);

/// All stages between reading and emitting. Of a schema that is built nothing is kept.
std::optional<Models> compile(Sources sources, Diagnostics& diagnostics, const StageHook& hook);

}  // namespace mcpgen
