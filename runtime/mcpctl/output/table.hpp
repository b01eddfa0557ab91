// Tables and trees as text. Cells and labels are safe lines; widths are those on a terminal.
#pragma once

#include "output/terminal.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mcpctl {

struct Cell {
    std::string text{};
    Style style = Style::plain;
};

class Table {
public:
    /// The titles may be empty, then there is no line for them.
    explicit Table(std::vector<std::string> titles) : titles_(std::move(titles)) {}
    /// As many cells as there are titles.
    void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
    bool empty() const { return rows_.empty(); }
    /// All rows, each on a line that is no wider than the terminal: the last column gives way, and
    /// then the widest.
    std::string text(const Terminal& terminal) const;

private:
    std::vector<std::string> titles_;
    std::vector<std::vector<Cell>> rows_;
};

struct TreeNode {
    std::string label{};  ///< may have styles in it
    std::vector<TreeNode> children{};
};
/// The children of `root` under its label.
std::string tree_text(const TreeNode& root);

}  // namespace mcpctl
