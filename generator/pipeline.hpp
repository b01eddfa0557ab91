// The whole compiler, stage by stage: documents in, files out. What each subcommand needs is one
// function here; the command line is in `cli/`, and only reads and prints.
#pragma once

#include <generator/support/diagnostics.hpp>
#include <generator/support/file_set.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// What `generate`, `check`, `dump` and `diff` read. A schema is the path of a JSON Schema or a
/// TypeScript declarations file, optionally preceded by its revision: `2025-11-25=path`. Without
/// that the revision is read from the file, or from a date in its name or its folder's name.
struct Inputs {
    std::vector<std::string>
        schemas;  ///< empty: the built-in ones, found beside the program or in MCPGEN_SCHEMA_DIR
    std::vector<std::string>
        extensions;  ///< documents that add to the newest revision, each in its own namespace
    std::string overrides;  ///< empty: the built-in ones when the schemas are; else none
    std::string name_space = "mcp";
};

/// Generated files, and every file that was read on the way (for a depfile).
struct Generation {
    FileSet files;
    std::vector<std::string> dependencies;
};

/// Told before each stage; for progress on a terminal.
using Progress = std::function<void(std::string_view stage)>;

/// Runs all stages. Nothing when a stage reported errors.
std::optional<Generation> generate(const Inputs& inputs, Diagnostics& diagnostics,
                                   const Progress& progress = {});

/// The text of one stage of `stage_names()`: `schema`, `build`, … ; the last one when empty.
std::optional<std::string> dump(const Inputs& inputs, std::string_view stage,
                                Diagnostics& diagnostics);
std::vector<std::string_view> stage_names();

/// What `tools` reads: what a server says about itself, from files or from the server.
struct ToolInputs {
    std::vector<std::string> manifests;  ///< files; `-` is the standard input
    std::string command;                 ///< starts a server that speaks over stdio
    std::string url;                     ///< of a server that runs
    std::string name_space = "tools";
    bool client = true;
    bool server = true;
    bool coroutines = false;  ///< the service's functions are
};

/// Code for a server's tools, and how much of what their schemas say it has types for.
struct ToolGeneration {
    Generation generation;
    std::size_t tools = 0;
    std::size_t members = 0;  ///< of arguments and results, at every level
    std::size_t as_json = 0;  ///< those among them that C++ has no type for
    std::string model;        ///< as text
};

/// Reads the files, or asks the server, and compiles. Nothing when there was an error.
std::optional<ToolGeneration> generate_tools(const ToolInputs& inputs, Diagnostics& diagnostics);

/// The manifest in one form, sorted by name, which only changes when the server does.
std::optional<std::string> manifest_text(const ToolInputs& inputs, Diagnostics& diagnostics);

enum class DiffFormat { text, markdown, json };

/// What changed from one schema to another, every change classed as wire-breaking, source-breaking
/// or additive.
std::optional<std::string> diff(const std::string& old_schema, const std::string& new_schema,
                                const std::string& overrides, DiffFormat format,
                                Diagnostics& diagnostics);

/// A published schema in our form: facts only, with the descriptions that `known` (our schema
/// files; empty: the built-in ones) already have. `missing` receives what still needs a
/// description, as `Tool.title`.
std::optional<std::string> import_schema(const std::string& published,
                                         const std::vector<std::string>& known,
                                         std::vector<std::string>& missing,
                                         Diagnostics& diagnostics);

}  // namespace mcpgen
