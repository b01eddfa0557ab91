// C++ names for what servers call anything they like: unique, no keyword, no macro, none that the
// runtime uses. Names are made here and never refused.
#pragma once

#include <generator/model/tools.hpp>

#include <string>
#include <string_view>
#include <unordered_set>

namespace mcpgen {

/// A scope in which every name is given once.
class NameScope {
public:
    /// `wanted`, or with the least number behind it that makes it unique.
    std::string unique(const std::string& wanted);
    void take(std::string name) { taken_.insert(std::move(name)); }
    bool has(const std::string& name) const { return taken_.contains(name); }

private:
    std::unordered_set<std::string> taken_;
};

/// The names of types that generated code and the runtime use; new ones come from it.
NameScope type_names();

/// `get-alerts` -> `GetAlerts`, `3d_view` -> `T3dView`; `other` when no letter or digit is in it.
std::string type_name(std::string_view wire, std::string_view other);

/// `getAlerts` -> `get_alerts`: of a function.
std::string function_name(std::string_view wire, std::string_view other);

/// Names members and enumerators, and functions of all lists together.
void assign_tool_names(ToolSet& tools);

}  // namespace mcpgen
