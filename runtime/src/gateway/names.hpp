// Under which names the things of a host's catalogue are offered in front: the catalogue's, or the
// servers' own where no two have the same.
#pragma once

#include <mcp/host_catalogue.hpp>
#include <mcp/types.hpp>
#include <mcp/uri_template.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcp::gateway {

class Names {
public:
    Names(std::shared_ptr<const Catalogue> catalogue, bool plain);

    const std::shared_ptr<const Catalogue>& catalogue() const { return catalogue_; }
    std::vector<Tool> tools() const;
    std::vector<Prompt> prompts() const;
    std::vector<Resource> resources() const;
    std::vector<ResourceTemplate> templates() const;

    /// From front to catalogue; what is not known stays as it is.
    std::string tool(std::string_view name) const;
    std::string prompt(std::string_view name) const;
    std::string resource(std::string_view uri) const;
    std::string resource_template(std::string_view uri_template) const;
    /// From catalogue to front.
    std::string shown_uri(std::string_view uri) const;
    void show(ContentBlock& block) const;
    void show(AnyResourceContents& contents) const;

private:
    using Table = std::map<std::string, std::string, std::less<>>;
    std::shared_ptr<const Catalogue> catalogue_;
    bool plain_;
    Table tools_{}, prompts_{}, resources_{}, templates_{};        // front -> catalogue
    Table shown_{};                                                // tools and prompts, back
    std::vector<std::pair<UriTemplate, std::string>> patterns_{};  // and the address's beginning
    Table shown_uris_{};
    std::map<std::string, bool, std::less<>> keys_{};  // what addresses begin with, without its +
};

}  // namespace mcp::gateway
