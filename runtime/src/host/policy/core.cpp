// Lines of checks, questions and answers.
#include "host/policy/core.hpp"

#include "client/strand.hpp"
#include "host/policy/time_now.hpp"
#include "util/sha256.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

namespace mcp {

using Clock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::hours longest_wait{24 * 365};
constexpr const char* withdrawn = "It was withdrawn.";
constexpr const char* ending = "The host is about to end.";

/// Refuses when nobody answers any more.
template <class Core>
struct ReplyState {
    std::weak_ptr<Core> core{};
    std::uint64_t id = 0;
    std::atomic<bool> used{false};

    ReplyState(std::weak_ptr<Core> gate, std::uint64_t question)
        : core(std::move(gate)), id(question) {}
    ReplyState(const ReplyState&) = delete;
    ReplyState& operator=(const ReplyState&) = delete;
    ~ReplyState() { give(std::nullopt); }

    void give(std::optional<ConsentAnswer> answer) {
        if (used.exchange(true)) return;
        if (const auto gate = core.lock()) {
            gate->answer(id, std::move(answer), "Nobody answered the question.");
        }
    }
};

}  // namespace

ConsentGate::Core::Core(ConsentOptions options)
    : options_(std::move(options)),
      memory_(options_.file, options_.max_remembered),
      policy_(options_.policy) {
    static_cast<void>(util::sha256_hex(""));  // where it is missing, it is missing now
    if (!options_.audit.path.empty()) audit_.emplace(options_.audit);
}

std::string ConsentGate::Core::Waiting::line() const {
    const std::uint64_t caller = action->caller;
    return caller == 0 ? assessment.subject.key
                       : assessment.subject.key + ' ' + std::to_string(caller);
}

void ConsentGate::Core::set_policy(HostPolicy policy) {
    const std::lock_guard lock(mutex_);
    policy_ = std::move(policy);
}

std::uint64_t ConsentGate::Core::check(HostAction action, Decided decided) {
    Waiting waiting;
    waiting.action = std::make_shared<const HostAction>(std::move(action));
    waiting.decided = std::move(decided);
    {
        const std::lock_guard lock(mutex_);
        waiting.id = ++last_id_;
    }
    const std::uint64_t id = waiting.id;
    waiting.assessment = assess(*waiting.action, false);
    if (const auto question = settle_or_wait(std::move(waiting))) ask(*question);
    return id;
}

std::optional<ConsentQuestion> ConsentGate::Core::settle_or_wait(Waiting waiting) {
    if (waiting.assessment.outcome != ConsentPreview::Outcome::ask) {
        settle(waiting);
        return std::nullopt;
    }
    std::string problem;
    {
        const std::lock_guard lock(mutex_);
        if (closing_) {
            problem = ending;
        } else if (!options_.ask) {
            problem = "There is nobody to ask. " + waiting.assessment.reason;
        } else if (count_ >= options_.max_waiting) {
            problem = "Too many questions are waiting for an answer.";
        } else {
            const std::string key = waiting.line();
            Line& line = lines_[key];
            keys_[waiting.id] = key;
            ++count_;
            if (!line.open) return open_line(line, std::move(waiting));
            line.waiting.push_back(std::move(waiting));
            return std::nullopt;
        }
    }
    refuse(waiting, std::move(problem));
    return std::nullopt;
}

/// With the lock.
ConsentQuestion ConsentGate::Core::open_line(Line& line, Waiting waiting) {
    const Assessment& known = waiting.assessment;
    ConsentQuestion question;
    question.id = waiting.id;
    question.action = waiting.action;
    question.summary = host::summary_of(*waiting.action);
    question.reason = known.reason;
    question.details = host::details_of(*waiting.action);
    question.suspicions = known.suspicions;
    question.changes = known.changes;
    question.host = known.page_host;
    question.widest = known.widest;
    question.deadline =
        Clock::now() + std::min<Clock::duration>(options_.ask_timeout, longest_wait);
    waiting.deadline = question.deadline;
    line.open = std::move(waiting);
    if (!timer_.joinable()) {
        timer_ = std::thread([weak = weak_from_this()] {
            // Holds the core only while there is something to watch.
            if (const auto core = weak.lock()) core->watch_the_time();
        });
    }
    changed_.notify_all();
    return question;
}

void ConsentGate::Core::ask(const ConsentQuestion& question) {
    auto state = std::make_shared<ReplyState<Core>>(weak_from_this(), question.id);
    try {
        options_.ask(question, [state](ConsentAnswer given) { state->give(std::move(given)); });
    } catch (...) {
        state->used = true;
        answer(question.id, std::nullopt, "The question could not be put to the user.");
    }
}

void ConsentGate::Core::answer(std::uint64_t id, std::optional<ConsentAnswer> given,
                               const std::string& why) {
    std::string key;
    std::optional<Waiting> asked;
    {
        const std::lock_guard lock(mutex_);
        const auto found = keys_.find(id);
        if (found == keys_.end()) return;  // too late
        key = found->second;
        Line& line = lines_.at(key);
        if (!line.open || line.open->id != id) return;
        // The line stays, with an empty place at its head, until the next one has been chosen.
        Waiting empty;
        empty.deadline = Clock::time_point::max();
        asked = std::exchange(line.open, std::move(empty));
        keys_.erase(found);
        --count_;
    }
    given ? conclude(*asked, *std::move(given)) : refuse(*asked, why);
    next_of(key);
}

void ConsentGate::Core::next_of(const std::string& key) {
    while (true) {
        Waiting next;
        {
            const std::lock_guard lock(mutex_);
            const auto found = lines_.find(key);
            if (found == lines_.end()) return;
            if (found->second.waiting.empty()) {
                lines_.erase(found);
                return;
            }
            next = std::move(found->second.waiting.front());
            found->second.waiting.pop_front();
        }
        // The answer before may have decided this one, too.
        next.assessment = assess(*next.action, false);
        std::optional<ConsentQuestion> question;
        std::string problem;
        {
            const std::lock_guard lock(mutex_);
            if (!keys_.contains(next.id)) {
                problem = withdrawn;
            } else if (closing_) {
                problem = ending;
            } else if (next.assessment.outcome == ConsentPreview::Outcome::ask) {
                question = open_line(lines_.at(key), std::move(next));
            }
            if (!question && keys_.erase(next.id) > 0) --count_;
        }
        if (question) return ask(*question);
        problem.empty() ? settle(next) : refuse(next, std::move(problem));
    }
}

void ConsentGate::Core::conclude(Waiting& waiting, ConsentAnswer answer) {
    const Assessment& known = waiting.assessment;
    const ConsentScope scope = std::min(answer.scope, known.widest);
    ConsentVerdict verdict;
    verdict.allowed = answer.allow;
    verdict.by = DecidedBy::user;
    verdict.reason = answer.allow ? "You allowed it." : "You refused it.";
    if (answer.allow && (answer.edited_prompt || answer.edited_result)) {
        auto edited = std::make_shared<HostAction>(*waiting.action);
        if (auto* prompt = std::get_if<SamplingAction>(&edited->what)) {
            if (answer.edited_prompt) prompt->prompt = *std::move(answer.edited_prompt);
        } else if (auto* result = std::get_if<SamplingResultAction>(&edited->what)) {
            if (answer.edited_result) result->result = *std::move(answer.edited_result);
        }
        waiting.action = std::move(edited);
    }
    if (scope != ConsentScope::once) {
        const auto kept = memory_.keep(known.subject.key, remembered(waiting, answer.allow, false),
                                       scope == ConsentScope::always);
        if (!kept) {
            verdict.reason +=
                " It counts for this session only: " + visible_text(kept.error().message) + '.';
        }
    }
    finish(waiting, std::move(verdict), scope);
}

void ConsentGate::Core::settle(Waiting& waiting) {
    const Assessment& known = waiting.assessment;
    ConsentVerdict verdict;
    verdict.allowed = known.outcome == ConsentPreview::Outcome::allow;
    verdict.by = known.by;
    verdict.reason = known.reason;
    if (known.pin) {
        // When it cannot be written, it is remembered for the session.
        static_cast<void>(memory_.keep(known.subject.key, remembered(waiting, true, true), true));
    }
    finish(waiting, std::move(verdict), std::nullopt);
}

void ConsentGate::Core::refuse(Waiting& waiting, std::string reason) {
    ConsentVerdict verdict;
    verdict.reason = std::move(reason);
    finish(waiting, std::move(verdict), std::nullopt);
}

void ConsentGate::Core::finish(Waiting& waiting, ConsentVerdict verdict,
                               std::optional<ConsentScope> scope) {
    verdict.rule = waiting.assessment.rules.rule;
    verdict.suspicions = waiting.assessment.suspicions;
    verdict.action = waiting.action;
    if (audit_) {
        const auto written = audit_->write({.time = std::chrono::system_clock::now(),
                                            .action = waiting.action.get(),
                                            .allowed = verdict.allowed,
                                            .by = to_string(verdict.by),
                                            .rule = verdict.rule,
                                            .scope = scope ? to_string(*scope) : std::string_view(),
                                            .reason = verdict.reason,
                                            .suspicions = &verdict.suspicions});
        if (!written && !options_.audit.act_without_log && verdict.allowed) {
            verdict.allowed = false;
            verdict.by = DecidedBy::gate;
            verdict.reason =
                "The log of decisions cannot be written, and without it nothing is "
                "done: " +
                visible_text(written.error().message) + '.';
        }
    }
    // Whose thread this is has nothing to do with what the callback throws, and nobody to tell.
    const Decided decided = std::move(waiting.decided);
    if (decided) client::run_user_code([&] { decided(std::move(verdict)); }, {});
}

void ConsentGate::Core::ask_no_more(std::uint64_t id) const {
    if (options_.ask_no_more) client::run_user_code([&] { options_.ask_no_more(id); }, {});
}

host::Remembered ConsentGate::Core::remembered(const Waiting& waiting, bool allow,
                                               bool by_rule) const {
    const host::Subject& subject = waiting.assessment.subject;
    return {.server = waiting.action->server.name,
            .server_fingerprint = waiting.action->server.fingerprint(),
            .kind = waiting.action->kind(),
            .subject = subject.name,
            .fingerprint = subject.fingerprint,
            .parts = subject.parts,
            .allow = allow,
            .by_rule = by_rule,
            .since = host::rfc3339(std::chrono::system_clock::now())};
}

void ConsentGate::Core::withdraw(std::uint64_t id) {
    std::optional<Waiting> waiting;
    {
        const std::lock_guard lock(mutex_);
        const auto found = keys_.find(id);
        if (found == keys_.end()) return;
        Line& line = lines_.at(found->second);
        if (!line.open || line.open->id != id) {
            keys_.erase(found);
            --count_;
            const auto place = std::find_if(line.waiting.begin(), line.waiting.end(),
                                            [id](const Waiting& each) { return each.id == id; });
            if (place == line.waiting.end()) return;  // whose turn it is sees that it is gone
            waiting = std::move(*place);
            line.waiting.erase(place);
        }
    }
    if (waiting) return refuse(*waiting, withdrawn);
    answer(id, std::nullopt, withdrawn);
    ask_no_more(id);
}

std::vector<ConsentGate::Core::Waiting> ConsentGate::Core::take_expired(Clock::time_point now) {
    std::vector<Waiting> all;
    for (auto each = lines_.begin(); each != lines_.end();) {
        Line& line = each->second;
        if (!line.open || line.open->deadline > now || !line.open->decided) {
            ++each;
            continue;
        }
        all.push_back(*std::move(line.open));
        // Who waits for the same answer waits in vain.
        for (Waiting& waiting : line.waiting) all.push_back(std::move(waiting));
        each = lines_.erase(each);
    }
    for (const Waiting& waiting : all) keys_.erase(waiting.id);
    count_ -= all.size();
    return all;
}

void ConsentGate::Core::watch_the_time() {
    std::unique_lock lock(mutex_);
    while (!closing_) {
        auto first = Clock::now() + longest_wait;
        for (const auto& [key, line] : lines_) {
            if (line.open) first = std::min(first, line.open->deadline);
        }
        changed_.wait_until(lock, first);
        std::vector<Waiting> expired = take_expired(Clock::now());
        if (expired.empty()) continue;
        lock.unlock();
        for (Waiting& waiting : expired) {
            const bool asked = waiting.deadline != Clock::time_point{};
            refuse(waiting, "There was no answer in time.");
            if (asked) ask_no_more(waiting.id);
        }
        lock.lock();
    }
}

void ConsentGate::Core::close() {
    std::vector<Waiting> all;
    std::thread watch;
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        all = take_expired(Clock::time_point::max());
        changed_.notify_all();
        watch = std::move(timer_);
    }
    if (watch.joinable()) {
        // The last gate may go in a callback of the watch.
        watch.get_id() == std::this_thread::get_id() ? watch.detach() : watch.join();
    }
    for (Waiting& waiting : all) refuse(waiting, ending);
}

}  // namespace mcp
