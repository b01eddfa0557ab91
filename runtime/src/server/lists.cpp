// The lists of tools, prompts, resources and templates, page by page. A cursor says behind which
// entry the next page begins, so it stays good when the list changes.
#include "server/core.hpp"
#include "server/params.hpp"

#include <mcp/codec.hpp>
#include <mcp/methods.hpp>

#include <charconv>
#include <chrono>
#include <utility>

namespace mcp::server {

namespace {

constexpr std::string_view cursor_purpose = "cursor";
constexpr std::chrono::hours cursor_lifetime{24};

std::string cursor_binding(const Context& context) {
    return std::string(context.method()) + '\n' + std::string(context.principal());
}

RpcError bad_cursor() { return RpcError::invalid_params("params.cursor: not a valid cursor"); }

template <class R>
Answer<std::string> finished(Answer<std::optional<std::string>> next, R& result, Core& core,
                             Context& context) {
    if (!next) return Unexpected(std::move(next).error());
    result.nextCursor = *std::move(next);
    result.ttlMs = core.ttl_ms();
    result.cacheScope = core.cache_scope();
    auto text = write_result(result, context);
    if (!text) core.report(std::string(context.method()) + ": " + text.error().message);
    return text;
}

}  // namespace

template <class Entry, class Visit>
Answer<std::optional<std::string>> Core::page(const Catalogue<Entry>& catalogue,
                                              AccessRequest::Kind kind, Params params,
                                              Context& context, Visit visit) {
    const auto cursor = params ? params->find("cursor") : std::nullopt;
    std::uint64_t place = 0;
    if (cursor && !cursor->is_null()) {
        const auto text = cursor->as_string();
        if (!text) return Unexpected(wrong_param("cursor", "string", cursor));
        const auto opened = sealer_.open(cursor_purpose, cursor_binding(context), *text,
                                         std::chrono::system_clock::now());
        if (!opened) return Unexpected(bad_cursor());
        const char* const end = opened->data() + opened->size();
        const auto [rest, failure] = std::from_chars(opened->data(), end, place);
        if (failure != std::errc() || rest == end) return Unexpected(bad_cursor());
        // Another process that serves the same list may count differently.
        place = catalogue.place_of({rest + 1, end}).value_or(place);
    }

    const std::size_t size = std::max<std::size_t>(options_.limits.page_size, 1);
    std::size_t taken = 0;
    std::uint64_t last_place = 0;
    std::string last_name;
    while (true) {
        const auto items = catalogue.after(place, size + 1);
        for (const auto& item : items) {
            place = item.place;
            if (!permitted(kind, item.entry->name(), context.principal())) continue;
            if (taken == size) {
                return std::optional(
                    sealer_.seal(cursor_purpose, cursor_binding(context),
                                 std::to_string(last_place) + ' ' + last_name,
                                 std::chrono::system_clock::now() + cursor_lifetime));
            }
            visit(*item.entry);
            ++taken;
            last_place = item.place;
            last_name = item.entry->name();
        }
        if (items.size() <= size) return std::optional<std::string>();
    }
}

Answer<std::string> Core::list_tools(Params params, Context& context) {
    ListToolsResult result;
    auto next = page(tools_, AccessRequest::Kind::tool, params, context,
                     [&](const ToolEntry& entry) { result.tools.push_back(entry.declaration); });
    return finished(std::move(next), result, *this, context);
}

Answer<std::string> Core::list_prompts(Params params, Context& context) {
    ListPromptsResult result;
    auto next =
        page(prompts_, AccessRequest::Kind::prompt, params, context,
             [&](const PromptEntry& entry) { result.prompts.push_back(entry.declaration); });
    return finished(std::move(next), result, *this, context);
}

Answer<std::string> Core::list_resources(Params params, Context& context) {
    ListResourcesResult result;
    auto next =
        page(resources_, AccessRequest::Kind::resource, params, context,
             [&](const ResourceEntry& entry) { result.resources.push_back(entry.declaration); });
    return finished(std::move(next), result, *this, context);
}

Answer<std::string> Core::list_templates(Params params, Context& context) {
    ListResourceTemplatesResult result;
    auto next = page(
        templates_, AccessRequest::Kind::resource_template, params, context,
        [&](const TemplateEntry& entry) { result.resourceTemplates.push_back(entry.declaration); });
    return finished(std::move(next), result, *this, context);
}

}  // namespace mcp::server
