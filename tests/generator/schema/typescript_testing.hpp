// Helpers of the TypeScript front end's tests: declarations in, JSON text out, in one canonical
// form.
#pragma once

#include <generator/schema/document.hpp>
#include <generator/schema/typescript/typescript.hpp>
#include <generator/support/json_text.hpp>

#include "catch.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen::testing {

/// JSON text with sorted members and without white space.
inline std::string canonical(const Node& node) {
    switch (node.kind) {
        case Node::Kind::null: return "null";
        case Node::Kind::boolean: return node.boolean ? "true" : "false";
        case Node::Kind::number: return node.text.str();
        case Node::Kind::string: return quote_json(node.text);
        case Node::Kind::array: {
            std::string out = "[";
            for (const Node& item : node.items)
                out += (out.size() > 1 ? "," : "") + canonical(item);
            return out + "]";
        }
        case Node::Kind::object: break;
    }
    std::vector<const KeyValue*> members;
    for (const KeyValue& member : node.members) members.push_back(&member);
    std::sort(members.begin(), members.end(),
              [](const KeyValue* a, const KeyValue* b) { return a->key < b->key; });
    std::string out = "{";
    for (const KeyValue* member : members) {
        out +=
            (out.size() > 1 ? "," : "") + quote_json(member->key) + ":" + canonical(member->value);
    }
    return out + "}";
}

inline std::string canonical(std::string_view json) {
    Diagnostics diagnostics;
    const auto document = parse_document("expected.json", json, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) FAIL(to_text(diagnostic, false));
    return canonical(document->root);
}

/// The document of declarations that are expected to be right.
inline Document declarations(std::string_view text) {
    Diagnostics diagnostics;
    auto document = parse_typescript("test.ts", text, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) FAIL(to_text(diagnostic, false));
    REQUIRE(document);
    return *std::move(document);
}

/// One definition of such a document.
inline std::string definition(std::string_view text, std::string_view name = "T") {
    const Document document = declarations(text);
    const Node* definitions = document.root.find("$defs");
    REQUIRE(definitions != nullptr);
    const Node* found = definitions->find(name);
    REQUIRE(found != nullptr);
    return canonical(*found);
}

/// What is said about wrong declarations, one line per problem: `line:column: sentence`.
inline std::string declared_problems(std::string_view text) {
    Diagnostics diagnostics;
    const auto document = parse_typescript("test.ts", text, diagnostics);
    CHECK(!document == diagnostics.failed());
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        CHECK(diagnostic.where.file == "test.ts");
        CHECK(!diagnostic.hint.empty());
        out += std::to_string(diagnostic.where.line) + ":" +
               std::to_string(diagnostic.where.column) + ": " + diagnostic.message + "\n";
    }
    return out;
}

}  // namespace mcpgen::testing
