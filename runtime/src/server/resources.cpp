// resources/read: resources with a fixed address first, then templates in their order.
#include "server/content.hpp"
#include "server/core.hpp"
#include "server/params.hpp"
#include "server/running.hpp"
#include "server/uri.hpp"

#include <mcp/codec.hpp>

#include <utility>
#include <variant>

namespace mcp::server {

namespace {

/// As the revision has it: the code for a missing resource is gone in the newest.
RpcError for_revision(RpcError error, Revision revision) {
    if (error.code == error_code::resource_not_found && is_modern(revision)) {
        error.code = error_code::invalid_params;
    }
    return error;
}

void fill_in(AnyResourceContents& contents, std::string_view uri,
             const std::optional<std::string>& mime) {
    std::visit(
        [&](auto& item) {
            if (item.uri.empty()) item.uri = std::string(uri);
            if (!item.mimeType) item.mimeType = mime;
        },
        static_cast<AnyResourceContents::Base&>(contents));
}

}  // namespace

Core::Found Core::match_resource(std::string_view uri) const {
    Found found;
    found.fixed = resources_.find(uri);
    if (found.fixed || uri.size() > options_.limits.max_uri) return found;
    std::uint64_t place = 0;
    constexpr std::size_t batch = 64;
    while (true) {
        const auto items = templates_.after(place, batch);
        for (const auto& item : items) {
            place = item.place;
            auto variables = item.entry->pattern.match(uri);
            if (!variables) continue;
            found.by_template = item.entry;
            found.variables = *std::move(variables);
            return found;
        }
        if (items.size() < batch) return found;
    }
}

Core::Found Core::find_resource(std::string_view uri, std::string_view principal) const {
    using Kind = AccessRequest::Kind;
    Found found = match_resource(uri);
    const bool may = !found.by_template ||
                     permitted(Kind::resource_template, found.by_template->name(), principal);
    if (!found || (may && permitted(Kind::resource, uri, principal))) return found;
    return {};
}

void Core::read_resource(Params params, Context& context, Reply done) {
    auto uri = string_param(params, "uri");
    if (!uri) return done(Unexpected(std::move(uri).error()));
    if (uri->size() > options_.limits.max_uri) {
        return done(Unexpected(RpcError::invalid_params("params.uri: it is too long")));
    }
    if (const std::string problem = uri_problem(*uri); !problem.empty()) {
        return done(Unexpected(
            RpcError::invalid_params("params.uri: " + problem, Json::object({{"uri", *uri}}))));
    }
    Found found = find_resource(*uri, context.principal());
    if (!found) {
        return done(Unexpected(for_revision(resource_not_found(*uri), context.revision())));
    }
    const auto& reader = found.fixed ? found.fixed->reader : found.by_template->reader;
    Pace& pace = found.fixed ? found.fixed->pace : found.by_template->pace;
    run_handler(
        reader, ResourceQuery{.uri = *uri, .variables = found.variables}, context, pace,
        [this, uri = *uri](std::exception_ptr failure) -> Answer<ReadResourceResult> {
            return Unexpected(error_of(std::move(failure), "resource " + uri));
        },
        [this, uri = *uri, found, &context,
         done = std::move(done)](Answer<ReadResourceResult> answer) mutable {
            const auto& mime = found.fixed ? found.fixed->declaration.mimeType
                                           : found.by_template->declaration.mimeType;
            done(resource_result(std::move(answer), uri, mime, context));
        });
}

Answer<std::string> Core::resource_result(Answer<ReadResourceResult> answer, std::string_view uri,
                                          const std::optional<std::string>& mime,
                                          Context& context) {
    if (!answer) return Unexpected(for_revision(std::move(answer).error(), context.revision()));
    ReadResourceResult& result = *answer;
    if (result.contents.empty()) {
        return Unexpected(for_revision(resource_not_found(uri), context.revision()));
    }
    for (AnyResourceContents& contents : result.contents) {
        fill_in(contents, uri, mime);
        const std::string problem = contents_problem(contents);
        if (problem.empty()) continue;
        report("resource " + std::string(uri) + ": " + problem);
        return Unexpected(RpcError(error_code::internal_error, "internal error"));
    }
    if (result.ttlMs <= 0 && result.cacheScope == CacheScopeTag::private_) {
        result.ttlMs = options_.resources.ttl_ms;
        if (!has_permission_) result.cacheScope = options_.resources.scope;
    }
    auto text = write_result(result, context);
    if (!text) report("resource " + std::string(uri) + ": " + text.error().message);
    return text;
}

std::optional<RpcError> Core::refuse_subscription(std::string_view uri,
                                                  std::string_view principal) {
    if (uri.size() > options_.limits.max_uri) {
        return RpcError::invalid_params("params.uri: it is too long");
    }
    if (const std::string problem = uri_problem(uri); !problem.empty()) {
        return RpcError::invalid_params("params.uri: " + problem, Json::object({{"uri", uri}}));
    }
    if (find_resource(uri, principal)) return std::nullopt;
    return resource_not_found(uri);
}

}  // namespace mcp::server
