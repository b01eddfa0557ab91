// Reading and writing single files; see the header. C streams, because they keep errno.
#include <generator/support/file_io.hpp>

#include <generator/support/messages.hpp>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace mcpgen {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// A JSON parser adds that much to a text; it need not be moved for that.
constexpr std::size_t room_behind = 64;

Location at(const fs::path& path) { return {.file = path.string(), .pointer = {}}; }

std::string reason_of(int error) { return std::strerror(error); }

/// Reads to the end, or until more than `max_bytes` came; the size of `out` tells the two apart.
bool read_all(std::FILE* file, std::size_t max_bytes, std::string& out) {
    std::array<char, 65536> block{};
    while (out.size() <= max_bytes) {
        const std::size_t got = std::fread(block.data(), 1, block.size(), file);
        out.append(block.data(), got);
        if (got < block.size()) return std::ferror(file) == 0;
    }
    return true;
}

/// Makes the folders that lead to `target` and notes which were new. False leaves errno.
bool make_folders(const fs::path& target, std::vector<fs::path>& made) {
    std::vector<fs::path> missing;
    for (fs::path folder = target.parent_path(); !folder.empty(); folder = folder.parent_path()) {
        std::error_code error;
        const fs::file_status status = fs::status(folder, error);
        if (fs::exists(status)) {
            if (fs::is_directory(status)) break;
            errno = ENOTDIR;
            return false;
        }
        if (status.type() != fs::file_type::not_found) {
            errno = error.value();
            return false;
        }
        missing.push_back(folder);
        if (folder == folder.parent_path()) break;
    }
    for (auto folder = missing.rbegin(); folder != missing.rend(); ++folder) {
        std::error_code error;
        if (fs::create_directory(*folder, error)) {
            made.push_back(*folder);
        } else if (error) {  // none: somebody else just made it
            errno = error.value();
            return false;
        }
    }
    return true;
}

/// Replacing a file needs only a writable folder; but a file that is write-protected stays.
bool may_replace(const fs::path& target) {
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (!fs::exists(status)) return true;
    if (!fs::is_regular_file(status)) {
        errno = fs::is_directory(status) ? EISDIR : EINVAL;
        return false;
    }
    return File(std::fopen(target.c_str(), "r+b")) != nullptr;
}

bool write_new(const fs::path& path, std::string_view text) {
    File file(std::fopen(path.c_str(), "wbx"));
    if (!file) return false;
    const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
    const int error = errno;
    if (std::fclose(file.release()) != 0) return false;
    errno = error;
    return written;
}

/// `.types.hpp.mcpgen-123-0`: hidden, told apart from those of other processes and threads.
fs::path temporary_beside(const fs::path& target) {
    static std::atomic<unsigned> counter{0};
    std::string name = "." + target.filename().string() + ".mcpgen-" + std::to_string(::getpid()) +
                       "-" + std::to_string(counter++);
    return target.parent_path() / name;
}

}  // namespace

std::optional<std::string> read_file(const std::string& path, Diagnostics& diagnostics,
                                     std::size_t max_bytes) {
    const bool standard_input = path == "-";
    const auto fail = [&](Message message) {
        diagnostics.error(standard_input ? at("<stdin>") : at(path), std::move(message));
        return std::nullopt;
    };
    File opened;
    std::string text;
    if (!standard_input) {
        std::error_code error;
        const fs::file_status status = fs::status(path, error);
        if (fs::is_directory(status)) return fail(messages::is_a_folder());
        if (fs::is_regular_file(status)) {
            const std::uintmax_t size = fs::file_size(path, error);
            if (!error && size > max_bytes) return fail(messages::too_large(size, max_bytes));
            if (!error) text.reserve(static_cast<std::size_t>(size) + room_behind);
        }
        opened.reset(std::fopen(path.c_str(), "rb"));
        if (!opened) return fail(messages::cannot_read(reason_of(errno)));
    }
    if (!read_all(standard_input ? stdin : opened.get(), max_bytes, text)) {
        return fail(messages::cannot_read(reason_of(errno)));
    }
    if (text.size() > max_bytes) return fail(messages::too_large(text.size(), max_bytes));
    return text;
}

std::optional<StagedFile> StagedFile::create(const fs::path& target, std::string_view text,
                                             Diagnostics& diagnostics) {
    StagedFile staged;
    staged.shown_ = target;
    std::error_code error;
    // A symbolic link keeps pointing: what it points to is replaced.
    const fs::path resolved = fs::weakly_canonical(target, error);
    staged.target_ = error ? target : resolved;
    const auto fail = [&](const fs::path& path) {
        diagnostics.error(at(path), messages::cannot_write(reason_of(errno)));
        return std::nullopt;
    };
    if (!make_folders(staged.target_, staged.new_folders_)) return fail(target.parent_path());
    if (!may_replace(staged.target_)) return fail(target);
    const fs::path temporary = temporary_beside(staged.target_);
    const bool written = write_new(temporary, text);
    const int write_error = errno;
    staged.temporary_ = temporary;
    const fs::file_status old = fs::status(staged.target_, error);
    if (written && fs::exists(old)) fs::permissions(temporary, old.permissions(), error);
    errno = write_error;
    if (!written) return fail(target);
    return staged;
}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : shown_(std::move(other.shown_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      new_folders_(std::exchange(other.new_folders_, {})) {}

StagedFile& StagedFile::operator=(StagedFile&& other) noexcept {
    if (this != &other) {
        discard();
        shown_ = std::move(other.shown_);
        target_ = std::move(other.target_);
        temporary_ = std::exchange(other.temporary_, {});
        new_folders_ = std::exchange(other.new_folders_, {});
    }
    return *this;
}

StagedFile::~StagedFile() { discard(); }

void StagedFile::discard() noexcept {
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove(temporary_, ignored);
    temporary_.clear();
    // Only folders that are empty go; one that another file moved into stays.
    for (auto folder = new_folders_.rbegin(); folder != new_folders_.rend(); ++folder) {
        fs::remove(*folder, ignored);
    }
    new_folders_.clear();
}

bool StagedFile::commit(Diagnostics& diagnostics) {
    std::error_code error;
    fs::rename(temporary_, target_, error);
    if (error) {
        diagnostics.error(at(shown_), messages::cannot_write(reason_of(error.value())));
        return false;
    }
    temporary_.clear();
    new_folders_.clear();
    return true;
}

bool write_file(const fs::path& target, std::string_view text, Diagnostics& diagnostics) {
    auto staged = StagedFile::create(target, text, diagnostics);
    return staged && staged->commit(diagnostics);
}

std::string depfile_text(std::string_view target, const std::vector<std::string>& dependencies) {
    const auto escaped = [](std::string_view path) {
        std::string out;
        for (const char c : path) {
            if (c == ' ' || c == '#') out += '\\';
            if (c == '$') out += '$';
            out += c;
        }
        return out;
    };
    std::string out = escaped(target) + ':';
    for (const std::string& dependency : dependencies) out += " \\\n  " + escaped(dependency);
    out += '\n';
    return out;
}

}  // namespace mcpgen
