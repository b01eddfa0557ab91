// Secrets that travel through the other side and come back: they can neither be read nor changed
// there, and expire. Used for what a modern server gives its client to keep (`requestState`), and
// for cursors.
#pragma once

#include <mcp/result.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// Encrypts with AES-256-GCM under a key ring: the first key seals, every key opens. Text that was
/// sealed for one purpose does not open for another.
class Sealer {
public:
    /// Wall clock time, so that several processes agree.
    using Time = std::chrono::system_clock::time_point;

    /// A key that this process makes up: what it seals does not survive it.
    Sealer();
    /// Keys of 32 bytes or more, newest first. `audience` keeps apart services that share keys.
    /// Throws std::invalid_argument for no key, or a short one.
    explicit Sealer(const std::vector<std::string>& keys, std::string_view audience = {});

    /// URL-safe text. `bound_to` is not in it, but must be given again to open it: who it is for,
    /// what it answers. Throws std::runtime_error when the system gives no random bytes.
    std::string seal(std::string_view purpose, std::string_view bound_to, std::string_view secret,
                     Time expires) const;
    /// What was sealed, up to and without the moment of expiry. The error says nothing that helps
    /// an attacker; `reason` is for the log.
    struct Refusal {
        std::string reason{};
    };
    Result<std::string, Refusal> open(std::string_view purpose, std::string_view bound_to,
                                      std::string_view sealed, Time now) const;

private:
    struct Keys;
    std::shared_ptr<const Keys> keys_;
};

/// Bytes that nobody can guess, as URL-safe text: 128 bits by default.
std::string random_token(std::size_t bytes = 16);

}  // namespace mcp
