// Listen streams: what is granted, the acknowledgement before everything else, events, the end.
#include "rpc/meta_keys.hpp"
#include "session/concerns.hpp"
#include "session/legacy_server.hpp"
#include "session/modern_server.hpp"
#include "session/modern_tasks.hpp"
#include "session/task_names.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>
#include <mcp/tasks/methods.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace mcp::session {

RequestId request_id(const MessageId& id) {
    if (id.is_string()) return RequestId(id.json().as_string().value_or(""));
    return RequestId(id.json().as_int64().value_or(0));
}

namespace {

/// A notification of a stream: its params, with the stream's id.
template <class Params>
std::string event_text(std::string_view name, Params params, const MessageId& stream,
                       Revision revision) {
    params.meta.emplace().subscriptionId = request_id(stream);
    const auto text = encode(params, revision);
    return text ? rpc::notification_text(name, *text) : std::string();
}

}  // namespace

SubscriptionFilter ModernServer::granted(SubscriptionFilter asked,
                                         const std::shared_ptr<const detail::PeerInfo>& peer,
                                         std::string_view principal, Stream& stream) {
    ServerCore& core = channel_->core;
    const ServerCapabilities offers = core.capabilities();
    const auto told = [](const auto& capability) {
        return capability && capability->listChanged.value_or(false);
    };
    if (!asked.toolsListChanged.value_or(false) || !told(offers.tools)) {
        asked.toolsListChanged.reset();
    }
    if (!asked.promptsListChanged.value_or(false) || !told(offers.prompts)) {
        asked.promptsListChanged.reset();
    }
    if (!asked.resourcesListChanged.value_or(false) || !told(offers.resources)) {
        asked.resourcesListChanged.reset();
    }
    if (asked.resourceSubscriptions) {
        auto& uris = *asked.resourceSubscriptions;
        const bool subscribe = offers.resources && offers.resources->subscribe.value_or(false);
        std::vector<std::string> kept;
        for (std::string& uri : uris) {
            if (!subscribe || kept.size() >= channel_->settings.max_subscriptions) break;
            auto subscribed = core.subscribing(peer, uri, principal, channel_->gone);
            if (!subscribed) continue;
            kept.push_back(std::move(uri));
            if (*subscribed) stream.subscribed.push_back(*std::move(subscribed));
        }
        uris = std::move(kept);
        if (!subscribe) asked.resourceSubscriptions.reset();
    }
    asked.extras.clear();  // of extensions: tasks are looked at by themselves
    return asked;
}

std::vector<std::string> ModernServer::watch_tasks(const JsonView& ids, const std::string& owner,
                                                   const MessageId& stream,
                                                   std::vector<std::uint64_t>& watches) {
    std::vector<std::string> known;
    TaskManager* const tasks = channel_->core.modern_tasks();
    for (const JsonView each : ids.elements()) {
        if (!tasks || known.size() >= channel_->settings.max_subscriptions) break;
        const auto id = each.as_string();
        if (!id || std::find(known.begin(), known.end(), *id) != known.end()) continue;
        const auto watch = tasks->watch(owner, *id, channel_->clock.wall(),
                                        [weak = weak_from_this(), stream](const StoredTask& task) {
                                            if (const auto self = weak.lock())
                                                self->task_changed(task, stream);
                                        });
        if (!watch) continue;
        watches.push_back(*watch);
        known.push_back(*id);
    }
    return known;
}

void ModernServer::task_changed(const StoredTask& task, const MessageId& stream) {
    const Channel::Lock held = channel_->lock();
    const auto found = streams_.find(stream);
    if (found == streams_.end()) return;
    const std::string params =
        news_text(task, *channel_->core.tasks(), found->second.revision, stream);
    if (params.empty()) return;
    channel_->send_locked(rpc::notification_text(tasks::TaskStatusNotification::name, params),
                          stream);
}

TaskNews ModernServer::watch_elsewhere(const JsonView& ids, const Admitted& admitted,
                                       std::string_view principal, const MessageId& stream) {
    std::vector<std::string> wanted;
    for (const JsonView each : ids.elements()) {
        if (wanted.size() >= channel_->settings.max_subscriptions) break;
        const auto id = each.as_string();
        if (!id || std::find(wanted.begin(), wanted.end(), *id) != wanted.end()) continue;
        wanted.push_back(*id);
    }
    if (wanted.empty()) return {};
    return channel_->core.watch_tasks(admitted.meta->peer, principal, wanted,
                                      [weak = weak_from_this(), stream](JsonView params) {
                                          if (const auto self = weak.lock())
                                              self->changed_elsewhere(params, stream);
                                      });
}

void ModernServer::changed_elsewhere(JsonView params, const MessageId& stream) {
    auto shown = Json(params).as_object();
    if (!shown) return;
    JsonObject meta;
    meta.set(meta_keys::subscription_id, Json(stream.json()));
    shown->set("_meta", std::move(meta));
    const Channel::Lock held = channel_->lock();
    if (streams_.count(stream) == 0) return;
    channel_->send_locked(
        rpc::notification_text(tasks::TaskStatusNotification::name, Json(*shown).dump()), stream);
}

void ModernServer::unwatch(const std::vector<std::uint64_t>& watches) {
    for (const std::uint64_t watch : watches) channel_->core.tasks()->unwatch(watch);
}

void ModernServer::listen(const rpc::Envelope& message, std::string_view principal,
                          const Admitted& admitted) {
    const MessageId id = message.id;
    const Revision revision = admitted.revision;
    auto params = decode<SubscriptionsListenRequestParams>(message.params->text(), revision);
    if (!params) return refuse(id, RpcError::invalid_params(params.error()));

    const Json* const task_ids =
        channel_->core.tasks() ? params->notifications.extras.find("taskIds") : nullptr;
    if (task_ids && !speaks_tasks(admitted.meta->peer->client_capabilities)) {
        return refuse(id, tasks_not_declared());
    }
    const Json wanted_tasks = task_ids ? *task_ids : Json();
    Stream stream;
    stream.revision = revision;
    std::vector<std::string> known_tasks;
    {
        // From here on another thread may read: nothing of `message` is used.
        const std::string who(principal);
        const run::Crew::UserCode user_code(channel_->core.crew());
        stream.place = channel_->core.place_of(admitted.meta->peer, who);
        stream.filter = granted(std::move(params->notifications), admitted.meta->peer, who, stream);
        try {
            if (channel_->core.passes_tasks()) {
                TaskNews news = watch_elsewhere(wanted_tasks, admitted, who, id);
                known_tasks = std::move(news.known);
                stream.elsewhere = std::move(news.watch);
            } else {
                known_tasks = watch_tasks(wanted_tasks, who, id, stream.watches);
            }
        } catch (const std::exception& error) {
            channel_->report("tasks: " + std::string(error.what()));
        }
    }
    const Channel::Lock held = channel_->lock();
    if (channel_->closed_locked()) return unwatch(stream.watches);
    if (channel_->in_use_locked(id) || streams_.count(id) != 0) {
        unwatch(stream.watches);
        const RpcError error(error_code::invalid_request, "the id is in use");
        return channel_->send_locked(rpc::error_text(id, error), id);
    }
    if (streams_.size() >= channel_->settings.max_listen_streams) {
        unwatch(stream.watches);
        const RpcError error(error_code::internal_error, "too many listen streams");
        return channel_->send_locked(rpc::error_text(id, error), id);
    }
    SubscriptionsAcknowledgedNotificationParams acknowledged;
    acknowledged.notifications = stream.filter;
    if (!wanted_tasks.is_null()) {
        std::vector<Json> ids;
        for (const std::string& each : known_tasks) ids.emplace_back(each);
        acknowledged.notifications.extras.set("taskIds", Json::array(ids));
    }
    std::string text = event_text(SubscriptionsAcknowledgedNotification::name,
                                  std::move(acknowledged), id, revision);
    // The stream is known and acknowledged in one step, so that no event comes before.
    channel_->now_others_hold_ids_locked();
    streams_.emplace(id, std::move(stream));
    channel_->send_locked(std::move(text), id);
}

bool ModernServer::cancel_stream_locked(const MessageId& id) {
    const auto found = streams_.find(id);
    if (found == streams_.end()) return false;
    unwatch(found->second.watches);
    streams_.erase(found);
    return true;
}

namespace {

bool wants(const SubscriptionFilter& filter, ListKind kind) {
    return kind == ListKind::tools     ? filter.toolsListChanged.has_value()
           : kind == ListKind::prompts ? filter.promptsListChanged.has_value()
                                       : filter.resourcesListChanged.has_value();
}

}  // namespace

void ModernServer::list_changed(ListKind kind, std::string_view place) {
    {
        const Channel::Lock held = channel_->lock();
        if (channel_->closed_locked()) return;
        bool wanted = false;
        for (auto& [id, stream] : streams_) {
            if (!wants(stream.filter, kind) || !hears(stream.place, place)) continue;
            wanted = stream.changed[static_cast<std::size_t>(kind)] = true;
        }
        if (!wanted || flush_at_ != Time::max()) return;
        flush_at_ = channel_->clock.now() + channel_->settings.coalesce;
    }
    channel_->wake();
}

void ModernServer::deadline(Time now) {
    const Channel::Lock held = channel_->lock();
    if (flush_at_ > now) return;
    flush_at_ = Time::max();
    constexpr std::array<std::string_view, 3> names{ToolListChangedNotification::name,
                                                    PromptListChangedNotification::name,
                                                    ResourceListChangedNotification::name};
    for (auto& [id, stream] : streams_) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!std::exchange(stream.changed[i], false)) continue;
            channel_->send_locked(event_text(names[i], NotificationParams(), id, stream.revision),
                                  id);
        }
    }
}

void ModernServer::resource_updated(std::string_view uri, std::string_view place) {
    const Channel::Lock held = channel_->lock();
    for (const auto& [id, stream] : streams_) {
        if (!stream.filter.resourceSubscriptions || !hears(stream.place, place)) continue;
        const auto& watched = *stream.filter.resourceSubscriptions;
        const bool wanted = std::any_of(watched.begin(), watched.end(),
                                        [&](const auto& one) { return concerns(one, uri); });
        if (!wanted) continue;
        ResourceUpdatedNotificationParams params;
        params.uri = std::string(uri);
        channel_->send_locked(
            event_text(ResourceUpdatedNotification::name, std::move(params), id, stream.revision),
            id);
    }
}

void ModernServer::end_streams() {
    std::optional<Implementation> info;
    if (channel_->settings.send_server_info) info = channel_->core.info();
    const Channel::Lock held = channel_->lock();
    for (const auto& [id, stream] : std::exchange(streams_, {})) {
        unwatch(stream.watches);
        SubscriptionsListenResult result;
        result.meta.subscriptionId = request_id(id);
        result.meta.serverInfo = info;
        if (const auto text = encode(result, stream.revision)) {
            channel_->send_locked(rpc::result_text(id, *text), id);
        }
    }
}

void ModernServer::closed() {
    const Channel::Lock held = channel_->lock();
    for (const auto& [id, stream] : streams_) unwatch(stream.watches);
    streams_.clear();
    flush_at_ = Time::max();
}

}  // namespace mcp::session
