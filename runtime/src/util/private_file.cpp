// Reading without following links, writing by renaming, and a lock in a file beside it: the file
// itself is another one after each change.
#include "util/private_file.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace mcp::util {

namespace {

[[noreturn]] void fail_private(const std::string& path, const char* what, int why = errno) {
    if (why == ELOOP) throw std::runtime_error(path + ": " + what + ": it is a link");
    throw std::runtime_error(path + ": " + what + ": " + std::system_category().message(why));
}

void lock_for_change(const OwnedFd& gate, const std::string& path) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (::flock(gate.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) fail_private(path, "cannot be locked");
        if (std::chrono::steady_clock::now() > deadline) {
            throw std::runtime_error(path + ": another program holds it locked");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

}  // namespace

OwnedFd::~OwnedFd() {
    if (fd_ >= 0) ::close(fd_);
}

void must_be_private(int fd, const std::string& path) {
    struct stat facts {};
    if (::fstat(fd, &facts) != 0) fail_private(path, "cannot be read");
    if (!S_ISREG(facts.st_mode)) throw std::runtime_error(path + ": it is no file");
    if (facts.st_uid != ::geteuid()) {
        throw std::runtime_error(path + ": it belongs to another user: name another file");
    }
    if ((facts.st_mode & 077U) != 0) {
        throw std::runtime_error(path +
                                 ": others than its owner may use it: look at what is in it, then "
                                 "`chmod 600` it");
    }
}

std::optional<std::string> PrivateFile::read() const {
    const OwnedFd file(
        ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    if (file.get() < 0 && errno == ENOENT) return std::nullopt;
    if (file.get() < 0) fail_private(path_, "cannot be read");
    must_be_private(file.get(), path_);
    std::string text;
    char piece[8192];
    while (true) {
        const ssize_t count = ::read(file.get(), piece, sizeof piece);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_private(path_, "cannot be read");
        if (count == 0) return text;
        text.append(piece, static_cast<std::size_t>(count));
        if (text.size() > max_bytes_) {
            throw std::runtime_error(path_ + ": it is larger than " + std::to_string(max_bytes_) +
                                     " bytes");
        }
    }
}

void PrivateFile::change(const Change& change) const {
    const OwnedFd gate(::open((path_ + ".lock").c_str(),
                              O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
    if (gate.get() < 0) fail_private(path_ + ".lock", "cannot be opened");
    lock_for_change(gate, path_);
    const std::string text = change(read());
    if (text.size() > max_bytes_) {
        throw std::runtime_error(path_ + ": it would be larger than " + std::to_string(max_bytes_) +
                                 " bytes");
    }
    replace(text);
}

std::optional<PrivateFile::Stamp> PrivateFile::stamp() const {
    struct stat facts {};
    if (::lstat(path_.c_str(), &facts) != 0) return std::nullopt;
    return Stamp{facts.st_ino, facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec, facts.st_size,
                 facts.st_mode};
}

void PrivateFile::replace(const std::string& text) const {
    std::string name = path_ + ".XXXXXX";  // mkstemp makes it for the owner alone
    const OwnedFd file(::mkstemp(name.data()));
    if (file.get() < 0) fail_private(path_, "cannot be written");
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = ::write(file.get(), text.data() + done, text.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        done += static_cast<std::size_t>(count);
    }
    if (done == text.size() && ::fsync(file.get()) == 0 &&
        ::rename(name.c_str(), path_.c_str()) == 0) {
        return;
    }
    const int why = errno;
    ::unlink(name.c_str());
    fail_private(path_, "cannot be written", why);
}

}  // namespace mcp::util
