// A set of tools as text. See tools.hpp.
#include <generator/model/tools.hpp>

namespace mcpgen {
namespace {

std::string line_of(const char* what, const Offer& offer) {
    std::string out = std::string(what) + " " + offer.wire + " as " + offer.name + "(";
    if (offer.arguments) out += to_text(*offer.arguments);
    if (offer.callable_without) out += "?";
    out += ")";
    if (offer.result) out += " -> " + to_text(*offer.result);
    if (!offer.uri_template.empty()) out += " at " + offer.uri_template;
    return out + "\n";
}

}  // namespace

std::string to_text(const ToolSet& tools) {
    std::string out;
    for (const Offer& offer : tools.tools) out += line_of("tool", offer);
    for (const Offer& offer : tools.prompts) out += line_of("prompt", offer);
    for (const Offer& offer : tools.templates) out += line_of("template", offer);
    out += std::to_string(tools.figures.members) + " members, " +
           std::to_string(tools.figures.as_json) + " as Json\n\n";
    return out + to_text(tools.types);
}

}  // namespace mcpgen
