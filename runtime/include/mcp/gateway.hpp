// A gateway: a server in front of another one, or of many. Clients of any revision, over any
// transport, use servers of any other; what those ask is asked of the client whose call it is.
// Link Mcpgen::host.
#pragma once

#include <mcp/client_options.hpp>
#include <mcp/host_consent.hpp>
#include <mcp/rpc.hpp>
#include <mcp/server.hpp>
#include <mcp/server_options.hpp>
#include <mcp/transport.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace mcp {

struct GatewayOptions {
    /// For the connections behind: revisions, bounds. Handlers, cache and checks of results are the
    /// gateway's business.
    ClientOptions client{};
    std::shared_ptr<MessageFilter> filter{};  ///< sees every message behind; null for none
    /// In front. What is offered follows from the servers behind.
    ServerOptions server{};
    /// All messages are of one client, as on standard input and output: it shares one connection.
    /// Without it, no two clients share one to a server that keeps a session.
    bool one_client = false;
    /// To the server behind, or hosts. Of those of clients without a session the one that nobody
    /// has used for longest makes room; calls beyond are refused.
    std::size_t max_connections = 256;
    /// A connection of clients without a session ends when nobody has used it for so long. That of
    /// `one_client` stays.
    std::chrono::milliseconds max_idle{10 * 60'000};
    /// Clients in front have deadlines of their own; these are for calls that nobody gives up.
    std::chrono::milliseconds call_timeout{10 * 60'000};
    std::chrono::milliseconds max_call{60 * 60'000};
    /// So long a call behind waits for a client to come back with an answer.
    std::chrono::milliseconds max_parked{10 * 60'000};
    /// Calls that wait for their clients to come back; further ones fail.
    std::size_t max_waiting = 1024;
};

/// One server, under its own names. Thread-safe.
///
/// Tools, resources, prompts, completion, instructions, logs, progress, cancellation, changes and
/// subscriptions pass, each in the shape of the revision in front. Tasks pass where both sides have
/// those since 2026-07-28; otherwise they are kept by the gateway, or it waits for them.
class Bridge {
public:
    using TransportMaker = std::function<Result<std::unique_ptr<Transport>>()>;
    /// `make` opens a new connection to the server behind, each time one is needed.
    Bridge(Implementation self, TransportMaker make, GatewayOptions options = {});
    /// Ends all sessions, in front and behind.
    ~Bridge();
    Bridge(const Bridge&) = delete;
    Bridge& operator=(const Bridge&) = delete;

    /// Connects before the first client comes, to find out what is offered. Without it that happens
    /// with the first client, which waits; the server behind is then told what that client can do.
    Result<void, RpcError> open();
    /// Where clients connect: `serve`, `connect`, HttpServer. Nothing may be registered with it.
    Server& server();

private:
    struct State;
    std::unique_ptr<State> state_;
};

class Host;
struct HostOptions;

/// Under which names a gateway offers what its servers have.
enum class GatewayNames : std::uint8_t {
    apart,  ///< those of the host's catalogue: `weather__forecast`, `weather+file:///today`
    plain,  ///< the servers' own, where no two have the same; else as above
};

struct MergeOptions {
    GatewayOptions gateway{};
    GatewayNames names = GatewayNames::apart;
    /// So long the first list waits for servers that are being started; what comes later is told as
    /// a change.
    std::chrono::milliseconds first_wait{3000};
};

/// All servers of a host as one. Each session in front has a host of its own, with its servers, and
/// so has each kind of clients without a session: nothing of one client reaches another. Tasks of
/// servers since 2026-07-28 pass to clients of that revision where the host has no gate; all other
/// tasks are waited for.
class Gateway {
public:
    /// Makes a host of the options, which may be changed first, and adds its servers. Called for
    /// each host, on any thread.
    /// `ask` brings a question of a ConsentGate to the client in front, as a form; where that
    /// cannot be, the answer is no. For ConsentOptions::ask.
    using AskClient = std::function<void(const ConsentQuestion&, ConsentReply)>;
    using MakeHost = std::function<std::unique_ptr<Host>(HostOptions options, AskClient ask)>;
    Gateway(Implementation self, MakeHost make, MergeOptions options = {});
    ~Gateway();
    Gateway(const Gateway&) = delete;
    Gateway& operator=(const Gateway&) = delete;

    Server& server();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mcp
