// Forms with every kind of field, written as the JSON that travels.
#include "features.hpp"

#include <mcp/codec.hpp>

namespace {

constexpr std::string_view with_defaults = R"({
  "message": "Please review and update the form fields with defaults",
  "requestedSchema": {
    "type": "object",
    "properties": {
      "name": {"type": "string", "description": "User name", "default": "John Doe"},
      "age": {"type": "integer", "description": "User age", "default": 30},
      "score": {"type": "number", "description": "User score", "default": 95.5},
      "status": {"type": "string", "description": "User status",
                 "enum": ["active", "inactive", "pending"], "default": "active"},
      "verified": {"type": "boolean", "description": "Verification status", "default": true}
    },
    "required": []
  }
})";

constexpr std::string_view with_choices = R"({
  "message": "Please select options from the enum fields",
  "requestedSchema": {
    "type": "object",
    "properties": {
      "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
      "titledSingle": {"type": "string", "oneOf": [
        {"const": "value1", "title": "First Option"},
        {"const": "value2", "title": "Second Option"},
        {"const": "value3", "title": "Third Option"}]},
      "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                     "enumNames": ["Option One", "Option Two", "Option Three"]},
      "untitledMulti": {"type": "array",
                        "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
      "titledMulti": {"type": "array", "items": {"anyOf": [
        {"const": "value1", "title": "First Choice"},
        {"const": "value2", "title": "Second Choice"},
        {"const": "value3", "title": "Third Choice"}]}}
    },
    "required": []
  }
})";

void add_form(mcp::Server& server, const std::string& name, const std::string& description,
              std::string_view form) {
    const auto params = *mcp::decode<mcp::ElicitRequestParams>(form, mcp::r2025_11_25);
    server.tool(name, description, [params](mcp::Context& context) {
        const mcp::ElicitResult answer = context.elicit(params);
        mcp::Map<mcp::ElicitValue> content;
        if (answer.content) content = *answer.content;
        mcp::ElicitResult entered;
        entered.action = answer.action;
        entered.content = content;
        const auto json = *mcp::Json::parse(*mcp::encode(entered, context.revision()));
        return "Elicitation completed: action=" + std::string(answer.action.text()) +
               ", content=" + std::string(json["content"].text());
    });
}

}  // namespace

void add_forms(mcp::Server& server) {
    add_form(server, "test_elicitation_sep1034_defaults", "Asks with defaults", with_defaults);
    add_form(server, "test_elicitation_sep1330_enums", "Asks for choices", with_choices);
}
