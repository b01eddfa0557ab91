// Checks of content that a handler has made, and the words of <mcp/handler.hpp> for resources.
#include "server/content.hpp"

#include <mcp/base64.hpp>
#include <mcp/handler.hpp>

#include <algorithm>
#include <variant>

namespace mcp::server {

bool is_base64(std::string_view text) {
    if (text.size() % 4 != 0) return false;
    std::size_t size = text.size();
    if (size != 0 && text[size - 1] == '=') size -= text[size - 2] == '=' ? 2 : 1;
    return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
               c == '+' || c == '/';
    });
}

std::string contents_problem(const AnyResourceContents& contents) {
    if (const auto* text = std::get_if<TextResourceContents>(&contents)) {
        return text->uri.empty() ? "a resource without an address" : "";
    }
    const auto* blob = std::get_if<BlobResourceContents>(&contents);
    if (blob == nullptr) return {};
    if (blob->uri.empty()) return "a resource without an address";
    return is_base64(blob->blob) ? "" : "a blob that is not base64";
}

namespace {

std::string media_problem(std::string_view what, std::string_view data, std::string_view type) {
    if (type.empty()) return std::string(what) + " without a media type";
    return is_base64(data) ? "" : std::string(what) + " that is not base64";
}

}  // namespace

[[gnu::hot]] std::string content_problem(const ContentBlock& block) {
    if (const auto* image = std::get_if<ImageContent>(&block)) {
        return media_problem("an image", image->data, image->mimeType);
    }
    if (const auto* audio = std::get_if<AudioContent>(&block)) {
        return media_problem("audio", audio->data, audio->mimeType);
    }
    if (const auto* embedded = std::get_if<EmbeddedResource>(&block)) {
        return contents_problem(embedded->resource);
    }
    return {};
}

[[gnu::hot]] bool has_embedded_resource(const CallToolResult& result) {
    return std::any_of(result.content.begin(), result.content.end(), [](const ContentBlock& block) {
        return std::holds_alternative<EmbeddedResource>(block);
    });
}

}  // namespace mcp::server

namespace mcp {

RpcError resource_not_found(std::string_view uri) {
    return {error_code::resource_not_found, "Resource not found: " + std::string(uri),
            Json::object({{"uri", uri}})};
}

AnyResourceContents detail::blob_contents(std::string_view bytes) {
    BlobResourceContents contents;
    contents.blob = base64_encode(bytes);
    return contents;
}

}  // namespace mcp
