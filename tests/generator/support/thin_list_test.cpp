// Lists that are empty in most things: a copy is a copy, and an empty one is only a pointer.
#include <generator/support/thin_list.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"

using mcpgen::ThinList;

TEST_CASE("thin list: as large as a pointer, and empty without one") {
    const ThinList<std::string> none;
    CHECK(sizeof(none) == sizeof(void*));
    CHECK((none.empty() && none.begin() == none.end()));
    CHECK(none == ThinList<std::string>(std::vector<std::string>()));
}

TEST_CASE("thin list: a copy does not change with what it is of") {
    ThinList<std::string> list = {"a", "b"};
    ThinList<std::string> copy = list;
    copy.push_back("c");
    copy.front() = "z";
    CHECK(list == ThinList<std::string>{"a", "b"});
    CHECK(copy == ThinList<std::string>{"z", "b", "c"});
    list = std::move(copy);
    CHECK(list.size() == 3);
    list = list[1] == "b" ? ThinList<std::string>{list[1]} : list;
    CHECK(list == ThinList<std::string>{"b"});
}

TEST_CASE("thin list: adds, takes away and sorts as a vector does") {
    ThinList<int> list;
    CHECK(erase_if(list, [](int) { return true; }) == 0);
    list.insert(list.begin(), 3);
    list.insert(list.begin(), 4);
    const std::vector<int> more = {9, 1};
    list.insert(list.end(), more.begin(), more.end());
    std::sort(list.begin(), list.end());
    CHECK(list == ThinList<int>{1, 3, 4, 9});
    CHECK(std::vector<int>(list.rbegin(), list.rend()) == std::vector<int>{9, 4, 3, 1});
    CHECK(erase_if(list, [](int i) { return i > 3; }) == 2);
    list.erase(list.begin(), list.begin() + 1);
    CHECK(list == ThinList<int>{3});
    list.clear();
    CHECK(list.empty());
}
