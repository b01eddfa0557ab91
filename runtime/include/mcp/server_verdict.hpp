// What a client has found out about a server before the first real request: which era it speaks,
// and at which revision. A small value that a program may keep and give to its next connection. The
// finding out is in src/client.
#pragma once

#include <mcp/result.hpp>
#include <mcp/types.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mcp {

/// How a server is talked to: with a handshake and a session (until 2025-11-25), or with everything
/// said in each request (since 2026-07-28).
enum class Era : std::uint8_t { legacy, modern };

inline constexpr Revisions legacy_revisions = until(r2025_11_25);
inline constexpr Revisions modern_revisions = since(r2026_07_28);
constexpr Era era_of(Revision revision) {
    return legacy_revisions.contains(revision) ? Era::legacy : Era::modern;
}

/// The newest of a set; nothing for an empty one.
constexpr std::optional<Revision> newest(Revisions set) {
    for (int i = 31; i >= 0; --i) {
        if (set.contains(static_cast<Revision>(i))) return static_cast<Revision>(i);
    }
    return std::nullopt;
}

/// A server's era. A wrong `modern` fails at the first request; a wrong `legacy` would go unnoticed
/// for ever, so a verdict expires. Private to who connected: the discovered capabilities may depend
/// on it.
struct ServerVerdict {
    Era era = Era::legacy;
    Revision revision = r2025_11_25;
    std::optional<DiscoverResult> discovered{};  ///< of modern servers that were asked
    std::chrono::system_clock::time_point expires{};
    std::string transport{};  ///< what the transport found out, for itself

    friend bool operator==(const ServerVerdict&, const ServerVerdict&) = default;
};

/// JSON text, to be kept.
std::string to_text(const ServerVerdict& verdict);
/// Fails for text that `to_text` did not make.
Result<ServerVerdict> verdict_from_text(std::string_view text);

/// Which eras a client tries.
class VersionPolicy {
public:
    /// Asks the server (`server/discover`) and falls back to the handshake.
    static VersionPolicy auto_() { return VersionPolicy(Mode::auto_, {}); }
    /// The handshake at once: no probe that a silent old server would leave to time out.
    static VersionPolicy legacy() { return VersionPolicy(Mode::legacy, {}); }
    /// This revision or none.
    static VersionPolicy pin(Revision revision) { return VersionPolicy(Mode::pinned, revision); }

    /// The revisions of `supported` that may be used.
    Revisions allowed(Revisions supported) const {
        switch (mode_) {
            case Mode::auto_: return supported;
            case Mode::legacy: return supported & legacy_revisions;
            case Mode::pinned: return supported & revision_;
        }
        return {};
    }

private:
    enum class Mode : std::uint8_t { auto_, legacy, pinned };
    VersionPolicy(Mode mode, Revision revision) : mode_(mode), revision_(revision) {}
    Mode mode_;
    Revision revision_;
};

}  // namespace mcp
