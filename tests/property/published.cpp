// See published.hpp.
#include <tests/property/published.hpp>

#include <mcp/fwd.hpp>
#include <mcp/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace mcp::testing {
namespace {

Json read_manifest(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    auto json = Json::parse(text);
    if (!json) throw std::runtime_error(path.string() + ": " + json.error().message());
    return *json;
}

void add(std::vector<Definition>& all, const std::filesystem::path& folder,
         std::string_view space) {
    const Json manifest = read_manifest(folder / "manifest.json");
    for (const JsonView entry : manifest["published"].elements()) {
        const auto text = [&](std::string_view name) { return entry[name].as_string().value(); };
        Definition definition{.space = std::string(space),
                              .date = text("revision"),
                              .name = text("definition"),
                              .as = text("as"),
                              .target = text("target")};
        definition.revision = revision_from(definition.date).value();
        all.push_back(std::move(definition));
    }
}

std::vector<Definition> read_all() {
    const std::filesystem::path bindings =
        std::filesystem::path(MCPGEN_SOURCE_DIR) / "generated" / "mcp";
    std::vector<Definition> all;
    add(all, bindings, {});
    std::vector<std::filesystem::path> extensions;
    for (const auto& entry : std::filesystem::directory_iterator(bindings)) {
        if (std::filesystem::exists(entry.path() / "manifest.json"))
            extensions.push_back(entry.path());
    }
    std::sort(extensions.begin(), extensions.end());
    for (const auto& folder : extensions) add(all, folder, folder.filename().string());
    return all;
}

}  // namespace

const std::vector<Definition>& published_definitions() {
    static const std::vector<Definition> all = read_all();
    return all;
}

const Definition* find_definition(std::string_view space, Revision revision,
                                  std::string_view name) {
    const auto& all = published_definitions();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Definition& d) {
        return d.space == space && d.revision == revision && d.name == name;
    });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace mcp::testing
