// Two schema files -> two models that can be compared: built alike, with names that agree.
#pragma once

#include <generator/model/model.hpp>
#include <generator/schema/schema.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mcpgen {

/// One side of a comparison.
struct Side {
    SchemaFile file;
    Model model;  ///< after the passes of one revision; the old side is revision 0, the new one 1
    Model facts;  ///< as published, before any pass
};

struct Sides {
    Side older;
    Side newer;
    Model merged;  ///< both, as far as they merge; for looking names up
};

/// Reads both. What a pass refuses (a request without a known answer, say) is passed on as a
/// warning: it has to be settled before `generate`, but can be compared. Nothing when a file cannot
/// be read or is no schema.
std::optional<Sides> load_sides(const std::string& old_schema, const std::string& new_schema,
                                const std::string& overrides, Diagnostics& diagnostics);

}  // namespace mcpgen
