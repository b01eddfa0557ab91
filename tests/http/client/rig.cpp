#include "rig.hpp"

#include "http/headers.hpp"

#include <algorithm>

namespace mcp::http::test {

namespace {
HttpClientOptions with_address(HttpClientOptions options) {
    if (options.url.empty()) options.url = address;
    return options;
}
}  // namespace

std::optional<std::string> Asked::header(std::string_view name) const {
    std::optional<std::string> value;
    for (const Fields* fields : {&request.headers, &request.secret_headers}) {
        for (const auto& [each, text] : *fields) {
            if (!same_name(each, name)) continue;
            REQUIRE(!value);
            value = text;
        }
    }
    return value;
}

Json Asked::body() const { return Json::parse(request.body).value(); }

Rig::Rig(HttpClientOptions options) : link(with_address(std::move(options))) {}

void Rig::pump() {
    LinkActions actions = link.take_actions();
    for (const std::uint64_t each : actions.stop) stopped.push_back(each);
    for (auto& each : actions.start) asked_.push_back({each.exchange, std::move(each.request)});
    std::erase_if(asked_, [&](const Asked& each) { return was_stopped(each); });
    for (auto& each : actions.deliver) {
        if (each.error) {
            REQUIRE(undelivered.emplace(each.text, *each.error).second);
        } else {
            messages.push_back(std::move(each.text));
        }
    }
    for (auto& each : actions.reports) reports.push_back(std::move(each));
    if (actions.closed) closed = std::move(actions.closed);
}

void Rig::send(std::string_view text) {
    link.send(text, now);
    pump();
}

Asked Rig::asked() {
    pump();
    REQUIRE_FALSE(asked_.empty());
    Asked first = std::move(asked_.front());
    asked_.pop_front();
    return first;
}

Asked Rig::asked(std::string_view what) {
    Asked next = asked();
    std::string is = next.request.method;
    if (is == "POST") {
        const std::string method = next.method();
        is += " " + (method.empty() ? "answer" : method);
    }
    REQUIRE(is == what);
    return next;
}

void Rig::status(const Asked& to, int status, Fields headers, std::string_view body) {
    link.head(to.exchange, {status, std::move(headers), to.request.url}, now);
    if (!body.empty()) bytes(to, body);
    end(to);
}

void Rig::json(const Asked& to, std::string_view body, int status, Fields headers) {
    headers.emplace_back("content-type", "application/json; charset=utf-8");
    this->status(to, status, std::move(headers), body);
}

void Rig::begin_events(const Asked& to, Fields headers) {
    headers.emplace_back("Content-Type", "text/event-stream; charset=utf-8");
    link.head(to.exchange, {200, std::move(headers), to.request.url}, now);
    pump();
}

void Rig::bytes(const Asked& to, std::string_view bytes) {
    link.data(to.exchange, bytes, now);
    pump();
}

void Rig::end(const Asked& to, std::optional<std::string> failure) {
    link.end(to.exchange, failure, now);
    pump();
}

void Rig::advance(std::chrono::milliseconds by) {
    const Time until = now + by;
    for (int i = 0; i < 1000 && link.next_deadline() <= until; ++i) {
        now = std::max(now, link.next_deadline());
        link.deadline(now);
        pump();
    }
    now = until;
}

bool Rig::was_stopped(const Asked& asked) const {
    return std::find(stopped.begin(), stopped.end(), asked.exchange) != stopped.end();
}

Json Rig::last() const {
    REQUIRE_FALSE(messages.empty());
    return Json::parse(messages.back()).value();
}

std::string initialize_result(std::string_view id, std::string_view revision) {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":{"protocolVersion":")" +
           std::string(revision) +
           R"(","capabilities":{},"serverInfo":{"name":"s","version":"1"}}})";
}

std::string request(int id, std::string_view method, std::string_view params) {
    return rpc::request_text(MessageId(id), method, params);
}

std::string modern(int id, std::string_view method, std::string_view params) {
    const std::string more = params.empty() ? "" : "," + std::string(params);
    return request(id, method, "{" + std::string(version_2026) + more + "}");
}

std::string result(int id, std::string_view value) {
    return rpc::result_text(MessageId(id), std::string(value));
}

void Rig::open_legacy(std::string_view revision, std::string_view session) {
    send(request(1, "initialize", R"({"protocolVersion":"2025-11-25"})"));
    Fields headers;
    if (!session.empty()) headers.emplace_back("mcp-session-id", session);
    json(asked("POST initialize"), initialize_result("1", revision), 200, headers);
    send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    accepted(asked("POST notifications/initialized"));
    if (!nothing_asked()) status(asked("GET"), 405);
    REQUIRE(nothing_asked());
    messages.clear();
}

}  // namespace mcp::http::test
