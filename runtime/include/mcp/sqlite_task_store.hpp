// Tasks in a file, by SQLite: they survive the process. A part of its own, Mcpgen::sqlite, which
// programs link that want it.
#pragma once

#include <mcp/task_store.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace mcp {

struct SqliteTaskStoreOptions {
    /// Bytes of the file. What does not fit is refused.
    std::int64_t max_bytes = std::int64_t{1024} * 1024 * 1024;
    /// Whether a task survives a loss of power too, not only the end of the process. Costs a write
    /// through to the disk for each change.
    bool survive_power_loss = true;
};

/// Opens the file, or makes it, readable by its owner alone. One process at a time. Throws
/// TaskStoreError, also later, with what can be done about it: the file is in use, damaged, of a
/// newer version, of something else; the disk is full.
std::shared_ptr<TaskStore> sqlite_task_store(const std::string& path,
                                             SqliteTaskStoreOptions options = {});

}  // namespace mcp
