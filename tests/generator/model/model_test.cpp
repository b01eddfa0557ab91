// Lookups, equality of types, and the text form of a model.
#include <generator/model/model.hpp>

#include "catch.hpp"

using namespace mcpgen;

namespace {

Type with_members(std::vector<std::string> wires) {
    Type type = Type::simple(Type::Kind::inline_record);
    for (const std::string& wire : wires) {
        Member member;
        member.wire = wire;
        type.members.push_back(member);
    }
    return type;
}

}  // namespace

TEST_CASE("model: types are the same when they say the same") {
    CHECK(same(Type::reference("A"), Type::reference("A")));
    CHECK_FALSE(same(Type::reference("A"), Type::reference("B")));
    CHECK_FALSE(same(Type::simple(Type::Kind::integer), Type::simple(Type::Kind::number)));

    Type documented = Type::simple(Type::Kind::string);
    documented.doc = "x";
    documented.where.line = 7;
    CHECK(same(documented, Type::simple(Type::Kind::string)));

    Type bounded = Type::simple(Type::Kind::integer);
    bounded.bounds.edit().minimum = 0;
    CHECK_FALSE(same(bounded, Type::simple(Type::Kind::integer)));
}

TEST_CASE("model: the order of members does not count, what they are does") {
    CHECK(same(with_members({"a", "b"}), with_members({"b", "a"})));
    CHECK_FALSE(same(with_members({"a", "b"}), with_members({"a"})));
    Type required = with_members({"a"});
    required.members[0].required = Revisions::one(0);
    CHECK_FALSE(same(required, with_members({"a"})));
}

TEST_CASE("model: the name that an inline form will get does not count") {
    Type named = with_members({"a"});
    named.text = "Later";
    CHECK(same(named, with_members({"a"})));
}

TEST_CASE("model: names are looked up here, then in what is extended") {
    Model base;
    base.declarations.emplace_back(
        Alias{.name = "Base", .doc = {}, .in = {}, .type = {}, .where = {}});
    base.reindex();
    Model model;
    model.base = &base;
    model.declarations.emplace_back(
        Enum{.name = "Own", .doc = {}, .in = {}, .values = {}, .where = {}});
    model.reindex();

    const Model& constant = model;
    CHECK(constant.find("Base") == &base.declarations[0]);
    CHECK(constant.find("Own") == &model.declarations[0]);
    CHECK(constant.find("None") == nullptr);
    CHECK(model.find("Base") == nullptr);  // not to be changed from here
    CHECK(model.own("Own"));
    CHECK_FALSE(model.own("Base"));
}

TEST_CASE("model: a set of revisions is written as ranges") {
    Model model;
    model.revisions = {"2021-01-01", "2022-01-01", "2023-01-01", "2024-01-01"};
    CHECK(to_text(Revisions::first(4), model) == "2021-01-01..2024-01-01");
    CHECK(to_text(Revisions::first(2) | Revisions::one(3), model) ==
          "2021-01-01..2022-01-01, 2024-01-01");
    CHECK(to_text(Revisions(), model) == "never");
}

TEST_CASE("model: a finished model is written line by line") {
    Model model;
    model.revisions = {"2021-01-01", "2022-01-01"};
    const Revisions both = Revisions::first(2);
    const Revisions newer = Revisions::one(1);

    Record record;
    record.name = "R";
    record.in = both;
    record.closed = newer;
    Member member;
    member.wire = "_meta";
    member.name = "meta";
    member.in = newer;
    member.required = newer;
    member.default_value = "1";
    member.deprecated = true;
    member.type = Type::reference("R");
    member.type.boxed = true;
    record.members.push_back(member);
    model.declarations.emplace_back(record);

    Union u;
    u.name = "U";
    u.in = newer;
    u.open = true;
    u.tag = "type";
    Alternative alternative;
    alternative.type = Type::reference("R");
    alternative.in = newer;
    alternative.conditions = {{Condition::Op::equals, "type", {"\"r\""}, {}},
                              {Condition::Op::has, "a", {}, {}},
                              {Condition::Op::lacks, "b", {}, {}},
                              {Condition::Op::one_of, "c", {"1", "2"}, {}},
                              {Condition::Op::is_kind, "", {}, {"object", "null"}}};
    alternative.fallback = {{"text", "", ""}};
    u.alternatives.push_back(alternative);
    model.declarations.emplace_back(u);

    Method method;
    method.wire = "r/get";
    method.name = "GetR";
    method.in = both;
    method.from_client = both;
    method.from_server = newer;
    method.params = Type::reference("R");
    method.params_required = newer;
    method.result = Type::reference("R");
    method.input_required = newer;
    model.methods.push_back(method);
    model.errors.push_back({"bad", -1, "", newer});

    CHECK(to_text(model) ==
          "record R closed @2022-01-01\n"
          "  _meta: box R as meta = 1 @2022-01-01 deprecated\n"
          "union U @2022-01-01 open by type\n"
          "  R when type = \"r\" and has a and lacks b and c in 1|2 and value is object|null with "
          "fallback\n"
          "request r/get as GetR from client from server @2022-01-01\n"
          "  params R required @2022-01-01\n"
          "  result R\n"
          "  or input required @2022-01-01\n"
          "error bad = -1 @2022-01-01\n");
}
