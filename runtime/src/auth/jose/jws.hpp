// A signed text in compact form: `header.payload.signature`. What the payload says is for the
// caller to judge, after the signature has been checked.
#pragma once

#include "auth/jose/key.hpp"

#include <mcp/json.hpp>
#include <mcp/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace mcp::jose {

/// Taken apart, and not checked yet.
struct Jws {
    Algorithm algorithm{};
    JsonObject header{};
    std::string payload{};
    std::string_view signed_text{};  ///< of the text that was read
    std::string signature{};

    std::string key_id() const { return header["kid"].as_string().value_or(""); }
    /// `typ`, as media types are compared: small letters, without `application/`.
    std::string type() const;
};

/// Fails for what is no such text, for algorithms that are unknown here (`none`, `HS256`), and for
/// headers that demand something (`crit`, `b64`, `zip`). `text` outlives the result. No error
/// quotes it.
Result<Jws> read_jws(std::string_view text, std::size_t max_bytes = std::size_t{16} * 1024);

/// `header` gets its `alg` here. Throws std::logic_error when the key does not sign so.
std::string write_jws(const Key& key, Algorithm algorithm, JsonObject header,
                      std::string_view payload);

}  // namespace mcp::jose
