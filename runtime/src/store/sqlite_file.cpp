// Opening the file, its version, and what its errors mean.
#include "store/sqlite_file.hpp"

#include <mcp/task_store.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace mcp::store {

namespace {

constexpr std::int64_t application_id = 0x4d435054;  // "MCPT"
constexpr std::int64_t schema_version = 1;

constexpr const char* schema = R"(
    CREATE TABLE tasks (
        place INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL,
        version INTEGER NOT NULL,
        revision TEXT NOT NULL,
        method TEXT NOT NULL,
        params TEXT NOT NULL,
        client TEXT NOT NULL,
        status INTEGER NOT NULL,
        status_message TEXT NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        expires INTEGER NOT NULL,
        questions TEXT NOT NULL,
        answers TEXT NOT NULL,
        result TEXT NOT NULL,
        error_code INTEGER,
        error_message TEXT,
        error_data TEXT);
    CREATE INDEX tasks_of ON tasks (owner, place);
    CREATE INDEX tasks_over ON tasks (expires);
)";

std::string advice(int code) {
    switch (code & 0xff) {
        case SQLITE_FULL: return "make room on the disk, or raise max_bytes";
        case SQLITE_IOERR: return "look at the disk: writing or reading failed";
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return "another process uses the file: give each server a file of its own";
        case SQLITE_CORRUPT:
            return "the file is damaged: end the server, then repair it with `sqlite3 FILE "
                   ".recover`"
                   " or move it away to begin with an empty one";
        case SQLITE_NOTADB: return "this is no file of tasks: name another one";
        case SQLITE_CANTOPEN: return "look at the folder, and at who may write there";
        case SQLITE_READONLY: return "the file cannot be written: look at its permissions";
        default: return "it cannot go on like this";
    }
}

/// SQLite would let the world read the file, as far as umask does.
void make_private(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) ::close(file);
}

}  // namespace

SqliteFile::SqliteFile(std::string path, std::int64_t max_bytes, bool survive_power_loss)
    : path_(std::move(path)) {
    make_private(path_);
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path_.c_str(), &opened,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    file_.reset(opened);
    if (code != SQLITE_OK) fail("opening it");
    sqlite3_extended_result_codes(opened, 1);
    run("PRAGMA locking_mode = EXCLUSIVE");
    run("PRAGMA journal_mode = WAL");
    run(survive_power_loss ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    run("BEGIN EXCLUSIVE; COMMIT");  // takes the lock, which stays
    check_version();
    const std::int64_t page = number("PRAGMA page_size");
    const std::string most =
        "PRAGMA max_page_count = " + std::to_string(std::max<std::int64_t>(max_bytes / page, 16));
    number(most.c_str());
}

void SqliteFile::check_version() {
    const std::int64_t is = number("PRAGMA application_id");
    const std::int64_t version = number("PRAGMA user_version");
    if (is == application_id && version > schema_version) {
        throw TaskStoreError("tasks in " + path_ + ": the file has version " +
                             std::to_string(version) + ", this program knows versions until " +
                             std::to_string(schema_version) +
                             ": use the newer program, or name another file");
    }
    if (is == application_id) {
        Statement check(*this, "PRAGMA quick_check(1)");
        check.step();
        const std::string found = check.text(0);
        if (found == "ok") return;
        throw TaskStoreError("tasks in " + path_ + ": " + found + ": " + advice(SQLITE_CORRUPT));
    }
    if (is != 0 || number("SELECT count(*) FROM sqlite_master") != 0) {
        throw TaskStoreError("tasks in " + path_ +
                             ": the file belongs to another program: name another one");
    }
    const std::string make = "BEGIN;" + std::string(schema) +
                             "PRAGMA application_id = " + std::to_string(application_id) +
                             "; PRAGMA user_version = " + std::to_string(schema_version) +
                             "; COMMIT";
    run(make.c_str());
}

void SqliteFile::run(const char* sql) {
    if (sqlite3_exec(file_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        fail("preparing it");
}

std::int64_t SqliteFile::number(const char* sql) {
    Statement statement(*this, sql);
    return statement.step() ? statement.number(0) : 0;
}

void SqliteFile::fail(std::string_view doing) const {
    const int code = file_ ? sqlite3_extended_errcode(file_.get()) : SQLITE_NOMEM;
    const char* const said = file_ ? sqlite3_errmsg(file_.get()) : "out of memory";
    throw TaskStoreError("tasks in " + path_ + ": " + std::string(doing) + ": " + said + ": " +
                         advice(code));
}

Statement::Statement(SqliteFile& file, const char* sql) : file_(file) {
    sqlite3_stmt* prepared = nullptr;
    if (sqlite3_prepare_v2(file.handle(), sql, -1, &prepared, nullptr) != SQLITE_OK) {
        file.fail("reading it");
    }
    statement_.reset(prepared);
}

Statement& Statement::bind(std::string_view text) {
    const char* const data = text.empty() ? "" : text.data();
    if (sqlite3_bind_text64(statement_.get(), ++bound_, data, text.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8) != SQLITE_OK) {
        file_.fail("a value");
    }
    return *this;
}

Statement& Statement::bind(std::int64_t number) {
    if (sqlite3_bind_int64(statement_.get(), ++bound_, number) != SQLITE_OK) file_.fail("a value");
    return *this;
}

Statement& Statement::bind_null() {
    if (sqlite3_bind_null(statement_.get(), ++bound_) != SQLITE_OK) file_.fail("a value");
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) {
        try {
            file_.fail("using it");
        } catch (...) {
            reset();
            throw;
        }
    }
    reset();
    return false;
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
    sqlite3_clear_bindings(statement_.get());
    bound_ = 0;
}

std::string Statement::text(int column) const {
    const auto* const text = sqlite3_column_text(statement_.get(), column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return text ? std::string(reinterpret_cast<const char*>(text), size) : std::string();
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

}  // namespace mcp::store
