// The differences between the real revisions, against what is known of them.
#include <generator/diff/compare.hpp>
#include <generator/diff/load.hpp>

#include <algorithm>
#include <filesystem>
#include <string>

#include "catch.hpp"

using namespace mcpgen;

namespace {

class Found {
public:
    Found(const std::string& older, const std::string& newer) {
        const std::string folder = MCPGEN_SOURCE_DIR "/schema/";
        Diagnostics diagnostics;
        const auto sides = load_sides(folder + older + ".json", folder + newer + ".json",
                                      folder + "overrides.json", diagnostics);
        REQUIRE(sides);
        CHECK(diagnostics.all().empty());
        changes_ = compare(*sides);
    }

    const Change* find(const std::string& kind, const std::string& name,
                       const std::string& after = "") const {
        const auto found = std::find_if(changes_.begin(), changes_.end(), [&](const Change& c) {
            return c.kind == kind && c.name == name && (after.empty() || c.after == after);
        });
        return found == changes_.end() ? nullptr : &*found;
    }
    bool additive(const std::string& kind, const std::string& name,
                  const std::string& after = "") const {
        const Change* change = find(kind, name, after);
        return change != nullptr && change->additive();
    }
    bool breaks_both(const std::string& kind, const std::string& name) const {
        const Change* change = find(kind, name);
        return change != nullptr && change->breaks.wire && change->breaks.source;
    }
    bool source_only(const std::string& kind, const std::string& name) const {
        const Change* change = find(kind, name);
        return change != nullptr && !change->breaks.wire && change->breaks.source;
    }
    std::size_t count(const std::string& kind) const {
        return static_cast<std::size_t>(std::count_if(
            changes_.begin(), changes_.end(), [&](const Change& c) { return c.kind == kind; }));
    }
    bool all_merge() const {
        return std::all_of(changes_.begin(), changes_.end(),
                           [](const Change& c) { return c.merges.value_or(true); });
    }

private:
    std::vector<Change> changes_;
};

}  // namespace

TEST_CASE("2024-11-05 -> 2025-03-26: audio, annotations of tools, completions, batches") {
    const Found found("2024-11-05", "2025-03-26");
    CHECK(found.additive("alternative.added", "ContentBlock", "AudioContent"));
    CHECK(found.additive("member.added", "Tool.annotations"));
    CHECK(found.additive("member.added", "ServerCapabilities.completions"));
    CHECK(found.additive("member.added", "ProgressNotificationParams.message"));
    CHECK(found.additive("framing.added", "JSONRPCBatchRequest"));
    CHECK(found.source_only("type.removed", "AnnotatedBase"));
    CHECK(found.count("method.added") + found.count("method.removed") == 0);
    CHECK(found.all_merge());
}

TEST_CASE("2025-03-26 -> 2025-06-18: elicitation, structured output, links; no batches") {
    const Found found("2025-03-26", "2025-06-18");
    CHECK(found.additive("method.added", "elicitation/create"));
    CHECK(found.count("method.added") == 1);
    CHECK(found.count("method.removed") == 0);
    CHECK(found.additive("member.added", "CallToolResult.structuredContent"));
    CHECK(found.additive("member.added", "Tool.outputSchema"));
    CHECK(found.additive("alternative.added", "ContentBlock", "ResourceLink"));
    CHECK(found.additive("member.added", "Tool.title"));
    CHECK(found.additive("member.added", "CompleteRequestParams.context"));
    CHECK(found.additive("member.added", "Annotations.lastModified"));
    const Change* batch = found.find("framing.removed", "JSONRPCBatchRequest");
    REQUIRE(batch != nullptr);
    CHECK(batch->breaks.wire);
    CHECK(found.all_merge());
}

TEST_CASE("2025-06-18 -> 2025-11-25: tasks, URL elicitation, tools in sampling, icons") {
    const Found found("2025-06-18", "2025-11-25");
    for (const char* wire : {"tasks/get", "tasks/result", "tasks/list", "tasks/cancel",
                             "notifications/tasks/status", "notifications/elicitation/complete"}) {
        CAPTURE(wire);
        CHECK(found.additive("method.added", wire));
    }
    CHECK(found.count("method.added") == 6);
    CHECK(found.count("method.removed") == 0);
    CHECK(found.breaks_both("member.optional", "CancelledNotificationParams.requestId"));
    CHECK(found.source_only("member.retyped", "SamplingMessage.content"));
    CHECK(found.source_only("member.retyped", "CreateMessageResult.content"));
    CHECK(found.source_only("member.retyped", "ClientCapabilities.elicitation"));
    CHECK(found.source_only("method.params", "elicitation/create"));
    CHECK(found.additive("value.added", "StopReason", "toolUse"));
    CHECK(found.additive("alternative.added", "ElicitValue", "[string]"));
    CHECK(found.additive("alternative.added", "SamplingMessageContentBlock", "ToolUseContent"));
    for (const char* owner : {"Implementation", "Tool", "Prompt", "Resource", "ResourceTemplate"})
        CHECK(found.additive("member.added", std::string(owner) + ".icons"));
    CHECK(found.additive("error.added", "url_elicitation_required"));
    CHECK(found.additive("member.deprecated", "CreateMessageRequestParams.includeContext"));
    CHECK(found.all_merge());
}

TEST_CASE("2025-11-25 -> 2026-07-28: no sessions, no server requests, results say their type") {
    const Found found("2025-11-25", "2026-07-28");
    for (const char* wire :
         {"initialize", "notifications/initialized", "ping", "logging/setLevel", "roots/list",
          "sampling/createMessage", "elicitation/create", "resources/subscribe",
          "resources/unsubscribe", "tasks/get", "tasks/list", "tasks/cancel", "tasks/result",
          "notifications/tasks/status", "notifications/roots/list_changed",
          "notifications/elicitation/complete"}) {
        CAPTURE(wire);
        CHECK(found.breaks_both("method.removed", wire));
    }
    CHECK(found.count("method.removed") == 16);
    for (const char* wire :
         {"server/discover", "subscriptions/listen", "notifications/subscriptions/acknowledged"}) {
        CAPTURE(wire);
        CHECK(found.additive("method.added", wire));
    }
    CHECK(found.count("method.added") == 3);
    for (const char* wire : {"tools/call", "prompts/get", "resources/read"})
        CHECK(found.additive("method.input", wire));
    CHECK(found.breaks_both("method.direction", "notifications/progress"));
    CHECK(found.breaks_both("member.added", "CallToolResult.resultType"));
    CHECK(found.breaks_both("member.added", "ListToolsResult.ttlMs"));
    CHECK(found.breaks_both("member.required", "CallToolRequestParams._meta"));
    CHECK(found.breaks_both("member.removed", "Tool.execution"));
    CHECK(found.source_only("member.retyped", "CallToolResult.structuredContent"));
    CHECK(found.breaks_both("error.removed", "resource_not_found"));
    CHECK(found.additive("error.added", "unsupported_protocol_version"));
    CHECK(found.additive("member.deprecated", "ServerCapabilities.logging"));
    CHECK(found.all_merge());
}

TEST_CASE("the same revision, ours and as it was published, differs in deprecations only") {
    const std::string published = MCPGEN_SHARED_DIR "/upstream/schema/2025-11-25/schema.json";
    if (!std::filesystem::exists(published)) {
        WARN("not run: no " + published);
        return;
    }
    Diagnostics diagnostics;
    const auto sides = load_sides(MCPGEN_SOURCE_DIR "/schema/2025-11-25.json", published,
                                  MCPGEN_SOURCE_DIR "/schema/overrides.json", diagnostics);
    REQUIRE(sides);
    for (const Change& change : compare(*sides)) {
        CAPTURE(change.kind, change.name);
        CHECK(change.verb() == "deprecated");
    }
}
