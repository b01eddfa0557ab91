// See manifest.hpp.
#include <generator/tools/manifest.hpp>

#include <generator/schema/form.hpp>
#include <generator/support/tool_messages.hpp>

#include <algorithm>
#include <utility>

namespace mcpgen {
namespace {

struct List {
    std::string_view key;
    std::vector<ManifestEntry> Manifest::*entries;
};

constexpr List lists[] = {{"tools", &Manifest::tools},
                          {"prompts", &Manifest::prompts},
                          {"resourceTemplates", &Manifest::templates}};

bool same(const Node& a, const Node& b) {
    if (a.kind != b.kind || a.boolean != b.boolean || a.text != b.text) return false;
    return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                      [](const Node& x, const Node& y) { return same(x, y); }) &&
           std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                      [](const KeyValue& x, const KeyValue& y) {
                          return x.key == y.key && same(x.value, y.value);
                      });
}

class Collector {
public:
    Collector(Manifest& manifest, Diagnostics& diagnostics)
        : manifest_(manifest), diagnostics_(diagnostics) {}

    void collect(const Place& place) {
        const Node& node = place.node();
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const Place item(place, i, node.items[i]);
            if (is_tool(item.node()))
                add(item, &Manifest::tools);
            else
                collect(item);
        }
        if (const Node* result = node.find("result")) collect(Place(place, "result", *result));
        for (const List& list : lists) {
            const Node* entries = node.find(list.key);
            if (entries == nullptr) continue;
            const Place at(place, list.key, *entries);
            // `tools` may hold the whole answer to `tools/list`.
            if (entries->is(Node::Kind::object)) collect(at);
            for (std::size_t i = 0; i < entries->items.size(); ++i)
                add(Place(at, i, entries->items[i]), list.entries);
        }
    }

private:
    static bool is_tool(const Node& node) {
        return node.find("name") != nullptr && node.find("inputSchema") != nullptr;
    }

    void add(const Place& place, std::vector<ManifestEntry> Manifest::*list) {
        const Node* name = place->find("name");
        if (name == nullptr || !name->is(Node::Kind::string) || name->text.empty())
            return diagnostics_.error(place.location(), messages::entry_without_name());
        if (list == &Manifest::templates && !is_text(place->find("uriTemplate")))
            return diagnostics_.error(place.location(),
                                      messages::template_without_address(name->text));
        auto& entries = manifest_.*list;
        const auto known = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) {
            return entry.name == name->text;
        });
        if (known == entries.end())
            entries.push_back({name->text.str(), &place.node(), place.location()});
        else if (!same(*known->node, place.node()))
            diagnostics_.error(place.location(), messages::entry_twice(name->text));
    }

    static bool is_text(const Node* node) {
        return node != nullptr && node->is(Node::Kind::string);
    }

    Manifest& manifest_;
    Diagnostics& diagnostics_;
};

}  // namespace

void add_to_manifest(Manifest& manifest, Document document, Diagnostics& diagnostics) {
    const Document& kept = manifest.documents.emplace_back(std::move(document));
    Collector(manifest, diagnostics).collect(Place(kept));
}

std::optional<Manifest> read_manifest(const std::vector<std::string>& paths,
                                      Diagnostics& diagnostics) {
    Manifest manifest;
    for (const std::string& path : paths) {
        if (auto document = read_document(path, diagnostics))
            add_to_manifest(manifest, *std::move(document), diagnostics);
    }
    if (!diagnostics.failed() && manifest.empty()) {
        const std::string file = paths.empty() ? std::string() : paths.front();
        diagnostics.error({.file = file, .pointer = {}}, messages::empty_manifest());
    }
    if (diagnostics.failed()) return std::nullopt;
    return manifest;
}

std::string to_text(const Manifest& manifest) {
    Node root;
    root.kind = Node::Kind::object;
    for (const List& list : lists) {
        std::vector<ManifestEntry> entries = manifest.*list.entries;
        if (entries.empty()) continue;
        std::sort(entries.begin(), entries.end(),
                  [](const auto& a, const auto& b) { return a.name < b.name; });
        Node array;
        array.kind = Node::Kind::array;
        for (const ManifestEntry& entry : entries) array.items.push_back(*entry.node);
        root.members.push_back({std::string(list.key), std::move(array)});
    }
    return to_form(root);
}

}  // namespace mcpgen
