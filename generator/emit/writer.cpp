// See writer.hpp.
#include <generator/emit/writer.hpp>

#include <algorithm>
#include <utility>

namespace mcpgen {
namespace {

std::string on_one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace

std::size_t length_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    }));
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    std::string current;
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(" \n\t");
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (word.empty()) continue;
        if (!current.empty() && length_of(current) + 1 + length_of(word) > width) {
            lines.push_back(std::exchange(current, {}));
        }
        if (!current.empty()) current += ' ';
        current += word;
    }
    if (!current.empty()) lines.push_back(std::move(current));
    return lines;
}

void Writer::line(std::string_view text) {
    if (text_.size() >= piece) pieces_.push_back(std::exchange(text_, {}));
    if (gap_ && !fresh_) text_ += '\n';
    gap_ = false;
    fresh_ = false;
    if (!text.empty() && text.front() != '#') text_ += margin();  // directives start their line
    text_ += text;
    text_ += '\n';
}

void Writer::open(std::string_view head) {
    line(std::string(head) + " {");
    ++depth_;
    fresh_ = true;
}

void Writer::close(std::string_view tail) {
    --depth_;
    gap_ = false;
    fresh_ = false;
    line(tail);
}

void Writer::comment(std::string_view text) {
    if (text.empty()) return;
    if (length_of(text) + 4 <= room()) return line("/// " + on_one_line(std::string(text)));
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        for (const std::string& words : wrap(text.substr(0, end), room() - 4)) line("/// " + words);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

void Writer::items(std::string current, std::size_t column, const std::vector<std::string>& items,
                   std::string_view tail) {
    const std::size_t start = current.size();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const bool last = i + 1 == items.size();
        const std::size_t more =
            (current.size() > start ? 1 : 0) + items[i].size() + (last ? tail.size() : 1);
        if (current.size() > start && current.size() + more > room()) {
            line(current);
            current.assign(column, ' ');
            current += items[i];
        } else {
            if (current.size() > start) current += ' ';
            current += items[i];
        }
        if (!last) current += ',';
    }
    line(current.append(tail));
}

void Writer::list(std::string_view head, const std::vector<std::string>& items,
                  std::string_view tail) {
    this->items(std::string(head), head.size(), items, tail);
}

void Writer::block(std::string_view head, const std::vector<std::string>& items,
                   std::string_view tail) {
    std::string one(head);
    one += " {";
    for (std::size_t i = 0; i < items.size(); ++i) {
        one += i == 0 ? " " : ", ";
        one += items[i];
    }
    one += items.empty() ? "}" : " }";
    one += tail;
    if (one.size() <= room()) return line(one);
    open(head);
    this->items({}, 0, items, ",");
    close("}" + std::string(tail));
}

bool Writer::fits_behind(const std::vector<Entry>& entries) const {
    return std::all_of(entries.begin(), entries.end(), [this](const Entry& entry) {
        return entry.comment.empty() || entry.code.size() + 7 + length_of(entry.comment) <= room();
    });
}

void Writer::entries(const std::vector<Entry>& entries) {
    const bool behind = fits_behind(entries);
    for (std::size_t i = 0; i < entries.size();) {
        if (!behind || entries[i].comment.empty()) {
            if (!behind) comment(entries[i].comment);
            line(entries[i].code);
            ++i;
            continue;
        }
        // Comments behind lines that follow each other start in one column, when all lines allow
        // it.
        std::size_t end = i;
        std::size_t column = 0;
        std::size_t longest = 0;
        while (end < entries.size() && !entries[end].comment.empty()) {
            column = std::max(column, entries[end].code.size());
            longest = std::max(longest, length_of(entries[end].comment));
            ++end;
        }
        const bool align = column + 7 + longest <= room();
        for (; i < end; ++i) {
            std::string text = entries[i].code;
            if (align) text.resize(column, ' ');
            line(text + "  ///< " + on_one_line(entries[i].comment));
        }
    }
}

void Writer::table(const std::vector<Row>& rows, std::size_t fold) {
    std::vector<std::size_t> widths;
    for (const Row& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size() + 1);
    }
    const auto line_of = [&](const Row& row, std::size_t count) {
        std::string text = "{";
        for (std::size_t i = 0; i < count; ++i) {
            std::string cell = row[i] + (i + 1 == row.size() ? "}," : ",");
            if (i + 1 < std::min(fold, row.size())) cell.resize(widths[i], ' ');
            text += (i > 0 ? " " : "") + cell;
        }
        return text;
    };
    const bool folded = std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
        return row.size() > fold && line_of(row, row.size()).size() > room();
    });
    for (const Row& row : rows) {
        if (!folded || row.size() <= fold) {
            line(line_of(row, row.size()));
            continue;
        }
        line(line_of(row, fold));
        list(" ", {row.begin() + static_cast<std::ptrdiff_t>(fold), row.end()}, "},");
    }
}

std::string Writer::take() {
    depth_ = 0;
    gap_ = false;
    fresh_ = true;
    if (pieces_.empty()) return std::exchange(text_, {});
    pieces_.push_back(std::exchange(text_, {}));
    std::size_t size = 0;
    for (const std::string& text : pieces_) size += text.size();
    std::string whole;
    whole.reserve(size);
    for (const std::string& text : std::exchange(pieces_, {})) whole += text;
    return whole;
}

}  // namespace mcpgen
