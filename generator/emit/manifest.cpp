// manifest.json: what these bindings contain, one entry per line so that a change can be read as a
// diff.
#include <generator/emit/emitters.hpp>
#include <generator/support/json_text.hpp>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mcpgen {
namespace {

std::string quoted_list(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + quote_json(text);
    return "[" + list + "]";
}

std::vector<std::string> dates(Revisions set, const Model& model) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < model.revisions.size(); ++i) {
        if (set.contains(i)) result.push_back(model.revisions[i]);
    }
    return result;
}

/// One JSON object on one line.
class Line {
public:
    Line& text(std::string_view name, std::string_view value) {
        return raw(name, quote_json(value));
    }
    Line& list(std::string_view name, const std::vector<std::string>& values) {
        return raw(name, quoted_list(values));
    }
    Line& raw(std::string_view name, std::string_view value) {
        text_ += text_.empty() ? "{" : ", ";
        text_ += quote_json(name);
        text_ += ": ";
        text_ += value;
        return *this;
    }
    std::string take() const { return text_ + "}"; }

private:
    std::string text_;
};

const char* kind_of(const Declaration& declaration) {
    static constexpr const char* kinds[] = {"record", "union", "enum", "alias"};
    return kinds[declaration.index()];
}

/// What was published, by what carries it, in the order of the model.
using ByTarget = std::unordered_map<std::string_view, std::vector<const Published*>>;

ByTarget published_by_target(const Model& model) {
    ByTarget entries;
    for (const Published& entry : model.published) entries[entry.target].push_back(&entry);
    return entries;
}

std::string type_line(const Declaration& declaration, const Model& model, const ByTarget& carried) {
    const std::string& name = name_of(declaration);
    std::string published;
    if (const auto entries = carried.find(name); entries != carried.end()) {
        for (const Published* entry : entries->second) {
            for (const std::string& date : dates(entry->in, model)) {
                published += published.empty() ? "" : ", ";
                published += Line()
                                 .text("revision", date)
                                 .text("definition", entry->definition)
                                 .text("as", entry->as)
                                 .take();
            }
        }
    }
    return Line()
        .text("name", name)
        .text("kind", kind_of(declaration))
        .list("revisions", dates(revisions_of(declaration), model))
        .raw("published", "[" + published + "]")
        .take();
}

std::string method_line(const Method& method, const Model& model) {
    static constexpr const char* directions[] = {"client_to_server", "server_to_client", "both"};
    Line line;
    line.text("name", method.wire)
        .text("type", method.name)
        .text("direction", directions[static_cast<std::size_t>(method.direction)])
        .raw("notification", method.notification ? "true" : "false")
        .list("revisions", dates(method.in, model));
    if (method.params) line.text("params", method.params->text);
    if (method.result) line.text("result", method.result->text);
    return line.take();
}

/// A list of the manifest, line by line.
class Section {
public:
    Section(std::string& text, std::string_view name) : text_(text) {
        text_ += ",\n  " + quote_json(name) + ": [";
    }
    void add(std::string_view line) {
        text_ += empty_ ? "\n    " : ",\n    ";
        text_ += line;
        empty_ = false;
    }
    void close() { text_ += empty_ ? "]" : "\n  ]"; }

private:
    std::string& text_;
    bool empty_ = true;
};

}  // namespace

std::string emit_manifest(const Context& context, const std::vector<std::string>& files) {
    const Model& model = context.model;
    std::string text = "{\n  \"generator\": \"mcpgen\"";
    if (!model.extension.empty()) text += ",\n  \"extension\": " + quote_json(model.extension);
    text += ",\n  \"namespace\": " + quote_json(context.space);
    text += ",\n  \"revisions\": " + quoted_list(model.revisions);

    Section listed(text, "files");
    for (const std::string& file : files) listed.add(quote_json(file));
    listed.close();

    Section types(text, "types");
    const ByTarget carried = published_by_target(model);
    for (const Declaration& declaration : model.declarations)
        types.add(type_line(declaration, model, carried));
    types.close();

    Section methods(text, "methods");
    for (const Method& method : model.methods) methods.add(method_line(method, model));
    methods.close();

    Section published(text, "published");
    for (const Published& entry : model.published) {
        for (const std::string& date : dates(entry.in, model)) {
            published.add(Line()
                              .text("revision", date)
                              .text("definition", entry.definition)
                              .text("as", entry.as)
                              .text("target", entry.target)
                              .take());
        }
    }
    published.close();
    return text + "\n}\n";
}

}  // namespace mcpgen
