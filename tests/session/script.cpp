// The pieces of scripts: the fake server, matching of messages, breaking connections.
#include "session/script.hpp"

#include "catch.hpp"

#include "session/canonical.hpp"

#include <exception>
#include <stdexcept>
#include <utility>

namespace script {

FakeCore::FakeCore() : crew_(std::make_unique<run::Crew>()) {
    info_.name = "fake";
    info_.version = "1.0";
    offers_.tools.emplace().listChanged = true;
    offers_.prompts.emplace();
    offers_.resources.emplace().listChanged = true;
    offers_.resources->subscribe = true;
    offers_.logging.emplace();
    const auto empty_list = [](std::string_view name) {
        return [name = std::string(name)](std::optional<JsonView>, Context& context,
                                          Done<std::string> done) {
            std::string text = "{\"" + name + "\":[]";
            if (context.revision() == r2026_07_28) text += ",\"resultType\":\"complete\"";
            done(text + "}");
        };
    };
    handlers["tools/list"] = empty_list("tools");
    handlers["resources/list"] = empty_list("resources");
    handlers["tools/call"] = [this](std::optional<JsonView> params, Context& context,
                                    Done<std::string> done) {
        const std::string name = params ? (*params)["name"].as_string().value_or("") : "";
        const auto found = tools.find(name);
        if (found == tools.end()) {
            return done(Unexpected(RpcError::invalid_params("unknown tool: " + name)));
        }
        found->second(params, context, std::move(done));
    };
    tool("echo", [](std::optional<JsonView> params, Context&, Done<std::string> done) {
        done(text_result((*params)["arguments"]["text"].as_string().value_or("")));
    });
}

void FakeCore::serve(std::string_view method, std::optional<JsonView> params, Context& context,
                     Done<std::string> done) {
    ++served_calls;
    handlers.find(method)->second(params, context, std::move(done));
}

void FakeCore::notified(std::string_view method, std::optional<JsonView> params) {
    notes.emplace_back(method, params ? std::string(params->text()) : "");
}

std::optional<RpcError> FakeCore::refuse_subscription(std::string_view uri, std::string_view) {
    if (unknown_uris.count(uri) == 0) return std::nullopt;
    return RpcError(error_code::resource_not_found, "no such resource");
}

ToolExecutionTaskSupportTag FakeCore::task_support(std::string_view tool) const {
    const auto found = task_tools.find(tool);
    return found == task_tools.end() ? ToolExecutionTaskSupportTag::forbidden : found->second;
}

bool FakeCore::reported(std::string_view part) const {
    for (const std::string& report : reports) {
        if (report.find(part) != std::string::npos) return true;
    }
    return false;
}

std::string text_result(std::string_view text) {
    return R"({"content":[{"type":"text","text":)" + std::string(Json(text).text()) + "}]}";
}

void ask_later(Context& context, InputRequests questions, Done<InputResponses> done) {
    detail::ServedCall::of(context).ask_later(std::move(questions), std::move(done));
}

InputRequests form_question(std::string_view key, std::string_view field) {
    ElicitRequestFormParams form;
    form.message = "Who are you?";
    StringSchema name;
    form.requestedSchema.properties[field] = name;
    form.requestedSchema.required.emplace({std::string(field)});
    ElicitRequest request;
    request.params = std::move(form);
    InputRequests questions;
    questions[key] = std::move(request);
    return questions;
}

Script::Script(std::string principal) : principal_(std::move(principal)) {}

Script::~Script() {
    if (session_) session_->closed("");
}

session::ServerSession& Script::session() {
    if (!session_) {
        session_ = std::make_shared<session::ServerSession>(core, outbox_, principal_, clock);
    }
    return *session_;
}

void Script::step() {
    session();
    if (steps++ != break_at) return;
    session_->closed("broken on purpose");
    throw Broken{};
}

Script& Script::receive(std::string text) {
    step();
    for (const auto& [name, value] : caught_) {
        const std::string mark = "\"$" + name + "\"";
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
            text.replace(at, mark.size(), value.text());
        }
    }
    session().received(text, false, clock.now());
    return *this;
}

Script& Script::receive_oversize(std::string_view beginning) {
    step();
    session().received(beginning, true, clock.now());
    return *this;
}

bool Script::matches(JsonView pattern, JsonView value) {
    if (const auto text = pattern.as_string(); text && text->size() > 1 && text->front() == '$') {
        if (*text != "$any") caught_[text->substr(1)] = Json(value);
        return true;
    }
    if (pattern.kind() != value.kind()) return false;
    if (pattern.is_object()) {
        const bool open = pattern.contains("...");
        for (const JsonMember& member : pattern.members()) {
            if (member.named("...")) continue;
            const auto found = value.find(member.name());
            if (!found || !matches(member.value, *found)) return false;
        }
        return open || pattern.size() == value.size();
    }
    if (pattern.is_array()) {
        if (pattern.size() != value.size()) return false;
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            if (!matches(pattern[i], value[i])) return false;
        }
        return true;
    }
    std::string a;
    std::string b;
    session::append_canonical(a, pattern);
    session::append_canonical(b, value);
    return a == b;
}

Script& Script::expect_send(std::string_view pattern) {
    step();
    const auto wanted = Json::parse(pattern);
    if (!wanted) throw std::logic_error("a pattern is no JSON: " + wanted.error().message());
    INFO("expected: " << pattern);
    if (outbox_->empty()) {
        FAIL("nothing was sent");
        return *this;
    }
    Sent sent;
    {
        const std::lock_guard held(outbox_->mutex);
        sent = outbox_->sent.front();
        outbox_->sent.pop_front();
    }
    last_related = sent.related_to;
    INFO("sent:     " << sent.text);
    const auto message = Json::parse(sent.text);
    REQUIRE(message.has_value());
    REQUIRE(matches(*wanted, *message));
    return *this;
}

Script& Script::expect_nothing() {
    step();
    const std::string text = outbox_->sent.empty() ? "" : outbox_->sent.front().text;
    REQUIRE(text.empty());
    return *this;
}

Script& Script::await_send(std::string_view pattern) {
    {
        std::unique_lock held(outbox_->mutex);
        outbox_->came.wait_for(held, std::chrono::seconds(20),
                               [&] { return !outbox_->sent.empty(); });
    }
    return expect_send(pattern);
}

Script& Script::advance(std::chrono::milliseconds time) {
    step();
    clock.advance(time);
    if (session().next_deadline() <= clock.now()) session().deadline(clock.now());
    return *this;
}

Script& Script::fail_here(std::string why) {
    step();
    session().closed(why);
    return *this;
}

Script& Script::legacy(std::string_view revision, std::string_view capabilities) {
    const std::string date(revision);
    receive(R"({"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":")" +
            date + R"(","capabilities":)" + std::string(capabilities) +
            R"(,"clientInfo":{"name":"c","version":"1"}}})");
    expect_send(R"({"jsonrpc":"2.0","id":"init","result":{"protocolVersion":")" + date +
                R"(","...":true}})");
    return receive(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

std::string Script::modern(std::string_view id, std::string_view method, std::string_view members,
                           std::string_view capabilities, std::string_view meta) {
    std::string text = R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" +
                       std::string(method) + R"(","params":{)" + std::string(members);
    if (!members.empty()) text += ',';
    text += R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
            R"("io.modelcontextprotocol/clientCapabilities":)" +
            std::string(capabilities);
    if (!meta.empty()) text += ',' + std::string(meta);
    return text + "}}}";
}

std::string Script::call(std::string_view id, std::string_view tool, std::string_view more) {
    std::string text = R"({"jsonrpc":"2.0","id":)" + std::string(id) +
                       R"(,"method":"tools/call","params":{"name":")" + std::string(tool) + '"';
    if (!more.empty()) text += ',' + std::string(more);
    return text + "}}";
}

void with_every_failure(const std::function<void(Script&)>& conversation) {
    int steps = 0;
    {
        Script whole;
        conversation(whole);
        steps = whole.steps;
    }
    for (int broken = 0; broken < steps; ++broken) {
        INFO("broken before step " << broken);
        Script script;
        script.break_at = broken;
        bool ended = false;
        try {
            conversation(script);
        } catch (const Broken&) {
            ended = true;
        }
        REQUIRE(ended);
        const auto left = script.session().counters();
        CHECK(left.in_flight == 0);
        CHECK(left.listen_streams == 0);
        CHECK(left.subscriptions == 0);
        CHECK(left.waiting == 0);
        script.outbox().sent.clear();
        script.session().received(R"({"jsonrpc":"2.0","id":99,"method":"ping"})", false,
                                  script.clock.now());
        script.session().list_changed(ListKind::tools);
        script.session().deadline(script.clock.now() + std::chrono::hours(1));
        CHECK(script.outbox().sent.empty());
    }
}

}  // namespace script
