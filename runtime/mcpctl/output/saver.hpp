// Files for `--save`: images, sounds and other bytes of a server, under names that are ours.
#pragma once

#include "problem.hpp"

#include <set>
#include <string>
#include <string_view>

namespace mcpctl {

/// `image/png` -> `.png`; `.bin` for what is not known.
std::string extension_of(std::string_view mime_type);
/// The last part of an address, as far as it is made of letters, digits, `-`, `_` and dots inside;
/// empty when nothing is left. Never the name of another folder, and never a hidden file.
std::string file_name_of(std::string_view uri);

class Saver {
public:
    /// Nothing is written when `folder` is empty.
    explicit Saver(std::string folder) : folder_(std::move(folder)) {}
    bool is_wanted() const { return !folder_.empty(); }
    /// Writes a new file, `name` or the same with a number when there is one already. Gives its
    /// path; fails when it cannot be written. The folder is made.
    Outcome<std::string> save(const std::string& name, std::string_view bytes);

private:
    std::string folder_;
};

}  // namespace mcpctl
