// Certificates for new connections.
#pragma once

#include <memory>
#include <mutex>
#include <string>

struct ssl_st;  // SSL

namespace mcp::web {

struct FreeSsl {
    void operator()(ssl_st* ssl) const;
};
using Ssl = std::unique_ptr<ssl_st, FreeSsl>;

/// A certificate with its key, read again on demand. Connections keep the one they began with.
class Certificate {
public:
    /// Reads both files. Throws std::system_error that names the file.
    Certificate(std::string chain_file, std::string key_file);
    ~Certificate();
    Certificate(const Certificate&) = delete;
    Certificate& operator=(const Certificate&) = delete;

    /// As the constructor; what was there stays when it throws.
    void reload();
    /// The server's side of a connection on this descriptor; null without memory.
    Ssl make(int fd) const;

private:
    struct Context;
    std::shared_ptr<Context> read() const;

    const std::string chain_file_;
    const std::string key_file_;
    mutable std::mutex mutex_{};
    std::shared_ptr<Context> context_{};
};

}  // namespace mcp::web
