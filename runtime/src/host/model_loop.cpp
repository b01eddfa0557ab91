// Rounds of a model and its tools.
#include <mcp/host_model.hpp>

#include <mcp/client_call.hpp>

#include <algorithm>
#include <utility>

namespace mcp {

namespace {

/// Cut at a character, with a word about it.
std::string bounded(std::string text, std::size_t max_bytes) {
    if (text.size() <= max_bytes) return text;
    std::size_t end = max_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    const std::size_t whole = text.size();
    text.resize(end);
    return text + "\n[cut: " + std::to_string(end) + " of " + std::to_string(whole) + " bytes]";
}

struct ShownContent {
    std::string operator()(const TextContent& content) const { return content.text; }
    std::string operator()(const ImageContent& content) const {
        return "[a picture, " + content.mimeType + "]";
    }
    std::string operator()(const AudioContent& content) const {
        return "[sound, " + content.mimeType + "]";
    }
    std::string operator()(const ResourceLink& link) const {
        return "[a resource: " + link.name + ", " + link.uri + "]";
    }
    std::string operator()(const EmbeddedResource& content) const {
        if (const auto* const text = std::get_if<TextResourceContents>(&content.resource)) {
            return text->text;
        }
        return "[data of " + std::get<BlobResourceContents>(content.resource).uri + "]";
    }
    std::string operator()(const Unrecognized&) const { return "[content of an unknown kind]"; }
};

class ModelLoop {
public:
    ModelLoop(Host& host, const Model& model, std::vector<ModelMessage> conversation,
              const ModelLoopOptions& options)
        : host_(host), model_(model), options_(options) {
        outcome_.conversation = std::move(conversation);
    }

    Result<ModelOutcome> run() {
        using End = ModelOutcome::End;
        while (true) {
            if (options_.call.stop.stop_requested()) return ended(End::cancelled);
            if (outcome_.rounds >= options_.max_rounds) return ended(End::rounds);
            ++outcome_.rounds;
            auto message = model_(outcome_.conversation, tools());
            if (!message) return Unexpected(std::move(message).error());
            message->role = ModelMessage::Role::assistant;
            const std::vector<ModelToolCall> calls = message->calls;
            add(std::move(*message));
            if (calls.empty()) return ended(End::answered);
            for (ModelMessage& result : make(calls)) add(std::move(result));
        }
    }

private:
    Result<ModelOutcome> ended(ModelOutcome::End end) {
        outcome_.end = end;
        return std::move(outcome_);
    }
    void add(ModelMessage message) {
        if (options_.added) options_.added(message);
        outcome_.conversation.push_back(std::move(message));
    }

    /// Anew in each round: lists may have changed.
    ModelTools tools() {
        ModelTools all =
            outcome_.rounds == 1 ? host_.fetch_catalogue()->tools() : host_.catalogue()->tools();
        if (options_.show) {
            std::erase_if(all, [&](const auto& tool) { return !options_.show(*tool); });
        }
        if (all.size() > options_.max_tools) all.resize(options_.max_tools);
        return all;
    }

    /// An answer for every call, in their order: models want no less.
    std::vector<ModelMessage> make(const std::vector<ModelToolCall>& calls) {
        using CallSlot = detail::Slot<CallToolResult>;
        std::vector<std::shared_ptr<CallSlot>> slots(calls.size());
        for (std::size_t i = 0; i < calls.size(); ++i) {
            if (i >= options_.max_calls || !calls[i].malformed.empty()) continue;
            const auto slot = slots[i] = std::make_shared<CallSlot>();
            ++outcome_.calls;
            host_.call_tool_async(
                calls[i].name, calls[i].arguments, options_.call,
                [slot](Answer<CallToolResult> answer) { slot->put(std::move(answer)); });
        }
        std::vector<ModelMessage> results;
        for (std::size_t i = 0; i < calls.size(); ++i) {
            ModelMessage result{.role = ModelMessage::Role::tool, .call_id = calls[i].id};
            if (slots[i]) {
                take(slots[i]->wait(), result);
            } else {
                result.failed = true;
                result.text = calls[i].malformed.empty()
                                  ? "not called: too many calls at the same time"
                                  : "not called: the arguments are no JSON object";
            }
            results.push_back(std::move(result));
        }
        return results;
    }

    void take(Answer<CallToolResult> answer, ModelMessage& result) const {
        if (answer) {
            result.failed = answer->isError.value_or(false);
            result.text = result_for_model(*answer, options_.max_result);
        } else {
            result.failed = true;
            result.text =
                bounded("the call failed: " + answer.error().message, options_.max_result);
        }
    }

    Host& host_;
    const Model& model_;
    const ModelLoopOptions& options_;
    ModelOutcome outcome_{};
};

}  // namespace

std::string result_for_model(const CallToolResult& result, std::size_t max_bytes) {
    std::string text;
    for (const ContentBlock& block : result.content) {
        if (!text.empty()) text += '\n';
        text += std::visit(ShownContent(), static_cast<const ContentBlock::Base&>(block));
        if (text.size() > max_bytes) break;
    }
    if (text.empty() && result.structuredContent) text = result.structuredContent->dump();
    return bounded(std::move(text), max_bytes);
}

Result<ModelOutcome> run_model(Host& host, const Model& model,
                               std::vector<ModelMessage> conversation,
                               const ModelLoopOptions& options) {
    return ModelLoop(host, model, std::move(conversation), options).run();
}

}  // namespace mcp
