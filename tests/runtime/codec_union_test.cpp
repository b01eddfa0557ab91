// Unions: told apart by conditions, kept when unknown, replaced or refused where a revision lacks
// them.
#include "runtime/sample.hpp"

#include "catch.hpp"

using namespace sample;

TEST_CASE("the tag chooses the alternative, wherever it is") {
    const auto text = decode<Content>(R"({"type":"text","text":"a"})", r0);
    REQUIRE(text);
    CHECK(std::get<TextContent>(*text).text == "a");
    const auto last =
        decode<Content>(R"({"data":"x","n":{"type":"text","a":["type"]},"type":"audio"})", r1);
    REQUIRE(last);
    CHECK(std::get<AudioContent>(*last).data == "x");
    const auto escaped = decode<Content>(R"({"\u0074ype":"a\u0075dio","data":"x"})", r1);
    REQUIRE(escaped);
    CHECK(escaped->index() == 1);
}

TEST_CASE("a tag that nobody knows is kept and written again") {
    const std::string text = R"({"type":"hologram","rays":[1,2],"n":null})";
    const auto value = decode<Content>(text, r2);
    REQUIRE(value);
    CHECK(std::get<Unrecognized>(*value).json().text() == text);
    CHECK(written(*value, r2) == text);
    // An alternative of a later revision is unknown before it.
    const auto early = decode<Content>(R"({"type":"audio","data":"x"})", r0);
    REQUIRE(early);
    CHECK(std::holds_alternative<Unrecognized>(*early));
    CHECK(refusal<Content>(R"({"type":"hologram","a":1,"a":2})", r2) ==
          "a: expected every member once, found it twice");
}

TEST_CASE("errors name the tag or the kinds") {
    CHECK(refusal<Content>("{}", r0) == "type: expected \"text\", found nothing");
    CHECK(refusal<Content>("{}", r1) == "type: expected one of \"text\", \"audio\", found nothing");
    CHECK(refusal<Content>(R"({"type":7})", r1) ==
          "type: expected one of \"text\", \"audio\", found 7");
    CHECK(refusal<Content>("[]", r1) == "document: expected object, found array");
    CHECK(refusal<Content>(R"({"type":"text","text":1})", r1) ==
          "text: expected string, found number");
    CHECK(refusal<Id>("true", r0) == "document: expected string or integer, found boolean");
    CHECK(refusal<Id>("1.5", r0) ==
          "document: expected Id, found one that is none of them: number");
    CHECK(refusal<Schema>(R"({"kind":"other"})", r0) ==
          "document: expected one of Listed, Plain, found one that is none of them: object");
    CHECK(refusal<Content>("", r1) == "document: expected a JSON value, found nothing");
    CHECK(refusal<std::vector<Content>>("[", r1) ==
          "[0]: expected object, found the end of the document");
}

TEST_CASE("kinds choose the alternative") {
    CHECK(std::get<std::string>(*decode<Id>(R"("7")", r0)) == "7");
    CHECK(std::get<std::int64_t>(*decode<Id>("7", r0)) == 7);
    CHECK(std::get<std::int64_t>(*decode<Id>("7.0", r0)) == 7);
    CHECK(written(Id(std::int64_t{7}), r0) == "7");
    CHECK(written(Id(std::string("7")), r0) == "\"7\"");
}

TEST_CASE("conditions look below members and at absence") {
    const auto listed = decode<Schema>(R"({"kind":"plain","items":{"enum":["a"]}})", r0);
    REQUIRE(listed);
    CHECK(std::holds_alternative<Listed>(*listed));
    const auto plain = decode<Schema>(R"({"kind":"plain","note":"n"})", r0);
    REQUIRE(plain);
    CHECK(std::get<Plain>(*plain).note == "n");
    CHECK_FALSE(decode<Schema>(R"({"kind":"plain","items":{}})", r0).has_value());
    CHECK_FALSE(decode<Schema>(R"({"items":{"enum")", r0).has_value());
}

TEST_CASE("an alternative that the revision lacks is replaced or refused") {
    const Content link = LinkContent{.uri = "file:///\"x\"", .name = "n\n", .title = "T"};
    CHECK(written(link, r2) == R"({"type":"link","uri":"file:///\"x\"","name":"n\n","title":"T"})");
    CHECK(written(link, r1) == R"x({"type":"text","text":"[T](file:///\"x\")"})x");
    const Content untitled = LinkContent{.uri = "u", .name = "n\n"};
    CHECK(written(untitled, r0) == R"x({"type":"text","text":"[n\n](u)"})x");
    CHECK(decode<Content>(written(untitled, r0), r0).has_value());
    CHECK(written(std::vector<Content>{TextContent{.text = "a"}, AudioContent{.data = "x"}}, r0) ==
          "[1]: AudioContent does not exist at this revision");
    const Content broken = LinkContent{.uri = "\xff", .name = "n"};
    CHECK(written(broken, r1) == "uri: expected valid UTF-8, found other bytes");
}

TEST_CASE("an unrecognized value must be one that could be read again") {
    const auto of = [](std::string_view text) {
        return Content(Unrecognized(Json::parse(text).value()));
    };
    CHECK(written(of("{\"type\":\"new\"}"), r1) == "{\"type\":\"new\"}");
    CHECK(written(of("5"), r1) ==
          "document: expected object, found Unrecognized with something else");
    CHECK(written(of("{}"), r1) == "type: expected string, found nothing");
    CHECK(written(of("{\"type\":1}"), r1) == "type: expected string, found something else");
    CHECK(written(of("{\"type\":\"text\"}"), r1) ==
          "type: expected a value that no alternative has, found \"text\"");
    CHECK(written(of("{\"type\":\"audio\"}"), r0) == "{\"type\":\"audio\"}");
}

TEST_CASE("one value or a list, as the revision has it") {
    const Message one{.role = RoleTag::user, .content = TextContent{.text = "a"}};
    const std::string single = R"({"role":"user","content":{"type":"text","text":"a"}})";
    const std::string list = R"({"role":"user","content":[{"type":"text","text":"a"}]})";
    CHECK(written(one, r1) == single);
    CHECK(written(one, r2) == single);
    Message listed = one;
    listed.content.set_single(false);
    CHECK(written(listed, r1) == single);
    CHECK(written(listed, r2) == list);
    CHECK(refusal<Message>(list, r1) == "content: expected object, found array");
    CHECK(*decode<Message>(list, r2) == *decode<Message>(single, r2));
    CHECK(written(*decode<Message>(list, r2), r2) == list);
    CHECK(written(*decode<Message>(single, r2), r2) == single);
    listed.content.push_back(TextContent{.text = "b"});
    CHECK(written(listed, r1) ==
          "content: expected exactly one element at this revision, found 2 elements");
    CHECK(refusal<Message>(
              R"({"role":"user","content":[{"type":"text","text":"a"},{"type":"text"}]})", r2) ==
          "content[1].text: expected string, found nothing");
}
