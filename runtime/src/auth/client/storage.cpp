// Where tokens are kept between two uses.
#include <mcp/json.hpp>
#include <mcp/oauth.hpp>
#include <mcp/seal.hpp>

#include <sys/file.h>
#include <sys/stat.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace mcp {

namespace {

class MemoryStorage final : public TokenStorage {
public:
    std::optional<std::string> load(const std::string& key) override {
        const std::lock_guard lock(mutex_);
        const auto found = values_.find(key);
        return found == values_.end() ? std::nullopt : std::optional(found->second);
    }
    void save(const std::string& key, const std::string& value) override {
        const std::lock_guard lock(mutex_);
        values_[key] = value;
    }
    void erase(const std::string& key) override {
        const std::lock_guard lock(mutex_);
        values_.erase(key);
    }

private:
    std::mutex mutex_{};
    std::map<std::string, std::string> values_{};
};

class OwnedFd {
public:
    explicit OwnedFd(int fd) : fd_(fd) {}
    ~OwnedFd() {
        if (fd_ >= 0) ::close(fd_);
    }
    OwnedFd(const OwnedFd&) = delete;
    OwnedFd& operator=(const OwnedFd&) = delete;
    int get() const { return fd_; }

private:
    int fd_;
};

class FileStorage final : public TokenStorage {
public:
    FileStorage(std::string path, const std::string& key) : path_(std::move(path)) {
        if (!key.empty()) sealer_.emplace(std::vector<std::string>{key}, "mcp token storage");
        (void)read();
    }

    std::optional<std::string> load(const std::string& key) override {
        const std::lock_guard lock(mutex_);
        return read()[key].as_string();
    }
    void save(const std::string& key, const std::string& value) override {
        change([&](JsonObject& all) { all.set(key, value); });
    }
    void erase(const std::string& key) override {
        change([&](JsonObject& all) { all.erase(key); });
    }

private:
    [[noreturn]] void fail(const char* what) const {
        throw std::runtime_error(path_ + ": " + what + ": " +
                                 std::system_category().message(errno));
    }

    JsonObject read() const {
        const OwnedFd file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
        if (file.get() < 0 && errno == ENOENT) return {};
        if (file.get() < 0) fail("cannot be read");
        struct stat facts {};
        if (::fstat(file.get(), &facts) != 0) fail("cannot be read");
        if ((facts.st_mode & 077U) != 0) {
            throw std::runtime_error(path_ + ": others than its owner may use it");
        }
        std::string text(static_cast<std::size_t>(facts.st_size), '\0');
        std::size_t have = 0;
        while (have < text.size()) {
            const ssize_t count = ::read(file.get(), text.data() + have, text.size() - have);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) fail("cannot be read");
            have += static_cast<std::size_t>(count);
        }
        if (sealer_) {
            auto opened = sealer_->open("tokens", {}, text, Sealer::Time());
            if (!opened) throw std::runtime_error(path_ + ": it was not written with this key");
            text = std::move(*opened);
        }
        auto all = JsonObject::parse(text);
        if (!all) throw std::runtime_error(path_ + ": it was not written by this program");
        return std::move(*all);
    }

    template <class F>
    void change(F f) {
        const std::lock_guard lock(mutex_);
        // Other processes may use the same file.
        const OwnedFd gate(::open((path_ + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        if (gate.get() < 0 || ::flock(gate.get(), LOCK_EX) != 0) fail("cannot be locked");
        JsonObject all = read();
        f(all);
        std::string text = all.dump();
        if (sealer_) text = sealer_->seal("tokens", {}, text, Sealer::Time::max());
        replace(text);
    }

    void replace(const std::string& text) const {
        std::string name = path_ + ".XXXXXX";  // mkstemp makes it for the owner alone
        const OwnedFd file(::mkstemp(name.data()));
        if (file.get() < 0) fail("cannot be written");
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
        errno = why;
        fail("cannot be written");
    }

    const std::string path_;
    std::optional<Sealer> sealer_{};
    std::mutex mutex_{};
};

}  // namespace

std::shared_ptr<TokenStorage> memory_storage() { return std::make_shared<MemoryStorage>(); }

std::shared_ptr<TokenStorage> file_storage(const std::string& path, const std::string& key) {
    return std::make_shared<FileStorage>(path, key);
}

}  // namespace mcp
