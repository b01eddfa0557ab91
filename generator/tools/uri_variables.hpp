// The variables of a URI template (RFC 6570). Expanding is the runtime's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

struct UriVariableName {
    std::string name;
    bool required = true;  ///< not where the template works without: `{?query}`, `{/rest}`
};

/// In order, each once. What is no template has none.
std::vector<UriVariableName> uri_variables(std::string_view uri_template);

}  // namespace mcpgen
