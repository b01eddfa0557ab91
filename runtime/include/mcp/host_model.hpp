// A language model that uses the tools of a host: the model is a function of yours, the rounds, the
// calls and their bounds are here. How a provider is reached is not known here; the shapes of two
// of them are.
#pragma once

#include <mcp/host.hpp>
#include <mcp/host_catalogue.hpp>
#include <mcp/json.hpp>
#include <mcp/result.hpp>
#include <mcp/rpc.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// A tool that the model wants to be called.
struct ModelToolCall {
    std::string id{};    ///< as the model named this call
    std::string name{};  ///< of the catalogue
    JsonObject arguments{};
    /// What the model wrote in place of arguments, where that is no JSON object; then `arguments`
    /// are empty, and the call is not made.
    std::string malformed{};
    friend bool operator==(const ModelToolCall&, const ModelToolCall&) = default;
};

struct ModelMessage {
    enum class Role : std::uint8_t { system, user, assistant, tool };
    Role role = Role::user;
    std::string text{};
    std::vector<ModelToolCall> calls{};  ///< of the assistant
    std::string call_id{};               ///< of a tool: which call this answers
    bool failed = false;                 ///< of a tool: `text` says why
    friend bool operator==(const ModelMessage&, const ModelMessage&) = default;
};

using ModelTools = std::vector<std::shared_ptr<const CatalogueTool>>;

/// Gives the assistant's next message. Called by the thread that runs the loop.
using Model = std::function<Result<ModelMessage>(const std::vector<ModelMessage>& conversation,
                                                 const ModelTools& tools)>;

struct ModelLoopOptions {
    std::size_t max_rounds = 10;         ///< times that the model is asked
    std::size_t max_calls = 16;          ///< in one round; further ones are refused
    std::size_t max_tools = 128;         ///< that the model is shown
    std::size_t max_result = 64 * 1024;  ///< bytes of one result; the rest is cut off
    CallOptions call{};                  ///< for each call; its `stop` ends the loop, too
    std::function<bool(const CatalogueTool&)> show{};  ///< which tools; all when empty
    /// Each message that is added to the conversation, as it is added.
    std::function<void(const ModelMessage&)> added{};
};

struct ModelOutcome {
    enum class End : std::uint8_t {
        answered,   ///< the last message is the model's, without calls
        rounds,     ///< the model wanted more than `max_rounds`
        cancelled,  ///< `call.stop`
    };
    End end = End::answered;
    std::vector<ModelMessage> conversation{};
    std::size_t rounds = 0;
    std::size_t calls = 0;
};

/// Asks the model, makes the calls it wants, all of a round at the same time, gives it the results,
/// and so on until it answers. A call that fails or is refused is a result that says so. Fails when
/// the model does.
Result<ModelOutcome> run_model(Host& host, const Model& model,
                               std::vector<ModelMessage> conversation,
                               const ModelLoopOptions& options = {});

/// What a result says to a model: its texts, or else its structured content; of pictures and other
/// data only what they are.
std::string result_for_model(const CallToolResult& result, std::size_t max_bytes);

// ---- OpenAI's chat completions, which many others speak ----

/// `[{"type":"function","function":{"name":…,"description":…,"parameters":…}}]`
Json openai_tools(const ModelTools& tools);
Json openai_messages(const std::vector<ModelMessage>& conversation);
/// The body of a request to `/v1/chat/completions`.
JsonObject openai_request(std::string_view model, const std::vector<ModelMessage>& conversation,
                          const ModelTools& tools);
/// The message in the body of the reply. The error says what is wrong, or what the provider says.
Result<ModelMessage> openai_reply(std::string_view body);

// ---- Anthropic's messages ----

/// `[{"name":…,"description":…,"input_schema":…}]`
Json anthropic_tools(const ModelTools& tools);
/// The body of a request to `/v1/messages`.
JsonObject anthropic_request(std::string_view model, std::size_t max_tokens,
                             const std::vector<ModelMessage>& conversation,
                             const ModelTools& tools);
Result<ModelMessage> anthropic_reply(std::string_view body);

}  // namespace mcp
