// Answers that a server allows to be kept for a while. Several clients of one program may share a
// cache; what is private to a user is never given to another one. What may be kept, and when it is
// out of date, is decided by the client.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mcp {

class ResponseCache {
public:
    using Time = std::chrono::steady_clock::time_point;
    struct Limits {
        std::size_t entries = 256;
        std::size_t bytes = std::size_t{8} * 1024 * 1024;
        std::chrono::milliseconds longest{24 * 60 * 60 * 1000};  ///< whatever the server says
    };
    /// What an answer belongs to. `params` without `_meta`.
    struct Key {
        std::string_view server{};  ///< which server, where a cache is shared
        std::string_view revision{};
        std::string_view method{};
        std::string_view params{};
        std::string_view principal{};  ///< who asks; counts for private answers
    };

    ResponseCache() : ResponseCache(Limits{}) {}
    explicit ResponseCache(Limits limits) : limits_(limits) {}

    /// The answer, while it is fresh.
    std::optional<std::string> find(const Key& key, Time now);
    /// Keeps an answer; the least recently used ones make room. Does nothing for a `ttl` of 0 or
    /// less.
    void keep(const Key& key, std::string answer, std::chrono::milliseconds ttl, bool is_public,
              Time now);
    /// Forgets all answers to a method of a server, whoever asked; with `params_hold`, those whose
    /// params have this text in them.
    void forget(std::string_view server, std::string_view method,
                std::string_view params_hold = {});
    void clear();
    std::size_t size() const;

private:
    struct Entry {
        std::string key;
        std::string server;
        std::string method;
        std::string params;
        std::string answer;
        Time fresh_until;
        std::size_t bytes() const;
    };
    using Entries = std::list<Entry>;
    void drop(Entries::iterator entry);

    Limits limits_;
    mutable std::mutex mutex_;
    Entries entries_;  // most recently used first
    std::unordered_map<std::string, Entries::iterator> by_key_;
    std::size_t bytes_ = 0;
};

}  // namespace mcp
