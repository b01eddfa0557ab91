// The words that types are made of.
#include "runtime/sample.hpp"

#include "catch.hpp"

using namespace sample;

TEST_CASE("an open enumeration is an enumerator or unknown text") {
    Role role = RoleTag::user;
    CHECK(role == RoleTag::user);
    CHECK(role != RoleTag::assistant);
    CHECK(role.known());
    CHECK(role.text() == "user");
    CHECK(role.tag() == RoleTag::user);
    CHECK(Role() == RoleTag::assistant);
    role = Role::unknown("robot");
    CHECK_FALSE(role.known());
    CHECK(role.text() == "robot");
    CHECK(role != RoleTag::assistant);
    CHECK(role == Role::unknown("robot"));
    CHECK_FALSE(role.tag().has_value());
    CHECK(Level(LevelTag::high).text() == "high");
}

TEST_CASE("nullable is null or a value") {
    Nullable<std::int64_t> ttl;
    CHECK(ttl.is_null());
    ttl = 5;
    REQUIRE(ttl);
    CHECK(*ttl == 5);
    CHECK(ttl == Nullable<std::int64_t>(5));
    ttl = nullptr;
    CHECK(ttl.value_or(9) == 9);
    const std::optional<Nullable<std::string>> nested = Nullable<std::string>("x");
    CHECK(**nested == "x");
}

TEST_CASE("a box copies deeply and compares by value") {
    Tree root{.name = "a"};
    root.twin = Tree{.name = "b"};
    Tree copy = root;
    CHECK(copy == root);
    (*copy.twin)->name = "c";
    CHECK((*root.twin)->name == "b");
    CHECK_FALSE(copy == root);
    const Tree moved = std::move(copy);
    CHECK((*moved.twin)->name == "c");
    Box<int> box = 3;
    box = Box<int>(4);
    CHECK(*box == 4);
    CHECK(Box<std::string>()->empty());
}

TEST_CASE("one-or-many remembers how it came and compares elements") {
    const OneOrMany<std::string> one = "x";
    const OneOrMany<std::string> list = std::vector<std::string>{"x"};
    CHECK(one.is_single());
    CHECK_FALSE(list.is_single());
    CHECK(one == list);
    OneOrMany<Content> grown = TextContent{.text = "a"};
    CHECK(grown.is_single());
    grown.push_back(TextContent{.text = "b"});
    CHECK_FALSE(grown.is_single());
    CHECK(grown.size() == 2);
    CHECK(OneOrMany<int>().empty());
}

TEST_CASE("a map keeps insertion order and compares without it") {
    Map<int> map{{"b", 1}, {"a", 2}};
    map["c"] = 3;
    map["b"] = 4;
    std::string order;
    for (const auto& [name, value] : map) order += name + std::to_string(value);
    CHECK(order == "b4a2c3");
    CHECK(map == Map<int>{{"a", 2}, {"b", 4}, {"c", 3}});
    CHECK_FALSE(map == Map<int>{{"a", 2}, {"b", 4}});
    CHECK(map.at("a") == 2);
    CHECK_THROWS_WITH(map.at("z"), "mcp::Map has no entry \"z\"");
    CHECK(map.find("z") == nullptr);
    CHECK(map.erase("a"));
    CHECK_FALSE(map.erase("a"));
    CHECK(map.size() == 2);
    CHECK(Map<int>{{"a", 1}, {"a", 2}}.at("a") == 2);
}

TEST_CASE("a constant has one value") {
    CHECK(Constant<"form">::text() == "form");
    CHECK(Constant<"form">() == Constant<"form">());
}

TEST_CASE("extras are one pointer, ordered, and compare without order") {
    STATIC_REQUIRE(sizeof(Extras) == sizeof(void*));
    Extras extras{{"b", 1}, {"a", "x"}};
    CHECK(extras.size() == 2);
    CHECK(extras.begin()->name == "b");
    REQUIRE(extras.find("a"));
    CHECK(*extras.find("a") == Json("x"));
    Extras copy = extras;
    copy.set("b", 2);
    CHECK(*extras.find("b") == Json(1));
    CHECK_FALSE(copy == extras);
    CHECK(extras == Extras{{"a", "x"}, {"b", 1}});
    CHECK(copy.erase("b"));
    CHECK_FALSE(copy.erase("b"));
    copy.clear();
    CHECK(copy == Extras());
    const Extras moved = std::move(extras);
    CHECK(moved.size() == 2);
}
