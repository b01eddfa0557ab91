// Type expressions. See parser.hpp.
#include <generator/schema/typescript/messages.hpp>
#include <generator/schema/typescript/parser.hpp>
#include <generator/support/messages.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace mcpgen::typescript {
namespace {

constexpr std::string_view keywords[] = {"any",    "boolean", "never",     "null",   "number",
                                         "object", "string",  "undefined", "unknown"};

/// Words that begin or are a type which JSON does not have.
constexpr std::pair<std::string_view, std::string_view> foreign_words[] = {
    {"keyof", "a `keyof` type"},     {"unique", "a symbol"},      {"infer", "a conditional type"},
    {"bigint", "`bigint`"},          {"symbol", "a symbol"},      {"void", "`void`"},
    {"new", "a constructor"},        {"this", "the type `this`"}, {"import", "an inline import"},
    {"asserts", "a type predicate"},
};

/// One level deeper, as long as it lives.
class Level {
public:
    explicit Level(std::size_t& depth) : depth_(depth) { ++depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ~Level() { --depth_; }

private:
    std::size_t& depth_;
};

}  // namespace

TypeExpr Parser::make(TypeExpr::Kind kind) const {
    TypeExpr out;
    out.kind = kind;
    out.at = token_.at;
    return out;
}

std::optional<TypeExpr> Parser::type() {
    const Level level(depth_);
    if (depth_ > max_depth) {
        report(token_.at, messages::too_deep(max_depth));
        return std::nullopt;
    }
    auto out = operands("|");
    if (out && token_.is("=>")) {
        unsupported("a function type", "describe data only");
        return std::nullopt;
    }
    return out;
}

/// Operands with `|` or `&` between them, one may also stand first; a single operand is itself.
std::optional<TypeExpr> Parser::operands(std::string_view separator) {
    const bool is_union = separator == "|";
    TypeExpr list = make(is_union ? TypeExpr::Kind::union_of : TypeExpr::Kind::all_of);
    accept(separator);
    do {
        auto operand = is_union ? operands("&") : postfix_type();
        if (!operand) return std::nullopt;
        if (operand->kind == list.kind) {
            list.height = std::max(list.height, operand->height);
            for (TypeExpr& part : operand->parts) list.parts.push_back(std::move(part));
        } else if (!hold(list, *operand)) {
            return std::nullopt;
        } else {
            list.parts.push_back(*std::move(operand));
        }
    } while (accept(separator));
    // `string & {}` is `string`, written so that editors still offer the literals beside it.
    const auto is_plain = [](const TypeExpr& part) { return part.is(TypeExpr::Kind::keyword); };
    if (!is_union && std::any_of(list.parts.begin(), list.parts.end(), is_plain)) {
        std::erase_if(list.parts, [](const TypeExpr& part) {
            return part.object && part.object->members.empty() && !part.object->index;
        });
    }
    if (list.parts.size() > 1) return list;
    TypeExpr only = std::move(list.parts.front());
    return only;
}

std::optional<TypeExpr> Parser::postfix_type() {
    if (token_.is("readonly")) advance();  // says nothing about values
    auto out = primary_type();
    // On a new line `[` begins the next member.
    while (out && token_.is("[") && !token_.after_newline) {
        if (!ahead_.is("]")) {
            unsupported("a type looked up by member name", "declare that type under its own name");
            return std::nullopt;
        }
        TypeExpr array = make(TypeExpr::Kind::array);
        array.at = out->at;
        advance();
        advance();
        if (!hold(array, *out)) return std::nullopt;
        array.parts.push_back(*std::move(out));
        out = std::move(array);
    }
    return out;
}

std::optional<TypeExpr> Parser::primary_type() {
    if (++file_.types > max_types) {
        report(token_.at, messages::ts_too_many_types(max_types));
        return std::nullopt;
    }
    if (auto out = literal()) return out;
    if (token_.kind == Token::Kind::template_text) {
        unsupported("a template type", "write `string`, or a union of literals");
        return std::nullopt;
    }
    if (token_.is("{")) return object_type();
    if (token_.is("(")) return parenthesized();
    if (token_.is("[")) {
        unsupported("a tuple", "write an array type");
        return std::nullopt;
    }
    if (token_.is("<")) {
        unsupported("a function type", "describe data only");
        return std::nullopt;
    }
    if (token_.kind == Token::Kind::word) return word_type();
    refuse("a type");
    return std::nullopt;
}

std::optional<TypeExpr> Parser::parenthesized() {
    const LineColumn open = token_.at;
    advance();
    if (token_.is(")") || token_.is("...") ||
        (token_.kind == Token::Kind::word && ahead_.is(":"))) {
        unsupported("a function type", "describe data only");
        return std::nullopt;
    }
    auto out = type();
    if (!out) return std::nullopt;
    if (token_.kind == Token::Kind::end) {
        report(open, messages::ts_unclosed("("));
        return std::nullopt;
    }
    if (!expect(")")) return std::nullopt;
    return out;
}

std::optional<TypeExpr> Parser::word_type() {
    for (const auto& [word, what] : foreign_words) {
        if (!token_.is(word)) continue;
        unsupported(what, "use types that JSON has");
        return std::nullopt;
    }
    if (std::find(std::begin(keywords), std::end(keywords), token_.text) != std::end(keywords)) {
        TypeExpr out = make(TypeExpr::Kind::keyword);
        out.text = token_.text;
        advance();
        return out;
    }
    if (!token_.is("typeof")) return named_type();

    TypeExpr out = make(TypeExpr::Kind::type_of);
    advance();
    if (token_.kind != Token::Kind::word || token_.is("import")) {
        refuse("the name of a constant after `typeof`");
        return std::nullopt;
    }
    out.text = token_.text;
    advance();
    if (token_.is(".")) {
        unsupported("the type of a constant's member", "give the value a constant of its own");
        return std::nullopt;
    }
    return out;
}

std::optional<TypeExpr> Parser::named_type() {
    TypeExpr out = make(TypeExpr::Kind::name);
    out.text = token_.text;
    advance();
    if (token_.is(".")) {
        unsupported("a name inside a namespace", "import the type by its own name");
        return std::nullopt;
    }
    if (!token_.is("<") || token_.after_newline) return out;
    const LineColumn open = token_.at;
    advance();
    do {
        auto argument = type();
        if (!argument || !hold(out, *argument)) return std::nullopt;
        out.parts.push_back(*std::move(argument));
    } while (accept(",") && !token_.is(">"));
    if (token_.kind == Token::Kind::end) {
        report(open, messages::ts_unclosed("<"));
        return std::nullopt;
    }
    if (!expect(">")) return std::nullopt;
    return out;
}

/// A literal, when there is one; reports nothing.
std::optional<TypeExpr> Parser::literal() {
    TypeExpr out = make(TypeExpr::Kind::number_literal);
    if (token_.is("-") && ahead_.kind == Token::Kind::number) {
        advance();
        out.text = '-' + token_.value;
    } else if (token_.kind == Token::Kind::number) {
        out.text = token_.value;
    } else if (token_.kind == Token::Kind::string) {
        out.kind = TypeExpr::Kind::string_literal;
        out.text = token_.value;
    } else if (token_.is("true") || token_.is("false")) {
        out.kind = TypeExpr::Kind::bool_literal;
        out.text = token_.text;
    } else {
        return std::nullopt;
    }
    advance();
    return out;
}

std::optional<TypeExpr> Parser::object_type() {
    TypeExpr out = make(TypeExpr::Kind::object);
    out.object = std::make_unique<ObjectType>();
    if (!members(*out.object)) return std::nullopt;
    for (const MemberDecl& member : out.object->members) {
        if (!hold(out, member.type)) return std::nullopt;
    }
    if (out.object->index && !hold(out, *out.object->index)) return std::nullopt;
    return out;
}

/// Says that `inner` becomes a part of `outer`; false when that is too deep. The parser's own depth
/// does not bound this: `[]` is read after what it contains.
bool Parser::hold(TypeExpr& outer, const TypeExpr& inner) {
    outer.height = std::max(outer.height, inner.height + 1);
    if (outer.height <= max_depth) return true;
    return report(inner.at, messages::too_deep(max_depth));
}

}  // namespace mcpgen::typescript
