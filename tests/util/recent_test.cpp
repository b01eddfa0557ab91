// The latest entries, and which of them make room.
#include "util/recent.hpp"

#include "catch.hpp"

using mcp::detail::Recent;

TEST_CASE("the oldest entry makes room for a new one") {
    Recent<int> recent(2);
    recent.put("a", 1);
    recent.put("b", 2);
    recent.put("a", 3);  // the latest now
    recent.put("c", 4);
    CHECK(recent.find("b") == nullptr);
    REQUIRE(recent.find("a"));
    CHECK(*recent.find("a") == 3);
    CHECK(recent.take("c") == 4);
    CHECK_FALSE(recent.take("c"));
    recent.put("d", 5);
    CHECK(recent.find("a"));
    recent.clear();
    CHECK(recent.find("a") == nullptr);
    Recent<int> none(0);
    none.put("a", 1);
    CHECK(none.find("a") == nullptr);
}
