// Naming what a server offers.
#include "host/server_part.hpp"

#include "host/names.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace mcp::host {

namespace {

std::string shown(std::string_view name) {
    constexpr std::size_t longest = 100;
    return Json(name.substr(0, longest)).dump();
}

class Naming {
public:
    explicit Naming(ServerPart& part) : part_(part) {}

    /// Fills `named` and `at` with the items, each under a name of its own. A name that had to be
    /// changed yields to the one that is so; two that had to be both get a hash. So the order of a
    /// list, which may change, does not matter.
    template <class Entry, class Item>
    void name_all(std::vector<Item> items, Item Entry::*member, std::vector<Entry>& named,
                  std::unordered_map<std::string_view, std::size_t>& at) {
        std::unordered_map<std::string, std::size_t> wanted;
        for (const Item& item : items) ++wanted[joined_name(part_.key, item.name)];
        std::set<std::string, std::less<>> own;
        named.reserve(items.size());  // `at` has views of the names
        for (Item& item : items) {
            if (!own.insert(item.name).second) {
                note("has " + shown(item.name) + " twice; the first one counts");
                continue;
            }
            std::string name = joined_name(part_.key, item.name);
            const bool exact =
                name.size() == part_.key.size() + 2 + item.name.size() && name.ends_with(item.name);
            if (!exact && wanted[name] > 1) name = hashed_name(part_.key, item.name);
            if (at.contains(name)) {
                note(shown(item.name) + " is left out: its name cannot be told from another");
                continue;
            }
            if (!exact) note(shown(item.name) + " is called " + name);
            Entry entry;
            entry.name = std::move(name);
            entry.server = part_.server;
            entry.*member = std::move(item);
            named.push_back(std::move(entry));
            at.emplace(named.back().name, named.size() - 1);
        }
    }

    /// The same for addresses, which need no other form.
    template <class Entry, class Item>
    void address_all(std::vector<Item> items, Item Entry::*member, std::string Item::*own,
                     std::string Entry::*address, std::vector<Entry>& named) {
        std::set<std::string, std::less<>> seen;
        named.reserve(items.size());
        for (Item& item : items) {
            if (!seen.insert(item.*own).second) {
                note("has " + shown(item.*own) + " twice; the first one counts");
                continue;
            }
            Entry entry;
            entry.*address = joined_uri(part_.key, item.*own);
            entry.server = part_.server;
            entry.*member = std::move(item);
            named.push_back(std::move(entry));
        }
    }

private:
    void note(std::string what) {
        constexpr std::size_t most = 200;
        if (part_.notes.size() < most) part_.notes.push_back({part_.server, std::move(what)});
    }

    ServerPart& part_;
};

template <class Entry, class Item>
bool same(const std::vector<Entry>& a, const std::vector<Entry>& b, Item Entry::*member,
          std::string Entry::*name) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const Entry& x, const Entry& y) {
        return x.*name == y.*name && x.*member == y.*member;
    });
}

}  // namespace

std::shared_ptr<const ServerPart> make_part(std::string server, std::string key,
                                            ServerLists lists) {
    auto part = std::make_shared<ServerPart>();
    part->server = std::move(server);
    part->key = std::move(key);
    part->notes = std::move(lists.notes);
    Naming naming(*part);
    naming.name_all(std::move(lists.tools), &CatalogueTool::tool, part->tools, part->tool_at);
    naming.name_all(std::move(lists.prompts), &CataloguePrompt::prompt, part->prompts,
                    part->prompt_at);
    naming.address_all(std::move(lists.resources), &CatalogueResource::resource, &Resource::uri,
                       &CatalogueResource::uri, part->resources);
    naming.address_all(std::move(lists.templates), &CatalogueTemplate::resource_template,
                       &ResourceTemplate::uriTemplate, &CatalogueTemplate::uri_template,
                       part->templates);
    return part;
}

CatalogueChange difference(const ServerPart* before, const ServerPart* now) {
    static const ServerPart none;
    const ServerPart& a = before ? *before : none;
    const ServerPart& b = now ? *now : none;
    return {
        .tools = !same(a.tools, b.tools, &CatalogueTool::tool, &CatalogueTool::name),
        .prompts = !same(a.prompts, b.prompts, &CataloguePrompt::prompt, &CataloguePrompt::name),
        .resources = !same(a.resources, b.resources, &CatalogueResource::resource,
                           &CatalogueResource::uri) ||
                     !same(a.templates, b.templates, &CatalogueTemplate::resource_template,
                           &CatalogueTemplate::uri_template)};
}

}  // namespace mcp::host
