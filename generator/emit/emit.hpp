// Stage 5 of the compiler: a finished model becomes the text of files. Emitters only spell: which
// types, members and methods there are, and what they are called, was decided before.
#pragma once

#include <generator/model/model.hpp>
#include <generator/support/file_set.hpp>

#include <string>
#include <vector>

namespace mcpgen {

struct EmitOptions {
    std::string name_space = "mcp";    ///< `acme::proto`
    std::vector<std::string> sources;  ///< short names of the inputs, for the top of each file
};

/// Adds the bindings of `model`: its files lie in the set's folder, those of an extension in a
/// folder named like its namespace. The manifest lists all files that are in the set by then, so
/// that the protocol comes after its extensions. The model must have passed verification.
void emit(const Model& model, const EmitOptions& options, FileSet& files);

}  // namespace mcpgen
