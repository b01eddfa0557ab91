// See apply_overrides.hpp. One function per kind of entry.
#include <generator/passes/apply_overrides.hpp>

#include <generator/model/build.hpp>
#include <generator/passes/walk.hpp>
#include <generator/schema/json_schema.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>

namespace mcpgen {
namespace {

/// Goes one step of a path down from `type`; null where there is no such step.
Type* step(Type& type, std::string_view name) {
    if (name == "[]") return type.is(Type::Kind::array) ? &type.args.front() : nullptr;
    if (name == "{}") return type.is(Type::Kind::map) ? &type.args.front() : nullptr;
    for (Type& part : type.args) {
        Type* found = type.is(Type::Kind::intersection) ? step(part, name) : nullptr;
        if (found != nullptr) return found;
    }
    const auto found = std::find_if(type.members.begin(), type.members.end(),
                                    [&](const Member& m) { return m.wire == name.substr(1); });
    return found == type.members.end() ? nullptr : &found->type;
}

/// Splits `.content[]` into `.content` and `[]`.
std::vector<std::string_view> steps(std::string_view path) {
    std::vector<std::string_view> out;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find_first_of(".[{", 1), path.size());
        out.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return out;
}

class Applier {
public:
    Applier(Model& model, Overrides& overrides, Diagnostics& diagnostics)
        : model_(model),
          overrides_(overrides),
          diagnostics_(diagnostics),
          here_(model.published.front().in) {}

    void run() {
        each("rename", &Applier::rename);
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

    bool rename(Override& entry) {
        const std::string from = entry.text("from");
        const std::string to = entry.text("to");
        auto* alias = std::get_if<Alias>(model_.find(from));
        if (alias == nullptr) return false;
        if (model_.find(to) != nullptr) {
            diagnostics_.error(entry.where(), messages::duplicate_definition(to));
            return true;
        }
        alias->name = to;
        for (Published& published : model_.published) {
            if (published.target == from) published.target = to;
        }
        walk(model_, [&](Type& type, const std::string&) {
            if (type.is(Type::Kind::named) && type.text == from) type.text = to;
        });
        model_.reindex();
        return true;
    }

    bool retype(Override& entry) {
        const std::vector<Type*> targets = select(model_, entry.text("at"));
        if (targets.empty()) return false;
        const Type wanted = given_type(entry);
        for (Type* target : targets) {
            const std::string doc = target->doc;
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
            const std::string wire = entry.text("member");
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
        for (const Node& value : entry.find("values")->items) values.push_back(value.text);
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
    const std::vector<std::string_view> path = steps(at.substr(split));
    std::vector<Type*> out;
    const auto follow = [&](Declaration& declaration) {
        auto* alias = std::get_if<Alias>(&declaration);
        Type* type = alias == nullptr ? nullptr : &alias->type;
        for (const std::string_view name : path)
            type = type == nullptr ? nullptr : step(*type, name);
        if (type != nullptr) out.push_back(type);
    };
    if (owner.find('*') == std::string_view::npos) {
        if (model.own(owner)) follow(*model.find(owner));
        return out;
    }
    for (Declaration& declaration : model.declarations) {
        if (Overrides::matches(owner, name_of(declaration))) follow(declaration);
    }
    return out;
}

void apply_overrides(Model& model, Overrides& overrides, Diagnostics& diagnostics) {
    if (!model.published.empty()) Applier(model, overrides, diagnostics).run();
}

}  // namespace mcpgen
