// Myers' algorithm in linear space over lines that became numbers ("An O(ND) Difference Algorithm
// and Its Variations", 1986, section 4b), and the hunks of the unified format around what it finds.
#include <generator/support/text_diff.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unordered_map>
#include <vector>

namespace mcpgen {
namespace {

using Index = std::ptrdiff_t;

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t length = end == text.npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return lines;
}

/// One of the two texts: the numbers of the lines that both texts contain, where those lines stand,
/// and for each line of the text whether it differs.
struct DiffSide {
    std::vector<std::string_view> lines;
    std::vector<std::size_t> numbers;
    std::vector<Index> positions;
    std::vector<bool> changed;

    std::size_t operator[](Index i) const { return numbers[static_cast<std::size_t>(i)]; }
    void mark(Index from, Index to) {
        for (Index i = from; i < to; ++i) {
            const Index line = positions[static_cast<std::size_t>(i)];
            changed[static_cast<std::size_t>(line)] = true;
        }
    }
};

class Comparer {
public:
    Comparer(DiffSide& a, DiffSide& b) : a_(a), b_(b) {
        const auto diagonals = a.numbers.size() + b.numbers.size() + 3;
        forward_.resize(diagonals);
        backward_.resize(diagonals);
        offset_ = static_cast<Index>(b.numbers.size()) + 1;
        const double root = std::sqrt(static_cast<double>(diagonals));
        limit_ = std::max<Index>(256, static_cast<Index>(root));
    }

    /// Marks what differs between a[a0, a1) and b[b0, b1).
    void run(Index a0, Index a1, Index b0, Index b1) {
        while (true) {
            while (a0 < a1 && b0 < b1 && a_[a0] == b_[b0]) ++a0, ++b0;
            while (a0 < a1 && b0 < b1 && a_[a1 - 1] == b_[b1 - 1]) --a1, --b1;
            if (a0 == a1 || b0 == b1) {
                a_.mark(a0, a1);
                b_.mark(b0, b1);
                return;
            }
            const Point middle = split(a0, a1, b0, b1);
            run(a0, middle.x, b0, middle.y);
            a0 = middle.x;
            b0 = middle.y;
        }
    }

private:
    struct Point {
        Index x, y;
    };

    Index& forward(Index k) { return forward_[static_cast<std::size_t>(k + offset_)]; }
    Index& backward(Index k) { return backward_[static_cast<std::size_t>(k + offset_)]; }

    /// A point on a shortest path from (a0, b0) to (a1, b1): where the two searches meet.
    /// After `limit_` steps the furthest point reached is taken instead, and time stays bounded.
    Point split(Index a0, Index a1, Index b0, Index b1) {
        constexpr Index far = PTRDIFF_MAX / 4;
        const Index lowest = a0 - b1;  // diagonal k holds the points with x - y == k
        const Index highest = a1 - b0;
        const Index start = a0 - b0;
        const Index end = a1 - b1;
        const bool odd = ((start - end) & 1) != 0;
        Index forward_low = start, forward_high = start;
        Index backward_low = end, backward_high = end;
        forward(start) = a0;
        backward(end) = a1;

        for (Index cost = 1;; ++cost) {
            // The border diagonals beyond the searched ones hold what no path prefers.
            if (forward_low > lowest)
                forward(--forward_low - 1) = -far;
            else
                ++forward_low;
            if (forward_high < highest)
                forward(++forward_high + 1) = -far;
            else
                --forward_high;
            for (Index k = forward_high; k >= forward_low; k -= 2) {
                Index x = std::max(forward(k - 1) + 1, forward(k + 1));
                while (x < a1 && x - k < b1 && a_[x] == b_[x - k]) ++x;
                forward(k) = x;
                if (odd && backward_low <= k && k <= backward_high && backward(k) <= x) {
                    return {x, x - k};
                }
            }
            if (backward_low > lowest)
                backward(--backward_low - 1) = far;
            else
                ++backward_low;
            if (backward_high < highest)
                backward(++backward_high + 1) = far;
            else
                --backward_high;
            for (Index k = backward_high; k >= backward_low; k -= 2) {
                Index x = std::min(backward(k - 1), backward(k + 1) - 1);
                while (x > a0 && x - k > b0 && a_[x - 1] == b_[x - k - 1]) --x;
                backward(k) = x;
                if (!odd && forward_low <= k && k <= forward_high && x <= forward(k)) {
                    return {x, x - k};
                }
            }
            if (cost >= limit_) {
                return furthest({a0, b0}, {a1, b1}, {forward_low, forward_high},
                                {backward_low, backward_high});
            }
        }
    }

    struct Range {
        Index low, high;
    };

    Point furthest(Point from, Point to, Range forwards, Range backwards) {
        Point ahead = from;
        for (Index k = forwards.high; k >= forwards.low; k -= 2) {
            const Index x = std::min(forward(k), to.x);
            const Index y = std::min(x - k, to.y);
            if (y + k >= from.x && y >= from.y && y + k + y > ahead.x + ahead.y) ahead = {y + k, y};
        }
        Point behind = to;
        for (Index k = backwards.high; k >= backwards.low; k -= 2) {
            const Index x = std::max(backward(k), from.x);
            const Index y = std::max(x - k, from.y);
            if (y + k <= to.x && y <= to.y && y + k + y < behind.x + behind.y) behind = {y + k, y};
        }
        const Index gained = ahead.x + ahead.y - from.x - from.y;
        const Index saved = to.x + to.y - behind.x - behind.y;
        return gained >= saved ? ahead : behind;
    }

    DiffSide& a_;
    DiffSide& b_;
    std::vector<Index> forward_, backward_;
    Index offset_ = 0;
    Index limit_ = 0;
};

void compare(DiffSide& a, DiffSide& b) {
    struct Use {
        std::size_t number;
        bool in_a, in_b;
    };
    std::unordered_map<std::string_view, Use> uses;
    for (const std::string_view line : a.lines) {
        uses.try_emplace(line, Use{uses.size(), true, false});
    }
    for (const std::string_view line : b.lines) {
        uses.try_emplace(line, Use{uses.size(), false, true}).first->second.in_b = true;
    }
    // A line that only one text has differs for certain; left out, it cannot slow the search.
    for (DiffSide* side : {&a, &b}) {
        side->changed.assign(side->lines.size(), false);
        for (std::size_t i = 0; i < side->lines.size(); ++i) {
            const Use& use = uses.find(side->lines[i])->second;
            if (use.in_a && use.in_b) {
                side->numbers.push_back(use.number);
                side->positions.push_back(static_cast<Index>(i));
            } else {
                side->changed[i] = true;
            }
        }
    }
    Comparer(a, b).run(0, static_cast<Index>(a.numbers.size()), 0,
                       static_cast<Index>(b.numbers.size()));
}

std::string range_text(std::size_t first, std::size_t count) {
    // An empty range names the line before it.
    std::string out = std::to_string(count == 0 ? first : first + 1);
    if (count != 1) out += ',' + std::to_string(count);
    return out;
}

void append_line(std::string& out, char mark, std::string_view line) {
    out += mark;
    out += line;
    if (line.back() != '\n') out += "\n\\ No newline at end of file\n";
}

/// A run of lines that differ: [a, a + a_count) became [b, b + b_count).
struct Run {
    std::size_t a, a_count, b, b_count;
};

std::vector<Run> runs_of(const DiffSide& a, const DiffSide& b) {
    std::vector<Run> runs;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.lines.size() || j < b.lines.size()) {
        Run run{i, 0, j, 0};
        while (i < a.lines.size() && a.changed[i]) ++i, ++run.a_count;
        while (j < b.lines.size() && b.changed[j]) ++j, ++run.b_count;
        if (run.a_count + run.b_count > 0)
            runs.push_back(run);
        else
            ++i, ++j;
    }
    return runs;
}

void append_hunk(std::string& out, const DiffSide& a, const DiffSide& b, const Run* first,
                 const Run* last) {
    constexpr std::size_t context = 3;
    const std::size_t lead = std::min(first->a, context);
    const std::size_t after = last->a + last->a_count;
    const std::size_t tail = std::min(a.lines.size() - after, context);
    const std::size_t a_count = after + tail - (first->a - lead);
    const std::size_t b_count = last->b + last->b_count + tail - (first->b - lead);
    out += "@@ -" + range_text(first->a - lead, a_count) + " +" +
           range_text(first->b - lead, b_count) + " @@\n";
    std::size_t at = first->a - lead;
    for (const Run* run = first; run <= last; ++run) {
        for (; at < run->a; ++at) append_line(out, ' ', a.lines[at]);
        for (; at < run->a + run->a_count; ++at) append_line(out, '-', a.lines[at]);
        for (std::size_t i = 0; i < run->b_count; ++i) append_line(out, '+', b.lines[run->b + i]);
    }
    for (; at < after + tail; ++at) append_line(out, ' ', a.lines[at]);
}

}  // namespace

std::string unified_text_diff(std::string_view before, std::string_view after,
                              const DiffNames& names) {
    if (before == after) return {};
    DiffSide a;
    DiffSide b;
    a.lines = lines_of(before);
    b.lines = lines_of(after);
    compare(a, b);
    const std::vector<Run> runs = runs_of(a, b);

    std::string out =
        "--- " + std::string(names.before) + "\n+++ " + std::string(names.after) + '\n';
    for (std::size_t first = 0; first < runs.size();) {
        // Runs with at most two contexts between them share a hunk.
        std::size_t last = first;
        while (last + 1 < runs.size() &&
               runs[last + 1].a - (runs[last].a + runs[last].a_count) <= 6) {
            ++last;
        }
        append_hunk(out, a, b, &runs[first], &runs[last]);
        first = last + 1;
    }
    return out;
}

}  // namespace mcpgen
