// Tokens -> SourceFile. Knows the declarations and types that schemas are made of, and says what
// else it meets and where. After an error it goes on with the next declaration.
#pragma once

#include <generator/schema/typescript/lexer.hpp>
#include <generator/schema/typescript/reporter.hpp>
#include <generator/schema/typescript/syntax.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace mcpgen::typescript {

class Parser {
public:
    static constexpr std::size_t max_depth = 128;
    static constexpr std::size_t max_types = std::size_t{4} << 20U;

    Parser(std::string_view text, Reporter& reporter);

    /// Everything that could be read; what could not is reported.
    SourceFile run();

private:
    // parser.cpp: declarations. Each begins at its first word, and is false after a report.
    bool statement();
    bool imports(bool exported);
    bool specifiers(std::vector<Declaration>& out);
    bool exports();
    bool interface_declaration(Declaration declaration);
    bool alias_declaration(Declaration declaration);
    bool constant_declaration(Declaration declaration);
    bool declared_name(Declaration& declaration);
    bool end_of_statement();
    bool begins_declaration() const;
    void recover();

    // parse_types.cpp: type expressions. Nothing after a report.
    std::optional<TypeExpr> type();
    std::optional<TypeExpr> operands(std::string_view separator);
    std::optional<TypeExpr> postfix_type();
    std::optional<TypeExpr> primary_type();
    std::optional<TypeExpr> word_type();
    std::optional<TypeExpr> parenthesized();
    std::optional<TypeExpr> named_type();
    std::optional<TypeExpr> literal();
    std::optional<TypeExpr> object_type();

    // parse_members.cpp: what stands between braces.
    bool members(ObjectType& object);
    bool member(ObjectType& object);
    bool index_signature(ObjectType& object);
    bool end_of_member();

    TypeExpr make(TypeExpr::Kind kind) const;
    bool hold(TypeExpr& outer, const TypeExpr& inner);
    Doc doc_of(const Token& token);
    void advance();
    bool accept(std::string_view text);
    bool expect(std::string_view text);
    bool refuse(std::string_view expected);
    bool unsupported(std::string_view what, std::string_view instead);
    bool report(LineColumn at, Message message);

    Reporter& reporter_;
    Lexer lexer_;
    Token token_;  ///< the one to read now
    Token ahead_;  ///< the one after it
    SourceFile file_;
    std::size_t depth_ = 0;
};

}  // namespace mcpgen::typescript
