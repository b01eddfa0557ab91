// What a server offers, as C++ will have it: its tools, prompts and resource templates, and the
// types of their arguments and results. Like the model of the protocol, and spelled by the same
// emitters, but of one server, and without revisions. It knows nothing of documents.
#pragma once

#include <generator/model/model.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mcpgen {

/// One tool, prompt or resource template.
struct Offer {
    std::string wire;  ///< its name; of a template: its name, too
    std::string name;  ///< of the C++ function
    std::string doc;
    std::optional<Type> arguments;  ///< nothing: it takes none
    bool callable_without = false;  ///< there are arguments, and none is required
    std::optional<Type> result;     ///< of a tool with an output schema
    std::string uri_template;       ///< of a resource template
    std::string declaration;        ///< what the server says about it: JSON text on one line
};

/// The C++ function that gives the call to a coroutine.
inline std::string operation_name(const Offer& offer) {
    return offer.name + (offer.name.ends_with('_') ? "operation" : "_operation");
}

/// How much of what the schemas say the types say.
struct ToolFigures {
    std::size_t members = 0;  ///< of arguments and results, at every level
    std::size_t as_json = 0;  ///< those among them that C++ has no type for
};

struct ToolSet {
    Model types;  ///< its only revision stands for all
    std::vector<Offer> tools;
    std::vector<Offer> prompts;
    std::vector<Offer> templates;
    ToolFigures figures;
};

/// The stage as text, for `dump` and tests.
std::string to_text(const ToolSet& tools);

}  // namespace mcpgen
