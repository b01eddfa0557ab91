// Spelling single things in C++, and the words of comments.
#include <generator/emit/notes.hpp>
#include <generator/emit/spelling.hpp>

#include "catch.hpp"

using namespace mcpgen;
using Kind = Type::Kind;

namespace {

Model model_of_four() {
    Model model;
    model.revisions = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
    return model;
}

Revisions set(std::uint32_t bits) { return Revisions::from_bits(bits); }

Type of(Kind kind, Type inner) {
    Type type = Type::simple(kind);
    type.args.push_back(std::move(inner));
    return type;
}

}  // namespace

TEST_CASE("every type of the model has its C++ type") {
    CHECK(cpp_type(Type::simple(Kind::any)) == "Json");
    CHECK(cpp_type(Type::simple(Kind::object)) == "JsonObject");
    CHECK(cpp_type(Type::simple(Kind::integer)) == "std::int64_t");
    CHECK(cpp_type(of(Kind::map, of(Kind::array, Type::reference("Icon")))) ==
          "Map<std::vector<Icon>>");
    CHECK(cpp_type(of(Kind::nullable, Type::simple(Kind::number))) == "Nullable<double>");
    CHECK(cpp_type(of(Kind::one_or_many, Type::simple(Kind::string))) == "OneOrMany<std::string>");
    Type boxed = Type::reference("Tree");
    boxed.boxed = true;
    CHECK(cpp_type(boxed) == "Box<Tree>");
    Type constant = Type::simple(Kind::constant);
    constant.text = "\"a\\\"b\"";
    CHECK(cpp_type(constant) == "Constant<\"a\\\"b\">");
    CHECK_THROWS(cpp_type(Type::simple(Kind::inline_record)));
}

TEST_CASE("a member is optional where a revision that has it may leave it out") {
    Member member;
    member.type = Type::simple(Kind::string);
    member.in = set(0b1111);
    member.required = set(0b1111);
    CHECK(cpp_type(member) == "std::string");
    member.required = set(0b1000);
    CHECK(cpp_type(member) == "std::optional<std::string>");
    CHECK(initializer(member, model_of_four()) == "{}");
    member.in = set(0b1000);
    member.default_value = "\"none\"";
    CHECK(initializer(member, model_of_four()) == "{\"none\"}");
}

TEST_CASE("sets of revisions are written as short as they can be") {
    const Model model = model_of_four();
    CHECK(revisions_code(set(0), model) == "{}");
    CHECK(revisions_code(set(0b1111), model) == "all_revisions");
    CHECK(revisions_code(set(0b1100), model) == "since(r2025_06_18)");
    CHECK(revisions_code(set(0b0011), model) == "until(r2025_03_26)");
    CHECK(revisions_code(set(0b0110), model) == "since(r2025_03_26) & until(r2025_06_18)");
    CHECK(revisions_code(set(0b0001), model) == "r2024_11_05");
    CHECK(revisions_code(set(0b0101), model) == "Revisions(r2024_11_05) | r2025_06_18");
    CHECK(revisions_code(set(0b1101), model) == "Revisions(r2024_11_05) | since(r2025_06_18)");
}

TEST_CASE("literals survive what C++ would take for something else") {
    CHECK(literal("a\"b\\c\n") == "\"a\\\"b\\\\c\\n\"");
    CHECK(literal(std::string("\x01") + "1") == "\"\\0011\"");
    CHECK(literal("ü") == "\"ü\"");
    CHECK(constant_type("-32700") == "std::int64_t");
    CHECK(constant_type("1.5") == "double");
    CHECK(constant_type("true") == "bool");
}

TEST_CASE("words say in which revisions something exists") {
    const Model model = model_of_four();
    CHECK(revisions_words(set(0b1111), set(0b1111), model).empty());
    CHECK(revisions_words(set(0b1000), set(0b1111), model) == "since 2025-11-25");
    CHECK(revisions_words(set(0b0100), set(0b1111), model) == "only 2025-06-18");
    CHECK(revisions_words(set(0b0011), set(0b1111), model) == "2024-11-05 to 2025-03-26");
    CHECK(revisions_words(set(0b1001), set(0b1111), model) == "in 2024-11-05 and 2025-11-25");
    CHECK(revisions_words(set(0b0100), set(0b0111), model) == "since 2025-06-18");
}

TEST_CASE("a comment says what the declaration does not") {
    const Model model = model_of_four();
    Member member;
    member.wire = "_meta";
    member.name = "meta";
    member.in = set(0b1100);
    member.type = Type::simple(Kind::object);
    CHECK(member_comment(member, set(0b1111), model) == "`_meta` on the wire, since 2025-06-18");
    member.doc = "Free data.\n\nMore about it.";
    member.required = set(0b1000);
    CHECK(member_comment(member, set(0b1100), model) ==
          "Free data.\n`_meta` on the wire, required since 2025-11-25.");
    member.in = set(0b1111);
    member.required = set(0b1011);
    CHECK(member_comment(member, set(0b1111), model) ==
          "Free data.\n`_meta` on the wire, optional in 2025-06-18.");
}

TEST_CASE("a member whose shape changed says how it was") {
    const Model model = model_of_four();
    Member member;
    member.wire = member.name = "data";
    member.in = member.required = set(0b1111);
    member.type = Type::simple(Kind::any);
    member.facets = {{set(0b0011), Type::simple(Kind::object)}, {set(0b1100), member.type}};
    CHECK(member_comment(member, set(0b1111), model) == "an object 2024-11-05 to 2025-03-26");
}

TEST_CASE("a description is one paragraph, and one sentence when that is long") {
    CHECK(brief("").empty());
    CHECK(brief("The name\nof it.\n\nSecond.") == "The name of it.");
    CHECK(brief("No stop") == "No stop.");
    CHECK(brief("See {@link Tool}.") == "See Tool.");
    const std::string more(200, 'x');
    CHECK(brief("Units, e.g. bytes. " + more) == "Units, e.g. bytes.");
}
