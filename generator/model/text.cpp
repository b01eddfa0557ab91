// Models and types as text: for `dump`, for messages, and for tests.
#include <generator/model/model.hpp>
#include <generator/support/json_text.hpp>

namespace mcpgen {
namespace {

std::string number_text(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string bounds(const Type& type) {
    std::string out;
    const Bounds& given = *type.bounds;
    if (given.minimum) out += " min " + number_text(*given.minimum);
    if (given.maximum) out += " max " + number_text(*given.maximum);
    if (given.min_items) out += " min-items " + std::to_string(*given.min_items);
    if (given.max_items) out += " max-items " + std::to_string(*given.max_items);
    return out;
}

std::string list(const Types& types, std::string_view separator) {
    std::string out;
    for (const Type& type : types) {
        if (!out.empty()) out += separator;
        out += to_text(type);
    }
    return out;
}

std::string base_text(const Type& type) {
    using Kind = Type::Kind;
    switch (type.kind) {
        case Kind::any: return "any";
        case Kind::object: return "object";
        case Kind::boolean: return "boolean";
        case Kind::integer: return type.is_unsigned ? "unsigned integer" : "integer";
        case Kind::number: return "number";
        case Kind::string: return "string";
        case Kind::null: return "null";
        case Kind::constant: return type.text.str();
        case Kind::named: return (type.boxed ? "box " : "") + type.text;
        case Kind::array: return "[" + list(type.args, "") + "]";
        case Kind::map: return "{" + list(type.args, "") + "}";
        case Kind::nullable: return list(type.args, "") + "|null";
        case Kind::one_or_many: return "one-or-many " + list(type.args, "");
        case Kind::inline_union: return "(" + list(type.args, " | ") + ")";
        case Kind::intersection: return "(" + list(type.args, " & ") + ")";
        case Kind::inline_enum: {
            std::string out;
            for (const std::string& value : type.values)
                out += (out.empty() ? "" : "|") + quote_json(value);
            return out;
        }
        case Kind::inline_record: {
            std::string out = type.open ? "{" : "closed {";
            for (const Member& member : type.members) {
                out += " " + member.wire + (member.required.empty() ? "?: " : ": ") +
                       to_text(member.type) + ";";
            }
            return out + " }";
        }
    }
    return "?";
}

/// ` @2025-06-18..` where the set is not everything its owner has.
std::string where(Revisions set, Revisions owner, const Model& model) {
    return set == owner ? "" : " @" + to_text(set, model);
}

std::string condition_text(const Condition& condition) {
    std::string out = condition.path.empty() ? "value" : condition.path;
    const auto join = [](const std::vector<std::string>& parts) {
        std::string text;
        for (const std::string& part : parts) text += (text.empty() ? "" : "|") + part;
        return text;
    };
    switch (condition.op) {
        case Condition::Op::equals: return out + " = " + join(condition.texts);
        case Condition::Op::one_of: return out + " in " + join(condition.texts);
        case Condition::Op::has: return "has " + out;
        case Condition::Op::lacks: return "lacks " + out;
        case Condition::Op::is_kind: return out + " is " + join(condition.kinds);
    }
    return out;
}

void print(const Record& record, const Model& model, std::string& out) {
    out += "record " + record.name + where(record.in, model.all(), model);
    if (!record.closed.empty()) out += " closed" + where(record.closed, record.in, model);
    out += "\n";
    for (const Member& member : record.members) {
        out += "  " + member.wire + (member.optional() ? "?" : "") + ": " + to_text(member.type);
        if (!member.name.empty() && member.name != member.wire) out += " as " + member.name;
        if (!member.default_value.empty()) out += " = " + member.default_value;
        out += where(member.in, record.in, model);
        if (member.optional() && !member.required.empty())
            out += " required" + where(member.required, {}, model);
        if (member.deprecated) out += " deprecated";
        out += "\n";
        for (const Facet& facet : member.facets) {
            out += "    @" + to_text(facet.in, model) + ": " + to_text(facet.type) + "\n";
        }
    }
}

void print(const Union& u, const Model& model, std::string& out) {
    out += "union " + u.name + where(u.in, model.all(), model) + (u.open ? " open" : "") +
           (u.tag.empty() ? "" : " by " + u.tag) + "\n";
    for (const Alternative& alternative : u.alternatives) {
        out += "  " + to_text(alternative.type) + where(alternative.in, u.in, model);
        for (const Condition& condition : alternative.conditions) {
            out += (&condition == &alternative.conditions.front() ? " when " : " and ") +
                   condition_text(condition);
        }
        if (!alternative.fallback.empty()) out += " with fallback";
        out += "\n";
    }
}

void print(const Enum& e, const Model& model, std::string& out) {
    out += "enum " + e.name + where(e.in, model.all(), model) + "\n";
    for (const Enumerator& value : e.values) {
        out += "  " + value.text +
               (value.name.empty() || value.name == value.text ? "" : " as " + value.name) +
               where(value.in, e.in, model) + "\n";
    }
}

void print(const Alias& alias, const Model& model, std::string& out) {
    out += "alias " + alias.name + where(alias.in, model.all(), model) + " = " +
           to_text(alias.type) + "\n";
}

void print(const Method& method, const Model& model, std::string& out) {
    out += (method.notification ? "notification " : "request ") + method.wire;
    if (!method.name.empty()) out += " as " + method.name;
    out += where(method.in, model.all(), model);
    if (!method.from_client.empty())
        out += " from client" + where(method.from_client, method.in, model);
    if (!method.from_server.empty())
        out += " from server" + where(method.from_server, method.in, model);
    out += "\n";
    if (method.params)
        out += "  params " + to_text(*method.params) +
               (method.params_required.empty()
                    ? ""
                    : " required" + where(method.params_required, method.in, model)) +
               "\n";
    if (method.result) out += "  result " + to_text(*method.result) + "\n";
    if (!method.input_required.empty())
        out += "  or input required" + where(method.input_required, {}, model) + "\n";
}

}  // namespace

std::string to_text(const Type& type) {
    std::string out = base_text(type) + bounds(type);
    if (type.shape) out += " shaped " + to_text(*type.shape);
    return out;
}

std::string to_text(Revisions set, const Model& model) {
    std::string out;
    for (std::size_t i = 0; i < model.revisions.size(); ++i) {
        if (!set.contains(i)) continue;
        std::size_t last = i;
        while (last + 1 < model.revisions.size() && set.contains(last + 1)) ++last;
        out += (out.empty() ? "" : ", ") + model.revisions[i];
        if (last > i) out += ".." + model.revisions[last];
        i = last;
    }
    return out.empty() ? "never" : out;
}

std::string to_text(const Model& model) {
    std::string out;
    for (const Declaration& declaration : model.declarations) {
        std::visit([&](const auto& d) { print(d, model, out); }, declaration);
    }
    for (const Method& method : model.methods) print(method, model, out);
    for (const ErrorCode& error : model.errors) {
        out += "error " + error.name + " = " + std::to_string(error.code) +
               where(error.in, model.all(), model) + "\n";
    }
    return out;
}

}  // namespace mcpgen
