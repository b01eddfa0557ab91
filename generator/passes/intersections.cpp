// See intersections.hpp.
#include <generator/passes/intersections.hpp>

#include <generator/passes/walk.hpp>
#include <generator/support/schema_messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace mcpgen {
namespace {

class IntersectionMerger {
public:
    IntersectionMerger(Model& model, Diagnostics& diagnostics)
        : model_(model), diagnostics_(diagnostics) {}

    void run() {
        for (Declaration& declaration : model_.declarations) {
            if (auto* alias = std::get_if<Alias>(&declaration)) settle(*alias);
        }
    }

private:
    /// Merges everything inside a definition, once. What it refers to in an intersection is settled
    /// before.
    void settle(Alias& alias) {
        if (!settled_.insert(alias.name).second) return;
        open_.insert(alias.name);
        walk(alias.type, alias.name, [&](Type& type, const std::string& path) {
            if (type.is(Type::Kind::intersection))
                type = merge(type, path.substr(0, path.find_first_of(".[{|")));
        });
        open_.erase(alias.name);
    }

    /// The inline form behind a part: references are followed, and what is behind them is settled.
    Type expand(const Type& part) {
        if (!part.is(Type::Kind::named)) return part;
        Declaration* own = model_.own(part.text) ? model_.find(part.text) : nullptr;
        auto* alias = own == nullptr ? nullptr : std::get_if<Alias>(own);
        if (alias == nullptr) return part;
        if (open_.contains(part.text.str())) {
            diagnostics_.error(part.where, messages::contradiction("`allOf` contains itself"));
            return Type::simple(Type::Kind::object);
        }
        if (open_.size() >= max_nesting) {
            diagnostics_.error(part.where, messages::not_supported("`allOf` nested so deep"));
            return Type::simple(Type::Kind::object);
        }
        settle(*alias);
        // A definition that is only another name.
        return alias->type.is(Type::Kind::named) ? expand_name(*alias) : alias->type;
    }

    Type expand_name(const Alias& alias) {
        open_.insert(alias.name);
        Type out = expand(alias.type);
        open_.erase(alias.name);
        return out;
    }

    Type merge(const Type& type, const std::string& owner) {
        Type result = Type::simple(Type::Kind::inline_record);
        result.where = type.where;
        result.doc = type.doc;
        result.text = type.text;
        Types alternatives;  // of the one part that may be a union
        for (const Type& part : type.args) {
            const Type form = expand(part);
            if (form.is(Type::Kind::inline_union) && alternatives.empty()) {
                alternatives = form.args;
            } else if (!add(result, form)) {
                diagnostics_.error(type.where, messages::intersection_not_object());
            }
        }
        if (alternatives.empty()) return result;
        return distribute(result, alternatives, owner);
    }

    Type distribute(const Type& common, const Types& alternatives, const std::string& owner) {
        Type result = Type::simple(Type::Kind::inline_union);
        result.where = common.where;
        result.doc = common.doc;
        for (std::size_t i = 0; i < alternatives.size(); ++i) {
            Type one = common;
            const Type form = expand(alternatives[i]);
            one.text = owner + suffix(alternatives[i], owner, i);
            one.doc = alternatives[i].doc;
            if (!add(one, form))
                diagnostics_.error(common.where, messages::intersection_not_object());
            result.args.push_back(std::move(one));
        }
        return result;
    }

    /// What tells this alternative's name from the others: its definition's name without the
    /// owner's words.
    std::string suffix(const Type& alternative, const std::string& owner, std::size_t index) const {
        std::string name = alternative.is(Type::Kind::named) ? alternative.text.str()
                                                             : definition_like(alternative);
        if (name.empty()) return std::to_string(index + 1);
        const std::vector<std::string> owner_words = split_words(owner);
        std::string out;
        for (const std::string& word : split_words(name)) {
            if (std::find(owner_words.begin(), owner_words.end(), word) == owner_words.end())
                out += word;
        }
        return out.empty() ? name : out;
    }

    std::string definition_like(const Type& type) const {
        for (const Declaration& declaration : model_.declarations) {
            const auto* alias = std::get_if<Alias>(&declaration);
            if (alias != nullptr && same(alias->type, type)) return alias->name;
        }
        return {};
    }

    /// Adds the members of `part` to `record`; false when it is no object.
    bool add(Type& record, const Type& part) {
        if (part.is(Type::Kind::object)) return true;
        if (!part.is(Type::Kind::inline_record)) return false;
        record.open = record.open && part.open;
        record.members.reserve(record.members.size() +
                               part.members.size());  // keeps the keys valid
        std::unordered_map<std::string_view, Member*> known;
        for (Member& member : record.members) known.emplace(member.wire, &member);
        for (const Member& member : part.members) {
            const auto found = known.find(member.wire);
            if (found == known.end()) {
                record.members.push_back(member);
            } else if (narrow(found->second->type, member.type)) {
                found->second->required |= member.required;
                if (!member.doc.empty()) found->second->doc = member.doc;
            } else {
                diagnostics_.error(member.where, messages::intersection_clash(member.wire));
            }
        }
        return true;
    }

    /// Both hold: the narrower of two types, where one contains the other.
    static bool narrow(Type& a, const Type& b) {
        const auto contains = [](const Type& wide, const Type& slim) {
            if (wide.is(Type::Kind::any)) return true;
            const bool text = wide.is(Type::Kind::string) || wide.is(Type::Kind::inline_enum) ||
                              wide.is(Type::Kind::named);
            const bool object =
                wide.is(Type::Kind::object) &&
                (slim.is(Type::Kind::inline_record) || slim.is(Type::Kind::inline_union) ||
                 slim.is(Type::Kind::named) || slim.is(Type::Kind::map));
            return object || (text && slim.is(Type::Kind::constant)) ||
                   (wide.is(Type::Kind::string) && slim.is(Type::Kind::inline_enum)) ||
                   (wide.is(Type::Kind::integer) && slim.is(Type::Kind::constant));
        };
        if (same(a, b) || contains(b, a)) return true;
        if (!contains(a, b)) return false;
        a = b;
        return true;
    }

    static constexpr std::size_t max_nesting = 256;

    Model& model_;
    Diagnostics& diagnostics_;
    std::unordered_set<std::string> settled_;
    std::unordered_set<std::string> open_;  ///< being settled: on the way to what is looked at
};

}  // namespace

void merge_intersections(Model& model, Diagnostics& diagnostics) {
    IntersectionMerger(model, diagnostics).run();
}

}  // namespace mcpgen
