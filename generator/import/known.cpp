// See known.hpp.
#include <generator/import/known.hpp>

namespace mcpgen {

Spot Spot::keyword(std::string_view name) const {
    const std::string_view step = name == "items"                  ? "[]"
                                  : name == "additionalProperties" ? "{}"
                                                                   : "";
    return {exact + "/" + std::string(name), member + std::string(step)};
}

Spot Spot::keyword(std::string_view name, std::size_t index) const {
    return {exact + "/" + std::string(name) + "/" + std::to_string(index), member};
}

Spot Spot::property(std::string_view name) const {
    return {exact + "/properties/" + std::string(name), member + "." + std::string(name)};
}

std::string params_as_type(const std::string& member) {
    constexpr std::string_view params = ".params.";
    const std::size_t at = member.find('.');
    if (at == std::string::npos || member.compare(at, params.size(), params) != 0) return member;
    return member.substr(0, at) + "Params" + member.substr(at + params.size() - 1);
}

void Known::index(File& file, const Node& schema, const Spot& spot) {
    if (!schema.is(Node::Kind::object)) return;
    file.exact.emplace(spot.exact, &schema);
    file.members.emplace(params_as_type(spot.member), &schema);
    for (const KeyValue& member : schema.members) {
        if (member.key == "properties") {
            for (const KeyValue& property : member.value.members)
                index(file, property.value, spot.property(property.key));
        }
        if (member.key == "items" || member.key == "additionalProperties")
            index(file, member.value, spot.keyword(member.key));
        if (member.key == "anyOf" || member.key == "oneOf" || member.key == "allOf") {
            for (std::size_t i = 0; i < member.value.items.size(); ++i)
                index(file, member.value.items[i], spot.keyword(member.key, i));
        }
    }
}

void Known::add(Document document) {
    File& file = files_.emplace_back();
    file.document = std::move(document);
    const Node* definitions = file.document.root.find("$defs");
    if (definitions == nullptr) return;
    for (const KeyValue& definition : definitions->members)
        index(file, definition.value, Spot::of(definition.key));
}

std::vector<const Node*> Known::at(const Spot& spot) const {
    std::vector<const Node*> out;
    const std::string member = params_as_type(spot.member);
    for (const File& file : files_) {
        if (const auto exact = file.exact.find(spot.exact); exact != file.exact.end()) {
            out.push_back(exact->second);
        } else if (const auto named = file.members.find(member); named != file.members.end()) {
            out.push_back(named->second);
        }
    }
    return out;
}

const Node* Known::file_with(std::string_view key, std::string_view value) const {
    for (const File& file : files_) {
        const Node* text = file.document.root.find(key);
        if (text != nullptr && text->text == value) return &file.document.root;
    }
    return nullptr;
}

}  // namespace mcpgen
