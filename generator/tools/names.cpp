// See names.hpp.
#include <generator/tools/names.hpp>

#include <generator/support/words.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace mcpgen {
namespace {

constexpr std::size_t longest_name = 80;

/// Words that no name of ours may be: they name something else wherever generated code is compiled.
constexpr std::string_view everywhere[] = {
    "std",      "mcp",       "Json",     "JsonObject", "Map",          "Box",
    "Nullable", "OneOrMany", "OpenEnum", "Constant",   "Extras",       "Unrecognized",
    "Revision", "Revisions", "extras",   "assert",     "errno",        "stdin",
    "stdout",   "stderr",    "NULL",     "EOF",        "BUFSIZ",       "linux",
    "unix",     "major",     "minor",    "makedev",    "offsetof",     "setjmp",
    "signbit",  "isnan",     "isinf",    "va_start",   "va_arg",       "va_end",
    "INFINITY", "NAN",       "TRUE",     "FALSE",      "EXIT_SUCCESS", "EXIT_FAILURE",
    "RAND_MAX", "SIG_DFL",   "MIN",      "MAX",        "WNOHANG",      "INT_MIN",
    "INT_MAX",  "UINT_MAX",  "LONG_MAX", "CHAR_MAX"};

NameScope common_scope() {
    NameScope scope;
    for (const std::string_view word : everywhere) scope.take(std::string(word));
    return scope;
}

/// A path keeps all of its parts: `image/png` -> `image_png`.
std::string flat(std::string_view wire) {
    std::string out(wire);
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c == '/' || c == '.'; }, '_');
    while (out.ends_with('_')) out.pop_back();
    return out;
}

std::string identifier(std::string_view wire, std::string_view other) {
    std::string name = cpp_identifier(flat(wire)).value_or(std::string(other));
    if (name.size() > longest_name) name.resize(longest_name);
    return name;
}

/// Two underscores in a row, and one before a capital, belong to the compiler.
std::string usable(std::string name) {
    for (std::size_t at = name.find("__"); at != name.npos; at = name.find("__")) name.erase(at, 1);
    return name;
}

void name_members(Record& record, const NameScope& types) {
    NameScope scope = common_scope();
    scope.take(record.name);
    for (Member& member : record.members) {
        std::string wanted = usable(identifier(member.wire, "member"));
        if (types.has(wanted)) wanted += '_';
        member.name = scope.unique(wanted);
    }
}

void name_enumerators(Enum& type) {
    NameScope scope = common_scope();
    for (Enumerator& value : type.values)
        value.name =
            scope.unique(usable(identifier(value.text, value.text.empty() ? "empty" : "value")));
}

void name_functions(std::vector<Offer>& offers, NameScope& scope, const std::string& before,
                    const std::string& after) {
    for (Offer& offer : offers) {
        const std::string bare = function_name(offer.wire, "tool");
        const std::string wanted = usable(before + bare + after);
        // Every function has a sister for coroutines.
        do {
            offer.name = scope.unique(wanted);
        } while (scope.has(operation_name(offer)));
        scope.take(operation_name(offer));
    }
}

}  // namespace

std::string NameScope::unique(const std::string& wanted) {
    std::string name = wanted;
    for (unsigned i = 2; !taken_.insert(name).second; ++i) {
        name = wanted + (wanted.ends_with('_') ? "" : "_") + std::to_string(i);
    }
    return name;
}

NameScope type_names() {
    NameScope scope = common_scope();
    for (const char* name : {"Answer",         "Bounds",
                             "CallOptions",    "CallToolResult",
                             "Client",         "Codec",
                             "CodecError",     "Condition",
                             "Context",        "Direction",
                             "EnumInfo",       "EnumRow",
                             "Error",          "ErrorCode",
                             "FallbackPiece",  "Failure",
                             "FieldRow",       "GetPromptResult",
                             "JsonKind",       "JsonView",
                             "AlternativeRow", "MethodRow",
                             "NoParams",       "Operation",
                             "Progress",       "ReadResourceResult",
                             "RecordInfo",     "Result",
                             "RpcError",       "Server",
                             "Service",        "Shape",
                             "ShapeMember",    "TypeOps",
                             "UnionInfo",      "Kind"}) {
        scope.take(name);
    }
    return scope;
}

std::string type_name(std::string_view wire, std::string_view other) {
    std::string name = to_pascal(flat(wire));
    std::erase_if(name, [](char c) { return !is_cpp_identifier(std::string("x") + c); });
    name = usable(std::move(name));
    while (name.starts_with('_')) name.erase(0, 1);
    if (name.empty()) name = other;
    if (is_digit(name.front())) name.insert(0, "T");
    if (name.front() >= 'a' && name.front() <= 'z')
        name.front() = static_cast<char>(name.front() - 'a' + 'A');
    if (name.size() > longest_name) name.resize(longest_name);
    return name;
}

std::string function_name(std::string_view wire, std::string_view other) {
    return identifier(to_snake(flat(wire)), other);
}

void assign_tool_names(ToolSet& tools) {
    NameScope types = common_scope();
    for (const Declaration& declaration : tools.types.declarations)
        types.take(name_of(declaration));
    for (Declaration& declaration : tools.types.declarations) {
        if (auto* record = std::get_if<Record>(&declaration)) name_members(*record, types);
        if (auto* type = std::get_if<Enum>(&declaration)) name_enumerators(*type);
    }
    NameScope functions = types;
    for (const char* name :
         {"client_", "Client", "Service", "add_to", "arguments", "options", "context"})
        functions.take(name);
    name_functions(tools.tools, functions, "", "");
    name_functions(tools.prompts, functions, "", "_prompt");
    name_functions(tools.templates, functions, "read_", "");
}

}  // namespace mcpgen
