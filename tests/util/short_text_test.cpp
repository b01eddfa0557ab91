// Text that stays with its owner when it is short.
#include "util/short_text.hpp"

#include <string>

#include "catch.hpp"

using mcp::detail::ShortText;

TEST_CASE("a short text keeps what it is given, of any size and one after the other") {
    ShortText text;
    CHECK(text.view().empty());
    for (const std::size_t size : {0U, 1U, 239U, 240U, 241U, 5000U, 240U, 5000U, 241U, 3U, 0U}) {
        std::string given(size, 'x');
        if (size != 0) given.back() = 'y';
        const std::string copy = given;
        text.assign(given);
        given.assign(size, '?');
        CHECK(text.view() == copy);
    }
}
