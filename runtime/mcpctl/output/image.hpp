// Images on terminals that can show them, by the protocols of kitty and of iTerm2.
#pragma once

#include "output/terminal.hpp"

#include <string>
#include <string_view>

namespace mcpctl {

/// What a terminal must be sent to show an image; empty when it cannot: the terminal shows none, it
/// is no image of a kind that it knows, whatever the server says, or it is larger than 8 MB.
std::string image_sequence(Images images, std::string_view bytes);

/// `image/png` and the like, by the first bytes; empty when they are those of no image.
std::string_view image_type(std::string_view bytes);

}  // namespace mcpctl
