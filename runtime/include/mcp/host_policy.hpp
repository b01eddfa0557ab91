// What a host is about to do with a server, and the rules that say whether it may: allow, ask or
// refuse. Rules are data, read from JSON; asking and remembering is in <mcp/host_consent.hpp>.
// Nothing here talks to a server.
#pragma once

#include <mcp/result.hpp>
#include <mcp/types.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mcp {

// ---- what is about to happen ----

/// A server as it is started: what its configuration says, with the values of `${...}`. Its name is
/// only what the user calls it; consent is given to what runs behind the name. Either `command` or
/// `url` is set.
struct ServerIdentity {
    std::string name{};
    std::vector<std::string> command{};  ///< the program and its arguments
    /// As configured, before secrets are filled in: so a new secret is not another server.
    std::map<std::string, std::string> environment{};
    std::string directory{};
    std::string url{};
    std::map<std::string, std::string> headers{};  ///< sent to `url`; as `environment` is

    /// SHA-256, in hexadecimal, of all of it but the name.
    std::string fingerprint() const;
    friend bool operator==(const ServerIdentity&, const ServerIdentity&) = default;
};

/// A sentence for the user about something that may be a trick. `code` is a word for programs.
struct Suspicion {
    std::string code{};  ///< such as `invisible-characters`
    std::string text{};
    bool refuse = false;  ///< not even a question: nobody could see what is agreed to
    friend bool operator==(const Suspicion&, const Suspicion&) = default;
};

/// A tool as its server defines it: make one for each tool when a list arrives, and use it for all
/// calls. It is looked at when that is needed first, and does not change.
class ToolDefinition {
public:
    explicit ToolDefinition(Tool tool);
    ~ToolDefinition();
    ToolDefinition(const ToolDefinition&) = delete;
    ToolDefinition& operator=(const ToolDefinition&) = delete;

    const Tool& tool() const { return tool_; }
    /// SHA-256, in hexadecimal, of the canonical JSON of all that the server said of the tool.
    const std::string& fingerprint() const;
    /// Its members, each as canonical JSON; of long ones a digest. For saying what has changed.
    const std::map<std::string, std::string>& parts() const;
    /// Tricks in its name, its texts and its schemas: characters that nobody sees or that look like
    /// others, escape sequences, orders to the model.
    const std::vector<Suspicion>& suspicions() const;

private:
    struct Look;
    const Look& look() const;
    Tool tool_;
    mutable std::once_flag looked_{};
    mutable std::unique_ptr<const Look> look_{};
};

/// A tool is called. `definition->tool().name` is its name on the server.
struct ToolCallAction {
    std::shared_ptr<const ToolDefinition> definition{};
    std::string exposed_name{};  ///< its name in the host's catalogue
    JsonObject arguments{};
};
/// A server wants an answer of the host's model: before the model sees the prompt.
struct SamplingAction {
    CreateMessageRequestParams prompt{};
};
/// What the model wrote, before the server gets it.
struct SamplingResultAction {
    CreateMessageRequestParams prompt{};
    CreateMessageResult result{};
};
/// A server wants the user to fill in a form: before it is shown, and, with `entered`, before what
/// was entered goes to the server.
struct FormAction {
    ElicitRequestFormParams form{};
    std::optional<Map<ElicitValue>> entered{};
};
/// A server wants the user to visit a page: before it is opened.
struct PageAction {
    ElicitRequestURLParams page{};
};
/// A server gets the list of folders.
struct RootsAction {
    std::vector<Root> roots{};
};
/// A server gets the content of a resource that is not its own.
struct ResourceAction {
    std::string uri{};
    std::string from{};  ///< the name of the server whose resource it is; empty: the host's own
    std::size_t bytes = 0;
};
/// A program is started as a server, or an address is connected to as one. The question shows the
/// whole command, or the whole address.
struct StartAction {};

/// In the order of the alternatives of `HostAction::what`.
enum class ActionKind : std::uint8_t {
    tool_call,
    sampling,
    sampling_result,
    form,
    page,
    roots,
    resource,
    start,
};
/// As policies and logs spell it: `tool_call`.
std::string_view to_string(ActionKind kind);

/// One thing that leaves the host, or reaches its user or model, for a server's sake.
struct HostAction {
    ServerIdentity server{};
    std::variant<ToolCallAction, SamplingAction, SamplingResultAction, FormAction, PageAction,
                 RootsAction, ResourceAction, StartAction>
        what{};
    /// Who decides, where a host acts for several who do not know each other; 0: its one user.
    /// Questions to one of them wait for nobody else.
    std::uint64_t caller = 0;

    ActionKind kind() const { return static_cast<ActionKind>(what.index()); }
};

// ---- rules ----

/// What a rule says. `ask_each_time` is `ask` without remembering the answer.
enum class PolicyEffect : std::uint8_t { allow, ask, ask_each_time, refuse };
std::string_view to_string(PolicyEffect effect);

/// Which rule decided, and why. `steps` has every rule up to that one, for a dry run.
struct PolicyExplanation {
    PolicyEffect effect = PolicyEffect::ask;
    std::string rule{};    ///< JSON pointer into the policy: `/rules/2`, `/otherwise`
    std::string reason{};  ///< a sentence
    struct Step {
        std::string rule{};
        bool matched = false;
        std::string why{};
    };
    std::vector<Step> steps{};
};

/// Rules in an order. The first that matches decides; with none, `otherwise`.
///
/// What allows matches names exactly, and servers only as what the policy says they are (`servers`:
/// name to command or url). What asks or refuses matches look-alikes, too: other case, blanks at
/// the ends, letters that look alike. What a server says of its tools' effects counts only if the
/// server is `trusted`; a tool of another one counts as destructive, open-world and not read-only.
class HostPolicy {
public:
    /// No rule: asks for everything.
    HostPolicy();
    /// Reads a policy (docs/consent.md has the format). The error names the place by its JSON
    /// pointer and says what may stand there.
    static Result<HostPolicy> parse(std::string_view json);
    /// Nobody is asked, for anything. Only for programs where that is the user's explicit choice.
    static HostPolicy allow_everything();
    bool allows_everything() const;

    /// The decision by rules alone, and how it came about: the dry run.
    PolicyExplanation explain(const HostAction& action) const;
    /// The same without the steps.
    PolicyExplanation decide(const HostAction& action) const;
    /// What the policy knows of the server's name contradicts what runs behind it. A sentence.
    std::optional<std::string> impostor(const ServerIdentity& server) const;

    struct Rules;  ///< the library's own

private:
    explicit HostPolicy(std::shared_ptr<const Rules> rules);
    std::shared_ptr<const Rules> rules_;
};

// ---- names and texts that deceive ----

/// The text with everything that cannot be seen, or that steers a terminal, spelled out: `\u{202E}`
/// for one character. Line breaks stay.
std::string visible_text(std::string_view text);
/// What two names have in common that people take for the same: letters that look alike become one,
/// capitals small, invisible characters and blanks nothing.
std::string name_skeleton(std::string_view name);

}  // namespace mcp
