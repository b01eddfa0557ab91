// Reading files with a bound.
#include "host/config_file.hpp"

#include "transport/fd.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <utility>

namespace mcp::host {

namespace {

Result<std::string> read_open(int fd, std::size_t max_bytes) {
    std::string content;
    std::array<char, std::size_t{16} * 1024> buffer{};
    while (true) {
        const auto count = ::read(fd, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Unexpected(Error{transport::error_words(errno)});
        if (count == 0) return content;
        content.append(buffer.data(), static_cast<std::size_t>(count));
        if (content.size() > max_bytes) {
            return Unexpected(
                Error{"the file is larger than " + std::to_string(max_bytes) + " bytes"});
        }
    }
}

/// A regular file: a pipe could hold up the reader for ever.
Result<transport::Fd> open_regular(const std::string& path, struct stat& about) {
    transport::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!fd || ::fstat(fd.get(), &about) != 0) {
        return Unexpected(Error{transport::error_words(errno)});
    }
    if (!S_ISREG(about.st_mode)) return Unexpected(Error{"this is no regular file"});
    return fd;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
    struct stat about {};
    auto fd = open_regular(path, about);
    if (!fd) return Unexpected(std::move(fd).error());
    return read_open(fd->get(), max_bytes);
}

Result<Secret> read_secret(const std::string& path, std::size_t max_bytes) {
    struct stat about {};
    auto fd = open_regular(path, about);
    if (!fd) return Unexpected(std::move(fd).error());
    if (about.st_uid != ::geteuid() && about.st_uid != 0) {
        return Unexpected(Error{"the file belongs to another user"});
    }
    if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        return Unexpected(Error{"other users may read or write the file; chmod 600 it"});
    }
    auto text = read_open(fd->get(), max_bytes);
    if (!text) return Unexpected(std::move(text).error());
    if (text->ends_with('\n')) text->pop_back();
    if (text->ends_with('\r')) text->pop_back();
    return Secret(std::move(*text));
}

}  // namespace mcp::host
