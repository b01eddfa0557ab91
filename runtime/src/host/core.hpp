// All servers of a host, and the catalogue of what they offer.
#pragma once

#include "host/managed_server.hpp"

#include <mcp/host_catalogue.hpp>
#include <mcp/host_options.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace mcp::host {

using ServerPtr = std::shared_ptr<ManagedServer>;

/// A call of a tool that is to be sent now, as it is.
struct AllowedToolCall {
    ServerPtr server{};           ///< not to be kept by what waits for its answer
    std::shared_ptr<void> use{};  ///< kept until the answer is there
    std::string name{};           ///< as the server knows it
    JsonObject arguments{};
    CallOptions options{};

    /// Takes the name and the arguments.
    CallToolRequestParams take_params();
    /// Takes the server's answer, and gives it to `done` with the addresses of the catalogue. Ends
    /// the use.
    Done<CallToolResult> answering(Done<CallToolResult> done);
};

class Core : public std::enable_shared_from_this<Core> {
public:
    Core(Implementation info, HostOptions options);
    /// After the constructor: servers tell this object, while it is there.
    void begin();
    /// Ends all servers.
    void end();

    const HostOptions& options() const { return around_->options; }
    Passes& passes() const { return *around_->passes; }

    Result<void> add(HostServer server);
    bool remove(std::string_view name);
    std::vector<ServerPtr> servers() const;
    /// Null when there is none.
    ServerPtr by_name(std::string_view name) const;
    /// By what a name or an address of the catalogue begins with, whatever the case.
    ServerPtr by_key(std::string_view key) const;

    std::shared_ptr<const Catalogue> catalogue() const;
    /// The gate hears of the catalogue before it is asked about one of its tools, and not for
    /// every change: that would cost more than the change.
    void show_catalogue_to_gate();

    /// A call of a tool, from its name to its answer.
    void call_tool(std::string name, JsonObject arguments, CallOptions options,
                   Done<CallToolResult> done);
    /// The same up to where it is sent: for those that send it in a way of their own. `caller` is
    /// who decides (HostAction).
    void allow_tool_call(std::string name, JsonObject arguments, CallOptions options,
                         Done<AllowedToolCall> done, std::uint64_t caller = 0);

private:
    struct ToolCall;
    void rebuild(const CatalogueChange& change);
    /// What goes wrong without a caller to tell, and without a server that it is about.
    void report(std::string_view what) const;
    void ask_for(const std::shared_ptr<ToolCall>& call);

    std::shared_ptr<Surroundings> around_;
    mutable std::mutex mutex_{};
    std::vector<ServerPtr> servers_{};
    std::shared_ptr<const Catalogue> catalogue_ = std::make_shared<const Catalogue>();
    bool gate_knows_ = false;
    std::mutex gate_mutex_{};  ///< taken before `mutex_`: one thread tells the gate, others wait
};

}  // namespace mcp::host
