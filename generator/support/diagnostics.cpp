// How problems look: as lines for people, and as JSON objects for editors.
#include <generator/support/diagnostics.hpp>

#include <generator/support/json_text.hpp>
#include <generator/support/utf8.hpp>

#include <string_view>
#include <utility>

namespace mcpgen {
namespace {

constexpr std::string_view hex = "0123456789abcdef";

std::string_view name_of(Severity severity) {
    switch (severity) {
        case Severity::note: return "note";
        case Severity::warning: return "warning";
        case Severity::error: break;
    }
    return "error";
}

std::string_view color_of(Severity severity) {
    switch (severity) {
        case Severity::note: return "\x1b[1;36m";
        case Severity::warning: return "\x1b[1;35m";
        case Severity::error: break;
    }
    return "\x1b[1;31m";
}

/// Messages quote names from the input; a name must not be able to command the terminal.
/// A line break stays, and the next line is indented.
void append_printable(std::string& out, std::string_view text) {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n') {
            out += "\n    ";
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\x";
            out += hex[byte >> 4U];
            out += hex[byte & 15U];
        } else {
            out += c;
        }
    }
}

void append_json_member(std::string& out, std::string_view name, std::string_view value) {
    out += ",\"";
    out += name;
    out += "\":";
    // File names need not be UTF-8; JSON must be.
    out += quote_json(valid_utf8(value));
}

}  // namespace

void Diagnostics::error(Location where, Message message) {
    ++errors_;
    all_.push_back(
        {Severity::error, std::move(where), std::move(message.text), std::move(message.hint)});
}

void Diagnostics::warning(Location where, Message message) {
    all_.push_back(
        {Severity::warning, std::move(where), std::move(message.text), std::move(message.hint)});
}

std::string to_text(const Diagnostic& diagnostic, bool color) {
    const Location& where = diagnostic.where;
    std::string out;
    if (color) out += "\x1b[1m";
    append_printable(out, where.file.empty() ? std::string_view("mcpgen") : where.file.view());
    if (where.line != 0) {
        out += ':' + std::to_string(where.line);
        if (where.column != 0) out += ':' + std::to_string(where.column);
    }
    out += ": ";
    if (color) {
        out += "\x1b[0m";
        out += color_of(diagnostic.severity);
    }
    out += name_of(diagnostic.severity);
    out += ": ";
    if (color) out += "\x1b[0m";
    append_printable(out, diagnostic.message);
    if (!where.pointer.empty()) {
        out += " (";
        append_printable(out, where.pointer);
        out += ')';
    }
    if (!diagnostic.hint.empty()) {
        out += "\n    ";
        if (color) out += "\x1b[36m";
        out += "hint: ";
        if (color) out += "\x1b[0m";
        append_printable(out, diagnostic.hint);
    }
    return out;
}

std::string to_json(const Diagnostic& diagnostic) {
    std::string out = "{\"severity\":" + quote_json(name_of(diagnostic.severity));
    const Location& where = diagnostic.where;
    if (!where.file.empty()) append_json_member(out, "file", where.file);
    if (where.line != 0) out += ",\"line\":" + std::to_string(where.line);
    if (where.column != 0) out += ",\"column\":" + std::to_string(where.column);
    if (!where.pointer.empty()) append_json_member(out, "pointer", where.pointer);
    append_json_member(out, "message", diagnostic.message);
    if (!diagnostic.hint.empty()) append_json_member(out, "hint", diagnostic.hint);
    out += '}';
    return out;
}

}  // namespace mcpgen
