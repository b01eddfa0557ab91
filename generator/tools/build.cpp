// See build.hpp.
//
//   manifest --shapes--> declarations --unions--> --prune--> --cycles, order--> --names--> set
#include <generator/tools/build.hpp>

#include <generator/passes/classify.hpp>
#include <generator/passes/order.hpp>
#include <generator/support/words.hpp>
#include <generator/tools/json_line.hpp>
#include <generator/tools/names.hpp>
#include <generator/tools/shapes.hpp>
#include <generator/tools/uri_variables.hpp>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

namespace mcpgen {
namespace {

bool is_true(const Node* node) { return node != nullptr && node->boolean; }

/// `{}`, `{"type": "object"}`, and what says no more than that.
bool takes_nothing(const Node& schema) {
    const Node* properties = schema.find("properties");
    const Node* additional = schema.find("additionalProperties");
    const bool open =
        additional != nullptr && (is_true(additional) || additional->is(Node::Kind::object));
    if (open || (properties != nullptr && !properties->members.empty())) return false;
    return std::none_of(schema.members.begin(), schema.members.end(), [](const KeyValue& member) {
        const bool harmless = member.key == "type" || member.key == "properties" ||
                              member.key == "additionalProperties" ||
                              (member.key == "required" && member.value.items.empty());
        return !harmless && !is_annotation(member.key);
    });
}

class Builder {
public:
    explicit Builder(ToolSet& out) : out_(out), shapes_(out) {}

    void tool(const ManifestEntry& entry) {
        Offer offer = offer_of(entry);
        const std::string stem = type_name(entry.name, "Tool");
        const Node* input = entry.node->find("inputSchema");
        if (input != nullptr && !takes_nothing(*input)) {
            Type type = shapes_.root(*input, stem + "Arguments", stem);
            // Whatever the schema says, what is sent is an object.
            if (!type.is(Type::Kind::named)) type = Type::simple(Type::Kind::object);
            offer.arguments = std::move(type);
        }
        if (const Node* output = entry.node->find("outputSchema"))
            offer.result = shapes_.root(*output, stem + "Result", stem + "Result");
        out_.tools.push_back(std::move(offer));
    }

    void prompt(const ManifestEntry& entry) {
        Offer offer = offer_of(entry);
        Record record = record_of(type_name(entry.name, "Prompt") + "Prompt");
        if (const Node* arguments = entry.node->find("arguments")) {
            for (const Node& argument : arguments->items) {
                const Node* name = argument.find("name");
                if (name == nullptr || !name->is(Node::Kind::string)) continue;
                add_text(record, name->text.str(), doc_of(argument),
                         is_true(argument.find("required")));
            }
        }
        finish(std::move(record), offer);
        out_.prompts.push_back(std::move(offer));
    }

    void resource_template(const ManifestEntry& entry) {
        Offer offer = offer_of(entry);
        offer.uri_template = entry.node->find("uriTemplate")->text;
        Record record = record_of(type_name(entry.name, "Resource") + "Uri");
        for (const UriVariableName& variable : uri_variables(offer.uri_template))
            add_text(record, variable.name, {}, variable.required);
        finish(std::move(record), offer);
        out_.templates.push_back(std::move(offer));
    }

private:
    static Offer offer_of(const ManifestEntry& entry) {
        Offer offer;
        offer.wire = entry.name;
        offer.doc = doc_of(*entry.node);
        offer.declaration = json_line(*entry.node);
        return offer;
    }

    Record record_of(const std::string& name) {
        Record record;
        record.name = shapes_.name(name);
        record.in = out_.types.all();
        record.sealed = true;
        return record;
    }

    void add_text(Record& record, const std::string& wire, SharedText doc, bool required) {
        const bool known = std::any_of(record.members.begin(), record.members.end(),
                                       [&](const Member& m) { return m.wire == wire; });
        if (known) return;
        Member member;
        member.wire = wire;
        member.doc = std::move(doc);
        member.in = out_.types.all();
        if (required) member.required = member.in;
        member.type = Type::simple(Type::Kind::string);
        record.members.push_back(std::move(member));
    }

    void finish(Record record, Offer& offer) {
        if (record.members.empty()) return;
        std::stable_partition(record.members.begin(), record.members.end(),
                              [](const Member& m) { return !m.optional(); });
        offer.arguments = Type::reference(record.name);
        out_.types.declarations.emplace_back(std::move(record));
    }

    ToolSet& out_;
    Shapes shapes_;
};

template <class Visit>
void each_name(const Type& type, const Visit& visit) {
    if (type.is(Type::Kind::named)) visit(type.text.str());
    for (const Type& argument : type.args) each_name(argument, visit);
}

template <class Visit>
void each_name(const Declaration& declaration, const Visit& visit) {
    if (const auto* record = std::get_if<Record>(&declaration)) {
        for (const Member& member : record->members) each_name(member.type, visit);
    } else if (const auto* type = std::get_if<Union>(&declaration)) {
        for (const Alternative& alternative : type->alternatives)
            each_name(alternative.type, visit);
    } else if (const auto* alias = std::get_if<Alias>(&declaration)) {
        each_name(alias->type, visit);
    }
}

/// A union that no rule decides becomes another name of Json.
Alias give_up(const Union& type) {
    Alias alias;
    alias.name = type.name;
    std::vector<std::string> names;
    for (const Alternative& alternative : type.alternatives) names.push_back(alternative.name);
    constexpr std::size_t most = 6;
    if (names.size() > most) names.resize(most, "…");
    alias.doc = "Json because nothing tells " + join_list(names) + " apart.";
    alias.in = type.in;
    alias.type = Type::simple(Type::Kind::any);
    return alias;
}

/// Finds the rule of every union. One that is given up may be an alternative of another, so this
/// goes on until nothing changes.
void decide_unions(ToolSet& tools) {
    std::unordered_set<std::string> given_up;
    for (bool changed = true; changed;) {
        changed = false;
        for (Declaration& declaration : tools.types.declarations) {
            auto* type = std::get_if<Union>(&declaration);
            if (type == nullptr || tell_apart(tools.types, *type)) continue;
            given_up.insert(type->name);
            declaration = Declaration(give_up(*type));
            changed = true;
        }
    }
    for (const Declaration& declaration : tools.types.declarations) {
        const auto* record = std::get_if<Record>(&declaration);
        for (std::size_t i = 0; record != nullptr && i < record->members.size(); ++i) {
            bool lost = false;
            each_name(record->members[i].type,
                      [&](const std::string& name) { lost = lost || given_up.contains(name); });
            if (lost) ++tools.figures.as_json;
        }
    }
}

/// Takes away what nothing leads to: alternatives of unions that are none.
void prune(ToolSet& tools) {
    std::unordered_set<std::string> used;
    std::vector<std::string> rest;
    const auto add = [&](const std::string& name) {
        if (used.insert(name).second) rest.push_back(name);
    };
    for (const auto* offers : {&tools.tools, &tools.prompts, &tools.templates}) {
        for (const Offer& offer : *offers) {
            if (offer.arguments) each_name(*offer.arguments, add);
            if (offer.result) each_name(*offer.result, add);
        }
    }
    while (!rest.empty()) {
        const std::string name = std::move(rest.back());
        rest.pop_back();
        if (const Declaration* found = std::as_const(tools.types).find(name))
            each_name(*found, add);
    }
    std::erase_if(tools.types.declarations,
                  [&](const Declaration& d) { return !used.contains(name_of(d)); });
    tools.types.reindex();
}

void mark_callable_without(ToolSet& tools) {
    for (auto* offers : {&tools.tools, &tools.prompts, &tools.templates}) {
        for (Offer& offer : *offers) {
            if (!offer.arguments) continue;
            const Declaration* found = std::as_const(tools.types).find(offer.arguments->text);
            const auto* record = found == nullptr ? nullptr : std::get_if<Record>(found);
            offer.callable_without =
                record != nullptr && std::all_of(record->members.begin(), record->members.end(),
                                                 [](const Member& m) { return m.optional(); });
        }
    }
}

}  // namespace

ToolSet build_tools(const Manifest& manifest) {
    ToolSet tools;
    tools.types.revisions = {"any"};
    Builder builder(tools);
    for (const ManifestEntry& entry : manifest.tools) builder.tool(entry);
    for (const ManifestEntry& entry : manifest.prompts) builder.prompt(entry);
    for (const ManifestEntry& entry : manifest.templates) builder.resource_template(entry);
    tools.types.reindex();
    decide_unions(tools);
    prune(tools);
    break_cycles(tools.types);
    order_declarations(tools.types);
    assign_tool_names(tools);
    mark_callable_without(tools);
    return tools;
}

}  // namespace mcpgen
