// See accepts.hpp. What is not listed here is refused.
#include <generator/diff/accepts.hpp>

#include <generator/passes/join.hpp>

#include <algorithm>

namespace mcpgen {
namespace {

using TypeKind = Type::Kind;

constexpr int deep_enough = 16;  // types that contain themselves

const Declaration* declared(const Type& type, const Model& model) {
    return type.is(TypeKind::named) ? model.find(type.text) : nullptr;
}

template <class T>
const T* as_declared(const Type& type, const Model& model) {
    const Declaration* found = declared(type, model);
    return found == nullptr ? nullptr : std::get_if<T>(found);
}

/// The alternatives of a union, or nothing when it is none.
Types alternatives(const Type& type, const Model& model) {
    if (type.is(TypeKind::inline_union)) return type.args;
    Types out;
    if (const auto* u = as_declared<Union>(type, model); u != nullptr) {
        for (const Alternative& alternative : u->alternatives) out.push_back(alternative.type);
    }
    return out;
}

/// The known texts of an enumeration, as JSON; nothing when it is none.
std::vector<std::string> texts(const Type& type, const Model& model) {
    if (type.is(TypeKind::inline_enum)) return {type.values.begin(), type.values.end()};
    std::vector<std::string> out;
    if (const auto* e = as_declared<Enum>(type, model); e != nullptr) {
        for (const Enumerator& value : e->values) out.push_back(value.text);
    }
    return out;
}

struct Members {
    const ThinList<Member>* list = nullptr;  ///< null: no record
    bool closed = false;
};

Members members(const Type& type, const Model& model) {
    if (type.is(TypeKind::inline_record)) return {&type.members, !type.open};
    const auto* record = as_declared<Record>(type, model);
    return record == nullptr ? Members() : Members{&record->members, !record->closed.empty()};
}

/// Numbers and lists: no limit became tighter.
template <class T>
bool within(const std::optional<T>& new_min, const std::optional<T>& old_min,
            const std::optional<T>& new_max, const std::optional<T>& old_max) {
    const bool low = !new_min || (old_min && *old_min >= *new_min);
    const bool high = !new_max || (old_max && *old_max <= *new_max);
    return low && high;
}

bool is_constant_of(const Type& constant, TypeKind kind) {
    const std::string_view text = constant.text;
    const char first = text.empty() ? '\0' : text.front();
    switch (kind) {
        case TypeKind::string: return first == '"';
        case TypeKind::boolean: return first == 't' || first == 'f';
        case TypeKind::number: return first == '-' || (first >= '0' && first <= '9');
        case TypeKind::integer:
            return is_constant_of(constant, TypeKind::number) &&
                   text.find_first_of(".eE") == text.npos;
        default: return false;
    }
}

std::string_view unquoted(std::string_view json) { return json.substr(1, json.size() - 2); }

}  // namespace

Type bare(Type type) {
    type.bounds.reset();
    type.shape.reset();
    type.format = {};
    for (Type& argument : type.args) argument = bare(std::move(argument));
    return type;
}

std::string_view Acceptance::renamed(std::string_view old_name) const {
    const auto found = renames_.find(old_name);
    return found == renames_.end() ? old_name : found->second;
}

bool Acceptance::accepts(const Type& newer, const Type& older, int depth) const {
    if (depth > deep_enough) return true;
    const Type a = without_aliases(newer, newer_);
    const Type b = without_aliases(older, older_);
    const auto deeper = [&](const Type& x, const Type& y) { return accepts(x, y, depth + 1); };
    if (a.is(TypeKind::named) && b.is(TypeKind::named) && a.text == renamed(b.text)) return true;

    // Kept as JSON, with a shape or without.
    if (a.is(TypeKind::any))
        return !a.shape ||
               (!b.is(TypeKind::any) || b.shape ? deeper(*a.shape, b.shape ? *b.shape : b) : false);
    if (b.is(TypeKind::any)) return b.shape && deeper(a, *b.shape);

    // Null.
    if (b.is(TypeKind::null)) return a.is(TypeKind::null) || a.is(TypeKind::nullable);
    if (b.is(TypeKind::nullable)) return a.is(TypeKind::nullable) && deeper(a.args[0], b.args[0]);
    if (a.is(TypeKind::nullable)) return deeper(a.args[0], b);

    // Choices: each old one must be taken, by any new one.
    if (b.is(TypeKind::one_or_many)) {
        Type list = Type::simple(TypeKind::array);
        list.args = b.args;
        return deeper(a, b.args[0]) && deeper(a, list);
    }
    if (const Types choices = alternatives(b, older_); !choices.empty()) {
        return std::all_of(choices.begin(), choices.end(),
                           [&](const Type& choice) { return deeper(a, choice); });
    }
    if (a.is(TypeKind::one_or_many)) {
        return deeper(a.args[0], b) || (b.is(TypeKind::array) && deeper(a.args[0], b.args[0]));
    }
    if (const Types choices = alternatives(a, newer_); !choices.empty()) {
        return std::any_of(choices.begin(), choices.end(),
                           [&](const Type& choice) { return deeper(choice, b); });
    }

    if (a.is(TypeKind::array)) {
        return b.is(TypeKind::array) &&
               within(a.bounds->min_items, b.bounds->min_items, a.bounds->max_items,
                      b.bounds->max_items) &&
               deeper(a.args[0], b.args[0]);
    }
    if (a.is(TypeKind::integer) || a.is(TypeKind::number)) {
        if (b.is(TypeKind::constant)) return is_constant_of(b, a.kind);
        return (b.is(TypeKind::integer) || b.kind == a.kind) &&
               within(a.bounds->minimum, b.bounds->minimum, a.bounds->maximum, b.bounds->maximum);
    }
    if (a.is(TypeKind::boolean))
        return b.is(TypeKind::boolean) || is_constant_of(b, TypeKind::boolean);
    const bool text =
        a.is(TypeKind::string) || a.is(TypeKind::constant) || !texts(a, newer_).empty();
    return text ? accepts_text(a, b) : accepts_record(a, b, depth);
}

bool Acceptance::accepts_text(const Type& a, const Type& b) const {
    const std::vector<std::string> old_texts = texts(b, older_);
    const std::vector<std::string> new_texts = texts(a, newer_);
    const auto knows = [&](const std::string& value) {
        return std::find(new_texts.begin(), new_texts.end(), value) != new_texts.end();
    };
    if (a.is(TypeKind::string))
        return b.is(TypeKind::string) || !old_texts.empty() ||
               (b.is(TypeKind::constant) && is_constant_of(b, TypeKind::string));
    if (a.is(TypeKind::constant)) return b.is(TypeKind::constant) && a.text == b.text;
    if (b.is(TypeKind::constant) && is_constant_of(b, TypeKind::string))
        return knows(std::string(unquoted(b.text)));
    return !old_texts.empty() && std::all_of(old_texts.begin(), old_texts.end(), knows);
}

bool Acceptance::accepts_record(const Type& a, const Type& b, int depth) const {
    if (a.is(TypeKind::object) && a.shape)
        return accepts(*a.shape, b.shape ? *b.shape : b, depth + 1);
    if (b.is(TypeKind::object) && b.shape) return accepts(a, *b.shape, depth + 1);
    const Members wanted = members(a, newer_);
    const Members given = members(b, older_);
    const bool old_object = b.is(TypeKind::object) || b.is(TypeKind::map) || given.list != nullptr;
    if (a.is(TypeKind::object)) return old_object;
    if (a.is(TypeKind::map)) {
        if (b.is(TypeKind::map)) return accepts(a.args[0], b.args[0], depth + 1);
        return given.list != nullptr &&
               std::all_of(given.list->begin(), given.list->end(),
                           [&](const Member& m) { return accepts(a.args[0], m.type, depth + 1); });
    }
    if (wanted.list == nullptr || !old_object) return false;
    static const ThinList<Member> none;
    const ThinList<Member>& have = given.list == nullptr ? none : *given.list;
    for (const Member& member : *wanted.list) {
        const auto found = std::find_if(have.begin(), have.end(),
                                        [&](const Member& m) { return m.wire == member.wire; });
        const bool absent = found == have.end();
        if (!member.required.empty() && (absent || found->required.empty())) return false;
        if (!absent && !accepts(member.type, found->type, depth + 1)) return false;
    }
    if (!wanted.closed) return true;
    return given.closed && std::all_of(have.begin(), have.end(), [&](const Member& member) {
               return std::any_of(wanted.list->begin(), wanted.list->end(),
                                  [&](const Member& m) { return m.wire == member.wire; });
           });
}

}  // namespace mcpgen
