// Lays out columns and branches, and cuts what is wider than the terminal.
#include "output/table.hpp"

#include "output/safe_text.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace mcpctl {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 8;

/// Makes columns narrower until they fit: the last one first, then always the widest. The first one
/// has what a thing is called, which is of no use without its end: it gives way when nothing else
/// can.
void shrink(std::vector<std::size_t>& widths, std::size_t available) {
    const auto total = [&] {
        return std::accumulate(widths.begin(), widths.end(), gap * (widths.size() - 1));
    };
    const auto take = [&](std::size_t& width, std::size_t floor) {
        const std::size_t over = total() > available ? total() - available : 0;
        const std::size_t spare = width > floor ? width - floor : 0;
        width -= std::min(over, spare);
    };
    take(widths.back(), 3 * narrowest);
    while (total() > available) {
        const auto second = widths.begin() + (widths.size() > 1 ? 1 : 0);
        auto widest = std::max_element(second, widths.end());
        if (*widest <= narrowest) widest = widths.begin();
        if (*widest <= narrowest) return;
        --*widest;
    }
}

void add_tree(const TreeNode& node, const std::string& indent, std::string& out) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        const bool last = i + 1 == node.children.size();
        out += indent + (last ? "└─ " : "├─ ") + node.children[i].label + '\n';
        add_tree(node.children[i], indent + (last ? "   " : "│  "), out);
    }
}

}  // namespace

std::string Table::text(const Terminal& terminal) const {
    std::vector<std::size_t> widths;
    for (const std::string& title : titles_) widths.push_back(display_width(title));
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], display_width(row[i].text));
    }
    if (terminal.width() > 0) shrink(widths, terminal.width());

    std::string out;
    const auto add_row = [&](const std::vector<Cell>& row) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string cell = fit(row[i].text, widths[i]);
            const bool last = i + 1 == row.size();
            const std::size_t width = display_width(cell);
            line += terminal.styled(row[i].style, cell);
            if (!last) line.append(widths[i] - width + gap, ' ');
        }
        while (line.ends_with(' ')) line.pop_back();
        out += line + '\n';
    };
    if (std::any_of(titles_.begin(), titles_.end(),
                    [](const auto& title) { return !title.empty(); })) {
        std::vector<Cell> titles;
        for (const std::string& title : titles_) titles.push_back({title, Style::dim});
        add_row(titles);
    }
    for (const auto& row : rows_) add_row(row);
    return out;
}

std::string tree_text(const TreeNode& root) {
    std::string out = root.label + '\n';
    add_tree(root, {}, out);
    return out;
}

}  // namespace mcpctl
