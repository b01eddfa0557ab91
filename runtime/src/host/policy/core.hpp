// The inside of the gate. Its lock is never held while a callback runs or a file is used.
//
//   check -> assess -> verdict, or a question -> the line of its subject -> asked -> answer
//                                                     (further checks wait)      -> verdict
//                                                                                -> the next one
#pragma once

#include "host/policy/memory.hpp"
#include "host/policy/name_index.hpp"
#include "host/policy/subject.hpp"

#include <mcp/host_consent.hpp>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace mcp {

class ConsentGate::Core : public std::enable_shared_from_this<Core> {
public:
    explicit Core(ConsentOptions options);

    std::uint64_t check(HostAction action, Decided decided);
    void withdraw(std::uint64_t id);
    void close();
    ConsentPreview preview(const HostAction& action);
    void set_policy(HostPolicy policy);
    host::NameIndex& names() { return names_; }
    host::Memory& memory() { return memory_; }

    /// Of the user; without one the question was given up, `why` says how.
    void answer(std::uint64_t id, std::optional<ConsentAnswer> answer, const std::string& why);

private:
    /// What becomes of an action before the user is asked.
    struct Assessment {
        ConsentPreview::Outcome outcome = ConsentPreview::Outcome::ask;
        DecidedBy by = DecidedBy::gate;
        std::string reason{};
        PolicyExplanation rules{};
        host::Suspicions suspicions{};
        std::vector<DefinitionChange> changes{};
        host::Subject subject{};
        std::string page_host{};
        ConsentScope widest = ConsentScope::always;
        bool pin = false;  ///< the definition that a rule allows is to be remembered
    };
    struct Waiting {
        std::uint64_t id = 0;
        std::shared_ptr<const HostAction> action{};
        Decided decided{};
        Assessment assessment{};
        std::chrono::steady_clock::time_point deadline{};

        std::string line() const;  ///< in which it waits
    };
    /// Checks for one subject and caller: the first one is being asked for.
    struct Line {
        std::optional<Waiting> open{};
        std::deque<Waiting> waiting{};
    };

    Assessment assess(const HostAction& action, bool with_steps);
    bool assess_without_rules(Assessment& result, const HostAction& action, bool guarded);
    void assess_remembered(Assessment& result);
    /// Decides, or puts it into its line. Gives the one to be asked for.
    std::optional<ConsentQuestion> settle_or_wait(Waiting waiting);
    void ask(const ConsentQuestion& question);
    void next_of(const std::string& key);
    ConsentQuestion open_line(Line& line, Waiting waiting);
    void finish(Waiting& waiting, ConsentVerdict verdict, std::optional<ConsentScope> scope);
    void refuse(Waiting& waiting, std::string reason);
    void ask_no_more(std::uint64_t id) const;
    void settle(Waiting& waiting);
    void conclude(Waiting& waiting, ConsentAnswer answer);
    host::Remembered remembered(const Waiting& waiting, bool allow, bool by_rule) const;
    void watch_the_time();
    std::vector<Waiting> take_expired(std::chrono::steady_clock::time_point now);

    const ConsentOptions options_;
    host::Memory memory_;
    host::NameIndex names_{};
    std::optional<AuditLog> audit_{};

    std::mutex mutex_{};
    std::condition_variable changed_{};
    HostPolicy policy_;
    std::uint64_t last_id_ = 0;
    std::size_t count_ = 0;  ///< of checks in lines
    std::map<std::string, Line> lines_{};
    std::map<std::uint64_t, std::string> keys_{};  ///< of the lines, by check
    bool closing_ = false;
    std::thread timer_{};
};

}  // namespace mcp
