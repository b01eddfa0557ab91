// See apply_overrides.hpp. One function per kind of entry.
#include <generator/passes/apply_overrides.hpp>

#include <generator/model/build.hpp>
#include <generator/passes/walk.hpp>
#include <generator/schema/json_schema.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <unordered_map>

namespace mcpgen {
namespace {

/// The type at the end of `path`; null where there is none. The name of a member may itself contain
/// dots.
Type* follow(Type& type, std::string_view path) {
    if (path.empty()) return &type;
    if (path.starts_with("[]") || path.starts_with("{}")) {
        const Type::Kind kind = path[0] == '[' ? Type::Kind::array : Type::Kind::map;
        return type.is(kind) ? follow(type.args.front(), path.substr(2)) : nullptr;
    }
    for (Type& part : type.args) {
        Type* found = type.is(Type::Kind::intersection) ? follow(part, path) : nullptr;
        if (found != nullptr) return found;
    }
    const std::string_view names = path.substr(1);
    for (Member& member : type.members) {
        const std::size_t end = member.wire.view().size();
        const bool fits = path[0] == '.' && names.starts_with(member.wire) &&
                          (end == names.size() ||
                           std::string_view(".[{").find(names[end]) != std::string_view::npos);
        Type* found = fits ? follow(member.type, names.substr(end)) : nullptr;
        if (found != nullptr) return found;
    }
    return nullptr;
}

class Applier {
public:
    Applier(Model& model, Overrides& overrides, Diagnostics& diagnostics)
        : model_(model),
          overrides_(overrides),
          diagnostics_(diagnostics),
          here_(model.published.front().in) {}

    void run() {
        rename();
        each("members", &Applier::add_member);
        each("types", &Applier::retype);
        each("raw", &Applier::keep_raw);
        each("enums", &Applier::enumerate);
        each("names", &Applier::name);
    }

private:
    void each(std::string_view kind, bool (Applier::*apply)(Override&)) {
        overrides_.each(kind, here_, [&](Override& entry) { return (this->*apply)(entry); });
    }

    /// All at once, so that the model is walked once: first the definitions, then what refers to
    /// them.
    void rename() {
        // What is called so now -> what it was called.
        std::unordered_map<std::string_view, std::string_view> original;
        for (const Declaration& declaration : model_.declarations)
            original.emplace(name_of(declaration), name_of(declaration));
        bool any = false;
        overrides_.each("rename", here_, [&](Override& entry) {
            auto found = original.extract(entry.text("from"));
            if (found.empty()) return false;
            if (original.contains(entry.text("to"))) {
                diagnostics_.error(entry.where(), messages::duplicate_definition(entry.text("to")));
            } else {
                found.key() = entry.text("to");
                any = true;
            }
            original.insert(std::move(found));
            return true;
        });
        if (!any) return;
        std::unordered_map<std::string, std::string_view> renamed;
        for (const auto& [now, before] : original) {
            if (now != before) renamed.emplace(before, now);
        }
        const auto replace = [&](auto& name) {
            if (const auto found = renamed.find(std::string(name)); found != renamed.end())
                name = found->second;
        };
        for (Declaration& declaration : model_.declarations)
            replace(std::get<Alias>(declaration).name);
        for (Published& published : model_.published) replace(published.target);
        walk_aliases(model_, [&](Type& type) {
            if (type.is(Type::Kind::named)) replace(type.text);
        });
        model_.reindex();
    }

    bool retype(Override& entry) {
        const std::vector<Type*> targets = select(model_, entry.text("at"));
        if (targets.empty()) return false;
        const Type wanted = given_type(entry);
        for (Type* target : targets) {
            const SharedText doc = target->doc;
            *target = wanted;
            if (target->doc.empty()) target->doc = doc;
        }
        return true;
    }

    /// Keeps the text of an object, and checks it against what the schema says.
    bool keep_raw(Override& entry) {
        const std::vector<Type*> targets = select(model_, entry.text("at"));
        for (Type* target : targets) {
            const bool object = target->is(Type::Kind::inline_record) ||
                                target->is(Type::Kind::map) || target->is(Type::Kind::object);
            Type raw = Type::simple(object ? Type::Kind::object : Type::Kind::any);
            raw.where = target->where;
            raw.doc = target->doc;
            if (!target->is(Type::Kind::object))
                raw.shape = std::make_shared<Type>(std::move(*target));
            *target = std::move(raw);
        }
        return !targets.empty();
    }

    bool add_member(Override& entry) {
        bool used = false;
        for (Type* target : select(model_, entry.text("at"))) {
            if (!target->is(Type::Kind::inline_record) && !target->is(Type::Kind::object)) continue;
            target->kind = Type::Kind::inline_record;
            const std::string_view wire = entry.text("member");
            used = true;
            if (std::any_of(target->members.begin(), target->members.end(),
                            [&](const Member& m) { return m.wire == wire; })) {
                continue;
            }
            Member member;
            member.wire = wire;
            member.doc = entry.text("description");
            member.in = here_;
            member.type = given_type(entry);
            member.where = entry.where();
            target->members.push_back(std::move(member));
        }
        return used;
    }

    /// A string becomes an enumeration with these known values; an enumeration takes their order.
    bool enumerate(Override& entry) {
        std::vector<std::string> values;
        for (const Node& value : entry.find("values")->items) values.push_back(value.text.str());
        bool used = false;
        for (Type* target : select(model_, entry.text("at"))) {
            if (target->is(Type::Kind::inline_enum)) {
                for (const std::string& value : target->values) {
                    if (std::find(values.begin(), values.end(), value) == values.end())
                        values.push_back(value);
                }
            } else if (!target->is(Type::Kind::string)) {
                continue;
            }
            target->kind = Type::Kind::inline_enum;
            target->values = values;
            if (!entry.text("name").empty()) target->text = entry.text("name");
            used = true;
        }
        return used;
    }

    /// The name that an inline type will get when it is hoisted.
    bool name(Override& entry) {
        bool used = false;
        for (Type* target : select(model_, entry.text("at"))) {
            const bool nameable =
                target->is(Type::Kind::inline_record) || target->is(Type::Kind::inline_union) ||
                target->is(Type::Kind::inline_enum) || target->is(Type::Kind::intersection);
            if (!nameable) continue;
            target->text = entry.text("name");
            used = true;
        }
        return used;
    }

    Type given_type(const Override& entry) {
        Document holder;  // gives the schema's nodes a file for messages
        holder.file = entry.where().file;
        holder.root = *entry.find("type");
        return build_type(parse_schema(Place(holder), diagnostics_), here_, diagnostics_);
    }

    Model& model_;
    Overrides& overrides_;
    Diagnostics& diagnostics_;
    Revisions here_;
};

}  // namespace

std::vector<Type*> select(Model& model, std::string_view at) {
    const std::size_t split = std::min(at.find_first_of(".[{"), at.size());
    const std::string_view owner = at.substr(0, split);
    std::vector<Type*> out;
    const auto search = [&](Declaration& declaration) {
        auto* alias = std::get_if<Alias>(&declaration);
        Type* type = alias == nullptr ? nullptr : follow(alias->type, at.substr(split));
        if (type != nullptr) out.push_back(type);
    };
    if (owner.find('*') == std::string_view::npos) {
        if (model.own(owner)) search(*model.find(owner));
        return out;
    }
    for (Declaration& declaration : model.declarations) {
        if (Overrides::matches(owner, name_of(declaration))) search(declaration);
    }
    return out;
}

void apply_overrides(Model& model, Overrides& overrides, Diagnostics& diagnostics) {
    if (!model.published.empty()) Applier(model, overrides, diagnostics).run();
}

}  // namespace mcpgen
