// Certificates and keys that the tests make themselves. No test cases.
#pragma once

#include <openssl/ssl.h>

#include <string>
#include <string_view>

namespace asio_test {

/// A certificate for one name, and who has signed it.
struct Certificate {
    explicit Certificate(const std::string& name, const Certificate* issuer = nullptr);
    ~Certificate();
    Certificate(const Certificate&) = delete;
    Certificate& operator=(const Certificate&) = delete;
    std::string certificate_pem() const;
    std::string key_pem() const;
    /// A server's context; `clients`: whose certificates clients must have.
    SSL_CTX* server_context(const Certificate* clients = nullptr) const;
    X509* x509;
    EVP_PKEY* key;
};

/// A file with this text in the working directory, removed at the end.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view text);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    void write(std::string_view text) const;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace asio_test
