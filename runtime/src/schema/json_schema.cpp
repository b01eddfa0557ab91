// The public face: compile with the meta-schema's consent, validate, say what is wrong.
#include <mcp/json_schema.hpp>

#include "schema/compile.hpp"
#include "schema/pointer.hpp"
#include "schema/validation.hpp"

#include <algorithm>

namespace mcp {
namespace schema {
namespace {

/// The meta-schemas as plans, each made when it is needed first.
const JsonSchema::Plan& meta_plan(Draft draft) {
    const auto make = [](Draft which) {
        for (const MetaDocument& each : meta_documents()) {
            if (each.uri == meta_schema_of(which))
                return compile_plan(Json::parse(each.text).value(), SchemaOptions{});
        }
        return std::shared_ptr<const JsonSchema::Plan>();
    };
    if (draft == Draft::draft7) {
        static const auto plan = make(Draft::draft7);
        return *plan;
    }
    static const auto plan = make(Draft::draft2020);
    return *plan;
}

/// Throws Broken for a schema that its meta-schema refuses.
void check_schema(JsonView schema) {
    const auto named = schema["$schema"].as_string();
    const auto draft = named ? draft_of(*named) : Draft::draft2020;
    // What another dialect allows is unknown; compiling is strict about what matters.
    if (!draft) return;
    Validation validation(meta_plan(*draft));
    if (validation.run(schema)) return;
    const auto violations = validation.take_violations();
    const SchemaViolation& first = violations.front();
    throw Broken{{{}, first.instance_path, first.message}};
}

}  // namespace
}  // namespace schema

std::string to_string(const std::vector<SchemaViolation>& violations) {
    std::string text;
    for (const SchemaViolation& each : violations) {
        if (!text.empty()) text += "; ";
        text += to_string(each);
    }
    return text;
}

std::string to_string(const SchemaViolation& violation) {
    CodecError error{{}, {}, violation.message};
    std::string_view rest = violation.instance_path;
    while (!rest.empty()) {
        const std::size_t slash = rest.rfind('/');
        const std::string_view token = rest.substr(slash + 1);
        const bool is_index =
            !token.empty() && token.size() < 10 &&
            std::all_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (is_index) {
            error.within(static_cast<std::size_t>(std::stoul(std::string(token))));
        } else {
            error.within(schema::name_of_token(token));
        }
        rest = rest.substr(0, slash);
    }
    return error.message();
}

Result<JsonSchema, SchemaViolation> JsonSchema::compile(JsonView schema,
                                                        const SchemaOptions& options) {
    try {
        // First what bounds the work of everything else: depth and number of subschemas.
        auto plan = schema::compile_plan(schema, options);
        schema::check_schema(schema);
        return JsonSchema(std::move(plan));
    } catch (schema::Broken& broken) {
        return Unexpected(std::move(broken.why));
    }
}

bool JsonSchema::accepts(JsonView value) const {
    return schema::Validation(*plan_, schema::Validation::Report::nothing).run(value);
}

std::vector<SchemaViolation> JsonSchema::validate(JsonView value) const {
    schema::Validation validation(*plan_);
    if (validation.run(value)) return {};
    return validation.take_violations();
}

}  // namespace mcp
