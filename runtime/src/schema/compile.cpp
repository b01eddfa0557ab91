// The order of compiling: collect the documents, make a node for each subschema, connect them, and
// refuse references that go round without looking at the value.
#include "schema/compile.hpp"

#include <algorithm>

namespace mcp::schema {
namespace {

/// Calls `visit` with every node that looks at the same value.
template <class F>
void for_each_in_place(const Node& node, F visit) {
    if (node.object) {
        for (const Dependent& each : node.object->dependents) {
            if (each.node) visit(*each.node);
        }
    }
    if (!node.logic) return;
    const LogicRules& logic = *node.logic;
    for (const Reference& each : logic.references) {
        if (each.dynamic_anchor.empty()) visit(*each.node);
    }
    for (const auto* list : {&logic.all_of, &logic.any_of, &logic.one_of}) {
        for (const Node* each : *list) visit(*each);
    }
    for (const Node* each : {logic.not_one, logic.condition, logic.then, logic.otherwise}) {
        if (each) visit(*each);
    }
}

/// A walk in depth over what looks at the same value; meeting a node that the walk is inside of is
/// a circle without progress.
void refuse_circles(const std::deque<Node>& nodes) {
    enum class State : std::uint8_t { unseen, inside, done };
    std::unordered_map<const Node*, State> states;
    struct Step {
        const Node* node;
        std::vector<const Node*> next;
    };
    std::vector<Step> walk;
    const auto enter = [&](const Node& node) {
        states[&node] = State::inside;
        Step& step = walk.emplace_back(Step{&node, {}});
        for_each_in_place(node, [&](const Node& each) { step.next.push_back(&each); });
    };
    for (const Node& start : nodes) {
        if (states[&start] != State::unseen) continue;
        enter(start);
        while (!walk.empty()) {
            if (walk.back().next.empty()) {
                states[walk.back().node] = State::done;
                walk.pop_back();
                continue;
            }
            const Node& next = *walk.back().next.back();
            walk.back().next.pop_back();
            const State state = states[&next];
            if (state == State::inside)
                broken(next.path, "references lead back to this schema without an end");
            if (state == State::unseen) enter(next);
        }
    }
}

}  // namespace

Compiler::Source::Source(const Location& where)
    : location(where), dialect(where.resource->dialect) {
    for (const JsonMember& member : where.schema.members())
        keywords.emplace_back(member.name(), member.value);
}

std::optional<JsonView> Compiler::Source::find(std::string_view keyword) const {
    for (const auto& [name, value] : keywords) {
        if (name == keyword) return value;
    }
    return std::nullopt;
}

std::optional<std::size_t> Compiler::Source::count(std::string_view keyword) const {
    const auto value = find(keyword);
    if (!value) return std::nullopt;
    if (value->is_number()) {
        const Decimal number(value->text());
        if (number.is_integer() && !number.is_negative()) {
            const auto count = value->as_int64();
            return count ? static_cast<std::size_t>(*count) : no_limit;
        }
    }
    broken(path(keyword), "expected an integer that is not negative");
}

Range Compiler::Source::range(std::string_view least, std::string_view most) const {
    return {count(least).value_or(0), count(most).value_or(no_limit)};
}

const Node* Compiler::node_of(const Location& location) {
    const auto [entry, added] = nodes_.emplace(location.schema.text().data(), nullptr);
    if (added) {
        entry->second = &plan_.nodes.emplace_back();
        work_.push_back({&location, entry->second});
    }
    return entry->second;
}

void Compiler::finish() {
    while (!work_.empty()) {
        const Work work = work_.front();
        work_.pop_front();
        fill(*work.location, *work.node);
    }
}

void Compiler::fill(const Location& location, Node& node) {
    node.path = location.path;
    node.resource = location.resource->index;
    if (!location.schema.is_object()) {
        node.refuses_all = location.schema.as_bool() == false;
        return;
    }
    const Source source(location);
    fill_references(source, node);
    // In draft-07 nothing counts beside a reference.
    if (!source.dialect.is_2020() && node.logic) return;
    if (source.dialect.validates) {
        fill_values(source, node);
        fill_number(source, node);
    }
    fill_string(source, node);
    fill_array(source, node);
    fill_object(source, node);
    if (source.dialect.applies) fill_logic(source, node);
    if (source.dialect.is_2020() && source.dialect.unevaluated) fill_unevaluated(source, node);
}

void Compiler::fill_references(const Source& source, Node& node) {
    const auto add = [&](std::string_view keyword, bool dynamic) {
        const auto reference = source.find(keyword);
        if (!reference) return;
        const auto text = reference->as_string();
        if (!text) broken(source.path(keyword), "expected a string");
        Library::Target target = library_.find(source.location, *text, keyword);
        if (!node.logic) node.logic = std::make_unique<LogicRules>();
        if (!dynamic) target.dynamic_anchor.clear();
        if (!target.dynamic_anchor.empty()) plan_.has_dynamic_references = true;
        node.logic->references.push_back(
            {node_of(*target.location), std::move(target.dynamic_anchor)});
    };
    add("$ref", false);
    if (source.dialect.is_2020()) add("$dynamicRef", true);
}

std::vector<const Node*> Compiler::nodes_in(const Source& source, std::string_view keyword) {
    std::vector<const Node*> nodes;
    if (const auto list = source.find(keyword)) {
        for (const JsonView each : list->elements()) nodes.push_back(node_at(each));
    }
    return nodes;
}

const Node* Compiler::node_in(const Source& source, std::string_view keyword) {
    const auto schema = source.find(keyword);
    return schema ? node_at(*schema) : nullptr;
}

void Compiler::fill_logic(const Source& source, Node& node) {
    LogicRules rules;
    rules.all_of = nodes_in(source, "allOf");
    rules.any_of = nodes_in(source, "anyOf");
    rules.one_of = nodes_in(source, "oneOf");
    rules.not_one = node_in(source, "not");
    rules.condition = node_in(source, "if");
    if (rules.condition) {
        rules.then = node_in(source, "then");
        rules.otherwise = node_in(source, "else");
    }
    if (rules.all_of.empty() && rules.any_of.empty() && rules.one_of.empty() && !rules.not_one &&
        !rules.condition)
        return;
    if (node.logic) rules.references = std::move(node.logic->references);
    node.logic = std::make_unique<LogicRules>(std::move(rules));
}

void Compiler::fill_unevaluated(const Source& source, Node& node) {
    node.unevaluated_items = node_in(source, "unevaluatedItems");
    node.unevaluated_properties = node_in(source, "unevaluatedProperties");
}

std::shared_ptr<const JsonSchema::Plan> compile_plan(JsonView schema,
                                                     const SchemaOptions& options) {
    if (schema.text().size() > options.max_bytes) broken({}, "the schema's text is too long");
    auto plan = std::make_shared<JsonSchema::Plan>();
    plan->options = options;
    plan->options.documents.clear();
    plan->options.max_violations = std::max<std::size_t>(options.max_violations, 1);
    Library library(options);
    const Location& root = library.add(schema, {});
    Compiler compiler(library, *plan);
    plan->root = compiler.node_of(root);
    compiler.finish();
    // Parts that nothing refers to are compiled too: what is wrong with them is wrong now.
    for (std::size_t i = 0; i < library.order().size(); ++i) {
        const Location& location = *library.order()[i];
        if (location.path.empty() || location.path.front() == '/') compiler.node_of(location);
    }
    compiler.finish();
    if (plan->has_dynamic_references) {
        // Compiling an anchor's schema may lead to more resources with anchors.
        for (std::size_t i = 0; i < library.resources().size(); ++i) {
            auto& anchors = plan->dynamic_anchors.emplace_back();
            for (const auto& [name, place] : library.resources()[i].dynamic_anchors)
                anchors.emplace_back(name, compiler.node_of(library.at(place)));
            compiler.finish();
        }
    }
    for (Node& node : plan->nodes) {
        node.is_flat = !node.refuses_all && !node.array && !node.object && !node.logic &&
                       !node.unevaluated_items && !node.unevaluated_properties;
    }
    refuse_circles(plan->nodes);
    plan->documents = library.take_documents();
    return plan;
}

}  // namespace mcp::schema
