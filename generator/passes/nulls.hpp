// A union of null and one other type is that type, nullable.
#pragma once

#include <generator/model/model.hpp>

namespace mcpgen {

void fold_nulls(Model& model);

}  // namespace mcpgen
