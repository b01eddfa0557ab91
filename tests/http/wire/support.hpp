// Requests read from bytes that arrive in pieces, and written down for comparing. No test cases.
#pragma once

#include "http/wire/request_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wire_test {

using mcp::http::wire::Limits;
using mcp::http::wire::RequestHead;
using mcp::http::wire::RequestHeadParser;
using mcp::http::wire::RequestReader;

inline std::string describe(const RequestReader& reader) {
    const RequestHead& head = reader.head();
    std::string text = std::string(head.method) + ' ' + std::string(head.target) + " 1." +
                       std::to_string(head.minor) + (head.keep_alive ? " keep" : " close") +
                       (head.expects_continue ? " expects" : "") + '\n';
    for (const auto& header : head.headers) {
        text += std::string(header.name) + '=' + std::string(header.value) + '\n';
    }
    return text + '[' + std::string(reader.body()) + "]\n";
}

/// What a server makes of these pieces: each request, and a refusal, or how it stands at the end.
inline std::string read(const std::vector<std::string>& pieces, const Limits& limits = {}) {
    RequestReader reader;
    std::string result;
    RequestHeadParser scratch;
    for (const std::string& piece : pieces) {
        // Memory of just this size, gone afterwards: a sanitizer sees who reads elsewhere.
        const std::vector<char> bytes(piece.begin(), piece.end());
        std::string_view arrived(bytes.data(), bytes.size());
        while (!arrived.empty()) {
            const auto state = reader.take(arrived, scratch, limits);
            if (state == RequestReader::State::refused) {
                return result + std::to_string(reader.refusal().status) + ' ' +
                       std::string(reader.refusal().reason);
            }
            if (state != RequestReader::State::whole) continue;
            result += describe(reader);
            reader.clear();
        }
    }
    if (reader.state() == RequestReader::State::head) result += "(within a head)";
    if (reader.state() == RequestReader::State::body) result += "(within a body)";
    return result;
}

inline std::string read(const std::string& text, const Limits& limits = {}) {
    return read(std::vector<std::string>{text}, limits);
}

/// The first place where cutting the text gives another result; -1 when there is none, and -2 when
/// it is different byte by byte.
inline long where_cut_matters(const std::string& text, const Limits& limits = {}) {
    const std::string whole = read(text, limits);
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (read({text.substr(0, at), text.substr(at)}, limits) != whole) {
            return static_cast<long>(at);
        }
    }
    std::vector<std::string> bytes;
    for (const char c : text) bytes.emplace_back(1, c);
    return read(bytes, limits) == whole ? -1 : -2;
}

}  // namespace wire_test
