// See uri_variables.hpp.
#include <generator/tools/uri_variables.hpp>

#include <algorithm>

namespace mcpgen {

std::vector<UriVariableName> uri_variables(std::string_view uri_template) {
    constexpr std::string_view optional = "#./;?&";
    std::vector<UriVariableName> out;
    while (true) {
        const std::size_t open = uri_template.find('{');
        const std::size_t close = uri_template.find('}', open == uri_template.npos ? 0 : open);
        if (open == uri_template.npos || close == uri_template.npos) return out;
        std::string_view inside = uri_template.substr(open + 1, close - open - 1);
        uri_template.remove_prefix(close + 1);
        const char op = inside.empty() ? '\0' : inside.front();
        if (op == '+' || optional.find(op) != optional.npos) inside.remove_prefix(1);
        while (!inside.empty()) {
            const std::size_t comma = std::min(inside.find(','), inside.size());
            const std::string name(
                inside.substr(0, comma).substr(0, inside.substr(0, comma).find_first_of(":*")));
            inside.remove_prefix(std::min(comma + 1, inside.size()));
            const bool known = std::any_of(out.begin(), out.end(),
                                           [&](const auto& other) { return other.name == name; });
            if (!known && !name.empty()) out.push_back({name, optional.find(op) == optional.npos});
        }
    }
}

}  // namespace mcpgen
