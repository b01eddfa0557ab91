// Servers by name, and their parts put together.
#include "host/core.hpp"

#include "client/strand.hpp"
#include "host/names.hpp"
#include "util/ascii.hpp"

#include <algorithm>
#include <utility>

namespace mcp::host {

Core::Core(Implementation info, HostOptions options) : around_(std::make_shared<Surroundings>()) {
    around_->options = std::move(options);
    around_->info = std::move(info);
    around_->passes = std::make_shared<Passes>(around_->options);
}

void Core::begin() {
    around_->part_changed = [weak = weak_from_this()](const CatalogueChange& change) {
        if (const auto core = weak.lock()) core->rebuild(change);
    };
}

void Core::end() {
    std::vector<ServerPtr> all;
    {
        const std::lock_guard lock(mutex_);
        all.swap(servers_);
    }
    // All at once: each may take a while.
    std::vector<std::thread> threads;
    threads.reserve(all.size());
    for (const ServerPtr& server : all) threads.emplace_back([&server] { server->end(); });
    for (std::thread& thread : threads) thread.join();
}

Result<void> Core::add(HostServer server) {
    const std::string& name = server.config.name;
    if (name.empty()) return Unexpected(Error{"the server has no name"});
    const std::lock_guard lock(mutex_);
    if (servers_.size() >= options().max_servers) {
        return Unexpected(Error{"there are " + std::to_string(servers_.size()) +
                                " servers already, which is HostOptions::max_servers"});
    }
    for (const ServerPtr& each : servers_) {
        if (each->name() == name) {
            return Unexpected(Error{"there is a server " + name + " already"});
        }
    }
    std::string key = server_key(name, [this](std::string_view wanted) {
        return std::any_of(servers_.begin(), servers_.end(), [&](const ServerPtr& each) {
            return detail::same_letters(each->key(), wanted);
        });
    });
    servers_.push_back(std::make_shared<ManagedServer>(around_, std::move(server), std::move(key)));
    servers_.back()->begin();
    return {};
}

bool Core::remove(std::string_view name) {
    ServerPtr gone;
    {
        const std::lock_guard lock(mutex_);
        const auto found = std::find_if(servers_.begin(), servers_.end(),
                                        [&](const ServerPtr& s) { return s->name() == name; });
        if (found == servers_.end()) return false;
        gone = std::move(*found);
        servers_.erase(found);
    }
    gone->end();
    return true;
}

std::vector<ServerPtr> Core::servers() const {
    const std::lock_guard lock(mutex_);
    return servers_;
}

ServerPtr Core::by_name(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    for (const ServerPtr& each : servers_) {
        if (each->name() == name) return each;
    }
    return nullptr;
}

ServerPtr Core::by_key(std::string_view key) const {
    const std::lock_guard lock(mutex_);
    for (const ServerPtr& each : servers_) {
        if (detail::same_letters(each->key(), key)) return each;
    }
    return nullptr;
}

std::shared_ptr<const Catalogue> Core::catalogue() const {
    const std::lock_guard lock(mutex_);
    return catalogue_;
}

/// Called by the thread of a server.
void Core::rebuild(const CatalogueChange& change) {
    {
        const std::lock_guard lock(mutex_);
        std::vector<std::shared_ptr<const ServerPart>> parts;
        parts.reserve(servers_.size());
        for (const ServerPtr& server : servers_) {
            if (auto part = server->part()) parts.push_back(std::move(part));
        }
        catalogue_ = std::make_shared<const Catalogue>(std::move(parts));
        if (change.tools) gate_knows_ = false;
    }
    if (!options().catalogue_changed || change == CatalogueChange{}) return;
    client::run_user_code([&] { options().catalogue_changed(change); },
                          [this](std::string_view what) { report(what); });
}

void Core::report(std::string_view what) const {
    if (!options().report) return;
    client::run_user_code([&] { options().report({}, what); }, {});
}

/// Who comes second waits until the gate knows, and an older catalogue never comes after a newer.
void Core::show_catalogue_to_gate() {
    const std::lock_guard one(gate_mutex_);
    std::shared_ptr<const Catalogue> catalogue;
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(gate_knows_, true)) return;
        catalogue = catalogue_;
    }
    if (!passes().asks()) return;
    std::vector<KnownTool> known;
    for (const auto& tool : catalogue->tools()) known.push_back({tool->server, tool->tool.name});
    passes().set_catalogue(known);
}

}  // namespace mcp::host
