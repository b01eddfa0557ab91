// What stands between the braces of an interface or an object type. See parser.hpp.
#include <generator/schema/typescript/messages.hpp>
#include <generator/schema/typescript/parser.hpp>

#include <unordered_map>
#include <utility>

namespace mcpgen::typescript {
namespace {

/// Where each member of an object was declared; reports doubles.
class MemberNames {
public:
    void add(const MemberDecl& member, Reporter& reporter) {
        const auto [found, is_new] = lines_.emplace(member.name, member.at.line);
        if (is_new) return;
        reporter.error(member.at, messages::ts_duplicate("member", member.name, found->second));
    }

private:
    std::unordered_map<std::string, std::uint32_t> lines_;
};

}  // namespace

bool Parser::members(ObjectType& object) {
    const LineColumn open = token_.at;
    advance();
    MemberNames names;
    while (!token_.is("}")) {
        // A declaration cannot stand here, so the brace before it was forgotten.
        if (token_.kind == Token::Kind::end || (begins_declaration() && !ahead_.after_newline)) {
            return report(open, messages::ts_unclosed("{"));
        }
        const std::size_t before = object.members.size();
        if (!member(object) || !end_of_member()) return false;
        if (object.members.size() > before) names.add(object.members.back(), reporter_);
    }
    advance();
    return true;
}

/// One member or the index signature, without what ends it.
bool Parser::member(ObjectType& object) {
    MemberDecl member;
    member.doc = doc_of(token_);
    const auto begins_name = [](const Token& token) {
        return token.kind == Token::Kind::word || token.kind == Token::Kind::string ||
               token.kind == Token::Kind::number;
    };
    if (token_.is("readonly") && (begins_name(ahead_) || ahead_.is("["))) advance();
    if (token_.is("[")) return index_signature(object);
    if ((token_.is("get") || token_.is("set")) && begins_name(ahead_)) {
        return unsupported("an accessor", "declare a plain member");
    }
    if (token_.is("(") || token_.is("<")) return unsupported("a function", "describe data only");
    if (!begins_name(token_)) return refuse("a member's name");

    member.at = token_.at;
    member.name = token_.kind == Token::Kind::word ? std::string(token_.text) : token_.value;
    advance();
    member.optional = accept("?");
    if (token_.is("(") || token_.is("<")) return unsupported("a method", "describe data only");
    if (!expect(":")) return false;
    auto given = type();
    if (!given) return false;
    member.type = *std::move(given);
    object.members.push_back(std::move(member));
    return true;
}

/// `[key: string]: type`
bool Parser::index_signature(ObjectType& object) {
    const LineColumn open = token_.at;
    advance();
    if (token_.kind == Token::Kind::word && ahead_.is("in")) {
        return unsupported("a mapped type", "write the members out");
    }
    if (token_.kind != Token::Kind::word || !ahead_.is(":")) {
        return unsupported("a computed member name", "write the name as a string");
    }
    advance();
    advance();
    if (!token_.is("string")) {
        return unsupported("an index that is not `string`",
                           "JSON keys are strings: write `string`");
    }
    advance();
    if (!expect("]") || !expect(":")) return false;
    auto given = type();
    if (!given) return false;
    if (object.index) {
        return report(open, messages::ts_unsupported("a second index signature",
                                                     "join them: `[key: string]: A | B`"));
    }
    object.index = std::make_unique<TypeExpr>(*std::move(given));
    return true;
}

/// `;`, `,` or the end of the line; the last member needs none.
bool Parser::end_of_member() {
    if (accept(";") || accept(",") || token_.is("}") || token_.after_newline) return true;
    if (token_.kind == Token::Kind::end) return true;  // the caller reports the open brace
    if (token_.is("extends")) {
        return unsupported("a conditional type", "write the type that it stands for");
    }
    return refuse("`;` after the member");
}

}  // namespace mcpgen::typescript
