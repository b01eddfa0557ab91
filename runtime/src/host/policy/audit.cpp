// The file of the log. Each line is one write to a descriptor that appends, so lines of several
// processes do not mix.
#include "util/private_file.hpp"

#include <mcp/host_audit.hpp>

#include <sys/stat.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace mcp {

struct AuditLog::File {
    explicit File(AuditOptions wanted) : options(std::move(wanted)) {}

    void open() {
        fd.reset();
        const int opened = ::open(
            options.path.c_str(),
            O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
        if (opened < 0) {
            throw std::runtime_error(options.path + ": cannot be opened: " +
                                     (errno == ELOOP ? std::string("it is a link")
                                                     : std::system_category().message(errno)));
        }
        fd.emplace(opened);
        util::must_be_private(opened, options.path);
    }

    /// It has been moved away, or another one put in its place.
    bool is_gone() const {
        struct stat ours {};
        struct stat there {};
        return !fd || ::fstat(fd->get(), &ours) != 0 ||
               ::lstat(options.path.c_str(), &there) != 0 || ours.st_ino != there.st_ino ||
               ours.st_dev != there.st_dev;
    }

    const AuditOptions options;
    std::mutex mutex{};
    std::optional<util::OwnedFd> fd{};
    bool torn = false;  ///< the last line has no end
};

AuditLog::AuditLog(AuditOptions options) : file_(std::make_unique<File>(std::move(options))) {
    file_->open();
}
AuditLog::~AuditLog() = default;

Result<void> AuditLog::write(const AuditRecord& record) {
    std::string line = audit_line(record, file_->options) + '\n';
    const std::lock_guard lock(file_->mutex);
    try {
        if (file_->is_gone()) {
            file_->open();
            file_->torn = false;
        }
    } catch (const std::runtime_error& error) {
        file_->fd.reset();
        return Unexpected(Error{error.what()});
    }
    if (file_->torn) line.insert(line.begin(), '\n');
    ssize_t written = -1;
    do {
        written = ::write(file_->fd->get(), line.data(), line.size());
    } while (written < 0 && errno == EINTR);
    if (written == static_cast<ssize_t>(line.size())) {
        file_->torn = false;
        return {};
    }
    const std::string why =
        written < 0 ? std::system_category().message(errno) : std::string("the disk is full");
    file_->torn = file_->torn || written > 0;
    return Unexpected(Error{file_->options.path + ": cannot be written: " + why});
}

}  // namespace mcp
