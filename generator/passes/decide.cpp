// See decide.hpp.
#include <generator/passes/decide.hpp>

#include <generator/support/json_text.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <charconv>

namespace mcpgen {
namespace {

std::string scalar(const Node& node) {
    if (node.is(Node::Kind::string)) return quote_json(node.text);
    if (node.is(Node::Kind::boolean)) return node.boolean ? "true" : "false";
    return node.text.str();
}

bool set_default(Declaration& declaration, std::string_view wire, Override& entry) {
    auto* record = std::get_if<Record>(&declaration);
    if (record == nullptr) return false;
    bool used = false;
    for (Member& member : record->members) {
        if (member.wire != wire || member.optional() || member.type.is(Type::Kind::constant))
            continue;
        member.default_value = scalar(*entry.find("value"));
        used = true;
    }
    return used;
}

bool set_default(Model& model, Override& entry, Diagnostics& diagnostics) {
    const Node& value = *entry.find("value");
    if (value.is(Node::Kind::null) || value.is(Node::Kind::array) || value.is(Node::Kind::object)) {
        diagnostics.error(entry.where(),
                          messages::wrong_kind("a string, a number or a boolean as `value`"));
        return true;
    }
    const std::string_view at = entry.text("at");
    const std::size_t dot = at.find('.');
    if (dot == at.npos) return false;
    const std::string_view owners = at.substr(0, dot);
    const std::string_view wire = at.substr(dot + 1);
    if (owners.find('*') == owners.npos)
        return model.own(owners) && set_default(*model.find(owners), wire, entry);
    bool used = false;
    for (Declaration& declaration : model.declarations) {
        if (Overrides::matches(owners, name_of(declaration)))
            used = set_default(declaration, wire, entry) || used;
    }
    return used;
}

bool set_fallback(Model& model, Override& entry) {
    Declaration* found = model.own(entry.text("union")) ? model.find(entry.text("union")) : nullptr;
    auto* u = found == nullptr ? nullptr : std::get_if<Union>(found);
    if (u == nullptr) return false;
    const auto alternative =
        std::find_if(u->alternatives.begin(), u->alternatives.end(),
                     [&](const Alternative& a) { return a.name == entry.text("alternative"); });
    if (alternative == u->alternatives.end()) return false;
    alternative->fallback.clear();
    for (const Node& piece : entry.find("pieces")->items) {
        if (piece.is(Node::Kind::string)) {
            alternative->fallback.push_back({piece.text.str(), "", ""});
            continue;
        }
        const Node* member = piece.find("member");
        const Node* or_else = piece.find("or");
        alternative->fallback.push_back({"", member == nullptr ? "" : member->text.str(),
                                         or_else == nullptr ? "" : or_else->text.str()});
    }
    return true;
}

bool add_error(Model& model, Override& entry, Diagnostics& diagnostics) {
    ErrorCode code;
    code.name = entry.text("name");
    code.doc = entry.text("description");
    code.in = entry.in();
    const std::string_view digits = entry.find("code")->text;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), code.code).ec !=
        std::errc()) {
        diagnostics.error(entry.where(), messages::wrong_kind("an integer as `code`"));
    }
    model.errors.push_back(std::move(code));
    return true;
}

}  // namespace

void apply_decisions(Model& model, Overrides& overrides, Diagnostics& diagnostics) {
    overrides.each("defaults", model.all(),
                   [&](Override& entry) { return set_default(model, entry, diagnostics); });
    overrides.each("fallbacks", model.all(),
                   [&](Override& entry) { return set_fallback(model, entry); });
    overrides.each("errors", model.all(),
                   [&](Override& entry) { return add_error(model, entry, diagnostics); });
}

}  // namespace mcpgen
