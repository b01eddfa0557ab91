// See templates.hpp.
#include <generator/emit/templates.hpp>

#include <algorithm>
#include <stdexcept>

namespace mcpgen {
namespace {

std::string_view find_template(std::string_view name) {
    const EmbeddedTemplate* entry = embedded_templates;
    while (!entry->name.empty() && entry->name != name) ++entry;
    if (entry->name.empty()) throw std::logic_error("no template " + std::string(name));
    return entry->text;
}

std::string_view value_of(std::string_view hole, const Holes& holes) {
    const auto found =
        std::find_if(holes.begin(), holes.end(), [&](const auto& h) { return h.first == hole; });
    if (found == holes.end())
        throw std::logic_error("nothing for the hole @" + std::string(hole) + "@");
    return found->second;
}

/// Without the line breaks at its end.
void append_filled(std::string& result, std::string_view line, const Holes& holes) {
    const std::size_t start = result.size();
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t open = line.find('@', at);
        const std::size_t close = open == std::string_view::npos ? open : line.find('@', open + 1);
        if (close == std::string_view::npos) {
            result += line.substr(at);
            break;
        }
        result += line.substr(at, open - at);
        result += value_of(line.substr(open + 1, close - open - 1), holes);
        at = close + 1;
    }
    while (result.size() > start && result.back() == '\n') result.pop_back();
}

bool is_hole(std::string_view line) {
    return line.size() > 2 && line.front() == '@' && line.find('@', 1) == line.size() - 1;
}

}  // namespace

std::string fill(std::string_view name, const Holes& holes) {
    std::string result;
    std::string_view text = find_template(name);
    std::size_t size = text.size();
    for (const auto& [hole, filling] : holes) size += filling.size();
    result.reserve(size);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        const std::size_t start = result.size();
        append_filled(result, line, holes);
        if (result.size() == start && (is_hole(line) || start == 0 || result.ends_with("\n\n")))
            continue;
        result += '\n';
    }
    return result;
}

}  // namespace mcpgen
