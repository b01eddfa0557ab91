// What others have to do with a task that runs: questions are put into it for the client to find,
// and answered by `tasks/update`; some wait for its end, some hear of every change.
#include "session/task_questions.hpp"

#include "session/questions.hpp"

#include <mcp/codec.hpp>

#include <algorithm>
#include <utility>

namespace mcp::session {

namespace {

JsonObject members_of(const std::string& text) {
    auto object = JsonObject::parse(text.empty() ? "{}" : text);
    return object ? *std::move(object) : JsonObject();
}

std::string members_text(const JsonObject& object) {
    return object.view().size() == 0 ? std::string() : object.dump();
}

/// As it is asked in a result of the newest revision.
Json question_json(const InputRequest& question) {
    InputRequiredResult result;
    result.inputRequests.emplace()["one"] = question;
    const auto text = encode(result, latest_revision);
    if (!text) throw RpcError(Failure::invalid_argument, text.error().message());
    const auto all = Json::parse(*text);
    return Json((*all)["inputRequests"]["one"]);
}

}  // namespace

void TaskManager::finish_questions(const std::vector<std::shared_ptr<Asking>>& asked,
                                   const RpcError& why) {
    for (const auto& asking : asked) {
        Done<InputResponses> done = std::exchange(asking->done, {});
        if (done) done(Unexpected(why));
    }
}

void TaskManager::ask_locked(Running& running, const StoredTask& task, Asking& asking,
                             InputRequests questions) {
    asking.revision = task.revision;
    for (auto& question : questions) {
        const unsigned times = ++running.used_keys[question.name];
        std::string key = question.name;
        if (times > 1) key += "_" + std::to_string(times);
        asking.open.emplace(std::move(key), Asking::Open{question.name, std::move(question.value)});
    }
}

void TaskManager::ask(std::string_view owner, std::string_view id, InputRequests questions,
                      Time now, Done<InputResponses> done) {
    clean(now);
    const auto asking = std::make_shared<Asking>();
    std::optional<RpcError> failure;
    std::optional<StoredTask> told;
    {
        const std::lock_guard order(changing_);
        const auto task = store_->find(owner, id, now);
        const RpcError gone(Failure::cancelled, "the task has ended");
        if (!task || has_ended(task->status)) return done(Unexpected(gone));
        {
            const std::lock_guard held(mutex_);
            const auto running = running_.find(task->id);
            if (running == running_.end()) return done(Unexpected(gone));
            ask_locked(running->second, *task, *asking, std::move(questions));
        }
        // A handler that runs again after a restart finds what was answered before.
        const JsonObject answers = members_of(task->answers);
        for (auto each = asking->open.begin(); each != asking->open.end();) {
            const auto earlier = answers.find(each->first);
            auto response =
                earlier ? read_response(each->second.question, earlier->text(), asking->revision)
                        : Answer<InputResponse>(Unexpected(gone));
            if (!response) {
                ++each;
                continue;
            }
            asking->answers[each->second.key] = *std::move(response);
            each = asking->open.erase(each);
        }
        if (!asking->open.empty()) {
            told = changed(owner, id, now, [&](StoredTask& kept) {
                JsonObject open = members_of(kept.questions);
                for (const auto& [key, each] : asking->open) {
                    open.set(key, question_json(each.question));
                }
                kept.questions = members_text(open);
                kept.status = TaskStatusTag::input_required;
                kept.status_message.clear();
                return true;
            });
            if (!told) return done(Unexpected(gone));
            const std::lock_guard held(mutex_);
            const auto running = running_.find(told->id);
            if (running == running_.end()) {
                failure = gone;
            } else {
                asking->done = std::move(done);
                running->second.asked.push_back(asking);
            }
        }
    }
    if (told) tell(*told);
    if (failure) return done(Unexpected(*failure));
    if (!told) done(std::move(asking->answers));
}

std::optional<RpcError> TaskManager::answer(std::string_view owner, std::string_view id,
                                            JsonView answers, Time now) {
    struct Given {
        std::shared_ptr<Asking> asking{};
        std::string key{};
        Json raw{};
        InputResponse response{};
    };
    clean(now);
    std::vector<std::shared_ptr<Asking>> complete;
    std::optional<StoredTask> told;
    {
        const std::lock_guard order(changing_);
        const auto task = store_->find(owner, id, now);
        if (!task) return RpcError::invalid_params("params.taskId: unknown");
        if (has_ended(task->status)) return std::nullopt;
        std::vector<std::shared_ptr<Asking>> asked;
        {
            const std::lock_guard held(mutex_);
            const auto running = running_.find(task->id);
            if (running == running_.end()) {
                return RpcError(error_code::internal_error,
                                "the task is run by another server: send the answers there");
            }
            asked = running->second.asked;
        }
        std::vector<Given> given;
        for (const JsonMember& member : answers.members()) {
            const std::string key = member.name();
            const auto wanted = std::find_if(asked.begin(), asked.end(), [&](const auto& one) {
                return one->open.count(key) != 0;
            });
            if (wanted == asked.end()) continue;
            auto response = read_response((*wanted)->open.at(key).question, member.value.text(),
                                          (*wanted)->revision);
            if (!response) {
                return RpcError::invalid_params("params.inputResponses." + key + ": " +
                                                response.error().message);
            }
            given.push_back({*wanted, key, Json(member.value), *std::move(response)});
        }
        if (given.empty()) return std::nullopt;
        bool too_large = false;
        told = changed(owner, id, now, [&](StoredTask& kept) {
            JsonObject open = members_of(kept.questions);
            JsonObject all = members_of(kept.answers);
            for (const Given& each : given) {
                open.erase(each.key);
                all.set(each.key, each.raw);
            }
            kept.questions = members_text(open);
            kept.answers = members_text(all);
            too_large = kept.answers.size() > limits_.max_bytes;
            if (kept.questions.empty()) kept.status = TaskStatusTag::working;
            return !too_large;
        });
        if (too_large) return RpcError::invalid_params("params.inputResponses: too large");
        if (!told) return std::nullopt;
        for (Given& each : given) {
            const auto open = each.asking->open.find(each.key);
            if (open == each.asking->open.end()) continue;  // the same key twice
            each.asking->answers[open->second.key] = std::move(each.response);
            each.asking->open.erase(open);
        }
        // What is not there any more was given up meanwhile, and told so.
        const std::lock_guard held(mutex_);
        const auto running = running_.find(told->id);
        if (running != running_.end()) {
            std::erase_if(running->second.asked, [&](const auto& asking) {
                if (!asking->open.empty()) return false;
                complete.push_back(asking);
                return true;
            });
        }
    }
    tell(*told);
    for (const auto& asking : complete) {
        Done<InputResponses> done = std::exchange(asking->done, {});
        if (done) done(std::move(asking->answers));
    }
    return std::nullopt;
}

// ---- who wants to know ----

std::uint64_t TaskManager::when_ended(std::string_view owner, std::string_view id, Time now,
                                      std::function<void()> callback) {
    clean(now);
    std::uint64_t number = 0;
    {
        const std::lock_guard held(mutex_);
        number = ++last_number_;
        const auto running = running_.find(std::string(id));
        if (running != running_.end() && running->second.owner == owner &&
            !running->second.unsaved) {
            running->second.waiting.emplace(number, std::move(callback));
            return number;
        }
    }
    callback();
    return number;
}

void TaskManager::forget(std::string_view id, std::uint64_t number) {
    std::function<void()> forgotten;  // its destruction may do anything: without the lock
    const std::lock_guard held(mutex_);
    const auto running = running_.find(std::string(id));
    if (running == running_.end()) return;
    const auto found = running->second.waiting.find(number);
    if (found == running->second.waiting.end()) return;
    forgotten = std::move(found->second);
    running->second.waiting.erase(found);
}

std::size_t TaskManager::waiting() const {
    std::size_t count = 0;
    const std::lock_guard held(mutex_);
    for (const auto& [id, running] : running_) count += running.waiting.size();
    return count;
}

std::optional<std::uint64_t> TaskManager::watch(std::string_view owner, std::string_view id,
                                                Time now, Watcher watcher) {
    if (!get(owner, id, now)) return std::nullopt;
    const std::lock_guard held(mutex_);
    watches_.emplace(++last_number_,
                     Watch{std::string(owner), std::string(id), std::move(watcher)});
    return last_number_;
}

void TaskManager::unwatch(std::uint64_t number) {
    Watcher forgotten;
    const std::lock_guard held(mutex_);
    const auto found = watches_.find(number);
    if (found == watches_.end()) return;
    forgotten = std::move(found->second.watcher);
    watches_.erase(found);
}

void TaskManager::tell(const StoredTask& task) {
    std::vector<Watcher> watchers;
    {
        const std::lock_guard held(mutex_);
        for (auto& [number, watch] : watches_) {
            if (watch.id != task.id || watch.owner != task.owner) continue;
            if (watch.version >= task.version) continue;  // newer news were faster
            watch.version = task.version;
            watchers.push_back(watch.watcher);
        }
    }
    for (const Watcher& watcher : watchers) watcher(task);
}

}  // namespace mcp::session
