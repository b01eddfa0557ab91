#include "certificate.hpp"

#include <catch.hpp>

#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <atomic>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace asio_test {

Certificate::Certificate(const std::string& name, const Certificate* issuer)
    : x509(X509_new()), key(EVP_EC_gen("P-256")) {
    static std::atomic<long> serial = 1;
    X509_set_version(x509, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x509), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(x509), -60);
    X509_gmtime_adj(X509_getm_notAfter(x509), 3600);
    X509_set_pubkey(x509, key);
    X509_NAME* const subject = X509_get_subject_name(x509);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(x509, X509_get_subject_name(issuer ? issuer->x509 : x509));
    const auto extend = [&](int nid, const std::string& value) {
        X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, nullptr, nid, value.c_str());
        REQUIRE(extension);
        X509_add_ext(x509, extension, -1);
        X509_EXTENSION_free(extension);
    };
    if (!issuer) extend(NID_basic_constraints, "critical,CA:TRUE");
    const bool is_ip = std::isdigit(static_cast<unsigned char>(name.front())) != 0;
    extend(NID_subject_alt_name, (is_ip ? "IP:" : "DNS:") + name);
    REQUIRE(X509_sign(x509, issuer ? issuer->key : key, EVP_sha256()) > 0);
}

Certificate::~Certificate() {
    X509_free(x509);
    EVP_PKEY_free(key);
}

namespace {
template <class Write>
std::string pem(Write write) {
    BIO* const memory = BIO_new(BIO_s_mem());
    REQUIRE(write(memory) == 1);
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    std::string text(data, static_cast<std::size_t>(size));
    BIO_free(memory);
    return text;
}
}  // namespace

std::string Certificate::certificate_pem() const {
    return pem([this](BIO* to) { return PEM_write_bio_X509(to, x509); });
}

std::string Certificate::key_pem() const {
    return pem([this](BIO* to) {
        return PEM_write_bio_PrivateKey(to, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
}

SSL_CTX* Certificate::server_context(const Certificate* clients) const {
    SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
    REQUIRE(SSL_CTX_use_certificate(context, x509) == 1);
    REQUIRE(SSL_CTX_use_PrivateKey(context, key) == 1);
    if (clients) {
        X509_STORE_add_cert(SSL_CTX_get_cert_store(context), clients->x509);
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    }
    return context;
}

TemporaryFile::TemporaryFile(std::string_view text)
    : path_(std::filesystem::current_path() / "mcpgen-test-XXXXXX") {
    const int fd = ::mkstemp(path_.data());
    REQUIRE(fd >= 0);
    ::close(fd);
    write(text);
}

TemporaryFile::~TemporaryFile() { ::unlink(path_.c_str()); }

void TemporaryFile::write(std::string_view text) const {
    std::ofstream file(path_, std::ios::binary | std::ios::trunc);
    file << text;
    REQUIRE(file.flush());
}

}  // namespace asio_test
