// Challenges as servers write them.
#include "auth/challenge.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"

namespace mcp::auth {
namespace {

/// `scheme(name=value name=value)`, one after the other.
std::string shown(std::string_view value) {
    std::string text;
    for (const Challenge& each : parse_challenges(value)) {
        text += (text.empty() ? "" : " ") + each.scheme + "(" + each.token;
        std::string_view separator;
        for (const auto& [name, said] : each.params) {
            text.append(separator).append(name).append("=").append(said);
            separator = " ";
        }
        text += ")";
    }
    return text;
}

TEST_CASE("ACL-01 R400 challenges are read as RFC 9110 writes them") {
    const std::vector<std::pair<std::string_view, std::string_view>> cases = {
        {"Bearer", "bearer()"},
        {"", ""},
        {"bearer realm=x", "bearer(realm=x)"},
        {R"(BEARER Scope="a b", Error=insufficient_scope)",
         "bearer(scope=a b error=insufficient_scope)"},
        {R"(Basic realm="x, y", Bearer scope="a")", "basic(realm=x, y) bearer(scope=a)"},
        {R"(Negotiate abc==, Bearer scope="a")", "negotiate(abc==) bearer(scope=a)"},
        {R"(Basic, Bearer, DPoP algs="ES256 PS256")", "basic() bearer() dpop(algs=ES256 PS256)"},
        {R"(Bearer realm="say \"no\"\\")", R"(bearer(realm=say "no"\))"},
        {R"(Bearer scope = "a" , error = "b")", "bearer(scope=a error=b)"},
        {R"(Bearer ,, scope="a",)", "bearer(scope=a)"},
        {R"(Bearer scope="a", scope="b")", "bearer(scope=a)"},
        {R"(Bearer scope="")", "bearer(scope=)"},
        {R"(Bearer resource_metadata="https://x/?a=1,2&b=c d")",
         "bearer(resource_metadata=https://x/?a=1,2&b=c d)"},
    };
    for (const auto& [value, expected] : cases) {
        INFO(value);
        CHECK(shown(value) == expected);
    }
}

TEST_CASE("ACL-01 what is no challenge is left out, and what follows it is not taken for it") {
    CHECK(shown(R"(scope="a")").empty());
    CHECK(shown(R"(B@d scope="a", error="b")").empty());
    CHECK(shown(R"(B@d scope="a", Bearer error="b")") == "bearer(error=b)");
    CHECK(shown(R"(Bearer scope="a)").empty());
    CHECK(shown(R"(Bearer scope="a"b)").empty());
    CHECK(shown(R"(Bearer scope=a b)").empty());
    CHECK(shown("Bearer scope=\"a\\").empty());
    std::string many = "A";
    for (int i = 0; i < 1000; ++i) many += ", A";
    CHECK(parse_challenges(many).size() == 32);
}

TEST_CASE(
    "challenges are written so that they read the same, and say nothing that breaks a header") {
    const Challenge challenge{"Bearer", {}, {{"scope", "a b"}, {"realm", R"(a "b" \c, d)"}}};
    const auto text = challenge_text(challenge);
    REQUIRE(text);
    CHECK(*text == R"(Bearer scope="a b", realm="a \"b\" \\c, d")");
    const auto back = parse_challenges(*text);
    REQUIRE(back.size() == 1);
    CHECK(back.front().params == challenge.params);
    CHECK(challenge_text({"Negotiate", "abc==", {}}) == "Negotiate abc==");
    CHECK_FALSE(challenge_text({"Bearer", {}, {{"scope", "a\r\nSet-Cookie: b"}}}));
    CHECK_FALSE(challenge_text({"Bearer", {}, {{"sco pe", "a"}}}));
    CHECK_FALSE(challenge_text({"Bea rer", {}, {}}));
    CHECK_FALSE(challenge_text({"Negotiate", "a b", {}}));
}

}  // namespace
}  // namespace mcp::auth
