// Runs the table of attacks, and counts.
#include "attacks.hpp"

#include "catch.hpp"

#include <iostream>

using namespace mcp::testing;

TEST_CASE("every attack of the table is refused") {
    std::size_t refused = 0;
    for (const Attack& attack : attacks()) {
        INFO(attack.name);
        const std::string happened = attack.happened();
        CHECK(happened.empty());
        if (!happened.empty()) std::cout << attack.name << ": " << happened << '\n';
        refused += happened.empty() ? 1 : 0;
    }
    std::cout << "attacks refused: " << refused << " of " << attacks().size() << std::endl;
    CHECK(attacks().size() > 30);  // else the table was not linked
}
