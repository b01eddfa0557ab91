// A small file for its owner alone, replaced as a whole, that several processes may change. Knows
// nothing of what is in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace mcp::util {

/// A descriptor that is closed with its owner.
class OwnedFd {
public:
    explicit OwnedFd(int fd) : fd_(fd) {}
    ~OwnedFd();
    OwnedFd(const OwnedFd&) = delete;
    OwnedFd& operator=(const OwnedFd&) = delete;
    int get() const { return fd_; }

private:
    int fd_;
};

/// Throws std::runtime_error, with what to do, unless the open file is a regular one of this user
/// that nobody else may use.
void must_be_private(int fd, const std::string& path);

class PrivateFile {
public:
    PrivateFile(std::string path, std::size_t max_bytes)
        : path_(std::move(path)), max_bytes_(max_bytes) {}

    const std::string& path() const { return path_; }

    /// Nothing when there is no file. Throws std::runtime_error for a link, for what is no file,
    /// for another owner's, for one that others may use, and for one that is too large.
    std::optional<std::string> read() const;

    using Change = std::function<std::string(std::optional<std::string> before)>;
    /// Puts in its place what `change` makes of it; no other process changes it meanwhile. Throws
    /// as `read` does, when it cannot be written, and when others hold it for ten seconds; the file
    /// is as it was then.
    void change(const Change& change) const;

    /// Differs when the file does; nothing for no file.
    struct Stamp {
        std::uint64_t inode = 0;
        std::int64_t seconds = 0;
        std::int64_t nanos = 0;
        std::int64_t size = 0;
        std::uint32_t mode = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    std::optional<Stamp> stamp() const;

private:
    void replace(const std::string& text) const;
    std::string path_;
    std::size_t max_bytes_;
};

}  // namespace mcp::util
