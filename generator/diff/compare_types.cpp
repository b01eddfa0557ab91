// See compare_types.hpp. One function per kind of declaration.
#include <generator/diff/compare_types.hpp>

#include <generator/support/words.hpp>

#include <algorithm>
#include <map>

namespace mcpgen {
namespace {

using namespace breaks;

/// `record of 3 members`
std::string summary(const Declaration& declaration) {
    if (const auto* record = std::get_if<Record>(&declaration))
        return "record of " + counted(record->members.size(), "member");
    if (const auto* u = std::get_if<Union>(&declaration))
        return "union of " + counted(u->alternatives.size(), "alternative");
    if (const auto* e = std::get_if<Enum>(&declaration))
        return "enumeration of " + counted(e->values.size(), "value");
    return shape_text(std::get<Alias>(declaration).type);
}

std::string member_text(const Member& member) {
    return shape_text(member.type) + (member.required.empty() ? ", optional" : ", required");
}

bool is_deprecated(const Declaration& declaration) {
    return std::visit([](const auto& d) { return d.deprecated; }, declaration);
}

class TypeComparison {
public:
    TypeComparison(const Judge& judge, std::vector<Change>& out) : judge_(judge), out_(out) {}

    void run() {
        std::map<std::string, std::pair<const Declaration*, const Declaration*>> pairs;
        for (const Declaration& declaration : judge_.newer().declarations)
            pairs[name_of(declaration)].second = &declaration;
        for (const Declaration& declaration : judge_.older().declarations)
            pairs[std::string(judge_.renamed(name_of(declaration)))].first = &declaration;
        for (const auto& [name, pair] : pairs) {
            name_ = name;
            if (pair.first == nullptr)
                add("type.added", name, "", summary(*pair.second), nothing);
            else if (pair.second == nullptr)
                add("type.removed", name, summary(*pair.first), "", source_only);
            else
                compare(*pair.first, *pair.second);
        }
    }

private:
    void add(const char* kind, std::string name, std::string before, std::string after,
             Breaks breaks, std::string note = {}) {
        out_.push_back({kind,
                        std::move(name),
                        std::move(before),
                        std::move(after),
                        breaks,
                        {},
                        std::move(note)});
    }

    void compare(const Declaration& older, const Declaration& newer) {
        if (name_of(older) != name_) {
            add("type.renamed", name_, name_of(older), name_, source_only,
                "one name for both needs a `rename` override");
        }
        deprecation("type.deprecated", name_, is_deprecated(older), is_deprecated(newer));
        if (older.index() != newer.index()) return other_kind(older, newer);
        if (const auto* record = std::get_if<Record>(&newer))
            compare(std::get<Record>(older), *record);
        if (const auto* u = std::get_if<Union>(&newer)) compare(std::get<Union>(older), *u);
        if (const auto* e = std::get_if<Enum>(&newer)) compare(std::get<Enum>(older), *e);
        if (const auto* alias = std::get_if<Alias>(&newer)) {
            const Alias& before = std::get<Alias>(older);
            if (judge_.equal(alias->type, before.type)) return;
            Change change = judge_.retyped("type.retyped", name_, alias->type, before.type);
            change.merges = same(alias->type, before.type);
            out_.push_back(std::move(change));
        }
    }

    /// A record may have been any object before; nothing else merges with another kind.
    void other_kind(const Declaration& older, const Declaration& newer) {
        const Type was = std::holds_alternative<Alias>(older) ? std::get<Alias>(older).type
                                                              : Type::reference(name_of(older));
        const Type is = std::holds_alternative<Alias>(newer) ? std::get<Alias>(newer).type
                                                             : Type::reference(name_);
        Change change{"type.retyped", name_, summary(older), summary(newer), source_only, {}, {}};
        const bool comparable = !was.is(Type::Kind::named) || !is.is(Type::Kind::named);
        change.breaks.wire = !comparable || !judge_.accepts(is, was);
        change.merges = std::holds_alternative<Record>(newer) && was.is(Type::Kind::object);
        out_.push_back(std::move(change));
    }

    void deprecation(const char* kind, const std::string& name, bool before, bool after) {
        if (before == after) return;
        add(kind, name, "", "", nothing, after ? "now deprecated" : "no longer deprecated");
    }

    void compare(const Record& older, const Record& newer) {
        const bool was_closed = !older.closed.empty();
        if (was_closed != !newer.closed.empty()) {
            add("type.openness", name_, was_closed ? "closed" : "open",
                was_closed ? "open" : "closed", was_closed ? nothing : wire_only);
        }
        const auto in = [](const Record& record, std::string_view wire) {
            const auto found = std::find_if(record.members.begin(), record.members.end(),
                                            [&](const Member& m) { return m.wire == wire; });
            return found == record.members.end() ? nullptr : &*found;
        };
        for (const Member& member : newer.members) {
            const Member* before = in(older, member.wire);
            if (before != nullptr) {
                compare(*before, member);
                continue;
            }
            const bool required = !member.required.empty();
            add("member.added", name_ + "." + member.wire, "", member_text(member),
                required ? both : nothing, required ? "old documents lack it" : "");
        }
        for (const Member& member : older.members) {
            if (in(newer, member.wire) != nullptr) continue;
            const bool required = !member.required.empty();
            add("member.removed", name_ + "." + member.wire, member_text(member), "", both,
                required ? "old peers insist on it" : "no longer read");
        }
    }

    void compare(const Member& older, const Member& newer) {
        const std::string name = name_ + "." + newer.wire;
        const bool was_required = !older.required.empty();
        if (!was_required && !newer.required.empty())
            add("member.required", name, "optional", "required", both, "old documents may lack it");
        if (was_required && newer.required.empty())
            add("member.optional", name, "required", "optional", both, "old peers insist on it");
        if (!judge_.equal(newer.type, older.type))
            out_.push_back(judge_.retyped("member.retyped", name, newer.type, older.type));
        deprecation("member.deprecated", name, older.deprecated, newer.deprecated);
    }

    void compare(const Union& older, const Union& newer) {
        const auto has = [&](const Union& u, const auto& matches) {
            return std::any_of(u.alternatives.begin(), u.alternatives.end(), matches);
        };
        for (const Alternative& choice : newer.alternatives) {
            if (!has(older,
                     [&](const Alternative& a) { return judge_.equal(choice.type, a.type); }))
                add("alternative.added", name_, "", shape_text(choice.type), nothing);
        }
        for (const Alternative& choice : older.alternatives) {
            if (!has(newer,
                     [&](const Alternative& a) { return judge_.equal(a.type, choice.type); }))
                add("alternative.removed", name_, shape_text(choice.type), "", both);
        }
    }

    void compare(const Enum& older, const Enum& newer) {
        const auto has = [](const Enum& e, const std::string& text) {
            return std::any_of(e.values.begin(), e.values.end(),
                               [&](const Enumerator& v) { return v.text == text; });
        };
        for (const Enumerator& value : newer.values) {
            if (!has(older, value.text)) add("value.added", name_, "", value.text, nothing);
        }
        for (const Enumerator& value : older.values) {
            if (!has(newer, value.text)) add("value.removed", name_, value.text, "", both);
        }
    }

    const Judge& judge_;
    std::vector<Change>& out_;
    std::string name_;  ///< of the type that is being compared
};

}  // namespace

void compare_types(const Judge& judge, std::vector<Change>& out) {
    TypeComparison(judge, out).run();
}

}  // namespace mcpgen
