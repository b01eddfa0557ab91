// `mcpctl watch`: changes and log messages, as they come.
#include "commands/commands.hpp"
#include "output/safe_text.hpp"
#include "peer/connection.hpp"
#include "peer/events.hpp"
#include "peer/interrupt.hpp"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <map>
#include <set>

namespace mcpctl {
namespace {

using Names = std::set<std::string>;

std::string time_now(const char* format, bool utc) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    if (utc)
        ::gmtime_r(&now, &parts);
    else
        ::localtime_r(&now, &parts);
    char text[64];
    const std::size_t size = std::strftime(text, sizeof text, format, &parts);
    return {text, size};
}

template <class T, class Name>
std::optional<Names> names_of(const mcp::Answer<std::vector<T>>& items, Name name) {
    if (!items) return std::nullopt;
    Names out;
    for (const T& item : *items) out.insert(item.*name);
    return out;
}

/// The lists of a server, to tell what is new and what is gone.
class KnownLists {
public:
    explicit KnownLists(mcp::Client& client) : client_(client) {
        for (const char* const kind : {"tools", "prompts", "resources"}) known_[kind] = fetch(kind);
    }
    struct Change {
        std::vector<std::string> added{};
        std::vector<std::string> removed{};
    };
    Change update(const std::string& kind) {
        Change change;
        auto now = fetch(kind);
        auto& before = known_[kind];
        if (now && before) {
            std::set_difference(now->begin(), now->end(), before->begin(), before->end(),
                                std::back_inserter(change.added));
            std::set_difference(before->begin(), before->end(), now->begin(), now->end(),
                                std::back_inserter(change.removed));
        }
        before = std::move(now);
        return change;
    }

private:
    std::optional<Names> fetch(const std::string& kind) {
        client_.forget_answers();
        if (kind == "tools") return names_of(client_.tools(), &mcp::Tool::name);
        if (kind == "prompts") return names_of(client_.prompts(), &mcp::Prompt::name);
        return names_of(client_.resources(), &mcp::Resource::uri);
    }
    mcp::Client& client_;
    std::map<std::string, std::optional<Names>> known_{};
};

class EventPrinter {
public:
    EventPrinter(Terminal& terminal, KnownLists& lists) : terminal_(terminal), lists_(lists) {}

    void print(const Event& event) {
        mcp::JsonObject line(
            {{"time", time_now("%Y-%m-%dT%H:%M:%SZ", true)}, {"event", event.name()}});
        std::string text;
        switch (event.kind) {
            case Event::Kind::list: text = list_change(event, line); break;
            case Event::Kind::resource:
                line.set("uri", event.what);
                text = safe_line(event.what) + " changed";
                break;
            case Event::Kind::log: text = log_line(event, line); break;
            case Event::Kind::closed:
                line.set("message", event.what);
                text = "the connection has ended" +
                       (event.what.empty() ? "" : ": " + safe_line(event.what));
                break;
        }
        if (terminal_.json()) return terminal_.print_json(line);
        const std::string time = terminal_.styled(Style::dim, time_now("%H:%M:%S", false));
        terminal_.print(time + "  " + text + '\n');
    }

private:
    std::string list_change(const Event& event, mcp::JsonObject& line) {
        const KnownLists::Change change = lists_.update(event.what);
        std::string text = event.what + " changed";
        const auto add = [&](const char* member, char sign, Style style,
                             const std::vector<std::string>& names) {
            std::vector<mcp::Json> all;
            for (const std::string& name : names) {
                all.emplace_back(name);
                text += "  " + terminal_.styled(style, sign + safe_line(name));
            }
            line.set(member, mcp::Json::array(all));
        };
        add("added", '+', Style::green, change.added);
        add("removed", '-', Style::red, change.removed);
        return text;
    }
    std::string log_line(const Event& event, mcp::JsonObject& line) {
        line.set("level", event.level);
        if (!event.logger.empty()) line.set("logger", event.logger);
        line.set("data", event.data);
        const bool is_bad =
            event.level != "debug" && event.level != "info" && event.level != "notice";
        std::string text =
            terminal_.styled(is_bad ? Style::yellow : Style::plain, safe_line(event.level));
        if (!event.logger.empty()) text += ' ' + safe_line(event.logger);
        return text + ": " + safe_line(event.data.as_string().value_or(event.data.dump()));
    }

    Terminal& terminal_;
    KnownLists& lists_;
};

mcp::SubscriptionFilter everything(const Invocation& invocation) {
    mcp::SubscriptionFilter filter;
    filter.toolsListChanged = true;
    filter.promptsListChanged = true;
    filter.resourcesListChanged = true;
    if (!invocation.arguments.empty()) filter.resourceSubscriptions = invocation.arguments;
    return filter;
}

mcp::SubscriptionEvents tell(const std::shared_ptr<EventQueue>& queue) {
    mcp::SubscriptionEvents events;
    events.on_tools_changed = [queue] {
        queue->push({.kind = Event::Kind::list, .what = "tools"});
    };
    events.on_prompts_changed = [queue] {
        queue->push({.kind = Event::Kind::list, .what = "prompts"});
    };
    events.on_resources_changed = [queue] {
        queue->push({.kind = Event::Kind::list, .what = "resources"});
    };
    events.on_updated = [queue](const std::string& uri) {
        queue->push({.kind = Event::Kind::resource, .what = uri});
    };
    events.on_closed = [queue](const std::optional<mcp::RpcError>& why) {
        queue->push({.kind = Event::Kind::closed, .what = why ? why->message : ""});
    };
    return events;
}

std::string watched_words(const mcp::SubscriptionFilter& honoured, bool logs) {
    std::string out;
    const auto add = [&](const std::string& word) { out += (out.empty() ? "" : ", ") + word; };
    if (honoured.toolsListChanged.value_or(false)) add("tools");
    if (honoured.promptsListChanged.value_or(false)) add("prompts");
    if (honoured.resourcesListChanged.value_or(false)) add("resources");
    if (honoured.resourceSubscriptions) {
        for (const std::string& uri : *honoured.resourceSubscriptions) add(safe_line(uri));
    }
    if (logs) add("log messages");
    return out.empty() ? "nothing: the server tells of no changes" : out;
}

}  // namespace

Outcome<int> run_watch(const Invocation& invocation, Terminal& terminal) {
    const auto queue = std::make_shared<EventQueue>();
    Connection connection(invocation, terminal);
    mcp::Client& client = connection.client();
    client.on_log([queue](const mcp::LoggingMessageNotificationParams& message) {
        queue->push({.kind = Event::Kind::log,
                     .level = std::string(message.level.text()),
                     .logger = message.logger.value_or(""),
                     .data = message.data});
    });
    client.on_closed([queue](const mcp::RpcError& why) {
        queue->push({.kind = Event::Kind::closed, .what = why.message});
    });
    const Interrupt interrupt;
    const auto connected = connection.connect();
    if (!connected) return Unexpected(connected.error());

    KnownLists lists(client);
    const auto subscription = client.listen(everything(invocation), tell(queue));
    if (!subscription) return Unexpected(connection.problem("subscribe", subscription.error()));
    mcp::JsonObject level(
        {{"level", invocation.has("level") ? invocation.text("level") : std::string("info")}});
    const auto wanted = mcp::decode<mcp::SetLevelRequestParams>(level.text(), mcp::r2025_11_25);
    const bool logs = wanted && client.set_log_level(wanted->level);
    const std::string watched = watched_words(subscription->honoured(), logs);
    if (terminal.json())
        terminal.print_json(mcp::Json::object(
            {{"event", "ready"}, {"honoured", json_of(subscription->honoured())}, {"logs", logs}}));
    else
        terminal.note("Watching " + watched + (invocation.has("for") ? "" : "; Ctrl-C ends this"));
    terminal.flush();

    EventPrinter printer(terminal, lists);
    const auto deadline = EventQueue::deadline_in(invocation.number("for", 0));
    while (const auto event = queue->next(deadline, interrupt.token())) {
        printer.print(*event);
        terminal.flush();
        if (event->kind == Event::Kind::closed)
            return event->what.empty() ? exit_fine : exit_failed;
    }
    if (queue->dropped() > 0)
        terminal.note(std::to_string(queue->dropped()) + " events came too fast and were left out");
    return exit_fine;
}

}  // namespace mcpctl
