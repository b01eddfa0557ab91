// Sets of revisions.
#include <generator/model/revisions.hpp>

#include "catch.hpp"

using mcpgen::Revisions;

TEST_CASE("revisions: a set knows its oldest and newest") {
    const Revisions set = Revisions::one(1) | Revisions::one(4);
    CHECK(set.oldest() == 1);
    CHECK(set.newest() == 4);
    CHECK(set.count() == 2);
    CHECK(set.contains(4));
    CHECK_FALSE(set.contains(2));
    CHECK_FALSE(set.contains(Revisions::first(2)));
    CHECK(Revisions::first(5).contains(set));
}

TEST_CASE("revisions: sets are combined") {
    const Revisions three = Revisions::first(3);
    CHECK((three & Revisions::one(1)) == Revisions::one(1));
    CHECK((three & Revisions::one(3)).empty());
    CHECK(three.without(Revisions::one(1)) == (Revisions::one(0) | Revisions::one(2)));
    Revisions grown;
    grown |= three;
    CHECK(grown == three);
}

TEST_CASE("revisions: all 32 fit") {
    CHECK(Revisions::first(32).count() == 32);
    CHECK(Revisions::first(32).newest() == 31);
    CHECK(Revisions::first(0).empty());
}
