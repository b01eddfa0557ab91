// Parts that few things of a kind have: a copy is a copy, and none reads as a fresh one.
#include <generator/support/rare.hpp>

#include "catch.hpp"

using mcpgen::Rare;

namespace {

struct Limit {
    int most = 7;
    bool operator==(const Limit&) const = default;
};

}  // namespace

TEST_CASE("rare: none reads as a fresh one, and equals it") {
    Rare<Limit> none;
    CHECK(none->most == 7);
    Rare<Limit> some = none;
    some.edit().most = 8;
    CHECK(none->most == 7);
    CHECK_FALSE(some == none);
    Rare<Limit> copy = some;
    copy.edit().most = 7;
    CHECK((copy == none && some->most == 8));
    some.reset();
    CHECK(some == none);
    CHECK(Rare<Limit>(Limit{9})->most == 9);
}
