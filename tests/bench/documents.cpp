// See documents.hpp. Everything follows from the tool's number, so that every run has the same
// bytes.
#include <tests/bench/documents.hpp>

#include <iterator>
#include <string>
#include <string_view>

using namespace mcp;

namespace mcpgen::bench {
namespace {

constexpr std::string_view verbs[] = {"read",   "write",  "list",   "search",
                                      "create", "delete", "update", "run"};
constexpr std::string_view things[] = {"file",      "issue",   "branch",       "calendar_event",
                                       "customer",  "invoice", "database_row", "web_page",
                                       "container", "message", "dashboard"};
constexpr std::string_view sentences[] = {
    "Use this when the user asks for one by name or by its identifier.",
    "Results come in pages of fifty; pass the cursor of the last page to go on.",
    "Fails when the caller may not see it, and says so in the result.",
    "Paths are relative to the workspace, for example \"src/main.cpp\".",
    "Dates are ISO 8601 in UTC.\nTimes without a zone are taken as UTC too.",
    "Texts may be in any language: \u201eGr\u00fc\u00dfe\u201c, \u65e5\u672c\u8a9e.",
};
constexpr std::string_view arguments[] = {"path",   "query",  "limit", "include_archived",
                                          "labels", "format", "filter"};

Json described(std::string_view type, std::string_view description) {
    return Json::object({{"type", type}, {"description", description}});
}

Json argument(std::size_t kind, std::size_t i) {
    switch (kind) {
        case 0: return described("string", "Where it is. Must exist.");
        case 1: return described("string", "Words to look for; quotes keep words together.");
        case 2:
            return Json::object({{"type", "integer"},
                                 {"description", "How many to give at most."},
                                 {"minimum", 1},
                                 {"maximum", 100},
                                 {"default", static_cast<int>(10 + i % 5)}});
        case 3: return described("boolean", "Whether old ones count too.");
        case 4:
            return Json::object({{"type", "array"},
                                 {"items", Json::object({{"type", "string"}, {"minLength", 1}})},
                                 {"description", "All of these must be set."}});
        case 5:
            return Json::object({{"type", "string"},
                                 {"enum", Json::array({"text", "markdown", "html", "json"})},
                                 {"default", "text"}});
        default:
            return Json::object(
                {{"type", "object"},
                 {"properties",
                  Json::object(
                      {{"since", Json::object({{"type", "string"}, {"format", "date-time"}})},
                       {"author", described("string", "Name of an account.")},
                       {"score", Json::object({{"type", "number"}, {"minimum", 0.25}})}})},
                 {"required", Json::array({"since"})},
                 {"additionalProperties", false}});
    }
}

JsonObject input_schema(std::size_t i) {
    JsonObject properties;
    for (std::size_t n = 0; n < 2 + i % 3; ++n) {
        const std::size_t kind = (i + n * 2) % std::size(arguments);
        properties.set(arguments[kind], argument(kind, i));
    }
    return {{"type", "object"},
            {"properties", properties},
            {"required", Json::array({arguments[i % std::size(arguments)]})},
            {"additionalProperties", false}};
}

Tool tool(std::size_t i) {
    const std::string verb(verbs[i % std::size(verbs)]);
    const std::string thing(things[i % std::size(things)]);
    Tool tool;
    tool.name = verb + "_" + thing + (i < 88 ? "" : "_" + std::to_string(i));
    tool.title = verb + " " + thing;
    tool.description = "Lets the model " + verb + " a " + thing + ".";
    for (std::size_t s = 0; s < 1 + i % 2; ++s) {
        *tool.description += ' ';
        *tool.description += sentences[(i + s) % std::size(sentences)];
    }
    tool.inputSchema = input_schema(i);
    ToolAnnotations annotations;
    annotations.readOnlyHint = verb == "read" || verb == "list" || verb == "search";
    if (!*annotations.readOnlyHint) annotations.destructiveHint = verb == "delete";
    if (i % 4 == 0) annotations.idempotentHint = true;
    if (i % 3 != 2) tool.annotations = annotations;
    return tool;
}

}  // namespace

ListToolsResult hundred_tools() {
    ListToolsResult result;
    for (std::size_t i = 0; i < 100; ++i) result.tools.push_back(tool(i));
    result.nextCursor = "eyJwYWdlIjoyfQ==";
    result.ttlMs = 60'000;
    return result;
}

CallToolRequestParams one_call() {
    CallToolRequestParams params;
    params.name = "search_issue";
    params.arguments = JsonObject{{"query", "crash when the \"export\" dialog closes"},
                                  {"limit", 25},
                                  {"include_archived", false},
                                  {"labels", Json::array({"bug", "confirmed", "ui"})},
                                  {"filter", Json::object({{"since", "2026-01-01T00:00:00Z"},
                                                           {"author", "j\u00fcrgen"},
                                                           {"score", 0.75}})}};
    RequestMetaObject meta;
    meta.progressToken = ProgressToken("7f0c3a9e-41b2-4f0e-9d67-2b8a1c5e6f30");
    meta.protocolVersion = "2026-07-28";
    meta.clientInfo = Implementation{.name = "desk", .version = "4.2.0"};
    params.meta = meta;
    return params;
}

}  // namespace mcpgen::bench
