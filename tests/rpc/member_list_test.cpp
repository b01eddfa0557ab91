// Where the members of an object are.
#include "rpc/member_list.hpp"
#include "json/text.hpp"

#include <string>
#include <string_view>

#include "catch.hpp"

TEST_CASE("a list of members is for its object, and moves to a copy of it") {
    const std::string text = R"({"a":1,"b":{"a":2}})";
    const std::string other = R"({"a":5})";
    const auto view = [](std::string_view json) { return mcp::detail::JsonAccess::view(json); };
    mcp::rpc::MemberList list;
    CHECK(list.find(view(text), "a")->as_int64() == 1);  // none yet: it searches
    list.start(text.data());
    list.add({text.data() + 2, 1}, {text.data() + 5, 1});
    list.add({text.data() + 8, 1}, {text.data() + 11, 7});
    CHECK(list.find(view(text), "a")->as_int64() == 1);
    CHECK_FALSE(list.find(view(text), "c").has_value());
    CHECK(list.find(view(other), "a")->as_int64() == 5);

    const std::string copy = text;
    mcp::rpc::MemberList moved;
    moved.copy(list, copy.data());
    CHECK(moved.find(view(copy), "b")->text().data() == copy.data() + 11);
    CHECK(moved.find(view(text), "b")->text().data() == text.data() + 11);
    list.give_up();
    moved.copy(list, text.data());
    CHECK(moved.find(view(copy), "b")->text().data() == copy.data() + 11);

    mcp::rpc::MemberList long_list;
    const std::string nine = R"({"a":0,"b":1,"c":2,"d":3,"e":4,"f":5,"g":6,"h":7,"i":8})";
    long_list.start(nine.data());
    for (std::size_t i = 0; i < 9; ++i) {
        long_list.add({nine.data() + 2 + 6 * i, 1}, {nine.data() + 5 + 6 * i, 1});
    }
    CHECK(long_list.find(view(nine), "i")->as_int64() == 8);
}
