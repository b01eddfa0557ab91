// See build.hpp. One function per form that a schema can have.
#include <generator/model/build.hpp>

#include <generator/support/json_text.hpp>
#include <generator/support/schema_messages.hpp>

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace mcpgen {
namespace {

class Builder {
public:
    Builder(Revisions here, Diagnostics& diagnostics) : here_(here), diagnostics_(diagnostics) {}

    Type type(const Schema& schema) {
        Type result = form(schema);
        result.where = schema.where;
        result.doc = schema.description;
        return result;
    }

    Alias declaration(const Definition& definition) {
        return {definition.name.str(),        definition.schema.description,
                definition.schema.deprecated, here_,
                type(definition.schema),      definition.schema.where};
    }

private:
    Type form(const Schema& schema) {
        const bool combines = !schema.all_of.empty() || !schema.any_of.empty();
        const bool says_more = combines || states_value(schema);
        if (!schema.ref.empty()) {
            if (says_more) unsupported(schema, "`$ref` with other keywords beside it");
            return Type::reference(schema.ref);
        }
        if (!schema.all_of.empty()) {
            if (!schema.any_of.empty()) unsupported(schema, "`allOf` beside `anyOf`");
            return intersection(schema);
        }
        if (!schema.any_of.empty()) {
            if (states_value(schema)) unsupported(schema, "`anyOf` with other keywords beside it");
            return any_of(schema);
        }
        if (!schema.constant.empty()) return constant(schema);
        if (!schema.values.empty()) return enumeration(schema);
        if (schema.types == 0) return untyped(schema);
        return typed(schema);
    }

    /// It says more than a type, a comment, or what its references and alternatives say.
    static bool states_value(const Schema& schema) {
        return !schema.constant.empty() || !schema.values.empty() || states_members(schema) ||
               schema.items != nullptr;
    }

    static bool states_members(const Schema& schema) {
        return schema.has_properties || !schema.required.empty() || schema.additional ||
               schema.closed;
    }

    Type intersection(const Schema& schema) {
        Type result = Type::simple(Type::Kind::intersection);
        for (const Schema& part : schema.all_of) result.args.push_back(type(part));
        if (states_members(schema)) result.args.push_back(object(schema));
        return result;
    }

    Type any_of(const Schema& schema) {
        Type result = Type::simple(Type::Kind::inline_union);
        for (const Schema& alternative : schema.any_of) result.args.push_back(type(alternative));
        return result;
    }

    Type constant(const Schema& schema) {
        Type result = Type::simple(Type::Kind::constant);
        result.text = schema.constant;
        return result;
    }

    Type enumeration(const Schema& schema) {
        Type result = Type::simple(Type::Kind::inline_enum);
        for (const std::string& value : schema.values) {
            if (!value.starts_with('"'))
                unsupported(schema, "an enumeration of values that are not strings");
            result.values.push_back(unquote_json(value));
        }
        return result;
    }

    /// Without `type` the other keywords tell: `{}` is anything, `properties` an object.
    Type untyped(const Schema& schema) {
        if (schema.has_properties || schema.additional || !schema.required.empty())
            return object(schema);
        if (schema.items) return array(schema);
        if (schema.closed) {
            diagnostics_.error(schema.where, messages::contradiction("it is `false`"));
        }
        return Type::simple(Type::Kind::any);
    }

    Type typed(const Schema& schema) {
        static constexpr SchemaType order[] = {type_string, type_integer, type_number, type_boolean,
                                               type_array,  type_object,  type_null};
        Types found;
        for (const SchemaType bit : order) {
            if ((schema.types & bit) != 0) found.push_back(one(schema, bit));
        }
        if (found.size() == 1) return std::move(found.front());
        Type result = Type::simple(Type::Kind::inline_union);
        result.args = std::move(found);
        return result;
    }

    Type one(const Schema& schema, SchemaType bit) {
        switch (bit) {
            case type_null: return Type::simple(Type::Kind::null);
            case type_boolean: return Type::simple(Type::Kind::boolean);
            case type_integer: return number(schema, Type::Kind::integer);
            case type_number: return number(schema, Type::Kind::number);
            case type_array: return array(schema);
            case type_object: return object(schema);
            case type_string: break;
        }
        Type result = Type::simple(Type::Kind::string);
        result.format = schema.format;
        return result;
    }

    static Type number(const Schema& schema, Type::Kind kind) {
        Type result = Type::simple(kind);
        result.bounds = Bounds{schema.bounds->minimum, schema.bounds->maximum, {}, {}};
        return result;
    }

    Type array(const Schema& schema) {
        Type result = Type::simple(Type::Kind::array);
        result.bounds = Bounds{{}, {}, schema.bounds->min_items, schema.bounds->max_items};
        result.args.push_back(schema.items ? type(*schema.items) : Type::simple(Type::Kind::any));
        return result;
    }

    /// An object with named members is a record; with only a schema for all members, a map; else
    /// any object.
    Type object(const Schema& schema) {
        if (schema.properties.empty() && schema.required.empty() && !schema.closed) {
            if (!schema.additional || schema.additional->is_anything())
                return Type::simple(Type::Kind::object);
            Type result = Type::simple(Type::Kind::map);
            result.args.push_back(type(*schema.additional));
            return result;
        }
        Type result = Type::simple(Type::Kind::inline_record);
        result.open = !schema.closed;
        if (schema.additional && !schema.additional->is_anything()) {
            unsupported(schema, "an object with named members and a schema for all others");
        }
        std::unordered_set<std::string_view> required(schema.required.begin(),
                                                      schema.required.end());
        for (const Property& property : schema.properties)
            result.members.push_back(member(property, required.erase(property.name) > 0));
        for (const std::string_view name : required)
            result.members.push_back(undescribed(std::string(name), schema));
        // Documents list members in any order; from here on it is one order.
        std::sort(result.members.begin(), result.members.end(),
                  [](const Member& a, const Member& b) { return a.wire < b.wire; });
        return result;
    }

    Member member(const Property& property, bool required) {
        Member result;
        result.wire = property.name;
        result.doc = property.schema.description;
        result.deprecated = property.schema.deprecated;
        result.in = here_;
        if (required) result.required = here_;
        result.type = type(property.schema);
        result.where = property.schema.where;
        return result;
    }

    /// Required, but without a schema of its own: any value.
    Member undescribed(std::string name, const Schema& owner) {
        Member result;
        result.wire = std::move(name);
        result.in = here_;
        result.required = here_;
        result.where = owner.where;
        return result;
    }

    void unsupported(const Schema& schema, const char* what) {
        diagnostics_.error(schema.where, messages::no_cpp_form(what));
    }

    Revisions here_;
    Diagnostics& diagnostics_;
};

}  // namespace

Type build_type(const Schema& schema, Revisions here, Diagnostics& diagnostics) {
    return Builder(here, diagnostics).type(schema);
}

Model build(const SchemaFile& file, std::vector<std::string> revisions, std::size_t index,
            Diagnostics& diagnostics) {
    Model model;
    model.revisions = std::move(revisions);
    model.extension = file.extension;
    model.space = file.space;
    const Revisions here = Revisions::one(index);
    Builder builder(here, diagnostics);
    const SharedText as_type = "type";
    model.declarations.reserve(file.definitions.size());
    model.published.reserve(file.definitions.size());
    for (const Definition& definition : file.definitions) {
        model.declarations.push_back(builder.declaration(definition));
        model.published.push_back({definition.name, here, as_type, definition.name});
    }
    model.reindex();
    return model;
}

}  // namespace mcpgen
