// Puts text on lines: indentation, blank lines, comments, and long lists that have to be wrapped,
// so that the functions that spell something can forget about all of these. It knows nothing of
// what it writes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcpgen {

/// One entry of a list of declarations: what stands there, and what is to be said about it.
struct Entry {
    std::string code;
    std::string comment;  ///< as for `Writer::comment`; empty: nothing
};

/// Cells that are put below each other by `Writer::table`.
using Row = std::vector<std::string>;

class Writer {
public:
    static constexpr std::size_t width = 100;  ///< of a line
    static constexpr std::size_t indent = 4;

    /// One line, as it is. Without text an empty one.
    void line(std::string_view text = {});

    /// What comes next is set apart by one blank line; not at the start of the text or of a block,
    /// and never by two.
    void gap() { gap_ = true; }

    /// `head {`, what follows is indented until `close`.
    void open(std::string_view head);
    void close(std::string_view tail = "}");

    /// What follows is indented, in a block that somebody else opens and closes.
    void inside() {
        ++depth_;
        fresh_ = true;
    }

    /// `/// text`, wrapped. Nothing when the text is empty. A line break in the text is kept when
    /// the text does not fit on one line.
    void comment(std::string_view text);

    /// `head item, item, item tail`; when that is too long, the items go on below the first one.
    void list(std::string_view head, const std::vector<std::string>& items, std::string_view tail);

    /// `head { item, item }tail` on one line when it fits, else one or more lines of items between
    /// the braces.
    void block(std::string_view head, const std::vector<std::string>& items, std::string_view tail);

    /// Declarations with their comments: behind the code when that fits for all of them, else
    /// above.
    void entries(const std::vector<Entry>& entries);

    /// `{cell, cell, cell},` per row. All cells but the last are as wide as the widest of their
    /// column; a when a row is too long, all go on below from the cell number `fold` on.
    void table(const std::vector<Row>& rows, std::size_t fold);

    /// Everything written so far; the writer is empty then.
    std::string take();

private:
    std::string margin() const { return std::string(depth_ * indent, ' '); }
    std::size_t room() const { return width - depth_ * indent; }
    bool fits_behind(const std::vector<Entry>& entries) const;
    void items(std::string line, std::size_t column, const std::vector<std::string>& items,
               std::string_view tail);

    /// A long text is kept in pieces: it need not be moved whenever it grows.
    static constexpr std::size_t piece = std::size_t{1} << 18U;

    std::vector<std::string> pieces_;  // in front of `text_`
    std::string text_;
    std::size_t depth_ = 0;
    bool gap_ = false;
    bool fresh_ = true;  // nothing stands in this block yet
};

/// Breaks a text into lines of at most `width` characters, at spaces.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// Number of characters, not bytes, of UTF-8 text.
std::size_t length_of(std::string_view text);

}  // namespace mcpgen
