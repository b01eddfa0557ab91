// When one type holds what another says: one test per rule, and what no rule joins.
#include <generator/passes/join.hpp>

#include "catch.hpp"

using namespace mcpgen;
using Kind = Type::Kind;

namespace {

Type of(Kind kind, Type argument) {
    Type type = Type::simple(kind);
    type.args.push_back(std::move(argument));
    return type;
}

Type simple(Kind kind) { return Type::simple(kind); }

/// A record R, a union U of R and string, a name N for R, and a name Circle for a list of itself.
Model model() {
    Model out;
    Record record;
    record.name = "R";
    out.declarations.emplace_back(record);
    Union u;
    u.name = "U";
    u.alternatives.push_back({Type::reference("R"), {}, {}, {}, "R"});
    u.alternatives.push_back({simple(Kind::string), {}, {}, {}, "string"});
    out.declarations.emplace_back(u);
    Alias name;
    name.name = "N";
    name.type = Type::reference("R");
    out.declarations.emplace_back(name);
    Alias circle;
    circle.name = "Circle";
    circle.type = of(Kind::array, Type::reference("Circle"));
    out.declarations.emplace_back(circle);
    out.reindex();
    return out;
}

std::string joined(const Type& newer, const Type& older) {
    const auto type = join(newer, older, model());
    return type ? to_text(*type) : "nothing";
}

}  // namespace

TEST_CASE("join: alike, limits aside") {
    Type bounded = simple(Kind::integer);
    bounded.bounds.edit().minimum = 1;
    CHECK(joined(simple(Kind::integer), bounded) == "integer");
    CHECK(joined(bounded, simple(Kind::integer)) == "integer min 1");
    CHECK(joined(Type::reference("R"), Type::reference("N")) == "R");
    CHECK(joined(Type::reference("N"), Type::reference("R")) == "N");
}

TEST_CASE("join: raw JSON holds raw objects, and nothing that is typed") {
    CHECK(joined(simple(Kind::any), simple(Kind::object)) == "any");
    CHECK(joined(simple(Kind::object), simple(Kind::any)) == "nothing");
    CHECK(joined(simple(Kind::any), simple(Kind::string)) == "nothing");
}

TEST_CASE("join: a record and any object are the record") {
    CHECK(joined(Type::reference("R"), simple(Kind::object)) == "R");
    CHECK(joined(simple(Kind::object), Type::reference("R")) == "R");
    CHECK(joined(simple(Kind::object), Type::reference("U")) == "nothing");
}

TEST_CASE("join: a list, or one of its elements") {
    const Type many = of(Kind::one_or_many, Type::reference("U"));
    CHECK(joined(many, Type::reference("U")) == "one-or-many U");
    CHECK(joined(many, Type::reference("R")) == "one-or-many U");
    CHECK(joined(many, simple(Kind::integer)) == "nothing");
    CHECK(joined(Type::reference("U"), many) == "nothing");
}

TEST_CASE("join: what may be null now and must not before") {
    CHECK(joined(of(Kind::nullable, simple(Kind::string)), simple(Kind::string)) == "string|null");
    CHECK(joined(simple(Kind::string), of(Kind::nullable, simple(Kind::string))) == "nothing");
}

TEST_CASE("join: every integer is a number") {
    CHECK(joined(simple(Kind::number), simple(Kind::integer)) == "number");
    CHECK(joined(simple(Kind::integer), simple(Kind::number)) == "nothing");
}

TEST_CASE("join: a union holds its alternatives") {
    CHECK(joined(Type::reference("U"), Type::reference("R")) == "U");
    CHECK(joined(Type::reference("U"), Type::reference("N")) == "U");
    CHECK(joined(Type::reference("U"), simple(Kind::string)) == "U");
    CHECK(joined(Type::reference("U"), simple(Kind::integer)) == "nothing");
    CHECK(joined(Type::reference("R"), Type::reference("U")) == "nothing");
}

TEST_CASE("join: containers of named types that join") {
    CHECK(joined(of(Kind::array, Type::reference("U")), of(Kind::array, Type::reference("R"))) ==
          "[U]");
    CHECK(joined(of(Kind::map, Type::reference("U")), of(Kind::map, Type::reference("R"))) ==
          "{U}");
    CHECK(joined(of(Kind::array, Type::reference("U")), of(Kind::map, Type::reference("R"))) ==
          "nothing");
}

TEST_CASE("join: containers of scalars do not, a facet could not tell them apart") {
    CHECK(joined(of(Kind::array, simple(Kind::number)), of(Kind::array, simple(Kind::integer))) ==
          "nothing");
    CHECK(joined(of(Kind::array, simple(Kind::string)), of(Kind::array, simple(Kind::string))) ==
          "[string]");
}

TEST_CASE("join: constants join only with themselves") {
    Type a = simple(Kind::constant);
    a.text = "\"a\"";
    Type b = a;
    b.text = "\"b\"";
    CHECK(joined(a, a) == "\"a\"");
    CHECK(joined(a, b) == "nothing");
    CHECK(joined(simple(Kind::string), a) == "nothing");
}

TEST_CASE("join: a name for a list of itself ends") {
    CHECK(joined(Type::reference("Circle"), Type::reference("Circle")) == "Circle");
    CHECK(joined(Type::reference("Circle"), simple(Kind::string)) == "nothing");
    CHECK(to_text(without_aliases(Type::reference("N"), model())) == "R");
}
