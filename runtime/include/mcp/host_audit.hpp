// An append-only log of what a host has allowed and refused: one line of JSON for each decision.
// Written by the gate of <mcp/host_consent.hpp>; reading it is left to other programs.
#pragma once

#include <mcp/host_policy.hpp>
#include <mcp/result.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// How much of the arguments of tools is written down.
enum class AuditArguments : std::uint8_t {
    digest,  ///< SHA-256 of their canonical JSON, secrets taken out before
    full,    ///< as they are, but secrets replaced: members that are named like one
};

struct AuditOptions {
    std::string path{};  ///< empty: no log
    AuditArguments arguments = AuditArguments::digest;
    std::size_t max_line = std::size_t{16} * 1024;  ///< bytes; at least 1024. Longer ones are cut
    /// What cannot be written down must not happen. Set it to let it happen nevertheless.
    bool act_without_log = false;
};

/// What happened: one line.
struct AuditRecord {
    std::chrono::system_clock::time_point time{};
    const HostAction* action = nullptr;
    bool allowed = false;
    std::string_view by{};      ///< `rule`, `consent`, `user` or `gate`
    std::string_view rule{};    ///< JSON pointer into the policy
    std::string_view scope{};   ///< of the user's answer; empty without one
    std::string_view reason{};  ///< a sentence, without secrets
    const std::vector<Suspicion>* suspicions = nullptr;
};

/// A file for its owner alone (0600) that only grows. Several processes may write to it. Thread-
/// safe.
class AuditLog {
public:
    /// Throws std::runtime_error for a link, for what is no file, for another owner's, and for a
    /// file that others may use.
    explicit AuditLog(AuditOptions options);
    ~AuditLog();
    AuditLog(const AuditLog&) = delete;
    AuditLog& operator=(const AuditLog&) = delete;

    /// Writes a line at once and as a whole. A file that was moved away is made anew.
    Result<void> write(const AuditRecord& record);

private:
    struct File;
    std::unique_ptr<File> file_;
};

/// The line without its end, as `write` puts it.
std::string audit_line(const AuditRecord& record, const AuditOptions& options);

}  // namespace mcp
