// A file descriptor that is closed by its owner, and what is done with one without waiting. Knows
// nothing of messages.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace mcp::transport {

using Time = std::chrono::steady_clock::time_point;

class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) noexcept : fd_(fd) {}
    Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Fd& operator=(Fd&& other) noexcept {
        if (this != &other) reset(std::exchange(other.fd_, -1));
        return *this;
    }
    ~Fd() { reset(); }

    int get() const noexcept { return fd_; }
    explicit operator bool() const noexcept { return fd_ >= 0; }
    void reset(int fd = -1) noexcept;
    /// It is somebody else's now.
    int release() noexcept { return std::exchange(fd_, -1); }

private:
    int fd_ = -1;
};

/// Both ends close-on-exec; nothing in them when there are no descriptors left.
std::pair<Fd, Fd> make_pipe();

/// What an error number means, in words.
std::string error_words(int error_number);

/// The milliseconds until `deadline` as `poll` takes them: rounded up, -1 for never.
int poll_timeout(Time deadline);

/// Makes a thread that waits in `poll` go on: readable from `set` to `clear`.
class Wakeup {
public:
    Wakeup();
    int fd() const noexcept { return read_.get(); }
    void set() noexcept;
    void clear() noexcept;

private:
    Fd read_;
    Fd write_;  // none where one descriptor has both ends
};

/// As `read`, with its errors in errno, but no point of cancellation: that saves two atomic
/// operations.
long read_some(int fd, char* into, std::size_t size) noexcept;

/// How bytes are put into a descriptor without ever waiting for who takes them out.
enum class WriteMode : unsigned char {
    nonblocking,  ///< O_NONBLOCK is set
    socket,       ///< a flag of each call says so
    /// The descriptor is shared with others, who expect it to block: asked first, and then given no
    /// more than surely fits.
    careful,
};

/// The mode for a descriptor that belongs to us alone: sets O_NONBLOCK where that is needed.
WriteMode own_for_writing(int fd);
/// The mode for one that other processes may have, too. May replace it by one of its own.
WriteMode share_for_writing(Fd& fd);

/// How many bytes were taken, none when it would have to wait; -1 for an error, in errno. Never
/// raises SIGPIPE.
long write_some(int fd, WriteMode mode, std::string_view bytes);

/// Keeps SIGPIPE from this thread for good: saves `write_some` the trouble of doing it each time.
void block_sigpipe_in_this_thread();
/// The same for the whole process, unless the program handles the signal itself.
void ignore_sigpipe();

}  // namespace mcp::transport
