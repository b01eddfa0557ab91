// See renames.hpp.
#include <generator/diff/renames.hpp>

#include <generator/support/words.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace mcpgen {
namespace {

constexpr double alike_enough = 0.8;
constexpr std::size_t small = 3;  // parts; below this a shape alone is no evidence

/// A reference to a renamed type is the same reference.
std::string text_of(Type type, const Renames& renames) {
    if (type.is(Type::Kind::named)) {
        const auto found = renames.find(type.text.view());
        if (found != renames.end()) type.text = found->second;
    }
    if (type.args.empty()) return to_text(type);
    std::string out = std::to_string(static_cast<int>(type.kind)) + "<";
    for (const Type& argument : type.args) out += text_of(argument, renames) + ",";
    return out + ">";
}

/// What a declaration consists of, one text per member, alternative or value.
std::set<std::string> parts_of(const Declaration& declaration, const Renames& renames) {
    std::set<std::string> parts;
    if (const auto* record = std::get_if<Record>(&declaration)) {
        for (const Member& member : record->members) {
            parts.insert(member.wire + (member.required.empty() ? "?: " : ": ") +
                         text_of(member.type, renames));
        }
    }
    if (const auto* u = std::get_if<Union>(&declaration)) {
        for (const Alternative& alternative : u->alternatives)
            parts.insert(text_of(alternative.type, renames));
    }
    if (const auto* e = std::get_if<Enum>(&declaration)) {
        for (const Enumerator& value : e->values) parts.insert(value.text);
    }
    if (const auto* alias = std::get_if<Alias>(&declaration))
        parts.insert(text_of(alias->type, renames));
    return parts;
}

double likeness(const std::set<std::string>& a, const std::set<std::string>& b) {
    const auto equal = static_cast<double>(std::count_if(
        a.begin(), a.end(), [&](const std::string& part) { return b.contains(part); }));
    const auto size = static_cast<double>(std::max(a.size(), b.size()));
    return size == 0 ? 0 : equal / size;
}

std::size_t shared_words(const std::string& a, const std::string& b) {
    const std::vector<std::string> other = split_words(b);
    const std::vector<std::string> words = split_words(a);
    return static_cast<std::size_t>(
        std::count_if(words.begin(), words.end(), [&](const auto& word) {
            return std::find(other.begin(), other.end(), word) != other.end();
        }));
}

struct Candidate {
    double score = 0;
    std::size_t words = 0;
    std::string from;
    std::string to;
};

}  // namespace

Renames find_renames(const Model& older, const Model& newer) {
    Renames renames;
    std::set<std::string> taken;
    // A found pair makes references to it equal, which may make another pair alike.
    for (bool found = true; found;) {
        std::map<std::string, std::pair<std::size_t, std::set<std::string>>> come;
        for (const Declaration& declaration : newer.declarations) {
            const std::string& name = name_of(declaration);
            if (!older.own(name) && !taken.contains(name))
                come.emplace(name, std::pair(declaration.index(), parts_of(declaration, {})));
        }
        std::vector<Candidate> candidates;
        for (const Declaration& gone : older.declarations) {
            if (newer.own(name_of(gone)) || renames.contains(name_of(gone))) continue;
            const std::set<std::string> old_parts = parts_of(gone, renames);
            for (const auto& [name, shape] : come) {
                if (shape.first != gone.index()) continue;
                const double score = likeness(old_parts, shape.second);
                const std::size_t words = shared_words(name_of(gone), name);
                const bool clear = old_parts.size() >= small || words > 0;
                if (score >= alike_enough && clear)
                    candidates.push_back({score, words, name_of(gone), name});
            }
        }
        std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
            return std::tie(b.score, b.words, a.from, a.to) <
                   std::tie(a.score, a.words, b.from, b.to);
        });
        found = false;
        for (const Candidate& candidate : candidates) {
            if (renames.contains(candidate.from) || taken.contains(candidate.to)) continue;
            renames.emplace(candidate.from, candidate.to);
            taken.insert(candidate.to);
            found = true;
        }
    }
    return renames;
}

}  // namespace mcpgen
