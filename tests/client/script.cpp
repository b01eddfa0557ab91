// The script's hands.
#include "script.hpp"

#include <algorithm>
#include <utility>

namespace mcp::client::test {

bool same(JsonView a, JsonView b) {
    if (a.kind() != b.kind() || a.size() != b.size()) return false;
    if (a.is_object()) {
        for (const JsonMember& member : a.members()) {
            const auto other = b.find(member.name());
            if (!other || !same(member.value, *other)) return false;
        }
        return true;
    }
    if (a.is_array()) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (!same(a[i], b[i])) return false;
        }
        return true;
    }
    if (a.is_number()) return a.as_double() == b.as_double();
    if (a.is_string()) return a.as_string() == b.as_string();
    return a.text() == b.text();
}

Json json(std::string_view text) {
    auto value = Json::parse(text);
    if (!value) FAIL("the script has bad JSON: " << value.error().message() << " in " << text);
    return std::move(*value);
}

void Script::start(const std::optional<ServerVerdict>& known) {
    options.report = [this](std::string_view what) { reports.emplace_back(what); };
    profile = std::make_shared<Profile>(Implementation{.name = "script", .version = "1"}, options,
                                        handlers);
    if (roots) REQUIRE(profile->desk.set_roots(*roots));
    me_ = std::shared_ptr<Replies>(this, [](Replies*) {});
    session = std::make_unique<Session>(
        profile, me_, [this](Answer<Connected> answer) { opened.emplace(std::move(answer)); });
    session->start(known, now, wall);
    pump();
}

void Script::pump() {
    Actions actions = session->take_actions();
    for (auto& message : actions.send) {
        REQUIRE(message.find('\n') == std::string::npos);
        sent_.push_back(std::move(message));
    }
    if (actions.close) closed_because = actions.close;
    for (auto& work : actions.work) work_.push_back(std::move(work));
    for (auto& event : actions.events) events_.push_back(std::move(event));
    for (auto& tell : actions.tell) tell();
}

void Script::receive(std::string_view text) {
    session->received(text, false, now);
    pump();
}
void Script::receive_oversize(std::string_view beginning) {
    session->received(beginning, true, now);
    pump();
}
void Script::close(const std::string& why) {
    session->closed(why, now);
    pump();
}

void Script::advance(std::chrono::milliseconds by) {
    const Time end = now + by;
    while (session->next_deadline() <= end) {
        now = std::max(now, session->next_deadline());
        session->deadline(now);
        pump();
    }
    now = end;
}

Json Script::sent() {
    REQUIRE_FALSE(sent_.empty());
    Json message = json(sent_.front());
    sent_.pop_front();
    REQUIRE(message["jsonrpc"].as_string() == "2.0");
    if (message.contains("id") && message.contains("method")) last_request_ = message;
    return message;
}

Json Script::sent(std::string_view method) {
    Json message = sent();
    REQUIRE(message["method"].as_string() == std::string(method));
    return message;
}

void Script::expect_send(std::string_view text) {
    const Json message = sent();
    INFO("sent " << message.text() << ", expected " << text);
    REQUIRE(same(message, json(text)));
}

bool Script::nothing_sent() { return sent_.empty(); }

void Script::reply(std::string_view result) { reply_to(last_request_, result); }

void Script::reply_to(const Json& request, std::string_view result) {
    receive(R"({"jsonrpc":"2.0","id":)" + std::string(request["id"].text()) + R"(,"result":)" +
            std::string(result) + "}");
}

void Script::reply_error(std::int64_t code, std::string_view message, std::string_view data) {
    receive(R"({"jsonrpc":"2.0","id":)" + std::string(last_request_["id"].text()) +
            R"(,"error":{"code":)" + std::to_string(code) + R"(,"message":)" +
            std::string(Json(message).text()) +
            (data.empty() ? std::string() : ",\"data\":" + std::string(data)) + "}}");
}

std::size_t Script::work() {
    std::size_t count = 0;
    while (!work_.empty()) {
        const Work work = std::move(work_.front());
        work_.pop_front();
        ++count;
        work.run();
    }
    return count;
}

void Script::refuse_work() {
    while (!work_.empty()) {
        const Work work = std::move(work_.front());
        work_.pop_front();
        work.refused();
    }
}

void Script::events() {
    while (!events_.empty()) {
        const auto event = std::move(events_.front());
        events_.pop_front();
        event();
    }
}

Settled<std::string> Script::call_raw(detail::ClientCall call) {
    auto outcome = std::make_shared<std::optional<Answer<std::string>>>();
    call.done = [outcome](Answer<std::string> text) { outcome->emplace(std::move(text)); };
    session->call(std::move(call), now);
    pump();
    return outcome;
}

void Script::cancel(std::uint64_t ticket) {
    session->cancel(ticket, "enough", now);
    pump();
}

std::uint64_t Script::listen(SubscriptionFilter filter, SubscriptionEvents events,
                             Settled<SubscriptionFilter> outcome, const CallOptions& call_options) {
    const std::uint64_t ticket = session->listen(
        std::move(filter), std::move(events), call_options,
        [outcome](Answer<SubscriptionFilter> answer) { outcome->emplace(std::move(answer)); }, now);
    pump();
    return ticket;
}

void Script::answer(const MessageId& id, Answer<std::string> result) {
    session->answer(id, std::move(result), now);
    pump();
}
void Script::input(std::uint64_t ticket, std::size_t round, const std::string& key,
                   Answer<std::string> result) {
    session->input(ticket, round, key, std::move(result), now);
    pump();
}
void Script::progress(std::string params) {
    session->notify("notifications/progress", params);
    pump();
}

void Script::open_legacy(Revision revision, std::string_view capabilities) {
    options.revisions = until(revision);
    options.versions = VersionPolicy::legacy();
    start();
    sent("initialize");
    reply(R"({"protocolVersion":")" + std::string(to_string(revision)) + R"(","capabilities":)" +
          std::string(capabilities) + R"(,"serverInfo":{"name":"fake","version":"0"}})");
    sent("notifications/initialized");
    REQUIRE(opened);
    REQUIRE(opened->has_value());
    REQUIRE(nothing_sent());
}

void Script::open_modern(std::string_view capabilities, std::string_view more) {
    start();
    sent("server/discover");
    reply(R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":)" +
          std::string(capabilities) + R"(,"ttlMs":0,"cacheScope":"private")" + std::string(more) +
          "}");
    REQUIRE(opened);
    REQUIRE(opened->has_value());
    REQUIRE(nothing_sent());
}

}  // namespace mcp::client::test
