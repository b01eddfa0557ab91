// What a request for the user's input must keep to and no schema says: simple fields only, formats
// that exist, web addresses that are safe to show, and answers that fit.
#include "session/questions.hpp"

#include "util/ascii.hpp"

#include <mcp/codec.hpp>
#include <mcp/json_schema.hpp>
#include <mcp/secret_words.hpp>

#include <algorithm>
#include <string>
#include <variant>

namespace mcp::session {

namespace {

using detail::lower;

bool has_address(std::string_view text) {
    const std::string all = lower(text);
    return all.find("http://") != std::string::npos || all.find("https://") != std::string::npos;
}

std::optional<std::string> form_problem(const ElicitRequestFormParams& form, Revision revision) {
    if (form.message.empty()) return "message: empty";
    for (const auto& field : form.requestedSchema.properties) {
        const std::string path = "requestedSchema.properties." + field.name;
        if (std::holds_alternative<Unrecognized>(field.value)) {
            return path + ": only strings, numbers, booleans and choices can be asked for";
        }
        const auto* string = std::get_if<StringSchema>(&field.value);
        if (string && string->format && !string->format->known()) {
            return path + ": unknown format";
        }
        const bool multiple = std::holds_alternative<TitledMultiSelectEnumSchema>(field.value) ||
                              std::holds_alternative<UntitledMultiSelectEnumSchema>(field.value);
        if (multiple && revision < r2025_11_25) return path + ": only single choices here";
    }
    if (form.requestedSchema.required) {
        for (const std::string& name : *form.requestedSchema.required) {
            if (!form.requestedSchema.properties.contains(name)) {
                return "requestedSchema.required: no field " + name;
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> url_problem(std::string_view url) {
    for (const char c : url) {
        const auto byte = static_cast<unsigned char>(c);
        const bool mark = std::string_view("\"<>\\^`{|}").find(c) != std::string_view::npos;
        if (byte <= ' ' || byte >= 0x7f || mark) {
            return "url: a character that a URL cannot have";
        }
    }
    const std::size_t colon = url.find("://");
    if (colon == std::string_view::npos) return "url: no absolute URL";
    const std::string scheme = lower(url.substr(0, colon));
    if (scheme != "https" && scheme != "http") return "url: neither https nor http";
    std::string_view rest = url.substr(colon + 3);
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
    if (authority.find('@') != std::string_view::npos) return "url: a user name in it";
    if (authority.empty()) return "url: no host";
    const std::string_view host = authority.front() == '['
                                      ? authority.substr(0, authority.find(']') + 1)
                                      : authority.substr(0, authority.find(':'));
    if (host.empty()) return "url: no host";
    const bool local = host == "localhost" || host == "127.0.0.1" || host == "[::1]";
    if (scheme == "http" && !local) return "url: plain http is for this machine only";
    const std::size_t question = rest.find('?');
    if (question == std::string_view::npos) return std::nullopt;
    std::string_view query = rest.substr(question + 1);
    query = query.substr(0, query.find('#'));
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        if (sounds_secret(pair.substr(0, pair.find('=')))) return "url: a credential in it";
        query.remove_prefix(std::min(query.size(), pair.size() + 1));
    }
    return std::nullopt;
}

std::optional<std::string> elicitation_problem(const ElicitRequestParams& params,
                                               Revision revision) {
    if (const auto* form = std::get_if<ElicitRequestFormParams>(&params)) {
        return form_problem(*form, revision);
    }
    const auto& page = std::get<ElicitRequestURLParams>(params);
    if (page.message.empty()) return "message: empty";
    return url_problem(page.url);
}

std::string secret_field(const ElicitRequestParams& params) {
    const auto* form = std::get_if<ElicitRequestFormParams>(&params);
    if (!form) return {};
    for (const auto& field : form->requestedSchema.properties) {
        if (sounds_secret(field.name)) return field.name;
    }
    return {};
}

std::optional<std::string> elicitation_note(const ElicitRequestParams& params) {
    const std::string secret = secret_field(params);
    if (!secret.empty()) return "a form asks for a secret: " + secret;
    const auto* form = std::get_if<ElicitRequestFormParams>(&params);
    if (!form) return std::nullopt;
    const std::string note = "a form has a web address in it; a question by url is for those: ";
    if (has_address(form->message)) return note + "message";
    for (const auto& field : form->requestedSchema.properties) {
        const bool found = std::visit(
            [](const auto& schema) {
                if constexpr (requires { schema.description; }) {
                    return has_address(schema.title.value_or("")) ||
                           has_address(schema.description.value_or(""));
                } else {
                    return false;
                }
            },
            static_cast<const PrimitiveSchemaDefinition::Base&>(field.value));
        if (found) return note + field.name;
    }
    return std::nullopt;
}

std::optional<std::string> content_problem(const ElicitRequestFormParams& form,
                                           const ElicitResult& result, Revision revision) {
    const auto answer = encode(result, revision);
    const auto schema = encode(form.requestedSchema, revision);
    if (!answer || !schema) return "the content cannot be checked";
    const Json content(
        detail::JsonAccess::view(*answer).find("content").value_or(JsonObject().view()));
    const auto compiled =
        JsonSchema::compile(detail::JsonAccess::view(*schema), {.assert_formats = true});
    if (!compiled) {
        return "requestedSchema" + compiled.error().schema_path + ": " + compiled.error().message;
    }
    const auto violations = compiled->validate(content);
    if (violations.empty()) return std::nullopt;
    return "content: " + to_string(violations);
}

}  // namespace mcp::session
