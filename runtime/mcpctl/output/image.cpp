// See the header. The bytes are encoded here, so that nothing of a server's text gets into an
// escape sequence.
#include "output/image.hpp"

#include <mcp/base64.hpp>

#include <algorithm>
#include <cstddef>

namespace mcpctl {
namespace {

constexpr std::size_t max_image = std::size_t{8} * 1024 * 1024;
constexpr std::size_t kitty_chunk = 4096;

std::string kitty_sequence(std::string_view bytes) {
    const std::string encoded = mcp::base64_encode(bytes);
    std::string out;
    for (std::size_t at = 0; at < encoded.size(); at += kitty_chunk) {
        const bool more = at + kitty_chunk < encoded.size();
        out += "\x1b_G";
        if (at == 0) out += "f=100,a=T,q=2,";
        out += more ? "m=1;" : "m=0;";
        out += encoded.substr(at, kitty_chunk) + "\x1b\\";
    }
    return out + '\n';
}

std::string iterm_sequence(std::string_view bytes) {
    return "\x1b]1337;File=inline=1;size=" + std::to_string(bytes.size()) + ':' +
           mcp::base64_encode(bytes) + "\x07\n";
}

}  // namespace

std::string_view image_type(std::string_view bytes) {
    if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return "image/png";
    if (bytes.starts_with("\xff\xd8\xff")) return "image/jpeg";
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return "image/gif";
    if (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP")) return "image/webp";
    return {};
}

std::string image_sequence(Images images, std::string_view bytes) {
    const std::string_view type = image_type(bytes);
    if (type.empty() || bytes.size() > max_image) return {};
    if (images == Images::kitty && type == "image/png") return kitty_sequence(bytes);
    if (images == Images::iterm) return iterm_sequence(bytes);
    return {};
}

}  // namespace mcpctl
