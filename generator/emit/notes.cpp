// See notes.hpp.
#include <generator/emit/notes.hpp>

#include <generator/emit/spelling.hpp>
#include <generator/emit/writer.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <array>

namespace mcpgen {
namespace {

constexpr std::size_t long_paragraph = 180;

bool ends_sentence(std::string_view text, std::size_t stop) {
    static constexpr std::array<std::string_view, 5> abbreviations = {"e.g", "i.e", "etc", "vs",
                                                                      "cf"};
    const std::string_view before = text.substr(0, stop);
    if (std::any_of(abbreviations.begin(), abbreviations.end(),
                    [&](std::string_view word) { return before.ends_with(word); })) {
        return false;
    }
    return stop + 1 == text.size() || text[stop + 1] == ' ';
}

std::string_view first_sentence(std::string_view text) {
    for (std::size_t i = text.find('.'); i != std::string_view::npos; i = text.find('.', i + 1)) {
        if (ends_sentence(text, i)) return text.substr(0, i + 1);
    }
    return text;
}

std::string sentence(std::string words) {
    if (words.empty()) return words;
    if (words.front() >= 'a' && words.front() <= 'z')
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    return words + ".";
}

bool says_deprecated(std::string_view text) {
    return text.find("eprecated") != std::string_view::npos;
}

/// The notes alone are words behind a declaration; after a description they are a sentence.
std::string together(const std::string& doc, const std::vector<std::string>& notes) {
    std::string words;
    for (const std::string& note : notes) {
        if (!note.empty()) words += (words.empty() ? "" : ", ") + note;
    }
    if (doc.empty() || words.empty()) return doc + words;
    return doc + "\n" + sentence(words);
}

/// The same for a part of a sentence: `required in 2025-11-25`.
std::string in_words(const std::string& what, Revisions set, Revisions within, const Model& model) {
    std::string words = revisions_words(set, within, model);
    if (words.empty()) return what;
    if (words.starts_with("only ")) words.replace(0, 4, "in");
    return what + " " + words;
}

std::string required_words(const Member& member, const Model& model) {
    std::string required = in_words("required", member.required, member.in, model);
    std::string optional =
        in_words("optional", member.in.without(member.required), member.in, model);
    const bool many = required.find(" and ") != std::string::npos;
    return many && optional.size() < required.size() ? optional : required;
}

/// Where a member's shape was narrower than what its C++ type can hold, in words.
std::string facet_words(const Type& merged, const Type& facet) {
    using Kind = Type::Kind;
    if (merged.is(facet.kind) || merged.is(Kind::named)) return {};
    if (merged.is(Kind::one_or_many)) return "one value";
    if (merged.is(Kind::nullable)) return "never null";
    switch (facet.kind) {
        case Kind::object:
        case Kind::map:
        case Kind::inline_record: return "an object";
        case Kind::array: return "an array";
        case Kind::string: return "a string";
        case Kind::integer: return "an integer";
        default: return {};
    }
}

}  // namespace

std::string brief(std::string_view doc) {
    std::string_view paragraph = doc.substr(0, doc.find("\n\n"));
    const std::vector<std::string> lines =
        wrap(paragraph, doc.size() + 1);  // one, with single spaces
    std::string text = lines.empty() ? std::string() : without_links(lines.front());
    if (length_of(text) > long_paragraph) text = std::string(first_sentence(text));
    if (text.empty() || text.ends_with('.') || text.ends_with('!') || text.ends_with('?'))
        return text;
    if (text.ends_with(':')) text.pop_back();
    return text + ".";
}

std::string revisions_words(Revisions set, Revisions within, const Model& model) {
    if (set == within || set.empty()) return {};
    const auto date = [&](std::size_t index) { return model.revisions.at(index); };
    if (set == (within & Revisions::from_bits(~0U << set.oldest())))
        return "since " + date(set.oldest());
    if (set.count() == 1) return "only " + date(set.oldest());
    const Revisions span =
        Revisions::first(set.newest() + 1).without(Revisions::first(set.oldest()));
    if (set == (within & span)) return date(set.oldest()) + " to " + date(set.newest());
    std::vector<std::string> dates;
    for (std::size_t i = 0; i < model.revisions.size(); ++i) {
        if (set.contains(i)) dates.push_back(date(i));
    }
    return "in " + join_list(dates);
}

std::string declaration_comment(std::string_view doc, Revisions in, bool deprecated,
                                const Context& context) {
    const std::string text = brief(doc);
    std::string notes = sentence(revisions_words(in, context.existence, context.model));
    if (deprecated && !says_deprecated(text))
        notes += notes.empty() ? "Deprecated." : " Deprecated.";
    return text.empty() || notes.empty() ? text + notes : text + "\n" + notes;
}

std::string member_comment(const Member& member, Revisions within, const Model& model) {
    std::vector<std::string> notes;
    if (member.wire != member.name) notes.push_back("`" + member.wire + "` on the wire");
    notes.push_back(member.note.str());
    notes.push_back(revisions_words(member.in, within, model));
    if (member.optional() && !member.required.empty()) {
        notes.push_back(required_words(member, model));
    }
    for (const Facet& facet : member.facets) {
        if (const std::string words = facet_words(member.type, facet.type); !words.empty()) {
            notes.push_back(in_words(words, facet.in, member.in, model));
        }
    }
    // The value says what a description of a constant would.
    const std::string text = is_static(member) && member.doc.view().starts_with("Always ")
                                 ? std::string()
                                 : brief(member.doc);
    if (member.deprecated && !says_deprecated(text)) notes.emplace_back("deprecated");
    return together(text, notes);
}

std::string enumerator_comment(const Enumerator& value, Revisions within, const Model& model) {
    std::vector<std::string> notes;
    if (value.text != value.name) notes.push_back("`" + value.text + "` on the wire");
    notes.push_back(revisions_words(value.in, within, model));
    return together(brief(value.doc), notes);
}

std::string alternatives_note(const Union& type, const Model& model) {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // when -> who, in order
    for (const Alternative& alternative : type.alternatives) {
        const std::string when = revisions_words(alternative.in, type.in, model);
        if (when.empty()) continue;
        const auto found = std::find_if(groups.begin(), groups.end(),
                                        [&](const auto& g) { return g.first == when; });
        auto& who = found == groups.end()
                        ? groups.emplace_back(when, std::vector<std::string>()).second
                        : found->second;
        who.push_back("`" + cpp_type(alternative.type) + "`");
    }
    std::string note;
    for (const auto& [when, who] : groups)
        note += (note.empty() ? "" : ", ") + join_list(who) + " " + when;
    return note.empty() ? note : note + ".";
}

}  // namespace mcpgen
