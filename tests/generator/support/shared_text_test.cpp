#include <generator/support/shared_text.hpp>

#include <utility>

#include "catch.hpp"

using namespace mcpgen;

TEST_CASE("shared text: copies have the text of the first one, and outlive it") {
    SharedText copy;
    {
        const SharedText first("schema/2025-11-25.json");
        copy = first;
        CHECK(copy.view().data() == first.view().data());
    }
    CHECK(copy == "schema/2025-11-25.json");
    CHECK(copy.str() == "schema/2025-11-25.json");
    CHECK(copy == SharedText("schema/2025-11-25.json"));
    CHECK_FALSE(copy == SharedText("schema/2025-06-18.json"));
}

TEST_CASE("shared text: one that is assigned over leaves the others as they are") {
    SharedText first("one");
    const SharedText second = first;
    first = SharedText("two");
    CHECK(first == "two");
    CHECK(second == "one");
    const SharedText& itself = first;
    first = itself;
    CHECK(first == "two");
}

TEST_CASE("shared text: one that was moved from, and an empty one, have no characters") {
    SharedText first("one");
    const SharedText second = std::move(first);
    CHECK(second == "one");
    CHECK(first.empty());  // NOLINT(bugprone-use-after-move)
    CHECK(SharedText("").empty());
    CHECK(SharedText() == "");
    CHECK_FALSE(SharedText("a").empty());
}
