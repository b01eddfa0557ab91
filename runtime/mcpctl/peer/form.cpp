// Puts each field as a question with its type and choices, and asks again when the answer does not
// fit.
#include "peer/form.hpp"

#include "output/safe_text.hpp"

#include <algorithm>

namespace mcpctl {
namespace {

std::string question_of(const Terminal& terminal, const Field& field) {
    std::string text = "  " + terminal.styled_error(Style::bold, safe_line(field.name));
    if (!field.type.empty()) text += " (" + safe_line(field.type) + ')';
    if (!field.title.empty() && field.title != field.name) text += ", " + safe_line(field.title);
    if (!field.description.empty()) text += ": " + safe_line(field.description);
    if (!field.choices.empty()) {
        text += "\n    one of";
        for (const std::string& choice : field.choices) text += ' ' + safe_line(choice);
    }
    for (const std::string& limit : field.limits) text += "\n    " + safe_line(limit);
    if (field.fallback)
        text += "\n    empty: " + safe_line(field.fallback->text());
    else if (!field.required)
        text += "\n    empty: left out";
    return text + "\n  > ";
}

bool is_choice(const Field& field, const mcp::Json& value) {
    if (field.choices.empty()) return true;
    const auto fits = [&](mcp::JsonView one) {
        const std::string text = one.as_string().value_or(std::string(one.text()));
        return std::find(field.choices.begin(), field.choices.end(), text) != field.choices.end();
    };
    if (!value.is_array()) return fits(value);
    for (const mcp::JsonView element : value.elements()) {
        if (!fits(element)) return false;
    }
    return true;
}

/// False when the input ended.
bool ask_field(Terminal& terminal, mcp::JsonView schema, const Field& field,
               mcp::JsonObject& values) {
    for (;;) {
        const auto line = terminal.ask(question_of(terminal, field));
        if (!line) return false;
        if (line->empty() && field.fallback) {
            values.set(field.name, *field.fallback);
            return true;
        }
        if (line->empty() && !field.required) return true;
        const auto value = read_value(schema, field.name, *line);
        if (value && is_choice(field, *value)) {
            values.set(field.name, *value);
            return true;
        }
        terminal.note("  " + terminal.styled_error(Style::yellow, value
                                                                      ? "this is none of them"
                                                                      : safe_line(value.error())));
    }
}

}  // namespace

bool ask_fields(Terminal& terminal, mcp::JsonView schema, const std::vector<Field>& fields,
                mcp::JsonObject& values) {
    return std::all_of(fields.begin(), fields.end(), [&](const Field& field) {
        return ask_field(terminal, schema, field, values);
    });
}

std::vector<Field> missing_fields(mcp::JsonView schema, const mcp::JsonObject& values) {
    std::vector<Field> out = fields_of(schema);
    std::erase_if(
        out, [&](const Field& field) { return !field.required || values.contains(field.name); });
    return out;
}

std::string field_words(const Field& field) {
    return field.name + (field.type.empty() ? "" : " (" + field.type + ')');
}

}  // namespace mcpctl
