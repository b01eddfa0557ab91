// The root of the document, and the definitions in it. See lowering.hpp.
#include <generator/schema/typescript/lowering.hpp>

#include <generator/schema/typescript/annotate.hpp>
#include <generator/support/words.hpp>

#include <charconv>
#include <utility>

namespace mcpgen::typescript {
namespace {

constexpr LineColumn top{1, 1};

/// The codes that JSON-RPC 2.0 keeps for itself and for protocols on it.
bool is_error_code(const Declaration& constant) {
    constexpr int lowest = -32768;
    constexpr int highest = -32000;
    if (!constant.exported || !constant.value.is(TypeExpr::Kind::number_literal)) return false;
    const std::string& text = constant.value.text;
    int code = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, code);
    return error == std::errc() && stop == end && code >= lowest && code <= highest;
}

}  // namespace

Node Lowering::document() {
    Node root = tree_.object(top);
    set_member(root, "$schema", tree_.string(top, "https://json-schema.org/draft/2020-12/schema"));
    const Declaration* revision = names_.constant("LATEST_PROTOCOL_VERSION");
    if (revision != nullptr && revision->value.is(TypeExpr::Kind::string_literal) &&
        is_revision(revision->value.text)) {
        set_member(root, "x-mcp-revision", tree_.string(revision->at, revision->value.text));
    }
    if (Node node = constants(); !node.members.empty()) {
        set_member(root, "x-mcp-constants", std::move(node));
    }
    if (Node node = imports(); !node.items.empty()) {
        set_member(root, "x-mcp-imports", std::move(node));
    }
    set_member(root, "$defs", definitions());
    return root;
}

Node Lowering::constants() {
    Node out = tree_.object(top);
    for (const Declaration& declaration : names_.file().declarations) {
        if (!declaration.is(Declaration::Kind::constant) || !is_error_code(declaration)) continue;
        Node code = tree_.make(Node::Kind::number, declaration.at, declaration.value.text);
        out.members.push_back({declaration.name, std::move(code)});
    }
    return out;
}

Node Lowering::imports() {
    Node out = tree_.array(top);
    for (const Declaration& declaration : names_.file().declarations) {
        if (!declaration.is(Declaration::Kind::import)) continue;
        out.items.push_back(tree_.string(declaration.at, declaration.imported));
    }
    return out;
}

Node Lowering::definitions() {
    for (const Declaration& declaration : names_.file().declarations) {
        if (declaration.is(Declaration::Kind::constant) ||
            declaration.is(Declaration::Kind::import)) {
            continue;
        }
        places_.emplace(&declaration, definitions_.size());
        definitions_.push_back({&declaration, {}, {}});
    }
    for (Definition& definition : definitions_) {
        if (reporter_.full() || tree_.full()) break;
        if (is_other_name(*definition.declaration)) continue;
        references_ = &definition.references;
        definition.schema = declared(*definition.declaration);
    }
    for (Definition& definition : definitions_) {
        if (reporter_.full() || tree_.full()) break;
        if (is_other_name(*definition.declaration)) define_other_name(definition);
        follow_references(definition.references);
    }

    Node out = tree_.object(top);
    for (Definition& definition : definitions_) {
        out.members.push_back({definition.declaration->name, std::move(definition.schema)});
    }
    return out;
}

/// `type A = B`, where B has a definition.
bool Lowering::is_other_name(const Declaration& declaration) const {
    if (!declaration.is(Declaration::Kind::alias)) return false;
    const TypeExpr& body = declaration.type;
    return body.is(TypeExpr::Kind::name) && names_.builtin(body) == Builtin::none;
}

/// The published files refer to B when a definition up to here leads to it, and repeat it
/// otherwise: their generator makes a definition of its own for B only when it first refers to it.
void Lowering::define_other_name(Definition& definition) {
    const Declaration& other_name = *definition.declaration;
    const Declaration& target = *names_.target(other_name.type);
    references_ = &definition.references;
    if (target.is(Declaration::Kind::import)) {
        definition.schema = reference(target, other_name.at);
    } else if (is_copied(target)) {
        copying_.assign(1, &other_name);
        definition.schema = in_place(target, other_name.at);
        copying_.clear();
    } else {
        const std::size_t place = places_.at(&target);
        follow_references(definitions_[place].references);
        if (referred_.contains(&target)) {
            definition.schema = reference(target, other_name.at);
        } else {
            definition.schema = declared(target);
        }
    }
    annotate(definition.schema, &other_name.doc.text, &other_name.doc, tree_, reporter_);
}

/// Adds to `referred_` what can be reached from `references`.
void Lowering::follow_references(const std::vector<const Declaration*>& references) {
    std::vector<const Declaration*> open(references.begin(), references.end());
    while (!open.empty()) {
        const Declaration* at = open.back();
        open.pop_back();
        if (!referred_.insert(at).second) continue;
        const auto place = places_.find(at);
        if (place == places_.end()) continue;
        const auto& next = definitions_[place->second].references;
        open.insert(open.end(), next.begin(), next.end());
    }
}

}  // namespace mcpgen::typescript
