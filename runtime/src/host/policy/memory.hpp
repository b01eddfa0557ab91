// Answers that are remembered: for the session in memory, for longer in a file.
#pragma once

#include "host/policy/subject.hpp"
#include "util/private_file.hpp"

#include <mcp/host_consent.hpp>
#include <mcp/result.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mcp::host {

/// One answer. `by_rule`: no answer, but the definition that a rule allowed first.
struct Remembered {
    std::string server{};
    std::string server_fingerprint{};
    ActionKind kind{};
    std::string subject{};
    std::string fingerprint{};
    Parts parts{};
    bool allow = false;
    bool by_rule = false;
    std::string since{};
};

/// Thread-safe; has its own lock. The file is read again whenever it has changed.
class Memory {
public:
    /// Throws std::runtime_error when there is a file that cannot be used.
    Memory(std::string path, std::size_t most);

    /// A refusal counts before an allowance. Throws as the constructor does.
    std::optional<Remembered> find(const std::string& key);
    /// Fails, and remembers it for the session, when the file cannot be written.
    Result<void> keep(const std::string& key, Remembered answer, bool always);
    std::vector<RememberedConsent> all();
    Result<bool> forget(const std::string& key);

private:
    using Entries = std::map<std::string, Remembered>;
    Entries parse(const std::optional<std::string>& text) const;
    void refresh();

    std::mutex mutex_{};
    std::optional<util::PrivateFile> file_{};
    std::size_t most_;
    std::optional<util::PrivateFile::Stamp> stamp_{};
    Entries kept_{};  // as the file had them
    Entries session_{};
};

}  // namespace mcp::host
