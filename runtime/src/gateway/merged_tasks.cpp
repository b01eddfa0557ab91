// Tasks of the servers behind: whose they are in front, and under which id.
//
//   in front                        behind, since 2026-07-28        behind, 2025-11-25
//   since 2026-07-28, declares it   the task itself; waited for     waited for where it must be one
//                                   where there is a gate
//   2025-11-25                      waited for, kept in front       the same, kept in front
//   any other                       waited for if it has no         waited for where it must be one
//                                   other way to come to one
#include "gateway/merged.hpp"
#include "gateway/relay_results.hpp"
#include "gateway/task_ids.hpp"

#include "client/result_text.hpp"
#include "host/rename.hpp"
#include "rpc/meta_keys.hpp"

#include <mcp/codec.hpp>
#include <mcp/host.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace mcp::gateway {

namespace {

constexpr std::chrono::milliseconds longest_watching{1000};

/// What a text about a task is changed for.
struct ShownTask {
    std::string id{};   ///< in front
    std::string key{};  ///< of the server, in addresses of the catalogue
    std::shared_ptr<const Names> names{};
};

/// The outcome of a task, with the addresses that are known in front.
std::optional<Json> shown_outcome(JsonView outcome, const ShownTask& as) {
    const std::string text = client::complete_result(std::string(outcome.text()), false);
    auto result = decode<CallToolResult>(text, latest_revision);
    if (!result) return std::nullopt;
    host::rename(*result, as.key);
    for (ContentBlock& block : result->content) as.names->show(block);
    const auto written = encode(*result, latest_revision);
    auto object = written ? JsonObject::parse(*written) : JsonObject::parse("");
    if (!object) return std::nullopt;
    if (!outcome.contains("resultType")) object->erase("resultType");
    return Json(*std::move(object));
}

/// `server_info`: the text of what this server says of itself; empty for nothing.
std::string shown_text(JsonView task, const ShownTask& as, std::string_view server_info) {
    auto shown = Json(task).as_object().value_or(JsonObject());
    auto meta = Json(task["_meta"]).as_object().value_or(JsonObject());
    meta.erase(meta_keys::server_info);
    if (!server_info.empty()) {
        meta.set(meta_keys::server_info, detail::JsonAccess::json(std::string(server_info)));
    }
    shown.erase("_meta");
    if (!meta.empty()) shown.set("_meta", std::move(meta));
    if (shown.contains("taskId")) shown.set("taskId", as.id);
    if (shown.contains("result")) {
        if (auto outcome = shown_outcome(task["result"], as)) shown.set("result", *outcome);
    }
    return Json(std::move(shown)).dump();
}

FrontCall::Write task_writer(std::string text, ShownTask as) {
    return [text = std::move(text), as = std::move(as)](Context& context) -> Answer<std::string> {
        return shown_text(detail::JsonAccess::view(text), as,
                          detail::ServedCall::of(context).server_info_text);
    };
}

/// What one stream in front hears of: what was found in time.
struct Watching {
    struct One {
        TaskPlace place{};
        std::shared_ptr<session::TaskTold> told{};
    };
    std::mutex mutex{};
    std::condition_variable found_all{};
    std::size_t missing = 0;
    bool late = false;
    std::vector<One> found{};
    std::set<std::string, std::less<>> known{};  // ids in front
};

}  // namespace

bool Merged::may_become_task(const Begun& call, const CatalogueTool& tool) const {
    if (!call.front->is_legacy() && !call.front->takes_tasks() && !only_as_task(tool.tool)) {
        return false;
    }
    return call.host->tasks().era(tool.server).has_value();
}

void Merged::call_as_task(const Begun& call, const std::shared_ptr<const Names>& names,
                          const CatalogueTool& tool, JsonObject arguments, CallOptions options,
                          Done<CallToolResult> done) {
    auto became = [this, self = shared_from_this(), call, names, server = tool.server](
                      const TaskText& task, const std::string& id) {
        const bool passes = modern_revisions.contains(task.revision) && call.front->takes_tasks() &&
                            call.host->tasks().questions_pass();
        if (!passes) return false;
        ShownTask as{shown_task_id(core_.sealer(), call.host->client(), {server, id}),
                     call.host->key_of(server), names};
        call.front->finish(task_writer(task.text, std::move(as)));
        return true;
    };
    call.host->tasks().call_tool(core_.crew(), tool, std::move(arguments), std::move(options),
                                 call.front, std::move(became), std::move(done));
}

void Merged::about_task(std::string_view method, Params params, Context& context,
                        Done<std::string> done) {
    auto question = read_task_question(params, context);
    if (!question) return done(Unexpected(std::move(question).error()));
    const auto call = begin(context, std::move(done));
    if (!call) return;
    const auto place = task_place(core_.sealer(), call->host->client(), question->id);
    if (!place) return call->front->fail(unknown_task());
    question->params.set("taskId", place->id);
    ShownTask as{question->id, call->host->key_of(place->server), call->host->names()};
    auto answered = [front = call->front, as = std::move(as)](Answer<std::string> text) {
        if (!text) return front->fail(for_front(std::move(text).error()));
        front->finish(task_writer(*std::move(text), as));
    };
    call->host->tasks().about(place->server, std::string(method),
                              Json(std::move(question->params)).dump(),
                              options_for(call->front, false), std::move(answered));
}

session::TaskNews Merged::watch_tasks(const Peer& peer, std::string_view principal,
                                      const std::vector<std::string>& ids, session::TaskTold told) {
    const auto host = host_for(peer, principal);
    if (!host) return {};
    const auto shared = std::make_shared<session::TaskTold>(std::move(told));
    const auto watching = std::make_shared<Watching>();
    for (const std::string& id : ids) {
        const auto place = task_place(core_.sealer(), (*host)->client(), id);
        if (!place) continue;
        const ShownTask as{id, (*host)->key_of(place->server), (*host)->names()};
        auto hears = std::make_shared<session::TaskTold>([shared, as](JsonView task) {
            (*shared)(detail::JsonAccess::view(shown_text(task, as, {})));
        });
        const std::lock_guard lock(watching->mutex);
        const bool posted =
            core_.crew().post([this, self = shared_from_this(), host = *host, id, place = *place,
                               watching, hears = std::move(hears)]() mutable {
                const run::Crew::Blocking waiting(core_.crew());
                const bool there = host->tasks().watch(place.server, place.id, hears);
                std::unique_lock held(watching->mutex);
                const bool late = watching->late;
                if (there && !late) {
                    watching->found.push_back({place, std::move(hears)});
                    watching->known.insert(id);
                }
                if (--watching->missing == 0) watching->found_all.notify_all();
                held.unlock();
                hears.reset();
                if (there && late) host->tasks().unwatch(place.server, place.id);
            });
        if (posted) ++watching->missing;
    }
    session::TaskNews news;
    {
        // A server that takes its time must not hold up the one that asks.
        const run::Crew::Blocking waiting(core_.crew());
        std::unique_lock lock(watching->mutex);
        watching->found_all.wait_for(lock, longest_watching,
                                     [&] { return watching->missing == 0; });
        watching->late = true;
        for (const std::string& id : ids) {
            if (watching->known.contains(id)) news.known.push_back(id);
        }
    }
    // Let go of under the lock of the session in front: the rest is for another thread.
    news.watch = std::shared_ptr<void>(
        shared.get(), [weak = weak_from_this(), host = *host, shared, watching](void*) {
            const auto self = weak.lock();
            if (!self) return;
            self->core_.crew().post([host, watching] {
                for (Watching::One& one : watching->found) {
                    one.told.reset();
                    host->tasks().unwatch(one.place.server, one.place.id);
                }
            });
        });
    return news;
}

}  // namespace mcp::gateway
