// The unified diff: its form, and the law that applying it to the old text gives the new one.
#include <generator/support/text_diff.hpp>

#include "catch.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

using namespace mcpgen;

namespace {

std::string diff(std::string_view before, std::string_view after) {
    return unified_text_diff(before, after, {"a/x", "b/x"});
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const auto length = std::min(text.find('\n'), text.size() - 1) + 1;
        out.emplace_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return out;
}

/// What `patch` does. A diff that does not fit gives a text that says so.
std::string patched(const std::string& before, const std::string& diff) {
    if (diff.empty()) return before;
    const auto old = lines_of(before);
    auto lines = lines_of(diff);
    std::string out;
    std::size_t at = 0;
    for (std::size_t i = 2; i < lines.size(); ++i) {
        std::string& line = lines[i];
        if (line.starts_with("@@ -")) {
            const auto start = static_cast<std::size_t>(std::stoul(line.substr(4)));
            const auto comma = line.find(',');
            const bool none = comma < line.find('+') && line[comma + 1] == '0';
            const std::size_t target = start - (none || start == 0 ? 0 : 1);
            while (at < target) out += old[at++];
            continue;
        }
        if (i + 1 < lines.size() && lines[i + 1].starts_with('\\')) line.pop_back();
        if (line.starts_with('\\')) continue;
        if (line[0] == '+') {
            out += line.substr(1);
            continue;
        }
        if (at >= old.size() || old[at] != line.substr(1)) return "does not apply: " + line;
        if (line[0] == ' ') out += old[at];
        ++at;
    }
    while (at < old.size()) out += old[at++];
    return out;
}

std::size_t changed_lines(const std::string& diff) {
    const auto lines = lines_of(diff);
    return static_cast<std::size_t>(std::count_if(
        lines.begin() + std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(lines.size())),
        lines.end(), [](const std::string& line) { return line[0] == '+' || line[0] == '-'; }));
}

/// The size of a smallest difference, by the textbook's table.
std::size_t smallest(const std::string& before, const std::string& after) {
    const auto a = lines_of(before);
    const auto b = lines_of(after);
    std::vector<std::vector<std::size_t>> common(a.size() + 1,
                                                 std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            common[i + 1][j + 1] =
                a[i] == b[j] ? common[i][j] + 1 : std::max(common[i][j + 1], common[i + 1][j]);
        }
    }
    return a.size() + b.size() - 2 * common[a.size()][b.size()];
}

std::string numbered(int count) {
    std::string out;
    for (int i = 1; i <= count; ++i) out += std::to_string(i) + "\n";
    return out;
}

std::string random_text(std::mt19937& random, std::size_t lines, unsigned alphabet) {
    std::string out;
    for (std::size_t i = 0; i < lines; ++i) {
        out += static_cast<char>('a' + random() % alphabet);
        out += '\n';
    }
    if (!out.empty() && random() % 4 == 0) out.pop_back();
    return out;
}

}  // namespace

TEST_CASE("equal texts have no difference") {
    CHECK(diff("a\n", "a\n").empty());
    CHECK(diff("", "").empty());
}

TEST_CASE("a changed line stands between three lines of context") {
    std::string after = numbered(10);
    after.replace(after.find("5\n"), 2, "five\n");
    CHECK(diff(numbered(10), after) ==
          "--- a/x\n+++ b/x\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_CASE("changes six lines apart share a hunk, seven apart do not") {
    CHECK(diff("x\n" + numbered(6) + "y\n", numbered(6)).find("@@", 20) != std::string::npos);
    const auto hunks = [](const std::string& text) {
        const auto lines = lines_of(text);
        return std::count_if(lines.begin(), lines.end(),
                             [](const std::string& line) { return line.starts_with("@@"); });
    };
    CHECK(hunks(diff("x\n" + numbered(6) + "y\n", numbered(6))) == 1);
    CHECK(hunks(diff("x\n" + numbered(7) + "y\n", numbered(7))) == 2);
}

TEST_CASE("a new and a removed file are ranges of nothing") {
    CHECK(unified_text_diff("", "a\nb\n", {"/dev/null", "b/x"}) ==
          "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    CHECK(unified_text_diff("a\n", "", {"a/x", "/dev/null"}) ==
          "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");
}

TEST_CASE("a missing end of line is shown") {
    CHECK(diff("a\nb", "a\nb\n") ==
          "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
}

TEST_CASE("applying the difference gives the new text, and it is as small as can be") {
    std::mt19937 random(20251125);
    for (int round = 0; round < 3000; ++round) {
        const unsigned alphabet = 1 + random() % 8;
        const std::string before = random_text(random, random() % 24, alphabet);
        const std::string after = random_text(random, random() % 24, alphabet);
        const std::string difference = diff(before, after);
        REQUIRE(patched(before, difference) == after);
        REQUIRE(changed_lines(difference) == smallest(before, after));
    }
}

TEST_CASE("ten thousand lines take a moment, however little they have in common") {
    std::mt19937 random(7);
    const std::string one = random_text(random, 10000, 20);
    std::string other = random_text(random, 10000, 20);
    std::string backwards;
    const auto lines = lines_of(numbered(10000));
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) backwards += *line;

    const auto start = std::chrono::steady_clock::now();
    REQUIRE(patched(one, diff(one, other)) == other);
    REQUIRE(patched(numbered(10000), diff(numbered(10000), backwards)) == backwards);
    REQUIRE(patched(one, diff(one, numbered(10000))) == numbered(10000));
    // Without the bound on the search this takes many times as long, also unoptimised.
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}
