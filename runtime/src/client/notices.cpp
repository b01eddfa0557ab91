// Log messages, finished web pages, tasks, and the user's own notifications.
#include "client/notices.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <memory>
#include <utility>

namespace mcp::client {

namespace {

/// Decodes the params and queues the handler.
template <class Params, class F>
void tell(Engine& engine, const rpc::Envelope& notification, Revision revision, const F& handler) {
    if (!handler) return;
    auto params =
        decode<Params>(notification.params ? notification.params->text() : "{}", revision);
    if (!params) {
        engine.wire.report("dropped " + std::string(notification.method) + ": " +
                           params.error().within("params").message());
        return;
    }
    engine.wire.actions().events.emplace_back(
        [handler, params = std::make_shared<Params>(std::move(*params))] { handler(*params); });
}

}  // namespace

bool tell_notice(Engine& engine, const rpc::Envelope& notification, Revision revision) {
    const detail::ClientHandlers& handlers = engine.desk().handlers();
    if (notification.method == LoggingMessageNotification::name) {
        tell<LoggingMessageNotificationParams>(engine, notification, revision, handlers.log);
        return true;
    }
    if (notification.method == TaskStatusNotification::name) {
        tell<TaskStatusNotificationParams>(engine, notification, revision, handlers.task_status);
        return true;
    }
    if (notification.method == ElicitationCompleteNotification::name) {
        const auto id = notification.params ? (*notification.params)["elicitationId"].as_string()
                                            : std::nullopt;
        // Ids that are not known, or known to be done, are ignored.
        if (id && engine.desk().page_completed(*id) && handlers.elicitation_complete) {
            engine.wire.actions().events.emplace_back(
                [handler = handlers.elicitation_complete, id = *id] { handler(id); });
        }
        return true;
    }
    const auto own = handlers.notifications.find(notification.method);
    if (own == handlers.notifications.end()) return false;
    const Json params = notification.params ? Json(*notification.params) : Json(JsonObject());
    engine.wire.actions().events.emplace_back([handler = own->second, params] { handler(params); });
    return true;
}

}  // namespace mcp::client
