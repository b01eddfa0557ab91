// One key that signs or checks signatures: from a JWK, from PEM, or made here.
#pragma once

#include "auth/jose/algorithm.hpp"

#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct evp_pkey_st;

namespace mcp::jose {

class P256Table;

/// Cheap to copy; copies may be used by several threads.
class Key {
public:
    /// RSA of 2048 to 8192 bits, EC on P-256, P-384 or P-521, OKP with Ed25519; with its private
    /// part when `d` is there. Fails for anything else, such as shared secrets (`oct`), points that
    /// are not on their curve, and halves that do not belong together. No error shows the key.
    static Result<Key> from_jwk(JsonView jwk);
    /// `BEGIN PRIVATE KEY`, `BEGIN PUBLIC KEY` and the older forms, without a passphrase.
    static Result<Key> from_pem(std::string_view pem);
    /// A new key for this algorithm. Throws std::runtime_error when there are no random bytes.
    static Key generate(Algorithm algorithm);

    bool is_private() const { return is_private_; }
    /// Whether it is of the kind that the algorithm needs, and neither its `alg`, its `use` nor its
    /// `key_ops` says that it is for something else.
    bool fits(Algorithm algorithm) const;
    const std::string& id() const { return id_; }  ///< `kid`; empty when it has none

    /// RFC 7638 with SHA-256, as base64url.
    std::string thumbprint() const;
    /// The public half: kty, and what belongs to it, and nothing else.
    JsonObject public_jwk() const;
    /// `BEGIN PRIVATE KEY`. Only of a private key.
    std::string private_pem() const;

    /// The signature as JWS has it. Only of a private key that fits; throws std::logic_error else.
    std::string sign(Algorithm algorithm, std::string_view text) const;
    /// False for everything that is not exactly a signature of this text.
    bool verify(Algorithm algorithm, std::string_view text, std::string_view signature) const;
    /// The same key; if it is for ES256 it checks that in half of the time. Takes some 30 ms, or
    /// nothing when the key is among those of `before`, with a table. Throws std::runtime_error
    /// when memory is short.
    Key prepared(const std::vector<Key>& before = {}) const;
    const P256Table* table() const { return table_.get(); }  ///< null unless it is prepared

private:
    enum class Kind : std::uint8_t { rsa, p256, p384, p521, ed25519 };
    struct Maker;  ///< key.cpp
    static Kind kind_for(Algorithm algorithm);
    JsonObject required_members() const;

    std::shared_ptr<evp_pkey_st> pkey_{};
    std::shared_ptr<const P256Table> table_{};
    Kind kind_ = Kind::rsa;
    bool is_private_ = false;
    bool signs_ = true;  ///< by `use` and `key_ops`
    std::string id_{};
    std::string algorithm_{};  ///< `alg`: empty, or the only one that it is for
};

}  // namespace mcp::jose
