// See hoist.hpp.
#include <generator/passes/hoist.hpp>

#include <generator/passes/walk.hpp>
#include <generator/support/json_text.hpp>
#include <generator/support/schema_messages.hpp>
#include <generator/support/words.hpp>

#include <algorithm>
#include <unordered_map>

namespace mcpgen {
namespace {

bool is_inline(const Type& type) {
    return type.is(Type::Kind::inline_record) || type.is(Type::Kind::inline_union) ||
           type.is(Type::Kind::inline_enum);
}

/// A record is told from others by a constant that it requires; without one, equal shapes mean
/// nothing.
const Member* tag(const Type& type) {
    const auto found = std::find_if(type.members.begin(), type.members.end(), [](const Member& m) {
        return m.type.is(Type::Kind::constant) && !m.required.empty();
    });
    return found == type.members.end() ? nullptr : &*found;
}

class Hoister {
public:
    Hoister(Model& model, Diagnostics& diagnostics)
        : model_(model),
          diagnostics_(diagnostics),
          here_(model.published.empty() ? Revisions() : model.published.front().in) {}

    void run() {
        // Inner inline types first; what they become is appended while the walk goes over what was
        // there.
        const std::size_t count = model_.declarations.size();
        for (std::size_t i = 0; i < count; ++i) {
            auto& alias = std::get<Alias>(model_.declarations[i]);
            if (tag(alias.type) != nullptr)
                definitions_.emplace(fingerprint(alias.type), alias.name);
        }
        for (std::size_t i = 0; i < count; ++i) {
            auto& alias = std::get<Alias>(model_.declarations[i]);
            owner_ = alias.name;
            walk(alias.type, alias.name, [&](Type& type, const std::string& path) {
                if (is_inline(type) && &type != &alias.type) replace(type, path);
            });
        }
        for (Alias& alias : added_) model_.declarations.emplace_back(std::move(alias));
        for (Declaration& declaration : model_.declarations)
            declaration = declare(std::get<Alias>(declaration));
        model_.reindex();
    }

private:
    /// Members in name order, docs left out: equal for equal shapes.
    static std::string fingerprint(const Type& type) {
        Type sorted = type;
        sorted.text = {};
        std::sort(sorted.members.begin(), sorted.members.end(),
                  [](const Member& a, const Member& b) { return a.wire < b.wire; });
        return to_text(sorted);
    }

    void replace(Type& type, const std::string& path) {
        if (tag(type) != nullptr && type.text.empty()) {
            if (const auto found = definitions_.find(fingerprint(type));
                found != definitions_.end()) {
                type = reference(found->second, type);
                return;
            }
        }
        std::string name = type.text.empty() ? derived_name(type, path) : type.text.str();
        if (type.text.empty() && name == owner_) name += path.ends_with("[]") ? "Item" : "Value";
        type.text = {};
        if (const auto earlier = names_.find(name); earlier != names_.end()) {
            if (!same(added_[earlier->second].type, type)) taken(type, name, path);
        } else if (const auto* known =
                       std::get_if<Alias>(model_.own(name) ? model_.find(name) : nullptr)) {
            if (!same(known->type, type)) taken(type, name, path);
        } else {
            names_.emplace(name, added_.size());
            added_.push_back({name, type.doc, false, here_, type, type.where});
        }
        type = reference(name, type);
    }

    void taken(const Type& type, const std::string& name, const std::string& path) {
        diagnostics_.error(
            type.where, messages::name_taken(name, path == name ? "a definition" : "another type"));
    }

    static Type reference(const std::string& name, const Type& from) {
        Type out = Type::reference(name);
        out.where = from.where;
        return out;
    }

    /// `Tool.icons[]` -> `ToolIcons`; an alternative `|2` -> its constant, or its number.
    static std::string derived_name(const Type& type, const std::string& path) {
        std::string name;
        std::string step;
        const auto flush = [&] {
            if (!step.empty()) name += to_pascal(cpp_identifier(step).value_or(step));
            step.clear();
        };
        for (std::size_t i = 0; i < path.size(); ++i) {
            if (path[i] == '|' && tag(type) != nullptr &&
                path.find_first_of(".[{|", i + 1) == std::string::npos) {
                flush();
                step = unquote_json(tag(type)->type.text);
                break;
            }
            if (std::string_view(".[]{}|").find(path[i]) != std::string_view::npos)
                flush();
            else
                step += path[i];
        }
        flush();
        return name;
    }

    Declaration declare(Alias& alias) const {
        Type& type = alias.type;
        if (type.is(Type::Kind::inline_record)) {
            return Record{alias.name,
                          alias.doc,
                          alias.deprecated,
                          alias.in,
                          type.open ? Revisions() : alias.in,
                          std::move(type.members),
                          alias.where};
        }
        if (type.is(Type::Kind::inline_enum)) {
            Enum result{alias.name, alias.doc, alias.deprecated, alias.in, {}, alias.where};
            for (const std::string& value : type.values)
                result.values.push_back({value, "", "", alias.in});
            return result;
        }
        if (type.is(Type::Kind::inline_union)) {
            Union result;
            result.name = alias.name;
            result.doc = alias.doc;
            result.deprecated = alias.deprecated;
            result.in = alias.in;
            result.where = alias.where;
            for (Type& choice : type.args) {
                Alternative alternative;
                alternative.name = choice.is(Type::Kind::named) ? choice.text : to_text(choice);
                alternative.type = std::move(choice);
                alternative.in = alias.in;
                result.alternatives.push_back(std::move(alternative));
            }
            return result;
        }
        return std::move(alias);
    }

    Model& model_;
    Diagnostics& diagnostics_;
    Revisions here_;
    std::string owner_;
    std::vector<Alias> added_;
    std::unordered_map<std::string, std::size_t> names_;
    std::unordered_map<std::string, std::string> definitions_;
};

}  // namespace

void hoist(Model& model, Diagnostics& diagnostics) { Hoister(model, diagnostics).run(); }

}  // namespace mcpgen
