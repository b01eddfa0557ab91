#include "auth/server/claims.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mcp::auth {

namespace {

struct BadClaim {
    std::string what;
};

constexpr double latest_time = 253402300799.0;  // the last second of the year 9999

std::optional<Grant::Time> time_of(const JsonObject& claims, const char* name) {
    const auto found = claims.find(name);
    if (!found) return std::nullopt;
    const auto seconds = found->as_double();
    if (!seconds || !std::isfinite(*seconds) || *seconds < 0 || *seconds > latest_time)
        throw BadClaim{std::string(name) + " is no time"};
    return Grant::Time(std::chrono::duration_cast<Grant::Time::duration>(
        std::chrono::duration<double>(std::floor(*seconds))));
}

std::string text_of(const JsonObject& claims, const char* name) {
    const auto found = claims.find(name);
    if (!found || found->is_null()) return {};
    auto text = found->as_string();
    if (!text || !is_plain(*text)) throw BadClaim{std::string(name) + " is no plain text"};
    return *std::move(text);
}

void add_words(std::vector<std::string>& words, std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        if (!is_scope(word)) throw BadClaim{"a scope that is none"};
        if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
    }
}

void add_words(std::vector<std::string>& words, JsonView value) {
    if (const auto text = value.as_string()) return add_words(words, *text);
    if (!value.is_array()) throw BadClaim{"scopes that are no words"};
    for (const JsonView each : value.elements()) {
        const auto text = each.as_string();
        if (!text) throw BadClaim{"scopes that are no words"};
        add_words(words, *text);
    }
}

/// `cnf`: the key that the token belongs to.
std::string thumbprint_of(const JsonObject& claims) {
    const auto confirmation = claims.find("cnf");
    if (!confirmation) return {};
    const auto thumbprint = (*confirmation)["jkt"].as_string();
    if (!thumbprint || thumbprint->empty()) throw BadClaim{"it belongs to a key of another kind"};
    return *thumbprint;
}

}  // namespace

bool is_scope(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return c > ' ' && c < '\x7f' && c != '"' && c != '\\';
    });
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

bool is_plain(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != '\x7f'; });
}

Result<Grant> grant_from(JsonObject claims, const std::vector<std::string>& scope_claims) {
    try {
        Grant grant;
        grant.issuer = text_of(claims, "iss");
        grant.subject = text_of(claims, "sub");
        grant.client_id = text_of(claims, "client_id");
        if (grant.client_id.empty()) grant.client_id = text_of(claims, "azp");
        if (grant.subject.empty()) grant.subject = grant.client_id;
        if (grant.subject.empty()) throw BadClaim{"nobody is named"};
        if (const auto audience = claims.find("aud")) {
            if (auto one = audience->as_string()) {
                grant.audiences.push_back(*std::move(one));
            } else {
                for (const JsonView each : audience->elements()) {
                    if (auto text = each.as_string()) grant.audiences.push_back(*std::move(text));
                }
            }
        }
        for (const std::string& name : scope_claims) {
            if (const auto words = claims.find(name)) add_words(grant.scopes, *words);
        }
        grant.expires = time_of(claims, "exp");
        grant.not_before = time_of(claims, "nbf");
        grant.issued_at = time_of(claims, "iat");
        grant.key_thumbprint = thumbprint_of(claims);
        grant.claims = std::move(claims);
        return grant;
    } catch (const BadClaim& bad) {
        return Unexpected(Error{bad.what});
    }
}

}  // namespace mcp::auth
