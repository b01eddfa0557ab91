// The gate that everything passes which leaves a host: rules first, then what the user has agreed
// to before, then the user. Knows no client and shows nothing: the host brings the question to its
// user, and does what the verdict says.
//
//   mcp::ConsentGate gate({.policy = policy, .ask = show, .file = home + "/.config/me/consent"});
//   gate.check(action, [](mcp::ConsentVerdict verdict) {
//       if (verdict.allowed) send(*verdict.action);  // what was asked for is what is sent
//   });
#pragma once

#include <mcp/host_audit.hpp>
#include <mcp/host_policy.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mcp {

// ---- question and answer ----

/// For how long an answer counts. `session`: as long as the gate lives. `always`: kept in the file.
enum class ConsentScope : std::uint8_t { once, session, always };
std::string_view to_string(ConsentScope scope);

/// A part of a definition that is not what the user has agreed to.
struct DefinitionChange {
    std::string part{};    ///< `description`
    std::string before{};  ///< canonical JSON; empty: was not there. Of long parts a digest
    std::string now{};     ///< the same; empty: is no longer there
};

/// Something that the user may want to see, under its name. Safe to print, however long.
struct ConsentDetail {
    std::string name{};  ///< `arguments`
    std::string text{};
};

/// What the user must see. Texts of the server are in `action`: show them with `visible_text`, as
/// text, never as markup, and make nothing in them clickable.
struct ConsentQuestion {
    std::uint64_t id = 0;
    std::shared_ptr<const HostAction> action{};
    std::string summary{};  ///< who wants what; safe to print. For a program the whole command
    std::string reason{};   ///< why it is asked: which rule, or what changed
    std::vector<ConsentDetail> details{};        ///< what goes where: arguments, prompts, folders
    std::vector<Suspicion> suspicions{};         ///< to be shown before the user can agree
    std::vector<DefinitionChange> changes{};     ///< since the user agreed
    std::string host{};                          ///< of a page: to be shown apart from the address
    ConsentScope widest = ConsentScope::always;  ///< longer scopes are not taken
    std::chrono::steady_clock::time_point deadline{};
};

struct ConsentAnswer {
    bool allow = false;
    ConsentScope scope = ConsentScope::once;
    /// The prompt as the user wants it, in place of the server's. Counts once.
    std::optional<CreateMessageRequestParams> edited_prompt{};
    /// The model's answer as the user wants it.
    std::optional<CreateMessageResult> edited_result{};
};

/// Takes the answer, from any thread. The first one counts; when all copies are gone without one,
/// it is a refusal.
using ConsentReply = std::function<void(ConsentAnswer)>;

// ---- verdict ----

/// Who decided.
enum class DecidedBy : std::uint8_t {
    rule,     ///< of the policy; `ConsentVerdict::rule` says which
    consent,  ///< an earlier answer of the user
    user,
    gate,  ///< nobody to ask, no answer in time, withdrawn, a trick, a log that fails
};
std::string_view to_string(DecidedBy by);

struct ConsentVerdict {
    bool allowed = false;
    DecidedBy by = DecidedBy::gate;
    std::string rule{};    ///< JSON pointer into the policy: of the rule that decided or asked
    std::string reason{};  ///< a sentence, safe to print
    std::vector<Suspicion> suspicions{};
    /// What was decided on. Do this, not what it was made of; a prompt or result is the edited one.
    std::shared_ptr<const HostAction> action{};

    /// Whether this allows just that action: the same kind, server, definition and content.
    bool covers(const HostAction& other) const;
};

/// What `check` would do, and why, without doing it.
struct ConsentPreview {
    enum class Outcome : std::uint8_t { allow, ask, refuse };
    Outcome outcome = Outcome::ask;
    std::string reason{};
    PolicyExplanation rules{};
    std::vector<Suspicion> suspicions{};
    std::vector<DefinitionChange> changes{};
};

/// An answer that is remembered.
struct RememberedConsent {
    std::string id{};  ///< to forget it
    std::string server{};
    std::string server_fingerprint{};
    ActionKind kind{};
    std::string subject{};  ///< name of the tool, address of the resource
    bool allow = false;
    ConsentScope scope = ConsentScope::always;
    std::string since{};  ///< RFC 3339
};

// ---- the gate ----

struct ConsentOptions {
    HostPolicy policy{};
    /// Brings a question to the user: now, or later from another thread. Without it, what must be
    /// asked is refused. Called without a lock, by the thread that checks or answers. Never twice
    /// at a time for the same thing: further checks wait for the answer.
    std::function<void(const ConsentQuestion&, ConsentReply)> ask{};
    /// A question needs no answer any more: its time is over, or it was withdrawn.
    std::function<void(std::uint64_t question)> ask_no_more{};
    /// So long the user may think; then it is a refusal, for all that wait for the same answer.
    std::chrono::milliseconds ask_timeout = std::chrono::minutes(5);
    std::size_t max_waiting = 64;  ///< checks without a verdict; further ones are refused
    /// Where `always` is kept; empty: nowhere, `always` is `session` then. Made when needed, for
    /// its owner alone; several processes may share it.
    std::string file{};
    std::size_t max_remembered = 10'000;  ///< answers; further ones count for the session
    AuditOptions audit{};
};

/// A tool in the host's catalogue, for finding names that collide or look alike.
struct KnownTool {
    std::string server{};
    std::string name{};  ///< on the server
};

/// Thread-safe. Every check comes to one verdict: by the policy, by what was agreed to earlier, or
/// by the user. Consent to a tool binds the server's fingerprint and name, the tool's name and its
/// whole definition: when one of them changes, the user is asked again and told what changed. So is
/// the allowance of a rule, since the definition that it was first used for.
class ConsentGate {
public:
    /// Throws std::runtime_error when the file or the log cannot be used: a link, another owner's,
    /// open to others, or no such file at all. The message says what to do.
    explicit ConsentGate(ConsentOptions options);
    /// Refuses what still waits.
    ~ConsentGate();
    ConsentGate(const ConsentGate&) = delete;
    ConsentGate& operator=(const ConsentGate&) = delete;

    using Decided = std::function<void(ConsentVerdict)>;
    /// Calls `decided` once: before this returns, or later from the thread that answers, withdraws
    /// or watches the time. It must not block, and what it throws is lost. Gives a
    /// number to withdraw by.
    std::uint64_t check(HostAction action, Decided decided);
    /// The same for programs that may wait.
    ConsentVerdict check(HostAction action);
    /// Nobody needs the verdict any more: it becomes a refusal, unless it is there already.
    void withdraw(std::uint64_t check);
    /// The dry run: nobody is asked, nothing is written.
    ConsentPreview preview(const HostAction& action) const;

    /// All tools of all servers, whenever the catalogue changes.
    void set_catalogue(std::vector<KnownTool> tools);
    /// For checks from now on. Answers that are remembered stay.
    void set_policy(HostPolicy policy);

    std::vector<RememberedConsent> remembered() const;
    /// False when there is none. Fails when the file cannot be written.
    Result<bool> forget(const std::string& id);

private:
    class Core;
    std::shared_ptr<Core> core_;
};

}  // namespace mcp
