// Turns content blocks of results into lines and images, with their text made safe.
#include "output/content.hpp"

#include "output/image.hpp"
#include "output/json_text.hpp"
#include "output/safe_text.hpp"

#include <mcp/base64.hpp>
#include <mcp/types.hpp>

#include <cstddef>
#include <variant>

namespace mcpctl {
namespace {

std::string size_text(std::size_t bytes) {
    constexpr std::size_t unit = 1024;
    if (bytes < 10 * unit) return std::to_string(bytes) + " bytes";
    if (bytes < 10 * unit * unit) return std::to_string(bytes / unit) + " KiB";
    return std::to_string(bytes / unit / unit) + " MiB";
}

std::string link_line(const mcp::ResourceLink& link) {
    std::string line =
        "[link: " + safe_line(link.title.value_or(link.name)) + ", " + safe_line(link.uri);
    if (link.mimeType) line += ", " + safe_line(*link.mimeType);
    return line + "; `mcpctl read` fetches it]";
}

}  // namespace

void ContentPrinter::print_text(const std::string& text) {
    const std::string safe = safe_text(text);
    terminal_.print(safe.ends_with('\n') ? safe : safe + '\n');
}

Outcome<void> ContentPrinter::print_bytes(const std::string& kind, const std::string& mime_type,
                                          const std::string& base64, const std::string& uri) {
    const auto bytes = mcp::base64_decode(base64);
    std::string line = '[' + (mime_type.empty() ? kind : safe_line(mime_type));
    if (!uri.empty()) line += ", " + safe_line(uri);
    if (!bytes) {
        terminal_.print(terminal_.styled(Style::dim, line + ", not base64 as it should be]") +
                        '\n');
        return {};
    }
    line += ", " + size_text(bytes->size());
    if (saver_.is_wanted()) {
        std::string name = file_name_of(uri);
        if (name.empty()) name = kind;
        if (name.find('.') == name.npos) name += extension_of(mime_type);
        const auto path = saver_.save(name, *bytes);
        if (!path) return Unexpected(path.error());
        line += ", saved as " + safe_line(*path);
    }
    const std::string sequence = image_sequence(terminal_.images(), *bytes);
    if (!sequence.empty()) terminal_.print(sequence);
    if (sequence.empty() || saver_.is_wanted()) {
        const std::string hint = saver_.is_wanted() ? "" : "; --save DIR writes it to a file";
        terminal_.print(terminal_.styled(Style::dim, line + hint + ']') + '\n');
    }
    return {};
}

Outcome<void> ContentPrinter::print(const mcp::AnyResourceContents& contents) {
    if (const auto* blob = std::get_if<mcp::BlobResourceContents>(&contents))
        return print_bytes("file", blob->mimeType.value_or(""), blob->blob, blob->uri);
    const auto& text = std::get<mcp::TextResourceContents>(contents);
    if (saver_.is_wanted()) {
        return print_bytes("text", text.mimeType.value_or("text/plain"),
                           mcp::base64_encode(text.text), text.uri);
    }
    print_text(text.text);
    return {};
}

Outcome<void> ContentPrinter::print(const mcp::ContentBlock& block) {
    if (const auto* text = std::get_if<mcp::TextContent>(&block)) {
        print_text(text->text);
    } else if (const auto* image = std::get_if<mcp::ImageContent>(&block)) {
        return print_bytes("image", image->mimeType, image->data, {});
    } else if (const auto* audio = std::get_if<mcp::AudioContent>(&block)) {
        return print_bytes("sound", audio->mimeType, audio->data, {});
    } else if (const auto* link = std::get_if<mcp::ResourceLink>(&block)) {
        terminal_.print(terminal_.styled(Style::cyan, link_line(*link)) + '\n');
    } else if (const auto* resource = std::get_if<mcp::EmbeddedResource>(&block)) {
        const auto* inner = std::get_if<mcp::TextResourceContents>(&resource->resource);
        if (inner && !saver_.is_wanted()) {
            const std::string head = '[' + safe_line(inner->uri) + ']';
            terminal_.print(terminal_.styled(Style::dim, head) + '\n');
        }
        return print(resource->resource);
    } else {
        const auto& other = std::get<mcp::Unrecognized>(block);
        terminal_.print_json(other.json());
    }
    return {};
}

}  // namespace mcpctl
