// See json_text.hpp.
#include <generator/support/json_text.hpp>

namespace mcpgen {

std::string quote_json(std::string_view text) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\r') {
            out += "\\r";
        } else if (byte < 0x20) {
            out += "\\u00";
            out += digits[byte >> 4U];
            out += digits[byte & 15U];
        } else {
            out += c;
        }
    }
    out += '"';
    return out;
}

std::string unquote_json(std::string_view token) {
    if (token.size() < 2 || token.front() != '"') return std::string(token);
    std::string out;
    for (std::size_t i = 1; i + 1 < token.size(); ++i) {
        if (token[i] != '\\') {
            out += token[i];
            continue;
        }
        const char c = token[++i];
        if (c == 'n')
            out += '\n';
        else if (c == 't')
            out += '\t';
        else if (c == 'r')
            out += '\r';
        else if (c == 'u') {
            out += static_cast<char>(std::stoi(std::string(token.substr(i + 1, 4)), nullptr, 16));
            i += 4;
        } else
            out += c;
    }
    return out;
}

std::string unescape_pointer(std::string_view step) {
    std::string out;
    for (std::size_t i = 0; i < step.size(); ++i) {
        if (step[i] == '~' && i + 1 < step.size()) {
            out += step[++i] == '1' ? '/' : '~';
        } else {
            out += step[i];
        }
    }
    return out;
}

void append_pointer_step(std::string& out, std::string_view step) {
    for (const char c : step) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
}

}  // namespace mcpgen
