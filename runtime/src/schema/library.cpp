// Walking through documents, and following references.
#include "schema/library.hpp"

#include "schema/equality.hpp"
#include "schema/pointer.hpp"
#include "schema/uri_reference.hpp"

#include <charconv>

namespace mcp::schema {
namespace {

std::string joined(const std::string& pointer, std::string_view name) {
    std::string result = pointer + '/';
    append_token(result, name);
    return result;
}

/// By references to places where subschemas usually are not.
constexpr std::size_t most_bytes_followed = std::size_t{256} * 1024 * 1024;

bool may_be_schema(JsonView value) { return value.is_object() || value.is_bool(); }

/// The member or element that a token of a JSON pointer names.
std::optional<JsonView> step_into(JsonView value, std::string_view token) {
    if (value.is_object()) {
        return value.find(name_of_token(token));
    }
    std::size_t index = 0;
    const char* const end = token.data() + token.size();
    const auto read = std::from_chars(token.data(), end, index);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return value.at(index);
}

}  // namespace

void broken(std::string path, std::string message) {
    throw Broken{{{}, std::move(path), std::move(message)}};
}

/// Where the walk is.
struct Library::Place {
    Resource* resource = nullptr;
    std::string path{};
    std::size_t depth = 0;
    bool new_document = false;
};

const Location& Library::add(JsonView document, std::string_view uri) {
    const JsonView copy = documents_.emplace_back(document);
    Resource& resource = resources_.emplace_back();
    resource.index = resources_.size() - 1;
    resource.uri = uri;
    resource.root = copy;
    if (documents_.size() > 1) resource.path = resource.uri + "#";
    by_uri_.emplace(resource.uri, &resource);
    resource.dialect = dialect_of_schema(copy, {}, resource.path);
    collect(copy, {&resource, resource.path, 0, true});
    return at(copy);
}

void Library::collect(JsonView schema, const Place& place) {
    if (locations_.contains(schema.text().data())) return;
    if (!may_be_schema(schema)) broken(place.path, "expected a schema: an object, true or false");
    if (place.depth > options_.max_depth) broken(place.path, "schemas nest too deeply");
    if (locations_.size() >= options_.max_subschemas) broken(place.path, "too many subschemas");
    Place inside = place;
    if (schema.is_object()) inside.resource = &identify(schema, inside);
    const auto [entry, added] =
        locations_.emplace(schema.text().data(), Location{schema, inside.resource, inside.path});
    order_.push_back(&entry->second);
    by_path_.emplace(entry->second.path, &entry->second);
    inside.new_document = false;
    if (schema.is_object()) collect_members(schema, inside);
}

/// The resource that `schema` belongs to: a new one when it has an identifier.
Resource& Library::identify(JsonView schema, Place& place) {
    Resource* resource = place.resource;
    const bool has_ref = !resource->dialect.is_2020() && schema.contains("$ref");
    const auto id = has_ref ? std::nullopt : schema["$id"].as_string();
    const SplitUri split = split_fragment(id ? std::string_view(*id) : std::string_view());
    if (!split.uri.empty()) {
        std::string uri = resolve(resource->uri, split.uri);
        if (!place.new_document) {
            Resource& inner = resources_.emplace_back();
            inner.index = resources_.size() - 1;
            inner.root = schema;
            inner.path = place.path;
            inner.dialect = dialect_of_schema(schema, resource->dialect, place.path);
            resource = &inner;
        }
        resource->uri = uri;
        const auto [entry, added] = by_uri_.emplace(std::move(uri), resource);
        if (!added && entry->second != resource)
            broken(joined(place.path, "$id"), "another schema has the same identifier");
    }
    add_anchors(schema, *resource, has_ref);
    return *resource;
}

void Library::add_anchors(JsonView schema, Resource& resource, bool has_ref) {
    const auto name = [&](std::string_view keyword) { return schema[keyword].as_string(); };
    if (!resource.dialect.is_2020()) {
        const auto id = has_ref ? std::nullopt : name("$id");
        const std::string_view fragment = split_fragment(id ? std::string_view(*id) : "").fragment;
        if (!fragment.empty() && !fragment.starts_with('/'))
            add_anchor(resource.anchors, std::string(fragment), schema, resource.path);
        return;
    }
    if (auto anchor = name("$anchor"))
        add_anchor(resource.anchors, *std::move(anchor), schema, resource.path);
    if (auto anchor = name("$dynamicAnchor"))
        add_anchor(resource.dynamic_anchors, *std::move(anchor), schema, resource.path);
}

void Library::add_anchor(std::map<std::string, JsonView, std::less<>>& anchors, std::string name,
                         JsonView schema, const std::string& path) {
    const auto [entry, added] = anchors.emplace(std::move(name), schema);
    if (!added) broken(path, "two subschemas have the anchor `" + entry->first + "`");
}

void Library::collect_members(JsonView schema, const Place& place) {
    const auto into = [&](JsonView child, std::string path) {
        collect(child, {place.resource, std::move(path), place.depth + 1, false});
    };
    const auto into_list = [&](JsonView list, const std::string& path) {
        std::size_t index = 0;
        for (const JsonView child : list.elements())
            into(child, joined(path, std::to_string(index++)));
    };
    std::string room;
    for (const JsonMember& member : schema.members()) {
        const std::string_view keyword = plain_text(member.raw_name, room);
        Holds kind = holds(place.resource->dialect.draft, keyword);
        if (kind == Holds::nothing) continue;
        const std::string path = joined(place.path, keyword);
        if (kind == Holds::schema_or_list)
            kind = member.value.is_array() ? Holds::list : Holds::schema;
        if (kind == Holds::schema) {
            into(member.value, path);
        } else if (kind == Holds::list) {
            if (!member.value.is_array()) broken(path, "expected an array of schemas");
            into_list(member.value, path);
        } else {
            if (!member.value.is_object()) broken(path, "expected an object with schemas");
            for (const JsonMember& each : member.value.members()) {
                if (kind == Holds::map_or_names && each.value.is_array()) continue;
                into(each.value, joined(path, each.name()));
            }
        }
    }
}

Dialect Library::dialect_of_schema(JsonView schema, const Dialect& otherwise,
                                   const std::string& path) {
    const auto named = schema.find("$schema");
    if (!named) return otherwise;
    const std::string uri = named->as_string().value_or(std::string());
    if (const auto draft = draft_of(uri)) {
        Dialect dialect;
        dialect.draft = *draft;
        return dialect;
    }
    const JsonView meta = known_document(split_fragment(uri).uri);
    if (!meta.is_object()) {
        broken(
            joined(path, "$schema"),
            "the dialect `" + uri + "` is not supported; 2020-12 (the default) and draft-07 are");
    }
    if (const auto vocabularies = meta.find("$vocabulary")) {
        std::string unknown;
        const auto dialect = dialect_of(*vocabularies, unknown);
        if (!dialect)
            broken(joined(path, "$schema"), "the vocabulary `" + unknown + "` is not supported");
        return *dialect;
    }
    const auto draft = draft_of(meta["$schema"].as_string().value_or(std::string()));
    Dialect dialect;
    dialect.draft = draft.value_or(Draft::draft2020);
    return dialect;
}

/// A document that was given along or is built in; null when there is none.
JsonView Library::known_document(std::string_view uri) {
    for (const SchemaDocument& each : options_.documents) {
        if (split_fragment(each.uri).uri == uri) return each.schema;
    }
    static const std::map<std::string_view, Json> built_in = [] {
        std::map<std::string_view, Json> documents;
        for (const MetaDocument& each : meta_documents())
            documents.emplace(each.uri, Json::parse(each.text).value());
        return documents;
    }();
    if (const auto found = built_in.find(uri); found != built_in.end()) return found->second;
    return {};
}

const Resource* Library::find_resource(const std::string& uri) {
    if (const auto found = by_uri_.find(uri); found != by_uri_.end()) return found->second;
    const JsonView document = known_document(uri);
    if (!may_be_schema(document)) return nullptr;
    return add(document, uri).resource;
}

Library::Target Library::find(const Location& from, std::string_view reference,
                              std::string_view keyword) {
    const std::string path = joined(from.path, keyword);
    const SplitUri split = split_fragment(reference);
    const std::string uri = resolve(from.resource->uri, split.uri);
    const Resource* const resource = split.uri.empty() ? from.resource : find_resource(uri);
    if (!resource)
        broken(path, "the reference `" + std::string(reference) +
                         "` leads out of the schema, and nothing is fetched");
    const std::string fragment = unescape_uri(split.fragment);
    if (fragment.empty()) return {&at(resource->root), {}};
    if (fragment.front() == '/') return {&follow(*resource, fragment, path), {}};
    if (const auto found = resource->dynamic_anchors.find(fragment);
        found != resource->dynamic_anchors.end())
        return {&at(found->second), fragment};
    const auto found = resource->anchors.find(fragment);
    if (found == resource->anchors.end())
        broken(path, "the reference `" + std::string(reference) + "` leads nowhere");
    return {&at(found->second), {}};
}

/// The subschema that a JSON pointer names, which need not be where subschemas usually are.
const Location& Library::follow(const Resource& resource, std::string_view pointer,
                                const std::string& path) {
    const Location* nearest = &at(resource.root);
    if (const auto known = by_path_.find(nearest->path + std::string(pointer));
        known != by_path_.end())
        return *known->second;
    // Each step reads the text that it passes.
    bytes_followed_ += resource.root.text().size();
    if (bytes_followed_ > most_bytes_followed) broken(path, "too many references");
    JsonView value = resource.root;
    std::string place = nearest->path;
    for (std::string_view rest = pointer; !rest.empty();) {
        const std::size_t end = std::min(rest.find('/', 1), rest.size());
        const auto next = step_into(value, rest.substr(1, end - 1));
        if (!next) broken(path, "the reference `#" + std::string(pointer) + "` leads nowhere");
        value = *next;
        place += rest.substr(0, end);
        rest.remove_prefix(end);
        if (const auto known = locations_.find(value.text().data()); known != locations_.end())
            nearest = &known->second;
    }
    if (!locations_.contains(value.text().data())) {
        // Identifiers there count from now on.
        Resource& owner = resources_[nearest->resource->index];
        collect(value, {&owner, place, 0, false});
    }
    return at(value);
}

}  // namespace mcp::schema
