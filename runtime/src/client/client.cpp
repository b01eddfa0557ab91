// The client that users see: its handlers, its connection. Calls in plain words are in
// client_words.cpp.
#include <mcp/client.hpp>

#include "client/link.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

namespace mcp {

struct Client::Impl {
    Implementation info;
    ClientOptions options;
    detail::ClientHandlers handlers;

    std::mutex mutex;                        // of what follows, until there is a link
    std::optional<std::vector<Root>> roots;  // until there is a desk
    std::shared_ptr<client::Profile> profile;
    std::shared_ptr<detail::ClientLink> kept_link;
    /// Set once, by the first `connect`: it may be closed by another thread meanwhile.
    std::atomic<detail::ClientLink*> link = nullptr;

    /// True for the first one, which makes the link.
    bool make_link() {
        const std::lock_guard lock(mutex);
        if (kept_link) return false;
        profile = std::make_shared<client::Profile>(info, options, handlers);
        if (roots) (void)profile->desk.set_roots(std::move(*roots));
        run::CrewLimits limits;
        limits.turns = options.turns;
        kept_link = std::make_shared<detail::ClientLink>(
            profile, std::make_shared<run::Crew>(std::move(limits)));
        link = kept_link.get();
        return true;
    }
};

Client::Client(Implementation info, ClientOptions options) : impl_(std::make_unique<Impl>()) {
    impl_->info = std::move(info);
    impl_->options = std::move(options);
    if (!impl_->options.cache) impl_->options.cache = std::make_shared<ResponseCache>();
}

Client::~Client() {
    close();
    // Here, while nobody else can be the last one to hold the threads.
    if (impl_->kept_link) impl_->kept_link->crew().stop();
}

detail::ClientHandlers& Client::handlers() {
    if (impl_->link) throw std::logic_error("mcp::Client: handlers are set before `connect`");
    return impl_->handlers;
}

std::weak_ptr<detail::ClientLink> Client::link() const {
    detail::ClientLink* const link = impl_->link;
    return link ? link->weak_from_this() : std::weak_ptr<detail::ClientLink>();
}

void Client::on_log(std::function<void(const LoggingMessageNotificationParams&)> f) {
    handlers().log = std::move(f);
}
void Client::on_change(SubscriptionEvents events) { handlers().changes = std::move(events); }
void Client::on_elicitation_complete(std::function<void(const std::string& id)> f) {
    handlers().elicitation_complete = std::move(f);
}
void Client::on_task_status(std::function<void(const TaskStatusNotificationParams&)> f) {
    handlers().task_status = std::move(f);
}
void Client::on_notification(std::string method, std::function<void(const Json& params)> f) {
    handlers().notifications[std::move(method)] = std::move(f);
}
void Client::on_closed(std::function<void(const RpcError& why)> f) {
    handlers().closed = std::move(f);
}

void Client::use(Middleware middleware) { handlers().middleware.push_back(std::move(middleware)); }
void Client::filter(std::shared_ptr<MessageFilter> filter) {
    handlers().filters.push_back(std::move(filter));
}

Result<void> Client::set_roots(std::vector<Root> roots) {
    for (const Root& root : roots) {
        if (!client::is_root_uri(root.uri)) {
            return Unexpected(Error{"no file:// address of a folder: " + root.uri});
        }
    }
    {
        const std::lock_guard lock(impl_->mutex);
        if (!impl_->link) {
            impl_->roots = std::move(roots);
            return {};
        }
    }
    detail::ClientLink& link = *impl_->link;
    auto set = impl_->profile->desk.set_roots(std::move(roots));
    if (set) {
        link.with_session([](client::Session& session) {
            session.roots_changed();
            return 0;
        });
    }
    return set;
}

Answer<Connected> Client::connect(std::unique_ptr<Transport> transport) {
    bool made = false;
    return connect([&]() -> Result<std::unique_ptr<Transport>> {
        if (std::exchange(made, true)) return Unexpected(Error{});
        return std::move(transport);
    });
}

Answer<Connected> Client::connect(const TransportMaker& make_transport) {
    const bool first = impl_->make_link();
    detail::ClientLink& link = *impl_->link;
    if (!first) link.shut();
    std::optional<ServerVerdict> known = impl_->options.known;
    std::optional<Answer<Connected>> last;
    for (int attempt = 0; attempt < 2; ++attempt) {
        auto transport = make_transport();
        if (!transport) {
            if (last) return std::move(*last);
            return Unexpected(RpcError(Failure::closed, transport.error().message));
        }
        const auto slot = std::make_shared<detail::Slot<Connected>>();
        link.open(std::move(*transport), known,
                  [slot](Answer<Connected> answer) { slot->put(std::move(answer)); });
        last.emplace(slot->wait());
        const bool restart = link.with_session(
            [](const client::Session& session) { return session.wants_restart(); });
        if (*last || !restart) break;
        known = ServerVerdict{
            .era = Era::legacy,
            .revision = newest(impl_->options.revisions & legacy_revisions).value_or(r2025_11_25),
            .expires = std::chrono::system_clock::time_point::max()};
    }
    if (!*last) link.shut();
    return std::move(*last);
}

void Client::close() {
    if (detail::ClientLink* const link = impl_->link) link->shut();
}

std::optional<Connected> Client::connected() const {
    detail::ClientLink* const link = impl_->link;
    if (!link) return {};
    return link->with_session([](const client::Session& session) { return session.connected(); });
}

std::optional<ServerVerdict> Client::verdict() const {
    detail::ClientLink* const link = impl_->link;
    return link ? link->verdict() : std::optional<ServerVerdict>();
}

Revision Client::revision() const {
    detail::ClientLink* const link = impl_->link;
    return link ? revision(*link) : latest_revision;
}
Revision Client::revision(detail::ClientLink& link) {
    return link.with_session([](const client::Session& session) { return session.revision(); });
}

std::uint64_t Client::submit(detail::ClientCall call) {
    if (detail::ClientLink* const link = impl_->link) return link->submit(std::move(call));
    call.done(Unexpected(RpcError(Failure::closed, "there is no connection")));
    return 0;
}

Answer<std::string> Client::wait(detail::Slot<std::string>& slot) {
    std::optional<Answer<std::string>> text;
    detail::wait_outside(link(), [&] { text.emplace(slot.wait()); });
    return std::move(*text);
}

const CallOptions& Client::default_options() const { return impl_->options.calls; }

std::size_t Client::max_pages() const { return impl_->options.max_pages; }

void Client::forget_list(std::string_view method) {
    impl_->options.cache->forget(impl_->options.server_key, method);
}

void Client::forget_answers() { impl_->options.cache->clear(); }

void Client::learn(detail::ClientLink& link, const ListToolsResult& page) {
    if (link.profile().options.check_tool_results) link.output_check().learn(page.tools);
}

std::optional<RpcError> Client::check(detail::ClientLink& link, const std::string& tool,
                                      const CallToolResult& result) {
    if (!link.profile().options.check_tool_results) return {};
    return link.output_check().check(tool, result);
}

RpcError Client::bad_result(std::string_view method, const CodecError& error) {
    CodecError placed = error;
    return {Failure::invalid_response,
            std::string(method) + ": " + placed.within("result").message()};
}

Answer<Json> Client::call_custom(std::string method, JsonObject params) {
    return call_custom(std::move(method), std::move(params), default_options());
}

Answer<Json> Client::call_custom(std::string method, JsonObject params, CallOptions options) {
    const auto slot = std::make_shared<detail::Slot<std::string>>();
    detail::ClientCall call{.custom = std::move(method), .options = std::move(options)};
    call.params = [params = std::move(params)](Revision) -> Result<std::string, CodecError> {
        return params.dump();
    };
    call.done = [slot](Answer<std::string> text) { slot->put(std::move(text)); };
    submit(std::move(call));
    Answer<std::string> text = wait(*slot);
    if (!text) return Unexpected(std::move(text).error());
    auto json = Json::parse(*text);
    if (!json) return Unexpected(RpcError(Failure::invalid_response, json.error().message()));
    return std::move(*json);
}

Answer<void> Client::notify_custom(std::string method, JsonObject params) {
    detail::ClientLink* const link = impl_->link;
    if (!link) return Unexpected(RpcError(Failure::closed, "there is no connection"));
    auto error = link->with_session([&](client::Session& session) {
        return session.notify(method, params.empty() ? std::string_view() : params.text());
    });
    if (error) return Unexpected(std::move(*error));
    return {};
}

Answer<Subscription> Client::listen(SubscriptionFilter filter, SubscriptionEvents events) {
    detail::ClientLink* const link = impl_->link;
    if (!link) return Unexpected(RpcError(Failure::closed, "there is no connection"));
    const auto slot = std::make_shared<detail::Slot<SubscriptionFilter>>();
    const std::uint64_t ticket =
        link->listen(std::move(filter), std::move(events), default_options(),
                     [slot](Answer<SubscriptionFilter> answer) { slot->put(std::move(answer)); });
    std::optional<Answer<SubscriptionFilter>> honoured;
    detail::wait_outside(this->link(), [&] { honoured.emplace(slot->wait()); });
    if (!*honoured) return Unexpected(std::move(*honoured).error());
    return Subscription(this->link(), ticket, std::move(**honoured));
}

}  // namespace mcp
