// Depth, size, and large documents.
#include "runtime/sample.hpp"

#include "catch.hpp"

using namespace sample;

namespace {

std::string nested_tree(std::size_t depth) {
    std::string text;
    for (std::size_t i = 1; i < depth; ++i) text += R"({"name":"n","twin":)";
    text += R"({"name":"n"})";
    return text + std::string(depth - 1, '}');
}

}  // namespace

TEST_CASE("decoding is bounded in depth, typed and raw together") {
    CHECK(refusal<Tree>(nested_tree(128), r0).empty());
    CHECK(refusal<Tree>(nested_tree(129), r0)
              .ends_with("twin: expected at most 128 levels of nesting, found more"));
    CHECK(refusal<Tree>(nested_tree(100000), r0).ends_with("found more"));
    CHECK(refusal<Tree>(nested_tree(3), r0, {.max_depth = 2}) ==
          "twin.twin: expected at most 2 levels of nesting, found more");
    CHECK(refusal<Tree>(R"({"name":"n","x":[[]]})", r0, {.max_depth = 2}) ==
          "x[0]: expected at most 2 levels of nesting, found more");
    CHECK(refusal<Tree>(R"({"name":"n","x":[1]})", r0, {.max_depth = 2}).empty());
    CHECK(refusal<Tree>("{\"name\":\"n\",\"x\":" + std::string(100000, '[') + "}", r0)
              .ends_with("found more"));
}

TEST_CASE("decoding is bounded in size") {
    CHECK(refusal<std::string>("\"abc\"", r0, {.max_bytes = 5}).empty());
    CHECK(refusal<std::string>("\"abc\"", r0, {.max_bytes = 4}) ==
          "document: expected at most 4 bytes, found 5");
    const std::string long_text = "\"" + std::string(std::size_t{17} * 1024 * 1024, 'x') + "\"";
    CHECK_FALSE(decode<std::string>(long_text, r0).has_value());
    CHECK(decode<std::string>(long_text, r0, {.max_bytes = long_text.size()})->size() ==
          long_text.size() - 2);
}

TEST_CASE("encoding is bounded in depth") {
    Tree tree{.name = "leaf"};
    for (int i = 1; i < 127; ++i) {  // and the innermost one writes an empty list
        Tree outer{.name = "n"};
        outer.twin = std::move(tree);
        tree = std::move(outer);
    }
    const auto text = encode(tree, r0);
    REQUIRE(text);
    CHECK(decode<Tree>(*text, r0) == tree);
    Tree outer{.name = "n"};
    outer.twin = std::move(tree);
    CHECK(written(outer, r0).ends_with("expected at most 128 levels of nesting, found more"));
}

TEST_CASE("long names and texts are shortened in messages") {
    const std::string name(1000, 'k');
    const std::string message =
        refusal<Map<std::int64_t>>("{\"" + name + "\":\"" + name + "\"}", r0);
    CHECK(message.size() < 300);
    CHECK(message.find("...") != std::string::npos);
    CHECK(refusal<Mixed>("{\"ttl\":1,\"mode\":\"" + name + "\"}", r0).size() < 200);
    std::string accents;
    for (int i = 0; i < 100; ++i) accents += "\u00e9";
    const auto error = decode<Mixed>("{\"ttl\":1,\"mode\":\"" + accents + "\"}", r0);
    REQUIRE_FALSE(error);
    CHECK(Json(error.error().found).as_string() == error.error().found);  // still UTF-8
}

TEST_CASE("memory for large documents is not kept and does not disturb small ones") {
    std::vector<Tree> trees(
        20000, Tree{.name = "a name of some length", .extras = {{"x", Json::array({1, 2})}}});
    const auto text = encode(trees, r0);
    REQUIRE(text);
    CHECK(decode<std::vector<Tree>>(*text, r0) == trees);
    CHECK(decode<std::int64_t>("1", r0) == 1);
}

TEST_CASE("arrays reserve little more than they hold") {
    // Each inner array looks as if it went on to the end of the document.
    std::string text = "[";
    for (int i = 0; i < 5000; ++i) text += (i == 0 ? "" : ",") + std::string("[1,2,3,4,5]");
    const auto arrays = decode<std::vector<std::vector<std::int64_t>>>(text + "]", r0);
    REQUIRE(arrays);
    REQUIRE(arrays->size() == 5000);
    std::size_t held = 0;
    for (const auto& array : *arrays) {
        CHECK(array == std::vector<std::int64_t>{1, 2, 3, 4, 5});
        held += array.capacity() * sizeof(std::int64_t);
    }
    const std::size_t doubled = arrays->size() * 8 * sizeof(std::int64_t);
    CHECK(held <= doubled + std::size_t{64} * 1024);
}

TEST_CASE("paths of errors can be put below something larger") {
    auto error = decode<Strict>("{}", r0).error();
    error.within("params").within(2).within("io.x/y");
    CHECK(error.path == "[\"io.x/y\"][2].params.x");
    CHECK(error.message() == "[\"io.x/y\"][2].params.x: expected integer, found nothing");
    CHECK(CodecError{{}, {}, "no"}.message() == "document: no");
}
