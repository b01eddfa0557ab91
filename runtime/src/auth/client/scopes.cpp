// Lists of scopes.
#include "auth/client/scopes.hpp"

#include <algorithm>

namespace mcp::auth {

namespace {

bool is_scope(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return c > 0x20 && c < 0x7f && c != '"' && c != '\\';
    });
}

}  // namespace

Scopes parse_scopes(std::string_view text) {
    Scopes scopes;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        scopes = united(std::move(scopes), {std::string(word)});
    }
    return scopes;
}

std::string scopes_text(const Scopes& scopes) {
    std::string text;
    for (const std::string& each : scopes) text.append(text.empty() ? "" : " ").append(each);
    return text;
}

Scopes united(Scopes first, const Scopes& second) {
    for (const std::string& each : second) {
        if (is_scope(each) && !covers(first, {each})) first.push_back(each);
    }
    return first;
}

bool covers(const Scopes& all, const Scopes& some) {
    return std::all_of(some.begin(), some.end(), [&](const std::string& each) {
        return std::find(all.begin(), all.end(), each) != all.end();
    });
}

}  // namespace mcp::auth
