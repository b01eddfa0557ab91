// CodecError: paths and sentences; and what a map says of a name that it lacks.
#include <mcp/codec_error.hpp>
#include <mcp/vocabulary.hpp>

#include "json/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mcp {
namespace {

bool is_identifier(std::string_view name) {
    const auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    };
    return !name.empty() && letter(name.front()) &&
           std::all_of(name.begin(), name.end(),
                       [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

void prepend(std::string& path, std::string step) {
    if (!path.empty() && path.front() != '[') step += '.';
    path.insert(0, step);
}

}  // namespace

std::string CodecError::message() const {
    std::string text = path.empty() ? std::string("document") : path;
    text += ": ";
    if (!expected.empty()) text += "expected " + expected + ", found ";
    return text + found;
}

CodecError& CodecError::within(std::string_view member) {
    constexpr std::size_t longest_name = 200;
    if (is_identifier(member) && member.size() <= longest_name) {
        prepend(path, std::string(member));
        return *this;
    }
    const bool cut = member.size() > longest_name;
    std::string step = "[";
    detail::append_quoted(step, detail::with_valid_utf8(member.substr(0, longest_name)));
    if (cut) step += "...";
    step += ']';
    prepend(path, std::move(step));
    return *this;
}

CodecError& CodecError::within(std::size_t index) {
    std::string step = std::to_string(index);
    step.insert(step.begin(), '[');
    step += ']';
    prepend(path, std::move(step));
    return *this;
}

void detail::no_such_name(std::string_view name) {
#if defined(__cpp_exceptions)
    throw std::out_of_range("mcp::Map has no entry \"" + std::string(name) + "\"");
#else
    std::terminate();
#endif
}

}  // namespace mcp
