// An index of a list's names: the first place of a name wins, however many names there are.
#include <generator/support/name_index.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "catch.hpp"

using mcpgen::NameIndex;

TEST_CASE("name index: finds every name, and no other") {
    std::vector<std::string> names;
    const auto name_at = [&](std::size_t place) -> const std::string& { return names[place]; };
    NameIndex index;
    CHECK(index.find("a", name_at) == NameIndex::nowhere);
    for (std::size_t i = 0; i < 1000; ++i) {
        names.push_back("name " + std::to_string(i));
        CHECK(index.add(names.back(), i, name_at) == i);
    }
    for (std::size_t i = 0; i < 1000; ++i)
        CHECK(index.find("name " + std::to_string(i), name_at) == i);
    CHECK(index.find("name 1000", name_at) == NameIndex::nowhere);
    CHECK(index.find("", name_at) == NameIndex::nowhere);
}

TEST_CASE("name index: a name that is there keeps its place") {
    const std::vector<std::string> names = {"a", "", "a"};
    const auto name_at = [&](std::size_t place) -> const std::string& { return names[place]; };
    NameIndex index;
    index.reset(names.size());
    CHECK(index.add("a", 0, name_at) == 0);
    CHECK(index.add("", 1, name_at) == 1);
    CHECK(index.add("a", 2, name_at) == 0);
    CHECK(index.find("", name_at) == 1);
    index.reset(0);
    CHECK(index.find("a", name_at) == NameIndex::nowhere);
}
