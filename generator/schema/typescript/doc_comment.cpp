// See doc_comment.hpp.
#include <generator/schema/typescript/doc_comment.hpp>

#include <generator/schema/typescript/messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <iterator>

namespace mcpgen::typescript {
namespace {

/// Tags that become keywords of the schema, or change the type.
constexpr std::string_view schema_tags[] = {
    "TJS-type",         "default",   "deprecated",  "description", "exclusiveMaximum",
    "exclusiveMinimum", "format",    "maxItems",    "maxLength",   "maximum",
    "minItems",         "minLength", "minimum",     "multipleOf",  "nullable",
    "pattern",          "title",     "uniqueItems",
};

/// Tags for the readers of the file only.
constexpr std::string_view reader_tags[] = {
    "alpha",    "author",
    "beta",     "category",
    "example",  "experimental",
    "file",     "fileoverview",
    "internal", "license",
    "link",     "module",
    "note",     "packageDocumentation",
    "public",   "remarks",
    "see",      "since",
    "summary",  "todo",
    "version",
};

template <std::size_t size>
bool contains(const std::string_view (&list)[size], std::string_view name) {
    return std::find(std::begin(list), std::end(list), name) != std::end(list);
}

std::string_view trim(std::string_view text) {
    static constexpr std::string_view space = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(space);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

/// A line of the comment without the `*` that leads it, and one space after that.
std::string_view without_margin(std::string_view line, bool first) {
    std::size_t i = line.find_first_not_of(" \t");
    if (i == std::string_view::npos) return {};
    if (!first && line[i] == '*') {
        ++i;
    } else if (!first) {
        i = 0;
    }
    if (i < line.size() && line[i] == ' ') ++i;
    line.remove_prefix(i);
    const std::size_t end = line.find_last_not_of(" \t\r");
    return line.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

/// The name of the tag that `line` begins with; empty when it begins with none.
std::string_view tag_of(std::string_view line) {
    line = trim(line);
    if (line.size() < 2 || line[0] != '@') return {};
    std::size_t end = 1;
    while (end < line.size() && ((line[end] | 0x20) >= 'a' && (line[end] | 0x20) <= 'z')) ++end;
    if (end == 1) return {};
    while (end < line.size() && line[end] != ' ' && line[end] != '\t' && line[end] != '{') ++end;
    return line.substr(1, end - 1);
}

void add_line(std::string& text, std::string_view line) {
    if (!text.empty()) text += '\n';
    text.append(line);
}

/// Keeps `tag` when it says something about values.
void keep(Doc& doc, Tag tag, Reporter& reporter) {
    tag.text = std::string(trim(tag.text));
    if (contains(reader_tags, tag.name)) return;
    if (!contains(schema_tags, tag.name)) {
        reporter.error(tag.at, messages::ts_unknown_tag(tag.name));
        return;
    }
    if (tag.name == "description") {
        doc.text = without_links(tag.text);
        return;
    }
    if (tag.name == "TJS-type") tag.name = "type";
    doc.tags.push_back(std::move(tag));
}

}  // namespace

Doc parse_doc_comment(std::string_view comment, LineColumn at, Reporter& reporter) {
    Doc doc;
    comment.remove_prefix(3);
    comment.remove_suffix(2);

    std::string text;
    std::vector<Tag> tags;
    LineColumn place{at.line, at.column + 3};
    for (bool first = true, more = true; more; first = false) {
        const std::size_t end = comment.find('\n');
        const std::string_view line = without_margin(comment.substr(0, end), first);
        if (const std::string_view name = tag_of(line); !name.empty()) {
            const std::size_t value = line.find(name) + name.size();
            tags.push_back({std::string(name), std::string(line.substr(value)), place});
        } else {
            add_line(tags.empty() ? text : tags.back().text, line);
        }
        more = end != std::string_view::npos;
        if (more) comment.remove_prefix(end + 1);
        place = {place.line + 1, 1};
    }

    doc.text = without_links(trim(text));
    for (Tag& tag : tags) keep(doc, std::move(tag), reporter);
    return doc;
}

}  // namespace mcpgen::typescript
