// Defaults and checks of form fields.
#include <mcp/codec.hpp>
#include <mcp/elicit_form.hpp>

#include "client/formats.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mcp {

namespace {

using Sentence = std::optional<std::string>;

std::string number_text(double number) { return Json(number).dump(); }

Sentence one_of(const std::string& value, const std::vector<std::string>& choices) {
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return {};
    return "not one of the choices";
}

std::vector<std::string> values(const std::vector<EnumOption>& options) {
    std::vector<std::string> texts;
    texts.reserve(options.size());
    for (const EnumOption& option : options) texts.push_back(option.const_);
    return texts;
}

Sentence text_violation(const StringSchema& schema, const std::string& text) {
    const auto length = static_cast<std::int64_t>(client::code_points(text));
    if (schema.minLength && length < *schema.minLength) {
        return "at least " + std::to_string(*schema.minLength) + " characters";
    }
    if (schema.maxLength && length > *schema.maxLength) {
        return "at most " + std::to_string(*schema.maxLength) + " characters";
    }
    if (!schema.format) return {};
    const auto format = schema.format->tag();
    if (!format) return {};
    switch (*format) {
        case StringSchemaFormatTag::email:
            if (!client::is_email(text)) return "no mail address";
            break;
        case StringSchemaFormatTag::uri:
            if (!client::is_uri(text)) return "no URI";
            break;
        case StringSchemaFormatTag::date:
            if (!client::is_date(text)) return "no date (2026-01-31)";
            break;
        case StringSchemaFormatTag::date_time:
            if (!client::is_date_time(text)) return "no date and time (2026-01-31T12:00:00Z)";
            break;
    }
    return {};
}

Sentence number_violation(const NumberSchema& schema, double number) {
    if (schema.type == NumberSchemaTypeTag::integer && number != std::floor(number)) {
        return "no whole number";
    }
    if (!std::isfinite(number)) return "no number";
    if (schema.minimum && number < *schema.minimum) {
        return "at least " + number_text(*schema.minimum);
    }
    if (schema.maximum && number > *schema.maximum) {
        return "at most " + number_text(*schema.maximum);
    }
    return {};
}

template <class Schema>
Sentence choices_violation(const Schema& schema, const std::vector<std::string>& chosen,
                           const std::vector<std::string>& choices) {
    const auto count = static_cast<std::int64_t>(chosen.size());
    if (schema.minItems && count < *schema.minItems) {
        return "at least " + std::to_string(*schema.minItems) + " choices";
    }
    if (schema.maxItems && count > *schema.maxItems) {
        return "at most " + std::to_string(*schema.maxItems) + " choices";
    }
    for (const std::string& each : chosen) {
        if (auto why = one_of(each, choices)) return why;
    }
    return {};
}

/// Why `value` is not what one kind of field takes.
struct FieldCheck {
    const ElicitValue& value;

    Sentence operator()(const BooleanSchema&) const {
        if (std::holds_alternative<bool>(value)) return {};
        return "neither true nor false";
    }
    Sentence operator()(const NumberSchema& schema) const {
        if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            return number_violation(schema, static_cast<double>(*integer));
        }
        if (const auto* number = std::get_if<double>(&value)) {
            return number_violation(schema, *number);
        }
        return "no number";
    }
    Sentence operator()(const StringSchema& schema) const {
        return text([&](const std::string& text) { return text_violation(schema, text); });
    }
    Sentence operator()(const TitledSingleSelectEnumSchema& schema) const {
        return text([&](const std::string& text) { return one_of(text, values(schema.oneOf)); });
    }
    Sentence operator()(const UntitledSingleSelectEnumSchema& schema) const {
        return text([&](const std::string& text) { return one_of(text, schema.enum_); });
    }
    Sentence operator()(const LegacyTitledEnumSchema& schema) const {
        return text([&](const std::string& text) { return one_of(text, schema.enum_); });
    }
    Sentence operator()(const TitledMultiSelectEnumSchema& schema) const {
        return list([&](const std::vector<std::string>& chosen) {
            return choices_violation(schema, chosen, values(schema.items.anyOf));
        });
    }
    Sentence operator()(const UntitledMultiSelectEnumSchema& schema) const {
        return list([&](const std::vector<std::string>& chosen) {
            return choices_violation(schema, chosen, schema.items.enum_);
        });
    }
    Sentence operator()(const Unrecognized&) const { return {}; }

private:
    template <class F>
    Sentence text(F check) const {
        const auto* found = std::get_if<std::string>(&value);
        return found == nullptr ? Sentence("no text") : check(*found);
    }
    template <class F>
    Sentence list(F check) const {
        const auto* found = std::get_if<std::vector<std::string>>(&value);
        return found == nullptr ? Sentence("no list") : check(*found);
    }
};

std::optional<ElicitValue> default_of(const PrimitiveSchemaDefinition& field) {
    return std::visit(
        [](const auto& schema) -> std::optional<ElicitValue> {
            using Schema = std::remove_cvref_t<decltype(schema)>;
            if constexpr (std::is_same_v<Schema, Unrecognized>) {
                return std::nullopt;
            } else if constexpr (std::is_same_v<Schema, NumberSchema>) {
                if (!schema.default_) return std::nullopt;
                const double number = *schema.default_;
                if (number == std::floor(number) && std::abs(number) < 9e15) {
                    return ElicitValue(static_cast<std::int64_t>(number));
                }
                return ElicitValue(number);
            } else {
                if (!schema.default_) return std::nullopt;
                return ElicitValue(*schema.default_);
            }
        },
        static_cast<const PrimitiveSchemaDefinition::Base&>(field));
}

}  // namespace

void fill_defaults(const ElicitSchema& form, Map<ElicitValue>& content) {
    for (const auto& [name, field] : form.properties) {
        if (content.contains(name)) continue;
        if (auto value = default_of(field)) content[name] = std::move(*value);
    }
}

std::vector<ElicitRequestURLParams> required_pages(const RpcError& error) {
    if (error.failure != Failure::peer || error.code != error_code::url_elicitation_required ||
        !error.data) {
        return {};
    }
    auto data = decode<URLElicitationRequiredErrorData>(error.data->text(), r2025_11_25);
    return data ? std::move(data->elicitations) : std::vector<ElicitRequestURLParams>();
}

std::optional<std::string> form_violation(const ElicitSchema& form,
                                          const Map<ElicitValue>& content) {
    if (form.required) {
        for (const std::string& name : *form.required) {
            if (!content.contains(name)) return name + ": is required";
        }
    }
    for (const auto& [name, value] : content) {
        const PrimitiveSchemaDefinition* field = form.properties.find(name);
        if (field == nullptr) return name + ": was not asked for";
        const Sentence why = std::visit(
            FieldCheck{value}, static_cast<const PrimitiveSchemaDefinition::Base&>(*field));
        if (why) return name + ": " + *why;
    }
    return {};
}

}  // namespace mcp
