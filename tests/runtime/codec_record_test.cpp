// Records: exact about what a revision requires, lenient about what it does not know.
#include "runtime/sample.hpp"

#include "catch.hpp"

#include <algorithm>

using namespace sample;

TEST_CASE("a record is read and written in the order of its rows") {
    const auto text = decode<TextContent>(
        R"( { "text": "a\u00e9\nb" , "annotations":{"audience":["user","robot"],)"
        R"("priority":0.5},"type":"text"} )",
        r1);
    REQUIRE(text);
    CHECK(text->text == "a\u00e9\nb");
    REQUIRE(text->annotations);
    CHECK(text->annotations->priority == 0.5);
    CHECK(text->annotations->audience->at(0) == RoleTag::user);
    CHECK(text->annotations->audience->at(1) == Role::unknown("robot"));
    CHECK(written(*text, r1) ==
          "{\"type\":\"text\",\"text\":\"a\u00e9\\nb\",\"annotations\":{\"priority\":0.5,"
          "\"audience\":[\"user\",\"robot\"]}}");
}

TEST_CASE("required members and kinds are checked with their path") {
    CHECK(refusal<TextContent>("[]", r0) == "document: expected object, found array");
    CHECK(refusal<TextContent>("{}", r0) == "type: expected \"text\", found nothing");
    CHECK(refusal<TextContent>(R"({"type":"text"})", r0) == "text: expected string, found nothing");
    CHECK(refusal<TextContent>(R"({"type":"image","text":""})", r0) ==
          "type: expected \"text\", found \"image\"");
    CHECK(refusal<TextContent>(R"({"type":5,"text":""})", r0) ==
          "type: expected \"text\", found 5");
    CHECK(refusal<TextContent>(R"({"type":{},"text":""})", r0) ==
          "type: expected \"text\", found object");
    CHECK(refusal<TextContent>(R"({"type":"text","text":7})", r0) ==
          "text: expected string, found number");
    CHECK(refusal<TextContent>(R"({"type":"text","text":null})", r0) ==
          "text: expected string, found null");
    CHECK(refusal<TextContent>(R"({"type":"text","text":"","annotations":{"audience":["user",1]}})",
                               r0) == "annotations.audience[1]: expected string, found number");
    CHECK(refusal<Tree>(R"({"name":"a","children":[{"name":"b"},{"name":"c","twin":{"name":[]}}]})",
                        r0) == "children[1].twin.name: expected string, found array");
    CHECK(refusal<std::vector<Strict>>(R"([{"x":1},{"x":"1"}])", r0) ==
          "[1].x: expected integer, found string");
}

TEST_CASE("a missing member is found whatever the order of the others") {
    std::vector<std::string> members = {R"("name":"n")", R"("title":"t")", R"("type":"link")",
                                        R"("uri":"u")", R"("x":1)"};
    do {
        for (std::size_t left_out = 0; left_out <= members.size(); ++left_out) {
            std::string text = "{";
            std::string missing;
            for (std::size_t i = 0; i < members.size(); ++i) {
                if (i == left_out) {
                    missing = members[i].substr(1, members[i].find(':') - 2);
                } else {
                    text += (text.size() > 1 ? "," : "") + members[i];
                }
            }
            const bool optional = missing.empty() || missing == "title" || missing == "x";
            const std::string error = refusal<LinkContent>(text + "}", r2);
            if (optional) {
                CHECK(error.empty());
            } else {
                CHECK(error.starts_with(missing + ": expected "));
                CHECK(error.ends_with(", found nothing"));
            }
        }
    } while (std::next_permutation(members.begin(), members.end()));
}

TEST_CASE("grammar errors in records have the path of the record") {
    CHECK(refusal<Strict>("", r0) == "document: expected a JSON value, found nothing");
    CHECK(refusal<Strict>(R"({"x":1 "y":2})", r0) ==
          "document: expected \",\" or \"}\", found string");
    CHECK(refusal<Strict>(R"({"x" 1})", r0) == "document: expected \":\", found number");
    CHECK(refusal<Strict>(R"({x:1})", r0) == "document: expected a member name, found `x`");
    CHECK(refusal<Strict>(R"({"x":1,})", r0) == "document: expected a member name, found `}`");
    CHECK(refusal<Strict>(R"({"x":1}})", r0) ==
          "document: expected the end of the document, found `}`");
    CHECK(refusal<Strict>(R"({"x":01})", r0) == "x: expected integer, found `01`");
    CHECK(refusal<Strict>(R"({"x":)", r0) == "x: expected integer, found the end of the document");
    CHECK(refusal<Strict>("\xEF\xBB\xBF{\"x\":1}", r0) ==
          "document: expected object, found a byte order mark");
    CHECK(refusal<std::string>(R"("\ud800")", r0) ==
          "document: expected valid escapes, found \"\\ud800\"");
}

TEST_CASE("members come once, whichever way they are known") {
    CHECK(refusal<TextContent>(R"({"type":"text","text":"","\u0074ext":""})", r0) ==
          "text: expected every member once, found it twice");
    CHECK(refusal<TextContent>(R"({"type":"text","type":"text","text":""})", r0) ==
          "type: expected every member once, found it twice");
    CHECK(refusal<TextContent>(R"({"type":"text","text":"","x":1,"x":1})", r0) ==
          "x: expected every member once, found it twice");
    CHECK(refusal<TextContent>(R"({"type":"text","text":"","x":{"a":1,"a":1}})", r0) ==
          "x.a: expected every member once, found it twice");
    CHECK(refusal<Map<JsonObject>>(R"({"a":{},"b":{},"a":{}})", r0) ==
          "a: expected every member once, found it twice");
    std::string many = R"({"type":"text","text":"")";
    for (int i = 0; i < 40; ++i) many += ",\"extra" + std::to_string(i) + "\":0";
    CHECK(refusal<TextContent>(many + "}", r0).empty());
    CHECK(refusal<TextContent>(many + ",\"extra20\":0}", r0) ==
          "extra20: expected every member once, found it twice");
}

TEST_CASE("unknown members are kept in order and written again") {
    const std::string text =
        R"({"type":"text","text":"t","z":{"deep":[1,2.50]},"_meta":{"old":1},"a b":"\u00e9"})";
    const auto value = decode<TextContent>(text, r0);
    REQUIRE(value);
    CHECK_FALSE(value->meta.has_value());  // r0 does not have it: it is a member like any other
    CHECK(value->extras.size() == 3);
    CHECK(value->extras.find("z")->text() == R"({"deep":[1,2.50]})");
    CHECK(written(*value, r0) == text);
    // At r1 `_meta` is a row, and the extra of that name must not come out beside it.
    CHECK(written(*value, r1) ==
          R"({"type":"text","text":"t","z":{"deep":[1,2.50]},"a b":"\u00e9"})");
    CHECK(decode<TextContent>(text, r1)->meta->text() == R"({"old":1})");
}

TEST_CASE("raw text inside a record is checked and minified") {
    const auto value =
        decode<TextContent>("{\"type\":\"text\",\"text\":\"\",\"x\":[ 1,\n { } ]}", r0);
    REQUIRE(value);
    CHECK(value->extras.find("x")->text() == "[1,{}]");
    CHECK(refusal<TextContent>(R"({"type":"text","text":"","zz":[tru,1x]})", r0) ==
          "zz[0]: expected a value, found `tru`");
    CHECK(refusal<TextContent>(R"({"type":"text","text":"","_meta":{"io.x/y":[1x]}})", r1) ==
          "_meta[\"io.x/y\"][0]: expected a value, found `1x`");
    CHECK(refusal<TextContent>(R"({"type":"text","text":"","_meta":[]})", r1) ==
          "_meta: expected object, found array");
}

TEST_CASE("closed records refuse and drop what they do not know") {
    CHECK(refusal<Strict>(R"({"x":1,"y":2})", r0) ==
          "y: expected no member with this name, found one");
    Strict strict{.x = 1};
    strict.extras.set("y", 2);
    CHECK(written(strict, r0) == R"({"x":1})");
}

TEST_CASE("null for an optional member is absent") {
    const auto value = decode<TextContent>(R"({"type":"text","text":"","annotations":null})", r0);
    REQUIRE(value);
    CHECK_FALSE(value->annotations.has_value());
    CHECK(decode<Plain>(R"({"kind":null})", r0).has_value());
    // But not where null is a value.
    const auto tool =
        decode<Tool>(R"({"name":"","schema":{"type":"object"},"output":null,"resultType":""})", r2);
    REQUIRE(tool);
    REQUIRE(tool->output.has_value());
    CHECK(tool->output->is_null());
    const auto at1 = decode<Tool>(R"({"name":"","schema":{"type":"object"},"output":null})", r1);
    REQUIRE(at1);
    CHECK_FALSE(at1->output.has_value());
    const auto mixed = decode<Mixed>(R"({"ttl":null,"cursor":null,"flag":true})", r2);
    REQUIRE(mixed);
    CHECK(mixed->ttl.is_null());
    REQUIRE(mixed->cursor.has_value());
    CHECK(mixed->cursor->is_null());
    CHECK(written(*mixed, r2) == R"({"ttl":null,"flag":true,"cursor":null})");
}

TEST_CASE("a member that only some revisions require") {
    CHECK(refusal<Mixed>(R"({"ttl":1})", r1).empty());
    CHECK(refusal<Mixed>(R"({"ttl":1})", r2) == "flag: expected boolean, found nothing");
    CHECK(refusal<Mixed>(R"({"ttl":1,"flag":null})", r2) == "flag: expected boolean, found null");
    CHECK(written(Mixed{.ttl = 1}, r1) == R"({"ttl":1})");
    CHECK(written(Mixed{.ttl = 1}, r2) == "flag: expected boolean, found nothing");
    CHECK(refusal<Mixed>("{}", r1) == "ttl: expected integer or null, found nothing");
    CHECK(refusal<Mixed>(R"({"ttl":null})", r0) == "ttl: expected integer, found null");
    CHECK(written(Mixed{}, r0) == "ttl: expected integer, found null");
    CHECK(written(Mixed{}, r1) == R"({"ttl":null})");
}

TEST_CASE("a plain member with a default exists only where the revision has it") {
    const Tool tool{.name = "n", .schema = {{"type", "object"}}};
    CHECK(written(tool, r0) == R"({"name":"n","schema":{"type":"object"}})");
    CHECK(written(tool, r2) ==
          R"({"name":"n","schema":{"type":"object"},"resultType":"complete"})");
    const auto old =
        decode<Tool>(R"({"name":"n","schema":{"type":"object"},"resultType":"other"})", r1);
    REQUIRE(old);
    CHECK(old->result_type == "complete");
    CHECK(old->extras.contains("resultType"));
    CHECK(refusal<Tool>(R"({"name":"n","schema":{"type":"object"}})", r2) ==
          "resultType: expected string, found nothing");
}

TEST_CASE("a member with another shape at another revision") {
    const std::string text =
        R"({"name":"n","schema":{"type":"object"},"output":[1],"resultType":"x"})";
    CHECK(refusal<Tool>(text, r2).empty());
    CHECK(refusal<Tool>(text, r1) == "output: expected object, found array");
    const auto tool = decode<Tool>(text, r2);
    CHECK(written(*tool, r1) == "output: expected object, found array");
    CHECK(written(*tool, r0) == R"({"name":"n","schema":{"type":"object"}})");
    CHECK(decode<Tool>(text, r0)->extras.contains("output"));
}

TEST_CASE("shapes of raw values are checked both ways") {
    const auto both = [](std::string_view schema, const std::string& expected) {
        const std::string text = "{\"name\":\"\",\"schema\":" + std::string(schema) + "}";
        CHECK(refusal<Tool>(text, r0) == expected);
        const Tool tool{.name = "", .schema = JsonObject::parse(schema).value()};
        CHECK(written(tool, r0) == (expected.empty() ? text : expected));
    };
    both(R"({"type":"object"})", "");
    both(R"({"type":"object","properties":{"a":{},"b":{"x":[1]}},"required":["a"],"more":[1,{}]})",
         "");
    both(R"({"t\u0079pe":"ob\u006aect"})", "");
    both("{}", "schema.type: expected \"object\", found nothing");
    both(R"({"properties":{}})", "schema.type: expected \"object\", found nothing");
    both(R"({"type":"array"})", "schema.type: expected \"object\", found \"array\"");
    both(R"({"type":"object","properties":[]})", "schema.properties: expected object, found array");
    both(R"({"type":"object","properties":{"a":{},"b c":1}})",
         "schema.properties[\"b c\"]: expected object, found number");
    both(R"({"type":"object","required":["a",true]})",
         "schema.required[1]: expected string, found boolean");
}

TEST_CASE("values decode again to themselves at every revision that has them") {
    Tree tree{.name = "root"};
    for (int i = 0; i < 20; ++i) {
        Tree child{.name = std::string(static_cast<std::size_t>(i), 'x') + "\"\\\n\u00e9"};
        child.twin = Tree{.name = "twin"};
        child.extras.set("key " + std::to_string(i), Json::array({i, "v"}));
        tree.children.push_back(std::move(child));
    }
    for (const Revision revision : {r0, r1, r2}) {
        const auto text = encode(tree, revision);
        REQUIRE(text);
        const auto again = decode<Tree>(*text, revision);
        REQUIRE(again);
        CHECK(*again == tree);
        CHECK(encode(*again, revision) == text);
    }
}

TEST_CASE("a document cut anywhere is refused, and nothing is read behind it") {
    const std::string text = R"({"type":"text","text":"t\u00e9","annotations":{"priority":1,)"
                             R"("audience":["user"]},"_meta":{"a":[1,{}]},"x":"y"})";
    REQUIRE(refusal<TextContent>(text, r1).empty());
    for (std::size_t size = 0; size < text.size(); ++size) {
        const std::vector<char> exact(text.begin(),
                                      text.begin() + static_cast<std::ptrdiff_t>(size));
        INFO(size);
        CHECK_FALSE(
            decode<TextContent>(std::string_view(exact.data(), exact.size()), r1).has_value());
    }
}
