// Sealing with libcrypto, which is not touched before the first seal or open: starting a program
// that never seals costs nothing.
//
//   text  = base64url( version | key id | salt | nonce | encrypted | tag )
//           bytes:        1        4       12     12        n        16
//   encrypted = AES-256-GCM( expiry in ms (8 bytes) | secret ), checked along with the header, the
//               audience, the purpose and what it is bound to
//   key   = HKDF-SHA256( key of the ring, audience, "seal" | salt | purpose )
//
// Every text has a key of its own, so the number of texts under one key of the ring is no concern.
#include "util/libcrypto.hpp"

#include <mcp/base64.hpp>
#include <mcp/seal.hpp>

#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <stdexcept>

namespace mcp {
namespace {

using util::libcrypto;

/// Overwrites a secret, in a way that the compiler does not leave out.
void wipe(void* bytes, std::size_t count) noexcept {
    volatile unsigned char* each = static_cast<unsigned char*>(bytes);
    for (std::size_t i = 0; i < count; ++i) each[i] = 0;
}

constexpr char version = 1;
constexpr std::size_t id_size = 4;
constexpr std::size_t salt_size = 12;
constexpr std::size_t nonce_size = 12;
constexpr std::size_t tag_size = 16;
constexpr std::size_t time_size = 8;
constexpr std::size_t header_size = 1 + id_size + salt_size + nonce_size;
constexpr std::size_t key_size = 32;

/// Bytes of a key, wiped when they are no longer needed.
struct KeyBytes {
    std::array<unsigned char, key_size> bytes{};
    KeyBytes() = default;
    KeyBytes(const KeyBytes&) = default;
    KeyBytes& operator=(const KeyBytes&) = default;
    ~KeyBytes() { wipe(bytes.data(), bytes.size()); }
};

const unsigned char* data_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* data_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

void fill_randomly(std::string& bytes) {
    constexpr std::size_t most_at_once = 256;
    for (std::size_t done = 0; done < bytes.size(); done += most_at_once) {
        const std::size_t count = std::min(most_at_once, bytes.size() - done);
        if (::getentropy(bytes.data() + done, count) != 0)
            throw std::runtime_error("the system gives no random bytes");
    }
}

std::string random_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    fill_randomly(bytes);
    return bytes;
}

KeyBytes hmac(std::string_view key, std::string_view text) {
    KeyBytes result;
    unsigned size = 0;
    if (!libcrypto().hmac(libcrypto().sha256(), key.data(), static_cast<int>(key.size()),
                          data_of(text), text.size(), result.bytes.data(), &size) ||
        size != key_size)
        throw std::runtime_error("libcrypto: HMAC-SHA256 failed");
    return result;
}

/// HKDF of RFC 5869 for one block of output.
KeyBytes derive(std::string_view key, std::string_view salt, std::string info) {
    // Without a salt the RFC takes zeros, as HMAC does for an empty key.
    const KeyBytes extracted = hmac(salt, key);
    info += '\x01';
    return hmac({reinterpret_cast<const char*>(extracted.bytes.data()), key_size}, info);
}

void append_number(std::string& out, std::uint64_t number) {
    for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xffU);
}

/// With its length in front: no two lists of parts give one text.
void append_part(std::string& out, std::string_view part) {
    append_number(out, part.size());
    out += part;
}

std::int64_t in_ms(Sealer::Time time) {
    return std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

struct CipherDeleter {
    void operator()(EVP_CIPHER_CTX* context) const { libcrypto().cipher_free(context); }
};
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, CipherDeleter>;

Cipher make_cipher() {
    Cipher cipher(libcrypto().cipher_new());
    if (!cipher) throw std::bad_alloc();
    return cipher;
}

int int_size(std::string_view text) {
    constexpr std::size_t most = std::size_t{1} << 30U;
    if (text.size() > most) throw std::length_error("too much to seal");
    return static_cast<int>(text.size());
}

/// Appends what `plain` becomes, and its tag.
void encrypt(const KeyBytes& key, std::string_view nonce, std::string_view also_checked,
             std::string_view plain, std::string& out) {
    const std::size_t begin = out.size();
    const int plain_size = int_size(plain);
    out.resize(begin + plain.size() + tag_size);
    unsigned char* const target = data_of(out) + begin;
    const Cipher cipher = make_cipher();
    int count = 0;
    const bool good =
        libcrypto().encrypt_init(cipher.get(), libcrypto().aes_256_gcm(), nullptr, key.bytes.data(),
                                 data_of(nonce)) == 1 &&
        libcrypto().encrypt_update(cipher.get(), nullptr, &count, data_of(also_checked),
                                   int_size(also_checked)) == 1 &&
        libcrypto().encrypt_update(cipher.get(), target, &count, data_of(plain), plain_size) == 1 &&
        libcrypto().encrypt_final(cipher.get(), target + count, &count) == 1 &&
        libcrypto().cipher_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, tag_size,
                                target + plain_size) == 1;
    if (!good) throw std::runtime_error("libcrypto: AES-256-GCM failed");
}

/// What was encrypted; nothing when anything about it was changed.
std::optional<std::string> decrypt(const KeyBytes& key, std::string_view nonce,
                                   std::string_view also_checked, std::string_view sealed) {
    const std::string_view encrypted = sealed.substr(0, sealed.size() - tag_size);
    std::string tag(sealed.substr(encrypted.size()));
    std::string plain(encrypted.size(), '\0');
    const Cipher cipher = make_cipher();
    int count = 0;
    const bool good =
        libcrypto().decrypt_init(cipher.get(), libcrypto().aes_256_gcm(), nullptr, key.bytes.data(),
                                 data_of(nonce)) == 1 &&
        libcrypto().decrypt_update(cipher.get(), nullptr, &count, data_of(also_checked),
                                   int_size(also_checked)) == 1 &&
        libcrypto().decrypt_update(cipher.get(), data_of(plain), &count, data_of(encrypted),
                                   int_size(encrypted)) == 1 &&
        libcrypto().cipher_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, tag_size, data_of(tag)) == 1 &&
        libcrypto().decrypt_final(cipher.get(), data_of(plain) + count, &count) == 1;
    if (!good) return std::nullopt;
    return plain;
}

}  // namespace

struct Sealer::Keys {
    std::vector<std::string> ring{};  ///< newest first
    std::string audience{};

    ~Keys() {
        for (std::string& key : ring) wipe(key.data(), key.size());
    }

    /// Which key of the ring a text names, without saying anything about the key.
    const std::vector<std::string>& ids() const {
        std::call_once(ids_made_, [this] {
            for (const std::string& key : ring) {
                const KeyBytes id = derive(key, {}, "id");
                ids_.emplace_back(id.bytes.begin(), id.bytes.begin() + id_size);
            }
        });
        return ids_;
    }

    KeyBytes key_for(const std::string& key, std::string_view salt,
                     std::string_view purpose) const {
        std::string info = "seal";
        info.append(salt).append(purpose);
        return derive(key, audience, std::move(info));
    }

    std::string also_checked(std::string_view header, std::string_view purpose,
                             std::string_view bound_to) const {
        std::string text(header);
        append_part(text, audience);
        append_part(text, purpose);
        append_part(text, bound_to);
        return text;
    }

private:
    mutable std::once_flag ids_made_{};
    mutable std::vector<std::string> ids_{};
};

Sealer::Sealer() {
    auto keys = std::make_shared<Keys>();
    keys->ring.push_back(random_bytes(key_size));
    keys_ = std::move(keys);
}

Sealer::Sealer(const std::vector<std::string>& keys, std::string_view audience) {
    if (keys.empty()) throw std::invalid_argument("Sealer: no key");
    const bool short_one = std::any_of(
        keys.begin(), keys.end(), [](const std::string& key) { return key.size() < key_size; });
    if (short_one) throw std::invalid_argument("Sealer: a key has less than 32 bytes");
    auto ring = std::make_shared<Keys>();
    ring->ring = keys;
    ring->audience = audience;
    keys_ = std::move(ring);
}

std::string Sealer::seal(std::string_view purpose, std::string_view bound_to,
                         std::string_view secret, Time expires) const {
    std::string bytes(1, version);
    bytes += keys_->ids().front();
    bytes += random_bytes(salt_size + nonce_size);
    const std::string header = bytes;
    const std::string_view salt = std::string_view(header).substr(1 + id_size, salt_size);
    const std::string_view nonce = std::string_view(header).substr(1 + id_size + salt_size);
    std::string plain;
    append_number(plain, static_cast<std::uint64_t>(in_ms(expires)));
    plain += secret;
    encrypt(keys_->key_for(keys_->ring.front(), salt, purpose), nonce,
            keys_->also_checked(header, purpose, bound_to), plain, bytes);
    wipe(plain.data(), plain.size());
    return base64url_encode(bytes);
}

Result<std::string, Sealer::Refusal> Sealer::open(std::string_view purpose,
                                                  std::string_view bound_to,
                                                  std::string_view sealed, Time now) const {
    const auto refuse = [](const char* reason) { return Unexpected(Refusal{reason}); };
    const auto bytes = base64url_decode(sealed);
    if (!bytes || bytes->size() < header_size + time_size + tag_size || bytes->front() != version)
        return refuse("no sealed text");
    const std::string_view header = std::string_view(*bytes).substr(0, header_size);
    const auto& ids = keys_->ids();
    const std::string_view salt = header.substr(1 + id_size, salt_size);
    const std::string_view nonce = header.substr(1 + id_size + salt_size);
    const std::string also_checked = keys_->also_checked(header, purpose, bound_to);

    bool known = false;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        // No secret: the id is readable in the text.
        if (header.substr(1, id_size) != ids[i]) continue;
        known = true;
        auto plain = decrypt(keys_->key_for(keys_->ring[i], salt, purpose), nonce, also_checked,
                             std::string_view(*bytes).substr(header_size));
        if (!plain) continue;  // another key may have the same id
        std::uint64_t expires = 0;
        for (std::size_t k = 0; k < time_size; ++k)
            expires = expires << 8U | static_cast<unsigned char>((*plain)[k]);
        if (in_ms(now) >= static_cast<std::int64_t>(expires)) return refuse("expired");
        return plain->substr(time_size);
    }
    return known ? refuse("changed, or sealed for something else") : refuse("unknown key");
}

std::string random_token(std::size_t bytes) { return base64url_encode(random_bytes(bytes)); }

}  // namespace mcp
