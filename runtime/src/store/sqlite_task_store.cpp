// Tasks as rows. Every change is a transaction of its own, so it is there, or not at all.
#include "store/sqlite_file.hpp"

#include <mcp/sqlite_task_store.hpp>

#include <mutex>
#include <utility>

namespace mcp {

namespace {

using store::SqliteFile;
using store::Statement;
using Time = StoredTask::Time;

constexpr std::int64_t first_final = static_cast<std::int64_t>(TaskStatusTag::completed);

std::int64_t milliseconds(Time time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}
Time time_of(std::int64_t milliseconds) { return Time(std::chrono::milliseconds(milliseconds)); }

#define MCPGEN_TASK_COLUMNS                                                                   \
    "id, owner, version, revision, method, params, client, status, status_message, created, " \
    "updated, expires, questions, answers, result, error_code, error_message, error_data"

class SqliteTaskStore final : public TaskStore {
public:
    SqliteTaskStore(const std::string& path, const SqliteTaskStoreOptions& options)
        : file_(path, options.max_bytes, options.survive_power_loss),
          count_(file_.number("SELECT count(*) FROM tasks")) {
        Statement left(file_,
                       "SELECT " MCPGEN_TASK_COLUMNS " FROM tasks WHERE status < ? ORDER BY place");
        left.bind(first_final);
        while (left.step()) left_over_.push_back(read(left));
    }

    bool create(const StoredTask& task, std::size_t most) override {
        const std::lock_guard held(mutex_);
        if (static_cast<std::size_t>(count_) >= most) return false;
        insert_.reset();
        insert_.bind(task.id).bind(task.owner);
        bind_changing(insert_, task);
        insert_.run();
        ++count_;
        return true;
    }

    std::optional<StoredTask> find(std::string_view owner, std::string_view id, Time now) override {
        const std::lock_guard held(mutex_);
        find_.reset();
        find_.bind(id).bind(owner).bind(milliseconds(now));
        if (!find_.step()) return std::nullopt;
        StoredTask task = read(find_);
        find_.reset();
        return task;
    }

    bool replace(const StoredTask& task) override {
        const std::lock_guard held(mutex_);
        replace_.reset();
        bind_changing(replace_, task);
        replace_.bind(task.id).bind(static_cast<std::int64_t>(task.version) - 1);
        replace_.run();
        return file_.changes() == 1;
    }

    std::optional<Page> list(std::string_view owner, std::string_view after, std::size_t count,
                             Time now) override {
        const std::lock_guard held(mutex_);
        std::int64_t place = 0;
        if (!after.empty()) {
            place_.reset();
            place_.bind(after).bind(owner);
            if (!place_.step()) return std::nullopt;
            place = place_.number(0);
            place_.reset();
        }
        list_.reset();
        list_.bind(owner).bind(place).bind(milliseconds(now));
        list_.bind(static_cast<std::int64_t>(count) + 1);
        Page page;
        while (list_.step()) {
            if (page.tasks.size() < count) {
                page.tasks.push_back(read(list_));
            } else {
                page.more = true;
            }
        }
        return page;
    }

    void remove_expired(Time now) override {
        const std::lock_guard held(mutex_);
        remove_.reset();
        remove_.bind(milliseconds(now));
        remove_.run();
        count_ -= file_.changes();
    }

    std::vector<StoredTask> take_left_over() override {
        const std::lock_guard held(mutex_);
        return std::exchange(left_over_, {});
    }

private:
    /// Everything but id and owner, in the order of the columns.
    static void bind_changing(Statement& statement, const StoredTask& task) {
        statement.bind(static_cast<std::int64_t>(task.version))
            .bind(to_string(task.revision))
            .bind(task.method)
            .bind(task.params)
            .bind(task.client)
            .bind(static_cast<std::int64_t>(task.status))
            .bind(task.status_message)
            .bind(milliseconds(task.created))
            .bind(milliseconds(task.updated))
            .bind(milliseconds(task.expires))
            .bind(task.questions)
            .bind(task.answers)
            .bind(task.result);
        if (!task.error) {
            statement.bind_null().bind_null().bind_null();
            return;
        }
        statement.bind(task.error->code).bind(task.error->message);
        if (task.error->data) {
            statement.bind(task.error->data->text());
        } else {
            statement.bind_null();
        }
    }

    static StoredTask read(const Statement& row) {
        StoredTask task;
        task.id = row.text(0);
        task.owner = row.text(1);
        task.version = static_cast<std::uint64_t>(row.number(2));
        task.revision = revision_from(row.text(3)).value_or(latest_revision);
        task.method = row.text(4);
        task.params = row.text(5);
        task.client = row.text(6);
        task.status = static_cast<TaskStatusTag>(row.number(7));
        task.status_message = row.text(8);
        task.created = time_of(row.number(9));
        task.updated = time_of(row.number(10));
        task.expires = time_of(row.number(11));
        task.questions = row.text(12);
        task.answers = row.text(13);
        task.result = row.text(14);
        if (row.is_null(15)) return task;
        task.error.emplace(row.number(15), row.text(16));
        if (!row.is_null(17)) {
            if (auto data = Json::parse(row.text(17))) task.error->data = *std::move(data);
        }
        return task;
    }

    std::mutex mutex_;
    SqliteFile file_;
    std::int64_t count_;
    std::vector<StoredTask> left_over_{};
    Statement insert_{file_, "INSERT INTO tasks (" MCPGEN_TASK_COLUMNS
                             ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"};
    Statement find_{file_, "SELECT " MCPGEN_TASK_COLUMNS
                           " FROM tasks WHERE id = ? AND owner = ? AND expires > ?"};
    Statement replace_{file_,
                       "UPDATE tasks SET version = ?, revision = ?, method = ?, params = ?, "
                       "client = ?, status = ?, status_message = ?, created = ?, updated = ?, "
                       "expires = ?, questions = ?, answers = ?, result = ?, error_code = ?, "
                       "error_message = ?, error_data = ? WHERE id = ? AND version = ?"};
    Statement place_{file_, "SELECT place FROM tasks WHERE id = ? AND owner = ?"};
    Statement list_{file_, "SELECT " MCPGEN_TASK_COLUMNS
                           " FROM tasks WHERE owner = ? AND place > ? AND expires > ? "
                           "ORDER BY place LIMIT ?"};
    Statement remove_{file_, "DELETE FROM tasks WHERE expires <= ?"};
};

}  // namespace

std::shared_ptr<TaskStore> sqlite_task_store(const std::string& path,
                                             SqliteTaskStoreOptions options) {
    return std::make_shared<SqliteTaskStore>(path, options);
}

}  // namespace mcp
