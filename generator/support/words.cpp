// Names: see the header. ASCII only; wire names of the protocol are, and C++ identifiers must be.
#include <generator/support/words.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace mcpgen {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_word_character(char c) { return is_upper(c) || is_lower(c) || is_digit(c); }
char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

constexpr std::array<std::string_view, 97> keywords = {"alignas",
                                                       "alignof",
                                                       "and",
                                                       "and_eq",
                                                       "asm",
                                                       "auto",
                                                       "bitand",
                                                       "bitor",
                                                       "bool",
                                                       "break",
                                                       "case",
                                                       "catch",
                                                       "char",
                                                       "char16_t",
                                                       "char32_t",
                                                       "char8_t",
                                                       "class",
                                                       "co_await",
                                                       "co_return",
                                                       "co_yield",
                                                       "compl",
                                                       "concept",
                                                       "const",
                                                       "const_cast",
                                                       "consteval",
                                                       "constexpr",
                                                       "constinit",
                                                       "continue",
                                                       "decltype",
                                                       "default",
                                                       "delete",
                                                       "do",
                                                       "double",
                                                       "dynamic_cast",
                                                       "else",
                                                       "enum",
                                                       "explicit",
                                                       "export",
                                                       "extern",
                                                       "false",
                                                       "float",
                                                       "for",
                                                       "friend",
                                                       "goto",
                                                       "if",
                                                       "inline",
                                                       "int",
                                                       "long",
                                                       "mutable",
                                                       "namespace",
                                                       "new",
                                                       "noexcept",
                                                       "not",
                                                       "not_eq",
                                                       "nullptr",
                                                       "operator",
                                                       "or",
                                                       "or_eq",
                                                       "private",
                                                       "protected",
                                                       "public",
                                                       "register",
                                                       "reinterpret_cast",
                                                       "requires",
                                                       "return",
                                                       "short",
                                                       "signed",
                                                       "sizeof",
                                                       "static",
                                                       "static_assert",
                                                       "static_cast",
                                                       "struct",
                                                       "switch",
                                                       "template",
                                                       "this",
                                                       "thread_local",
                                                       "throw",
                                                       "true",
                                                       "try",
                                                       "typedef",
                                                       "typeid",
                                                       "typename",
                                                       "union",
                                                       "unsigned",
                                                       "using",
                                                       "virtual",
                                                       "void",
                                                       "volatile",
                                                       "wchar_t",
                                                       "while",
                                                       "xor",
                                                       "xor_eq",
                                                       "atomic_cancel",
                                                       "atomic_commit",
                                                       "atomic_noexcept",
                                                       "reflexpr",
                                                       "synchronized"};

// No keywords, but macros of the standard library or of common compilers: as names they break too.
constexpr std::array<std::string_view, 7> macros = {"EOF",    "INFINITY", "NAN", "NULL",
                                                    "assert", "errno",    "unix"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

int two_digits(std::string_view text) { return (text[0] - '0') * 10 + (text[1] - '0'); }

/// How many letters to insert, remove, change or swap with their neighbour; capitals do not count.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    std::vector<std::size_t> above = row;
    std::vector<std::size_t> two_above;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        two_above = std::exchange(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const auto same = [&](std::size_t x, std::size_t y) {
                return lower(a[x - 1]) == lower(b[y - 1]);
            };
            row[j] =
                std::min({above[j - 1] + (same(i, j) ? 0U : 1U), above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j)) {
                row[j] = std::min(row[j], two_above[j - 2] + 1);
            }
        }
    }
    return row.back();
}

}  // namespace

std::vector<std::string> split_words(std::string_view name) {
    std::vector<std::string> words;
    std::string word;
    const auto end_word = [&] {
        if (!word.empty()) words.push_back(std::exchange(word, {}));
    };
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!is_word_character(c)) {
            end_word();
            continue;
        }
        if (is_upper(c) && !word.empty()) {
            const bool after_small = !is_upper(word.back());
            // The last capital of a run begins the next word: JSONRPC|Error.
            const bool before_small = i + 1 < name.size() && is_lower(name[i + 1]);
            if (after_small || before_small) end_word();
        }
        word += c;
    }
    end_word();
    return words;
}

std::string to_snake(std::string_view name) {
    std::string out;
    for (const std::string& word : split_words(name)) {
        if (!out.empty()) out += '_';
        for (const char c : word) out += lower(c);
    }
    return out;
}

std::string to_pascal(std::string_view name) {
    const std::vector<std::string> words = split_words(name);
    const bool capitals_only = words.size() > 1 && std::none_of(name.begin(), name.end(), is_lower);
    std::string out;
    for (const std::string& word : words) {
        // Without this `2025-11-25` and `202-51-125` would meet.
        if (!out.empty() && is_digit(out.back()) && is_digit(word.front())) out += '_';
        out += upper(word.front());
        for (const char c : std::string_view(word).substr(1)) out += capitals_only ? lower(c) : c;
    }
    return out;
}

bool is_cpp_keyword(std::string_view word) { return contains(keywords, word); }

bool is_cpp_identifier(std::string_view word) {
    const auto allowed = [](char c) { return is_word_character(c) || c == '_'; };
    return !word.empty() && !is_digit(word.front()) &&
           std::all_of(word.begin(), word.end(), allowed) && !is_cpp_keyword(word);
}

std::optional<std::string> cpp_identifier(std::string_view wire_name) {
    // `tools/` names tools: a separator at the end separates nothing.
    std::string_view name = wire_name;
    while (!name.empty() && (name.back() == '/' || name.back() == '.')) name.remove_suffix(1);
    if (const auto at = name.find_last_of("/."); at != std::string_view::npos) {
        name.remove_prefix(at + 1);
    }

    std::string out;
    bool gap = false;  // a run of other characters becomes one `_`, and none at the start
    for (const char c : name) {
        if (!is_word_character(c)) {
            gap = true;
            continue;
        }
        if (gap && !out.empty()) out += '_';
        gap = false;
        out += c;
    }
    if (out.empty()) return std::nullopt;
    if (gap && name.back() == '_') out += '_';
    if (is_digit(out.front())) out.insert(out.begin(), '_');
    if (is_cpp_keyword(out) || contains(macros, out)) out += '_';
    return out;
}

bool is_revision(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
    for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U}) {
        if (!is_digit(text[i])) return false;
    }
    const int month = two_digits(text.substr(5, 2));
    const int day = two_digits(text.substr(8, 2));
    return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

std::optional<std::string> revision_identifier(std::string_view revision) {
    if (!is_revision(revision)) return std::nullopt;
    std::string out = "r" + std::string(revision);
    std::replace(out.begin(), out.end(), '-', '_');
    return out;
}

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string_view>& candidates) {
    std::optional<std::string> best;
    std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    if (word.size() > 200) return std::nullopt;  // no one meant that
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance && distance < candidate.size()) {
            best_distance = distance;
            best = std::string(candidate);
        }
    }
    return best;
}

std::string counted(std::size_t count, std::string_view noun) {
    std::string text = std::to_string(count) + ' ';
    text.append(noun);
    if (count != 1) text += 's';
    return text;
}

std::string without_links(std::string_view text) {
    std::string out;
    while (true) {
        const std::size_t begin = text.find("{@link");
        const std::size_t end = begin == std::string_view::npos ? begin : text.find('}', begin);
        if (end == std::string_view::npos) return out.append(text);
        out.append(text.substr(0, begin));
        std::string_view link = text.substr(begin, end - begin);
        const std::size_t word = link.find(' ');
        const std::size_t bar = link.find('|');
        link.remove_prefix(bar != std::string_view::npos    ? bar + 1
                           : word != std::string_view::npos ? word
                                                            : link.size());
        while (!link.empty() && link.front() == ' ') link.remove_prefix(1);
        while (!link.empty() && link.back() == ' ') link.remove_suffix(1);
        out.append(link);
        text.remove_prefix(end + 1);
    }
}

std::string backquoted(std::string_view text) { return '`' + std::string(text) + '`'; }

std::string join_list(const std::vector<std::string>& words, std::string_view last) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0 && i + 1 == words.size()) {
            out += ' ';
            out += last;
            out += ' ';
        } else if (i > 0) {
            out += ", ";
        }
        out += words[i];
    }
    return out;
}

}  // namespace mcpgen
