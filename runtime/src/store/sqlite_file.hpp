// SQLite as this store uses it: a file, statements, and errors that say what to do. Knows no task.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mcp::store {

class SqliteFile {
public:
    /// Opens it for this process alone. Throws TaskStoreError, as everything here.
    SqliteFile(std::string path, std::int64_t max_bytes, bool survive_power_loss);

    /// Statements without values and rows.
    void run(const char* sql);
    std::int64_t number(const char* sql);
    int changes() const { return sqlite3_changes(file_.get()); }
    [[noreturn]] void fail(std::string_view doing) const;

    struct Close {
        void operator()(sqlite3* file) const { sqlite3_close_v2(file); }
    };
    using Handle = std::unique_ptr<sqlite3, Close>;
    sqlite3* handle() const { return file_.get(); }
    const std::string& path() const { return path_; }

private:
    void check_version();

    std::string path_;
    Handle file_;
};

/// A prepared statement: bind in the order of its question marks, step, read columns from 0.
class Statement {
public:
    Statement(SqliteFile& file, const char* sql);

    Statement& bind(std::string_view text);
    Statement& bind(std::int64_t number);
    Statement& bind_null();
    /// True while there is a row; afterwards the statement is ready to be used again.
    bool step();
    std::string text(int column) const;
    std::int64_t number(int column) const;
    bool is_null(int column) const;
    /// Runs it for its effect.
    void run() {
        while (step()) {}
    }
    /// Makes it ready to be used again, before its last row.
    void reset();

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    SqliteFile& file_;
    std::unique_ptr<sqlite3_stmt, Finalize> statement_;
    int bound_ = 0;
};

}  // namespace mcp::store
