// Applies patches to a JSON document: apply_patch BASE PATCH... OUT
// So a made-up revision is stored as what it changes. Not a part of mcpgen.
//
//   { "a": { "b": 1 } }    sets a.b          { "a": null }         removes a
//   { "list+": [1, 2] }    appends           anything else         replaces
#include <generator/schema/document.hpp>
#include <generator/schema/form.hpp>
#include <generator/support/file_io.hpp>

#include <algorithm>
#include <iostream>
#include <string_view>

namespace {

using mcpgen::KeyValue;
using mcpgen::Node;

void apply(Node& target, const Node& patch) {
    for (const KeyValue& change : patch.members) {
        std::string_view key = change.key;
        const bool appends = key.ends_with('+');
        if (appends) key.remove_suffix(1);
        auto found = std::find_if(target.members.begin(), target.members.end(),
                                  [&](const KeyValue& member) { return member.key == key; });
        if (change.value.is(Node::Kind::null)) {
            if (found != target.members.end()) target.members.erase(found, found + 1);
            continue;
        }
        if (found == target.members.end()) {
            Node empty;
            empty.kind = change.value.kind;
            found = target.members.insert(found, {key, empty});
        }
        if (appends) {
            found->value.items.insert(found->value.items.end(), change.value.items.begin(),
                                      change.value.items.end());
        } else if (change.value.is(Node::Kind::object) && found->value.is(Node::Kind::object)) {
            apply(found->value, change.value);
        } else {
            found->value = change.value;
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::cerr << "usage: apply_patch BASE PATCH... OUT\n";
        return 2;
    }
    mcpgen::Diagnostics diagnostics;
    auto document = mcpgen::read_document(argv[1], diagnostics);
    for (int i = 2; document && i + 1 < argc; ++i) {
        const auto patch = mcpgen::read_document(argv[i], diagnostics);
        if (!patch) break;
        apply(document->root, patch->root);
    }
    if (!diagnostics.failed())
        mcpgen::write_file(argv[argc - 1], mcpgen::to_form(document->root), diagnostics);
    for (const auto& problem : diagnostics.all())
        std::cerr << mcpgen::to_text(problem, false) << '\n';
    return diagnostics.failed() ? 1 : 0;
}
