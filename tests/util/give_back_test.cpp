// Memory that is given back.
#include "util/give_back.hpp"

#include <tests/catch.hpp>

#include <string>
#include <vector>

TEST_CASE("a container that gives its memory back is empty and has none") {
    std::string text(1'000'000, 'x');
    mcp::detail::give_back(text);
    CHECK(text.empty());
    CHECK(text.capacity() == std::string().capacity());
    std::vector<int> numbers(1'000);
    mcp::detail::give_back(numbers);
    CHECK(numbers.empty());
    CHECK(numbers.capacity() == 0);
}
