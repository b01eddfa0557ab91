// `mcpgen import`: a published schema in our form. This file decides which document it is and what
// its root says; definitions are in `rewrite.cpp`, the layout is in `form.cpp`.
#include <generator/pipeline.hpp>

#include <generator/import/rewrite.hpp>
#include <generator/schema/form.hpp>
#include <generator/schema/json_schema.hpp>
#include <generator/schema/read.hpp>
#include <generator/schema/resolve.hpp>
#include <generator/schema/typescript/typescript.hpp>
#include <generator/support/builtin.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace mcpgen {
namespace {

Node text_node(std::string text) {
    Node node;
    node.kind = Node::Kind::string;
    node.text = std::move(text);
    return node;
}

std::optional<Document> read_any(const std::string& path, Diagnostics& diagnostics) {
    return path.ends_with(".ts") ? read_typescript(path, diagnostics)
                                 : read_document(path, diagnostics);
}

std::string text_at_root(const Node& root, std::string_view key) {
    const Node* node = root.find(key);
    return node != nullptr ? node->text.str() : std::string();
}

/// Extensions are kept in files or folders called `ext-tasks`.
bool looks_like_extension(const std::string& path) {
    const std::filesystem::path absolute = std::filesystem::absolute(path);
    return absolute.filename().string().starts_with("ext-") ||
           absolute.parent_path().filename().string().starts_with("ext-");
}

/// What the document is: `revision` and, for an extension, `extension` are set. Reports all that is
/// wrong with it.
SchemaFile identify(const std::string& input, const Document& document, Diagnostics& diagnostics) {
    SchemaFile file;
    file.file = document.file;
    parse_json_schema(document, file, diagnostics);
    if (!file.extension.empty() || diagnostics.failed()) return file;
    if (document.file == "-" || input != document.file || !file.revision.empty()) {
        if (input != document.file) file.revision = input.substr(0, input.find('='));
        if (file.revision.empty())
            diagnostics.error({document.file, "", 0, 0}, messages::no_revision());
        return file;
    }
    Diagnostics unheard;  // the same file again, for what its path says of it
    const bool extension = looks_like_extension(input);
    if (const auto again = read_schema(input, extension, extension ? diagnostics : unheard)) {
        file.revision = again->revision;
        if (extension) file.extension = again->extension;
    }
    if (!extension && file.revision.empty())
        diagnostics.error({document.file, "", 0, 0}, messages::no_revision());
    return file;
}

struct KnownFiles {
    Known known;
    std::string newest;  ///< newest revision among them
    std::string
        extension;  ///< full identifier of the extension that is imported, when it is among them
    std::string extends;
};

/// The file of the same revision or extension is asked first, then revisions, newest first, then
/// the rest.
std::optional<KnownFiles> read_known(std::vector<std::string> paths, const SchemaFile& of,
                                     Diagnostics& diagnostics) {
    if (paths.empty()) {
        const auto builtin = find_builtin(diagnostics);
        if (!builtin) return std::nullopt;
        paths = builtin->schemas;
        paths.insert(paths.end(), builtin->extensions.begin(), builtin->extensions.end());
    }
    KnownFiles out;
    std::vector<std::pair<std::string, Document>> ranked;
    for (const std::string& input : paths) {
        auto document = read_any(path_of(input), diagnostics);
        if (!document) return std::nullopt;
        const std::string revision = text_at_root(document->root, "x-mcp-revision");
        const std::string extension = text_at_root(document->root, "x-mcp-extension");
        out.newest = std::max(out.newest, revision);
        const bool same_extension =
            !of.extension.empty() &&
            (extension == of.extension || extension.ends_with("/" + of.extension));
        if (same_extension) {
            out.extension = extension;
            out.extends = text_at_root(document->root, "x-mcp-extends");
        }
        const bool own = same_extension || (of.extension.empty() && revision == of.revision);
        ranked.emplace_back(own ? "9" : revision, *std::move(document));
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [rank, document] : ranked) out.known.add(std::move(document));
    return out;
}

/// Adds what `schema` refers to and `definitions` lack, from our file of the revision that is
/// extended.
void add_referenced(const Node& schema, const Node& base, std::set<std::string>& have,
                    ThinList<KeyValue>& definitions) {
    constexpr std::string_view prefix = "#/$defs/";
    const Node* ref = schema.find("$ref");
    if (ref != nullptr && ref->text.view().starts_with(prefix)) {
        const std::string name(ref->text.view().substr(prefix.size()));
        const Node* found = base.find(name);
        if (found != nullptr && have.insert(name).second) {
            definitions.push_back({name, *found});
            add_referenced(*found, base, have, definitions);
        }
    }
    for (const KeyValue& member : schema.members)
        add_referenced(member.value, base, have, definitions);
    for (const Node& item : schema.items) add_referenced(item, base, have, definitions);
}

/// What a document only imports by name is repeated in ours.
void add_imports(const KnownFiles& ours, const std::string& extends,
                 ThinList<KeyValue>& definitions) {
    const Node* base = ours.known.file_with("x-mcp-revision", extends);
    const Node* table = base == nullptr ? nullptr : base->find("$defs");
    if (table == nullptr) return;
    std::set<std::string> have;
    for (const KeyValue& definition : definitions) have.insert(definition.key.str());
    const ThinList<KeyValue> own = definitions;
    for (const KeyValue& definition : own)
        add_referenced(definition.value, *table, have, definitions);
}

Node root_of(const SchemaFile& file, const KnownFiles& ours, std::vector<std::string>& missing) {
    Node root;
    root.kind = Node::Kind::object;
    const auto put = [&](std::string_view key, std::string_view text) {
        root.members.push_back({key, text_node(std::string(text))});
    };
    put("$schema", "https://json-schema.org/draft/2020-12/schema");
    const bool extension = !file.extension.empty();
    const std::string key = extension ? "x-mcp-extension" : "x-mcp-revision";
    const std::string name = !extension               ? file.revision
                             : ours.extension.empty() ? file.extension
                                                      : ours.extension;
    const std::string space = name.substr(name.find_last_of('/') + 1);
    put("title", "Model Context Protocol" + (extension ? ": " + space + " extension" : " " + name));
    put(key, name);
    if (extension) {
        put("x-mcp-extends", !file.revision.empty()  ? file.revision
                             : !ours.extends.empty() ? ours.extends
                                                     : ours.newest);
    }
    const Node* own = ours.known.file_with(key, name);
    const Node* text = own == nullptr ? nullptr : own->find("description");
    if (text != nullptr)
        put("description", text->text);
    else
        missing.push_back(name);
    return root;
}

}  // namespace

std::optional<std::string> import_schema(const std::string& published,
                                         const std::vector<std::string>& known,
                                         std::vector<std::string>& missing,
                                         Diagnostics& diagnostics) {
    const auto document = read_any(path_of(published), diagnostics);
    if (!document) return std::nullopt;
    const SchemaFile file = identify(published, *document, diagnostics);
    // What an extension lacks may be in the revision that it extends: looked at below.
    if (file.extension.empty()) resolve(file, nullptr, diagnostics);
    if (diagnostics.failed()) return std::nullopt;
    const std::optional<KnownFiles> ours = read_known(known, file, diagnostics);
    if (!ours) return std::nullopt;

    Node root = root_of(file, *ours, missing);
    const Node* source = document->root.find("$defs");
    if (source == nullptr) source = document->root.find("definitions");
    Node definitions;
    definitions.kind = Node::Kind::object;
    for (const KeyValue& definition : source->members) {
        definitions.members.push_back(
            {definition.key,
             rewrite_definition(definition.value, definition.key.str(), ours->known, missing)});
    }
    if (!file.extension.empty())
        add_imports(*ours, text_at_root(root, "x-mcp-extends"), definitions.members);
    std::sort(definitions.members.begin(), definitions.members.end(),
              [](const KeyValue& a, const KeyValue& b) { return a.key < b.key; });
    root.members.push_back({"$defs", std::move(definitions)});

    Document result{document->file, std::move(root)};
    SchemaFile checked;
    parse_json_schema(result, checked, diagnostics);
    resolve(checked, nullptr, diagnostics);
    if (diagnostics.failed()) return std::nullopt;
    return to_form(result.root);
}

}  // namespace mcpgen
