// The functions of a typed client and of a service, for the files of tools.hpp.
#pragma once

#include <generator/model/tools.hpp>

#include <string>

namespace mcpgen {

std::string client_declarations(const ToolSet& tools);
std::string client_definitions(const ToolSet& tools);
std::string service_functions(const ToolSet& tools, bool coroutines);
/// What the server says about each: `constexpr char forecast_declaration[] = …;`
std::string service_declarations(const ToolSet& tools);
std::string service_registrations(const ToolSet& tools);

}  // namespace mcpgen
