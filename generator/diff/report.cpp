// See report.hpp.
#include <generator/diff/report.hpp>

#include <generator/support/json_text.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <array>

namespace mcpgen {
namespace {

/// Every change is in exactly one.
struct Group {
    const char* title;
    bool (*holds)(const Change&);
};
constexpr std::array<Group, 4> report_groups = {{
    {"wire- and source-breaking", [](const Change& c) { return c.breaks.wire && c.breaks.source; }},
    {"wire-breaking", [](const Change& c) { return c.breaks.wire && !c.breaks.source; }},
    {"source-breaking", [](const Change& c) { return !c.breaks.wire && c.breaks.source; }},
    {"additive", [](const Change& c) { return c.additive(); }},
}};

struct Counts {
    std::size_t wire = 0;
    std::size_t source = 0;
    std::size_t both = 0;
    std::size_t additive = 0;
};

Counts count(const std::vector<Change>& changes) {
    Counts out;
    for (const Change& change : changes) {
        out.wire += change.breaks.wire ? 1 : 0;
        out.source += change.breaks.source ? 1 : 0;
        out.both += change.breaks.wire && change.breaks.source ? 1 : 0;
        out.additive += change.additive() ? 1 : 0;
    }
    return out;
}

std::vector<const Change*> in_group(const Difference& difference, const Group& group) {
    std::vector<const Change*> out;
    for (const Change& change : difference.changes) {
        if (group.holds(change)) out.push_back(&change);
    }
    return out;
}

/// The revisions, or the files where those are the same.
std::string title(const Difference& difference) {
    if (difference.old_revision != difference.new_revision)
        return difference.old_revision + " -> " + difference.new_revision;
    return difference.old_file + " -> " + difference.new_file;
}

std::string totals(const Difference& difference) {
    const Counts counts = count(difference.changes);
    if (difference.changes.empty()) return "no changes";
    return counted(difference.changes.size(), "change") + ": " + std::to_string(counts.wire) +
           " wire-breaking, " + std::to_string(counts.source) + " source-breaking (" +
           std::to_string(counts.both) + " of them both), " + std::to_string(counts.additive) +
           " additive";
}

char sign(const Change& change) {
    return change.verb() == "added" ? '+' : change.verb() == "removed" ? '-' : '~';
}

/// What else there is to know, as half-sentences.
std::vector<std::string> remarks(const Change& change) {
    std::vector<std::string> out;
    if (!change.note.empty()) out.push_back(change.note);
    if (change.merges)
        out.emplace_back(*change.merges ? "merges" : "does not merge: needs an override");
    return out;
}

std::string remark_text(const Change& change) {
    std::string out;
    for (const std::string& remark : remarks(change)) {
        if (!out.empty()) out += "; ";
        out += remark;
    }
    return out;
}

/// The verb, where the sign and the shapes do not say it already.
std::string_view shown_verb(const Change& change) {
    const std::string_view verb = change.verb();
    const bool plain = verb == "added" || verb == "removed" || verb == "required" ||
                       verb == "optional" || verb == "deprecated" || verb == "retyped" ||
                       verb == "renamed" || verb == "changed";
    return plain ? std::string_view() : verb;
}

std::string subject_of(const Change& change) {
    std::string out(change.subject());
    if (const std::string_view verb = shown_verb(change); !verb.empty())
        out += " " + std::string(verb);
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

/// One change: a line, or three when the shapes are long.
std::string text_of(const Change& change) {
    constexpr std::size_t width = 100;
    std::string line(1, sign(change));
    line += " " + subject_of(change) + " " + change.name;
    const std::string tail = remarks(change).empty() ? "" : "  [" + remark_text(change) + "]";
    const bool changed = !change.before.empty() && !change.after.empty();
    const std::string shapes =
        changed ? change.before + " -> " + change.after : change.before + change.after;
    if (changed && line.size() + shapes.size() + 4 > width)
        return line + tail + "\n      was " + change.before + "\n      now " + change.after;
    if (!shapes.empty()) line += ": " + shapes;
    return line + tail;
}

std::string text_report(const Difference& difference) {
    std::string out = title(difference) + "\n" + totals(difference) + "\n";
    for (const Group& group : report_groups) {
        const auto changes = in_group(difference, group);
        if (changes.empty()) continue;
        out += "\n" + std::string(group.title) + " (" + std::to_string(changes.size()) + ")\n";
        for (const Change* change : changes) out += "  " + text_of(*change) + "\n";
    }
    return out;
}

/// Between backquotes; a backquote inside needs longer ones.
std::string code(const std::string& text) {
    if (text.find('`') == std::string::npos) return "`" + text + "`";
    return "`` " + text + " ``";
}

std::string markdown_report(const Difference& difference) {
    std::string out =
        "## Protocol changes: " + title(difference) + "\n\n" + totals(difference) + ".\n";
    for (const Group& group : report_groups) {
        const auto changes = in_group(difference, group);
        if (changes.empty()) continue;
        std::string heading = group.title;
        heading.front() = static_cast<char>(heading.front() - 'a' + 'A');
        out += "\n### " + heading + " (" + std::to_string(changes.size()) + ")\n\n";
        for (const Change* change : changes) {
            const bool added = change->verb() == "added";
            const bool removed = change->verb() == "removed";
            out += "- " +
                   std::string(added     ? "**added** "
                               : removed ? "**removed** "
                                         : "") +
                   subject_of(*change) + " " + code(change->name);
            if (!change->before.empty() && !change->after.empty())
                out += ": " + code(change->before) + " → " + code(change->after);
            else if (!change->before.empty() || !change->after.empty())
                out += ": " + code(change->before + change->after);
            if (!remarks(*change).empty()) out += " (" + remark_text(*change) + ")";
            out += "\n";
        }
    }
    return out;
}

std::string json_of(const Change& change) {
    std::string classes;
    if (change.breaks.wire) classes += "\"wire-breaking\"";
    if (change.breaks.source)
        classes += std::string(classes.empty() ? "" : ", ") + "\"source-breaking\"";
    if (change.additive()) classes = "\"additive\"";
    std::string out = "{ \"kind\": " + quote_json(change.kind) +
                      ", \"name\": " + quote_json(change.name) + ", \"class\": [" + classes + "]";
    if (!change.before.empty()) out += ", \"old\": " + quote_json(change.before);
    if (!change.after.empty()) out += ", \"new\": " + quote_json(change.after);
    if (change.merges) out += std::string(", \"merges\": ") + (*change.merges ? "true" : "false");
    if (!change.note.empty()) out += ", \"note\": " + quote_json(change.note);
    return out + " }";
}

std::string json_report(const Difference& difference) {
    const auto side = [](const std::string& revision, const std::string& file) {
        return "{ \"revision\": " + quote_json(revision) + ", \"file\": " + quote_json(file) + " }";
    };
    const Counts counts = count(difference.changes);
    std::string out =
        "{\n  \"old\": " + side(difference.old_revision, difference.old_file) +
        ",\n  \"new\": " + side(difference.new_revision, difference.new_file) +
        ",\n  \"counts\": { \"changes\": " + std::to_string(difference.changes.size()) +
        ", \"wire-breaking\": " + std::to_string(counts.wire) +
        ", \"source-breaking\": " + std::to_string(counts.source) +
        ", \"additive\": " + std::to_string(counts.additive) + " },\n  \"changes\": [";
    const char* separator = "\n    ";
    for (const Change& change : difference.changes) {
        out += separator + json_of(change);
        separator = ",\n    ";
    }
    return out + (difference.changes.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace

std::string report(const Difference& difference, DiffFormat format) {
    switch (format) {
        case DiffFormat::text: return text_report(difference);
        case DiffFormat::markdown: return markdown_report(difference);
        case DiffFormat::json: return json_report(difference);
    }
    return {};
}

}  // namespace mcpgen
