// Building the tables, and looking up.
#include "gateway/names.hpp"

#include <mcp/host.hpp>

#include <variant>

namespace mcp::gateway {

namespace {

std::string_view behind_plus(std::string_view uri) {
    const auto plus = uri.find('+');
    return plus == uri.npos ? uri : uri.substr(plus + 1);
}

std::string looked_up(const std::map<std::string, std::string, std::less<>>& table,
                      std::string_view name) {
    const auto found = table.find(name);
    return found == table.end() ? std::string(name) : found->second;
}

/// Plain names that exactly one thing has, each with the name in the catalogue.
class Unique {
public:
    void add(const std::string& plain, const std::string& full) {
        auto& [name, count] = seen_[plain];
        name = full;
        ++count;
    }
    template <class F>
    void each(F f) const {
        for (const auto& [plain, entry] : seen_) {
            if (entry.second == 1) f(plain, entry.first);
        }
    }

private:
    std::map<std::string, std::pair<std::string, int>> seen_{};
};

}  // namespace

Names::Names(std::shared_ptr<const Catalogue> catalogue, bool plain)
    : catalogue_(std::move(catalogue)), plain_(plain) {
    if (!plain_) return;
    Unique tools, prompts, resources, templates;
    for (const auto& one : catalogue_->tools()) tools.add(one->tool.name, one->name);
    for (const auto& one : catalogue_->prompts()) prompts.add(one->prompt.name, one->name);
    for (const auto& one : catalogue_->resources()) resources.add(one->resource.uri, one->uri);
    for (const auto& one : catalogue_->resource_templates()) {
        templates.add(one->resource_template.uriTemplate, one->uri_template);
    }
    tools.each([&](const auto& name, const auto& full) { tools_[name] = full; });
    prompts.each([&](const auto& name, const auto& full) { prompts_[name] = full; });
    resources.each([&](const auto& uri, const auto& full) {
        resources_[uri] = full;
        shown_uris_[full] = uri;
        keys_[full.substr(0, full.find('+'))] = true;
    });
    templates.each([&](const auto& text, const auto& full) {
        templates_[text] = full;
        shown_uris_[full] = text;
        keys_[full.substr(0, full.find('+'))] = true;
        if (auto pattern = UriTemplate::parse(text)) {
            patterns_.emplace_back(*std::move(pattern), full.substr(0, full.find('+') + 1));
        }
    });
    for (const auto& [name, full] : tools_) shown_["t" + full] = name;
    for (const auto& [name, full] : prompts_) shown_["p" + full] = name;
}

std::vector<Tool> Names::tools() const {
    std::vector<Tool> all;
    for (const auto& one : catalogue_->tools()) {
        all.push_back(one->offered());
        const auto found = shown_.find("t" + one->name);
        if (found != shown_.end()) all.back().name = found->second;
    }
    return all;
}

std::vector<Prompt> Names::prompts() const {
    std::vector<Prompt> all;
    for (const auto& one : catalogue_->prompts()) {
        all.push_back(one->offered());
        const auto found = shown_.find("p" + one->name);
        if (found != shown_.end()) all.back().name = found->second;
    }
    return all;
}

std::vector<Resource> Names::resources() const {
    std::vector<Resource> all;
    for (const auto& one : catalogue_->resources()) {
        all.push_back(one->offered());
        all.back().uri = shown_uri(one->uri);
    }
    return all;
}

std::vector<ResourceTemplate> Names::templates() const {
    std::vector<ResourceTemplate> all;
    for (const auto& one : catalogue_->resource_templates()) {
        all.push_back(one->offered());
        all.back().uriTemplate = shown_uri(one->uri_template);
    }
    return all;
}

std::string Names::tool(std::string_view name) const { return looked_up(tools_, name); }
std::string Names::prompt(std::string_view name) const { return looked_up(prompts_, name); }
std::string Names::resource_template(std::string_view text) const {
    return looked_up(templates_, text);
}

std::string Names::resource(std::string_view uri) const {
    if (const auto found = resources_.find(uri); found != resources_.end()) return found->second;
    for (const auto& [pattern, prefix] : patterns_) {
        if (pattern.match(uri)) return prefix + std::string(uri);
    }
    // Of one server alone: addresses that it does not list are its own.
    if (keys_.size() == 1) {
        const std::string prefix = keys_.begin()->first + '+';
        if (uri.substr(0, prefix.size()) != prefix) return prefix + std::string(uri);
    }
    return std::string(uri);
}

std::string Names::shown_uri(std::string_view uri) const {
    if (!plain_) return std::string(uri);
    if (const auto found = shown_uris_.find(uri); found != shown_uris_.end()) return found->second;
    const std::string_view rest = behind_plus(uri);
    return resource(rest) == uri ? std::string(rest) : std::string(uri);
}

void Names::show(AnyResourceContents& contents) const {
    std::visit([&](auto& each) { each.uri = shown_uri(each.uri); },
               static_cast<AnyResourceContents::Base&>(contents));
}

void Names::show(ContentBlock& block) const {
    if (auto* const link = std::get_if<ResourceLink>(&block)) {
        link->uri = shown_uri(link->uri);
    } else if (auto* const embedded = std::get_if<EmbeddedResource>(&block)) {
        show(embedded->resource);
    }
}

}  // namespace mcp::gateway
