// One server's part of the catalogue. Does not change once it is built.
#pragma once

#include <mcp/host_catalogue.hpp>
#include <mcp/host_options.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mcp::host {

/// What a server's lists say, in its own words.
struct ServerLists {
    std::vector<Tool> tools{};
    std::vector<Prompt> prompts{};
    std::vector<Resource> resources{};
    std::vector<ResourceTemplate> templates{};
    std::vector<CatalogueNote> notes{};  ///< what was left out
    friend bool operator==(const ServerLists&, const ServerLists&) = default;
};

struct ServerPart {
    std::string server{};
    std::string key{};
    std::vector<CatalogueTool> tools{};
    std::vector<CataloguePrompt> prompts{};
    std::vector<CatalogueResource> resources{};
    std::vector<CatalogueTemplate> templates{};
    std::vector<CatalogueNote> notes{};

    // By exposed name; the texts are those above.
    std::unordered_map<std::string_view, std::size_t> tool_at{};
    std::unordered_map<std::string_view, std::size_t> prompt_at{};

    ServerPart() = default;
    ServerPart(const ServerPart&) = delete;
    ServerPart& operator=(const ServerPart&) = delete;
};

/// Gives everything its name.
std::shared_ptr<const ServerPart> make_part(std::string server, std::string key, ServerLists lists);

/// What the second has that the first has not, or has otherwise. Either may be null.
CatalogueChange difference(const ServerPart* before, const ServerPart* now);

}  // namespace mcp::host
