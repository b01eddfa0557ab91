// The handshake, and requests in both directions.
#include "client/legacy_client.hpp"

#include "client/params.hpp"
#include "rpc/meta_keys.hpp"

#include <mcp/codec.hpp>
#include <mcp/elicit_form.hpp>
#include <mcp/methods.hpp>

#include <utility>

namespace mcp::client {

LegacyClient::LegacyClient(Engine& engine, Listeners& listeners, Revisions allowed, Opened opened)
    : engine_(engine),
      listeners_(listeners),
      subscriptions_(engine, listeners),
      allowed_(allowed & legacy_revisions),
      opened_(std::move(opened)),
      revision_(newest(allowed_).value_or(r2025_11_25)) {}

void LegacyClient::start(Time now) {
    InitializeRequestParams params;
    params.protocolVersion = to_string(revision_);
    params.capabilities = engine_.desk().capabilities(revision_);
    params.clientInfo = engine_.profile->info;
    declared_roots_ = params.capabilities.roots.has_value();
    const auto text = encode(params, revision_);
    if (!text) {
        opened_(Unexpected(RpcError(Failure::invalid_argument, text.error().message())), now);
        return;
    }
    CallOptions options;
    options.timeout = engine_.options().connect_timeout;
    options.max_total = options.timeout;
    // Never cancelled: after a timeout the connection is closed.
    engine_.wire.request(
        {.id = engine_.wire.next_id(),
         .method = Initialize::name,
         .params = *text,
         .options = options,
         .cancellable = false},
        now, [this](const Answer<std::string>& answer) { initialized(answer, engine_.now); });
}

void LegacyClient::initialized(const Answer<std::string>& answer, Time now) {
    if (!answer) {
        opened_(Unexpected(answer.error()), now);
        return;
    }
    // The revision that it is written in is in it.
    const auto head = Json::parse(*answer, engine_.options().json);
    const auto date = head ? (*head)["protocolVersion"].as_string() : std::nullopt;
    const auto agreed = date ? revision_from(*date) : std::nullopt;
    if (!date || (agreed && !allowed_.contains(*agreed)) || !agreed) {
        const std::string what = date ? "the server speaks " + *date + ", this client does not"
                                      : "the server did not say which revision it speaks";
        opened_(
            Unexpected(RpcError(date ? Failure::not_negotiated : Failure::invalid_response, what)),
            now);
        return;
    }
    auto server = decode<InitializeResult>(*answer, *agreed);
    if (!server) {
        opened_(Unexpected(
                    RpcError(Failure::invalid_response, server.error().within("result").message())),
                now);
        return;
    }
    revision_ = *agreed;
    peer_->implementation = server->serverInfo;
    server_ = std::move(*server);
    open_ = true;
    engine_.wire.notify(InitializedNotification::name, {});
    ping_later(now);
    opened_(connected(), now);
}

Connected LegacyClient::connected() const {
    Connected connected{.era = Era::legacy, .revision = revision_};
    if (server_) {
        connected.server = server_->serverInfo;
        connected.capabilities = server_->capabilities;
        connected.instructions = server_->instructions;
    }
    return connected;
}

std::optional<RpcError> LegacyClient::refuse(const ActiveCall& call) const {
    return gate(call, revision_, server_ ? &server_->capabilities : nullptr);
}

void LegacyClient::begin(const CallPtr& call, Time now) {
    call->id = engine_.wire.next_id();
    std::string composed;
    std::string_view params = call->params;
    if (call->call.options.on_progress) {
        composed = compose_params(params, {.progress_token = call->id.text()});
        params = composed;
    } else if (params.find("\"progressToken\"") != std::string_view::npos) {
        composed = compose_params(params, {});
        params = composed;
    } else if (params == "{}" && call->call.row &&
               !call->call.row->params_required.contains(revision_)) {
        params = {};
    }
    engine_.wire.request(
        {.id = call->id, .method = call->method(), .params = params, .options = call->call.options},
        now, [this, call](Answer<std::string> answer) {
            if (answer && call->call.as_task) keep_progress(*call, *answer);
            if (!answer) {
                // The server may tell when the user is done there.
                for (const auto& page : required_pages(answer.error())) {
                    engine_.desk().page_opened(page.elicitationId);
                }
            }
            engine_.finish(call, std::move(answer));
        });
}

void LegacyClient::keep_progress(const ActiveCall& call, std::string_view result) {
    if (!call.call.options.on_progress) return;
    const auto id = detail::JsonAccess::view(result)["task"]["taskId"].as_string();
    if (id) engine_.wire.keep_progress(call.id, *id, call.call.options.on_progress);
}

void LegacyClient::request(const rpc::Envelope& request, Time now) {
    if (request.method == Ping::name) {
        engine_.wire.send(rpc::result_text(request.id, "{}"));
        return;
    }
    if (serving_.contains(request.id)) {
        engine_.wire.report("dropped a request whose id is in use");
        return;
    }
    if (auto error = engine_.desk().refuse(request.method, revision_, now)) {
        send_error(request.id, *error);
        return;
    }
    if (serving_.size() >= engine_.options().max_serving) {
        send_error(request.id, {error_code::internal_error, "too many requests at once"});
        return;
    }
    auto question = std::make_shared<Question>();
    question->method = request.method;
    question->id = request.id;
    question->revision = revision_;
    question->set_peer(peer_);
    question->principal = engine_.options().principal;
    question->params = request.params ? Json(*request.params) : Json(JsonObject());
    if (const auto token = request.meta("progressToken"); token && MessageId::from(*token)) {
        question->on_progress = [replies = engine_.replies, token = Json(*token),
                                 last = std::optional<double>(),
                                 revision = revision_](double done, std::optional<double> total,
                                                       std::string_view message) mutable {
            const auto where = replies.lock();
            if (!where || (last && done <= *last)) return;
            last = done;
            JsonObject params{{"progressToken", token}, {"progress", done}};
            if (total) params.set("total", *total);
            if (!message.empty() && revision != r2024_11_05) params.set("message", message);
            where->progress(params.dump());
        };
    }
    serving_.emplace(request.id, question);
    engine_.ask(question, [id = request.id](Replies& replies, Answer<std::string> answer) {
        replies.answer(id, std::move(answer));
    });
}

void LegacyClient::answer(const MessageId& id, Answer<std::string> result) {
    const auto found = serving_.find(id);
    if (found == serving_.end()) return;  // cancelled meanwhile
    const std::shared_ptr<Question> question = found->second;
    serving_.erase(found);
    if (result) {
        // What belongs to a task says so, in both directions.
        const JsonView task = question->params["_meta"][meta_keys::related_task];
        if (!task.is_object()) {
            engine_.wire.send(rpc::result_text(id, *result));
            return;
        }
        JsonObject object = detail::JsonAccess::object(std::move(*result));
        JsonObject meta = Json(object["_meta"]).as_object().value_or(JsonObject());
        meta.set(meta_keys::related_task, Json(task));
        object.set("_meta", meta);
        engine_.wire.send(rpc::result_text(id, std::string(object.text())));
    } else {
        send_error(id, result.error());
    }
}

void LegacyClient::send_error(const MessageId& id, const RpcError& error) {
    const bool null_id = id.empty() && revision_ != r2025_11_25;
    engine_.wire.send(null_id ? rpc::error_text_with_null(id, error) : rpc::error_text(id, error));
}

void LegacyClient::notification(const rpc::Envelope& notification, Time) {
    if (notification.method == CancelledNotification::name) {
        cancelled(notification);
    } else if (!listeners_.changed(notification, nullptr)) {
        engine_.wire.report("ignored notification " + std::string(notification.method));
    }
}

void LegacyClient::cancelled(const rpc::Envelope& notification) {
    if (!notification.params) return;
    const auto id = MessageId::from((*notification.params)["requestId"]);
    const auto found = id ? serving_.find(*id) : serving_.end();
    if (found == serving_.end()) return;
    if (const auto reason = (*notification.params)["reason"].as_string()) {
        engine_.wire.report("the server cancelled " + found->second->method + ": " + *reason);
    }
    const auto question = found->second;
    serving_.erase(found);
    // Callbacks of a stop token are user code.
    engine_.wire.actions().tell.emplace_back([question] { question->stop.request_stop(); });
}

void LegacyClient::batch(JsonView elements, Time now) {
    if (revision_ != r2025_03_26 || elements.size() == 0) {
        send_error({}, {error_code::invalid_request, "one message at a time"});
        return;
    }
    for (const JsonView element : elements.elements()) {
        const auto message = rpc::EnvelopeReader::element(element);
        if (!message) {
            if (message.error().is_answer) {
                engine_.wire.answered_badly(message.error().id, message.error().error);
            } else if (!message.error().is_notification) {
                bad_request(message.error());
            }
            continue;
        }
        switch (message->kind) {
            case rpc::Envelope::Kind::request: request(*message, now); break;
            case rpc::Envelope::Kind::notification:
                if (message->method == ProgressNotification::name) {
                    engine_.wire.progressed(*message, now);
                } else {
                    notification(*message, now);
                }
                break;
            case rpc::Envelope::Kind::result:
            case rpc::Envelope::Kind::error: engine_.wire.answered(*message); break;
            case rpc::Envelope::Kind::batch: break;
        }
    }
}

void LegacyClient::bad_request(const rpc::BadMessage& bad) {
    // What is no JSON at all may be a banner that a server prints.
    if (bad.error.code != error_code::parse_error) send_error(bad.id, bad.error);
}

void LegacyClient::roots_changed() {
    if (open_ && declared_roots_) engine_.wire.notify(RootsListChangedNotification::name, {});
}

void LegacyClient::ping_later(Time now) {
    const auto interval = engine_.options().ping_interval;
    if (interval.count() > 0) engine_.wire.at(now + interval, [this](Time then) { ping(then); });
}

void LegacyClient::ping(Time now) {
    CallOptions options;
    options.timeout = engine_.options().ping_interval;
    engine_.wire.request({.id = engine_.wire.next_id(), .method = Ping::name, .options = options},
                         now, [this](Answer<std::string> answer) {
                             if (answer || answer.error().failure != Failure::timeout) return;
                             engine_.wire.report("no answer to a ping: the connection is given up");
                             engine_.wire.actions().close = "no answer to a ping";
                         });
    ping_later(now);
}

void LegacyClient::ended() {
    for (const auto& [id, question] : serving_) {
        engine_.wire.actions().tell.emplace_back(
            [question = question] { question->stop.request_stop(); });
    }
    serving_.clear();
}

}  // namespace mcp::client
