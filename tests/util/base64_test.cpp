// Base64: the examples of RFC 4648, every byte there and back, and what strict means.
#include <mcp/base64.hpp>

#include "catch.hpp"

using namespace mcp;

TEST_CASE("base64 writes the examples of RFC 4648") {
    const std::pair<const char*, const char*> examples[] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };
    for (const auto& [plain, text] : examples) {
        CHECK(base64_encode(plain) == text);
        CHECK(base64_decode(text) == std::optional<std::string>(plain));
    }
}

TEST_CASE("base64 brings back bytes of every value and length") {
    std::string bytes;
    for (int i = 0; i < 256; ++i) {
        bytes += static_cast<char>(i * 7 % 256);
        CHECK(base64_decode(base64_encode(bytes)) == std::optional(bytes));
        CHECK(base64url_decode(base64url_encode(bytes)) == std::optional(bytes));
    }
}

TEST_CASE("base64url uses the alphabet for URLs and no padding") {
    CHECK(base64url_encode("\xfb\xff\xfe") == "-__-");
    CHECK(base64_encode("\xfb\xff\xfe") == "+//+");
    CHECK(base64url_encode("f") == "Zg");
    CHECK(base64url_decode("-__-") == std::optional<std::string>("\xfb\xff\xfe"));
}

TEST_CASE("base64 refuses what has another spelling or is none") {
    for (const char* text : {"Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "=",
                             "====", "Z===", "-__-", "Zg==Zg==", "Z", "Zm9vZ"}) {
        INFO(text);
        CHECK_FALSE(base64_decode(text).has_value());
    }
    for (const char* text : {"Zg==", "Zg=", "Z", "Zh", "Zm9", "+//+", "Zm9v ", "Zm9vY"}) {
        INFO(text);
        CHECK_FALSE(base64url_decode(text).has_value());
    }
}
