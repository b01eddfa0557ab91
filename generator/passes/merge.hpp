// N models of one revision each become one model in which everything knows its revisions.
#pragma once

#include <generator/model/model.hpp>

namespace mcpgen {

/// Merges models, oldest first. Where a member's type differs between revisions, the newest
/// spelling wins if it holds everything the older ones say; each older form stays as a facet.
/// Otherwise both shapes are reported.
Model merge(std::vector<Model> models, Diagnostics& diagnostics);

}  // namespace mcpgen
