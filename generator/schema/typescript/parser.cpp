// The statements of a declarations file. See parser.hpp.
#include <generator/schema/typescript/parser.hpp>

#include <generator/schema/typescript/doc_comment.hpp>
#include <generator/schema/typescript/messages.hpp>

#include <algorithm>
#include <utility>

namespace mcpgen::typescript {

Parser::Parser(std::string_view text, Reporter& reporter)
    : reporter_(reporter), lexer_(text, reporter), token_(lexer_.next()), ahead_(lexer_.next()) {}

SourceFile Parser::run() {
    while (token_.kind != Token::Kind::end && !reporter_.full() && file_.types <= max_types) {
        depth_ = 0;
        const char* begin = token_.text.data();
        if (statement()) continue;
        if (token_.text.data() == begin) advance();
        recover();
    }
    return std::move(file_);
}

bool Parser::statement() {
    if (accept(";")) return true;
    Declaration declaration;
    declaration.doc = doc_of(token_);
    if (token_.is("import")) return imports(false);
    if (token_.is("export")) {
        if (ahead_.is("{") || ahead_.is("*") || ahead_.is("default") || ahead_.is("=")) {
            return exports();
        }
        advance();
        if (token_.is("type") && (ahead_.is("{") || ahead_.is("*"))) return exports();
        declaration.exported = true;
    }
    accept("declare");
    if (token_.is("interface")) return interface_declaration(std::move(declaration));
    if (token_.is("type")) return alias_declaration(std::move(declaration));
    if (token_.is("const") && !ahead_.is("enum")) {
        return constant_declaration(std::move(declaration));
    }

    static constexpr std::pair<std::string_view, std::string_view> others[] = {
        {"const", "an enum"},         {"enum", "an enum"},        {"class", "a class"},
        {"abstract", "a class"},      {"function", "a function"}, {"async", "a function"},
        {"namespace", "a namespace"}, {"module", "a module"},     {"global", "a global block"},
        {"let", "a variable"},        {"var", "a variable"},
    };
    for (const auto& [word, what] : others) {
        if (!token_.is(word)) continue;
        return unsupported(what, word == "enum" || word == "const"
                                     ? "write a union of literals instead"
                                     : "keep interfaces, types and constants in this file only");
    }
    return refuse("a declaration");
}

/// `import type { A, B as C } from "…"`; also the list of `export { A } from "…"`.
bool Parser::imports(bool exported) {
    advance();
    if (token_.is("type") && !ahead_.is("from")) advance();
    if (token_.kind == Token::Kind::word || token_.is("*") || token_.kind == Token::Kind::string) {
        return unsupported("an import without a list of names",
                           "name what is used: `import type { A, B } from \"…\"`");
    }
    std::vector<Declaration> list;
    if (!specifiers(list)) return false;
    if (!exported || token_.is("from")) {
        if (!expect("from")) return false;
        if (token_.kind != Token::Kind::string) return refuse("the file to import from");
        advance();
        for (Declaration& declaration : list) file_.declarations.push_back(std::move(declaration));
    } else {
        for (const Declaration& declaration : list) {
            if (declaration.name == declaration.imported) continue;
            return report(declaration.at, messages::ts_unsupported(
                                              "an export under another name",
                                              "declare the type under the name it is to have"));
        }
    }
    return end_of_statement();
}

/// `{ A, type B, C as D }`
bool Parser::specifiers(std::vector<Declaration>& out) {
    if (!expect("{")) return false;
    while (!accept("}")) {
        if (token_.is("type") && ahead_.kind == Token::Kind::word && !ahead_.is("as")) advance();
        if (token_.kind != Token::Kind::word) return refuse("a name");
        Declaration declaration;
        declaration.kind = Declaration::Kind::import;
        declaration.at = token_.at;
        declaration.imported = token_.text;
        declaration.name = token_.text;
        advance();
        if (accept("as")) {
            if (token_.kind != Token::Kind::word) return refuse("a name");
            declaration.at = token_.at;
            declaration.name = token_.text;
            advance();
        }
        out.push_back(std::move(declaration));
        if (!token_.is("}") && !expect(",")) return false;
    }
    return true;
}

/// `export { A }` says nothing that matters here; with `from` it is an import.
bool Parser::exports() {
    if (token_.is("export") && !ahead_.is("{")) {
        return unsupported("an export without a list of names",
                           "write `export` before the declaration");
    }
    if (ahead_.is("*")) {
        return unsupported("an export without a list of names", "name what is exported");
    }
    return imports(true);
}

bool Parser::interface_declaration(Declaration declaration) {
    declaration.kind = Declaration::Kind::interface;
    if (!declared_name(declaration)) return false;
    if (accept("extends")) {
        do {
            if (token_.kind != Token::Kind::word) return refuse("a name after `extends`");
            auto base = named_type();
            if (!base) return false;
            declaration.bases.push_back(*std::move(base));
        } while (accept(","));
    }
    if (!token_.is("{")) return refuse("`{`");
    auto body = object_type();
    if (!body) return false;
    declaration.type = *std::move(body);
    file_.declarations.push_back(std::move(declaration));
    return true;
}

bool Parser::alias_declaration(Declaration declaration) {
    declaration.kind = Declaration::Kind::alias;
    if (!declared_name(declaration) || !expect("=")) return false;
    auto body = type();
    if (!body) return false;
    declaration.type = *std::move(body);
    file_.declarations.push_back(std::move(declaration));
    return end_of_statement();
}

/// `const NAME = literal`, also with a type, and with `as const`. `declare const NAME: literal`
/// too.
bool Parser::constant_declaration(Declaration declaration) {
    declaration.kind = Declaration::Kind::constant;
    if (!declared_name(declaration)) return false;
    bool has_type = false;
    bool has_value = false;
    if (accept(":")) {
        auto given = type();
        if (!given) return false;
        declaration.type = *std::move(given);
        has_type = true;
    }
    if (accept("=")) {
        auto value = literal();
        if (!value) return report(token_.at, messages::ts_constant_value(declaration.name));
        declaration.value = *std::move(value);
        has_value = true;
        if (accept("as") && !expect("const")) return false;
    } else if (!has_type) {
        return refuse("`=`");
    }
    if (!has_type) {
        declaration.type.kind = declaration.value.kind;
        declaration.type.at = declaration.value.at;
        declaration.type.text = declaration.value.text;
    } else if (!has_value) {
        declaration.value.kind = declaration.type.kind;
        declaration.value.text = declaration.type.text;
    }
    file_.declarations.push_back(std::move(declaration));
    return end_of_statement();
}

/// Reads the keyword of the declaration and its name.
bool Parser::declared_name(Declaration& declaration) {
    advance();
    if (token_.kind != Token::Kind::word) return refuse("a name");
    declaration.name = token_.text;
    declaration.at = token_.at;
    advance();
    if (token_.is("<")) {
        return unsupported("a generic type of one's own", "write the types out, one per use");
    }
    return true;
}

/// A semicolon, or the end of the line.
bool Parser::end_of_statement() {
    if (accept(";") || token_.after_newline || token_.kind == Token::Kind::end) return true;
    if (token_.is("extends")) {
        return unsupported("a conditional type", "write the type that it stands for");
    }
    return refuse("`;`");
}

bool Parser::begins_declaration() const {
    static constexpr std::string_view words[] = {
        "export",   "import", "interface", "type",      "declare", "const", "enum",
        "abstract", "class",  "function",  "namespace", "module",  "let",   "var",
    };
    if (token_.kind != Token::Kind::word || !token_.after_newline) return false;
    if (std::find(std::begin(words), std::end(words), token_.text) == std::end(words)) return false;
    return (token_.at.column == 1 || token_.depth == 0) &&
           (ahead_.kind == Token::Kind::word || ahead_.is("{") || ahead_.is("*"));
}

void Parser::recover() {
    while (token_.kind != Token::Kind::end && !begins_declaration() && !reporter_.full()) advance();
}

Doc Parser::doc_of(const Token& token) {
    return token.doc.empty() ? Doc{} : parse_doc_comment(token.doc, token.doc_at, reporter_);
}

void Parser::advance() {
    token_ = std::move(ahead_);
    ahead_ = lexer_.next();
}

bool Parser::accept(std::string_view text) {
    if (!token_.is(text)) return false;
    advance();
    return true;
}

bool Parser::expect(std::string_view text) {
    return accept(text) || refuse('`' + std::string(text) + '`');
}

bool Parser::refuse(std::string_view expected) {
    static constexpr std::size_t longest = 40;
    std::string found(token_.text.substr(0, std::min(longest, token_.text.find('\n'))));
    if (found.size() < token_.text.size()) found = valid_utf8(found) + "…";
    return report(token_.at, messages::ts_expected(expected, found));
}

bool Parser::unsupported(std::string_view what, std::string_view instead) {
    return report(token_.at, messages::ts_unsupported(what, instead));
}

bool Parser::report(LineColumn at, Message message) {
    reporter_.error(at, std::move(message));
    return false;
}

}  // namespace mcpgen::typescript
