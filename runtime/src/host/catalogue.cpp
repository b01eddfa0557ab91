// Looking into the catalogue. It is a list of parts, so that a change of one server copies nothing
// of the others.
#include <mcp/host_catalogue.hpp>

#include "host/names.hpp"
#include "host/server_part.hpp"

#include <utility>

namespace mcp {

namespace {

template <class Entry>
std::vector<std::shared_ptr<const Entry>> all_of(
    const std::vector<std::shared_ptr<const host::ServerPart>>& parts,
    std::vector<Entry> host::ServerPart::*entries) {
    std::size_t count = 0;
    for (const auto& part : parts) count += ((*part).*entries).size();
    std::vector<std::shared_ptr<const Entry>> all;
    all.reserve(count);
    for (const auto& part : parts) {
        for (const Entry& entry : (*part).*entries) all.emplace_back(part, &entry);
    }
    return all;
}

template <class Entry>
std::shared_ptr<const Entry> one_of(
    const std::shared_ptr<const host::ServerPart>& part, std::string_view name,
    std::vector<Entry> host::ServerPart::*entries,
    std::unordered_map<std::string_view, std::size_t> host::ServerPart::*index) {
    if (!part) return nullptr;
    const auto found = ((*part).*index).find(name);
    if (found == ((*part).*index).end()) return nullptr;
    return {part, &((*part).*entries)[found->second]};
}

}  // namespace

Tool CatalogueTool::offered() const {
    Tool copy = tool;
    copy.name = name;
    return copy;
}
Prompt CataloguePrompt::offered() const {
    Prompt copy = prompt;
    copy.name = name;
    return copy;
}
Resource CatalogueResource::offered() const {
    Resource copy = resource;
    copy.uri = uri;
    return copy;
}
ResourceTemplate CatalogueTemplate::offered() const {
    ResourceTemplate copy = resource_template;
    copy.uriTemplate = uri_template;
    return copy;
}

Catalogue::Catalogue(std::vector<std::shared_ptr<const host::ServerPart>> parts)
    : parts_(std::move(parts)) {}

std::vector<std::shared_ptr<const CatalogueTool>> Catalogue::tools() const {
    return all_of(parts_, &host::ServerPart::tools);
}
std::vector<std::shared_ptr<const CataloguePrompt>> Catalogue::prompts() const {
    return all_of(parts_, &host::ServerPart::prompts);
}
std::vector<std::shared_ptr<const CatalogueResource>> Catalogue::resources() const {
    return all_of(parts_, &host::ServerPart::resources);
}
std::vector<std::shared_ptr<const CatalogueTemplate>> Catalogue::resource_templates() const {
    return all_of(parts_, &host::ServerPart::templates);
}

std::shared_ptr<const host::ServerPart> Catalogue::part_of(std::string_view name) const {
    const std::string_view key = host::key_of_name(name);
    for (const auto& part : parts_) {
        if (part->key == key) return part;
    }
    return nullptr;
}

std::shared_ptr<const CatalogueTool> Catalogue::tool(std::string_view name) const {
    return one_of(part_of(name), name, &host::ServerPart::tools, &host::ServerPart::tool_at);
}
std::shared_ptr<const CataloguePrompt> Catalogue::prompt(std::string_view name) const {
    return one_of(part_of(name), name, &host::ServerPart::prompts, &host::ServerPart::prompt_at);
}

std::vector<CatalogueNote> Catalogue::notes() const {
    std::vector<CatalogueNote> all;
    for (const auto& part : parts_) all.insert(all.end(), part->notes.begin(), part->notes.end());
    return all;
}

std::size_t Catalogue::size() const {
    std::size_t count = 0;
    for (const auto& part : parts_) {
        count += part->tools.size() + part->prompts.size() + part->resources.size() +
                 part->templates.size();
    }
    return count;
}

}  // namespace mcp
