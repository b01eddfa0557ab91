// Where tokens are kept between two uses.
#include "util/private_file.hpp"

#include <mcp/json.hpp>
#include <mcp/oauth.hpp>
#include <mcp/seal.hpp>

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
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

class FileStorage final : public TokenStorage {
public:
    FileStorage(std::string path, const std::string& key) : file_(std::move(path), max_bytes) {
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
    static constexpr std::size_t max_bytes = std::size_t{16} * 1024 * 1024;

    JsonObject read() const { return parse(file_.read()); }

    JsonObject parse(std::optional<std::string> text) const {
        if (!text) return {};
        if (sealer_) {
            auto opened = sealer_->open("tokens", {}, *text, Sealer::Time());
            if (!opened) {
                throw std::runtime_error(file_.path() + ": it was not written with this key");
            }
            text = std::move(*opened);
        }
        auto all = JsonObject::parse(*text);
        if (!all) {
            throw std::runtime_error(file_.path() + ": it was not written by this program");
        }
        return std::move(*all);
    }

    template <class F>
    void change(F f) {
        const std::lock_guard lock(mutex_);
        file_.change([&](std::optional<std::string> before) {
            JsonObject all = parse(std::move(before));
            f(all);
            std::string text = all.dump();
            return sealer_ ? sealer_->seal("tokens", {}, text, Sealer::Time::max()) : text;
        });
    }

    const util::PrivateFile file_;
    std::optional<Sealer> sealer_{};
    std::mutex mutex_{};
};

}  // namespace

std::shared_ptr<TokenStorage> memory_storage() { return std::make_shared<MemoryStorage>(); }

std::shared_ptr<TokenStorage> file_storage(const std::string& path, const std::string& key) {
    return std::make_shared<FileStorage>(path, key);
}

}  // namespace mcp
