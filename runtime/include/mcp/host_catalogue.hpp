// What all servers of a host offer, in one place and under names that cannot collide. A snapshot:
// it does not change, a new one takes its place.
#pragma once

#include <mcp/types.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

namespace host {
struct ServerPart;  // src/host
}

/// A tool. `name` is what models and users call it: `weather__forecast`, of letters, digits, `_`
/// and `-`, 64 at most.
struct CatalogueTool {
    std::string name{};
    std::string server{};  ///< as the configuration has it
    Tool tool{};           ///< as the server has it
    /// The tool as it is offered: with `name`.
    Tool offered() const;
};

/// Named as tools are.
struct CataloguePrompt {
    std::string name{};
    std::string server{};
    Prompt prompt{};
    Prompt offered() const;
};

/// Resources are told apart by address: `weather+file:///today`.
struct CatalogueResource {
    std::string uri{};
    std::string server{};
    Resource resource{};
    Resource offered() const;
};
struct CatalogueTemplate {
    std::string uri_template{};
    std::string server{};
    ResourceTemplate resource_template{};
    ResourceTemplate offered() const;
};

/// What was changed, or left out, so that names are unique and bounds are kept.
struct CatalogueNote {
    std::string server{};
    std::string what{};  ///< a sentence
    friend bool operator==(const CatalogueNote&, const CatalogueNote&) = default;
};

class Catalogue {
public:
    Catalogue() = default;
    explicit Catalogue(std::vector<std::shared_ptr<const host::ServerPart>> parts);

    /// In the order of the servers, and of their lists. A pointer keeps what it points at alive.
    std::vector<std::shared_ptr<const CatalogueTool>> tools() const;
    std::vector<std::shared_ptr<const CataloguePrompt>> prompts() const;
    std::vector<std::shared_ptr<const CatalogueResource>> resources() const;
    std::vector<std::shared_ptr<const CatalogueTemplate>> resource_templates() const;

    /// By name; null when there is none.
    std::shared_ptr<const CatalogueTool> tool(std::string_view name) const;
    std::shared_ptr<const CataloguePrompt> prompt(std::string_view name) const;

    std::vector<CatalogueNote> notes() const;
    /// How many tools, prompts, resources and templates.
    std::size_t size() const;

private:
    std::shared_ptr<const host::ServerPart> part_of(std::string_view name) const;
    std::vector<std::shared_ptr<const host::ServerPart>> parts_{};
};

}  // namespace mcp
