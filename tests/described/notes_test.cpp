// What is noted of members: in the schema, in decoding, in errors; and notes that contradict
// something.
#include <mcp/json_schema.hpp>
#include <mcp/schema_of.hpp>

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "catch.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

using namespace mcp;

namespace noted {

enum class Sort { relevance, newest_first };
BOOST_DESCRIBE_ENUM(Sort, relevance, newest_first)
void annotate(SchemaNotes<Sort>& sort) { sort.name(Sort::newest_first, "newest-first"); }

struct Search {
    std::string query;
    int limit = 20;
    Sort sort = Sort::relevance;
    std::optional<std::vector<std::string>> tags;
    std::optional<std::string> region;
    std::chrono::seconds timeout{30};
};
BOOST_DESCRIBE_STRUCT(Search, (), (query, limit, sort, tags, region, timeout))
void annotate(SchemaNotes<Search>& search) {
    search.title("Search").description("Looks for pages.").closed();
    search[&Search::query]
        .title("Query")
        .description("What to look for.")
        .min_length(2)
        .max_length(40)
        .examples({"json schema"});
    search[&Search::limit].minimum(1).maximum(100).defaulted();
    search[&Search::sort].defaulted();
    search[&Search::tags].max_items(2).deprecated().items().pattern("^[a-z]+$");
    search[&Search::region].name("x-region").header("Region").format("hostname");
    search[&Search::timeout].defaulted();
}

struct Stranger {
    int described;
    int other;
};
BOOST_DESCRIBE_STRUCT(Stranger, (), (described))
void annotate(SchemaNotes<Stranger>& stranger) { stranger[&Stranger::other].minimum(1); }

struct Twice {
    int one;
    int two;
};
BOOST_DESCRIBE_STRUCT(Twice, (), (one, two))
void annotate(SchemaNotes<Twice>& twice) { twice[&Twice::two].name("one"); }

struct BadPattern {
    std::string text;
};
BOOST_DESCRIBE_STRUCT(BadPattern, (), (text))
void annotate(SchemaNotes<BadPattern>& bad) { bad[&BadPattern::text].pattern("(a"); }

struct BadDefault {
    double number = std::numeric_limits<double>::infinity();
};
BOOST_DESCRIBE_STRUCT(BadDefault, (), (number))
void annotate(SchemaNotes<BadDefault>& bad) { bad[&BadDefault::number].defaulted(); }

struct Wide {
    std::string a;
    std::optional<std::string> b;
};
BOOST_DESCRIBE_STRUCT(Wide, (), (a, b))
struct Narrow {
    std::string a;
    std::string b;
};
BOOST_DESCRIBE_STRUCT(Narrow, (), (a, b))

struct Disc {
    Constant<"disc"> kind;
    double radius;
};
BOOST_DESCRIBE_STRUCT(Disc, (), (kind, radius))
struct Square {
    double side;
};
BOOST_DESCRIBE_STRUCT(Square, (), (side))
void annotate(SchemaNotes<Square>& box) { box.constant("kind", "box"); }
struct Drawn {
    std::vector<std::variant<Disc, Square>> shapes;
};
BOOST_DESCRIBE_STRUCT(Drawn, (), (shapes))

struct ByName {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(ByName, (), (name))
struct ById {
    int id;
};
BOOST_DESCRIBE_STRUCT(ById, (), (id))

struct Point {
    std::string name = "here";
    std::optional<int> height = 3;
};
BOOST_DESCRIBE_STRUCT(Point, (), (name, height))
struct Route {
    Point start{"home", 7};
    std::array<Point, 1> stops{Point{"shop", 8}};
    Box<Point> end = Point{"work", 9};
};
BOOST_DESCRIBE_STRUCT(Route, (), (start, stops, end))

std::string refusal(std::string_view text) {
    const auto result = from_json<Search>(Json::parse(text).value());
    return result ? std::string() : result.error().message();
}

}  // namespace noted

using namespace noted;

TEST_CASE("notes are in the schema, in a fixed order") {
    CHECK(schema_of<Search>().text() ==
          R"({"type":"object","title":"Search","description":"Looks for pages.","properties":{)"
          R"("query":{"type":"string","minLength":2,"maxLength":40,"title":"Query",)"
          R"("description":"What to look for.","examples":["json schema"]},)"
          R"("limit":{"type":"integer","minimum":1,"maximum":100,"default":20},)"
          R"("sort":{"type":"string","enum":["relevance","newest-first"],"default":"relevance"},)"
          R"("tags":{"type":"array","items":{"type":"string","pattern":"^[a-z]+$"},"maxItems":2,)"
          R"("deprecated":true},"x-region":{"type":"string","format":"hostname",)"
          R"("x-mcp-header":"Region"},"timeout":{"type":"string","format":"duration",)"
          R"("pattern":"^P([0-9]+W|[0-9]+D(T([0-9]+H([0-9]+M)?([0-9]+S)?|[0-9]+M([0-9]+S)?|)"
          R"([0-9]+S))?|T([0-9]+H([0-9]+M)?([0-9]+S)?|[0-9]+M([0-9]+S)?|[0-9]+S))$",)"
          R"("default":"PT30S"}},"required":["query"],"additionalProperties":false})");
    CHECK(schema_of<Search>() == schema_of<Search>());
}

TEST_CASE("an absent member with a default is what its initialiser says") {
    const auto search = from_json<Search>(Json::object({{"query", "abc"}}));
    REQUIRE(search);
    CHECK(search->limit == 20);
    CHECK(search->sort == Sort::relevance);
    CHECK(search->timeout == std::chrono::seconds(30));
    CHECK_FALSE(search->tags);
    CHECK(to_json(*search).text() ==
          R"({"query":"abc","limit":20,"sort":"relevance","timeout":"PT30S"})");
}

TEST_CASE("a member that is there replaces all of its initialiser") {
    const auto route = from_json<Route>(
        Json::parse(R"({"start":{"name":"a"},"stops":[{"name":"b"}],"end":{"name":"c"}})").value());
    REQUIRE(route);
    CHECK(route->start.height == 3);
    CHECK(route->stops[0].height == 3);
    CHECK(route->end->height == 3);
}

TEST_CASE("limits are enforced, and the error names the place and the limit") {
    CHECK(refusal(R"({"query":"a"})") == "query: expected text of 2 to 40 characters, found 1");
    CHECK(refusal(R"({"query":"\u00e9\u00e9","limit":0})") ==
          "limit: expected integer from 1 to 100, found 0");
    CHECK(refusal(R"({"query":"ab","limit":null})") == "limit: expected integer, found null");
    CHECK(refusal(R"({"query":"ab","sort":"newest_first"})") ==
          "sort: expected one of \"relevance\", \"newest-first\", found \"newest_first\"");
    CHECK(refusal(R"({"query":"ab","tags":["x","Y"]})") ==
          "tags[1]: expected text that matches `^[a-z]+$`, found \"Y\"");
    CHECK(refusal(R"({"query":"ab","tags":["x","y","z"]})") ==
          "tags: expected at most 2 elements, found 3 elements");
    CHECK(refusal(R"({"query":"ab","x-region":"-"})") ==
          "[\"x-region\"]: expected text of the format hostname, found \"-\"");
    CHECK(refusal(R"({"query":"ab","timeout":"P1M"})") ==
          "timeout: expected duration like P1DT2H30M or PT45S, without months, found \"P1M\"");
    CHECK(refusal(R"({"query":"ab","region":"a"})") ==
          "region: expected no member with this name, found one");
    CHECK(refusal(R"({})") == "query: expected string, found nothing");
}

TEST_CASE("notes that contradict something are an error when the schema is made") {
    CHECK_THROWS_WITH(schema_of<Stranger>(),
                      "annotate: this member is not described by BOOST_DESCRIBE_STRUCT");
    CHECK_THROWS_WITH(schema_of<Twice>(), "annotate: two members are called \"one\"");
    CHECK_THROWS_AS(schema_of<BadPattern>(), std::logic_error);
    CHECK_THROWS_AS(schema_of<BadDefault>(), std::logic_error);
}

TEST_CASE("structs of a variant that look alike are an error, in the order that would guess") {
    using Guess = std::variant<Wide, Narrow>;
    CHECK_THROWS_AS(schema_of<Guess>(), std::logic_error);
    using Sure = std::variant<Narrow, Wide>;
    CHECK_THROWS_AS(schema_of<Sure>(), std::logic_error);
    CHECK_THROWS_AS(from_json<Guess>(Json::object({{"a", "x"}})), std::logic_error);
}

TEST_CASE("an object that is no struct of a variant is told what there is") {
    const auto draw = [](std::string_view text) {
        return from_json<Drawn>(Json::parse(text).value()).error().message();
    };
    CHECK(draw(R"({"shapes":[{"kind":"disc","radius":1},{"kind":"line"}]})") ==
          "shapes[1].kind: expected \"disc\" or \"box\", found \"line\"");
    CHECK(draw(R"({"shapes":[{"radius":1}]})") ==
          "shapes[0].kind: expected \"disc\" or \"box\", found nothing");
    CHECK(draw(R"({"shapes":[{"kind":"box"}]})") ==
          "shapes[0].side: expected number, found nothing");
    CHECK(draw(R"({"shapes":[7]})") == "shapes[0]: expected object, found number");
    using Either = std::variant<ByName, ById>;
    CHECK(from_json<Either>(Json::object({{"other", 1}})).error().message() ==
          "document: expected object with name or object with id, found object without");
    CHECK(from_json<Either>(Json::object({{"id", "x"}})).error().message() ==
          "id: expected integer, found string");
}

TEST_CASE("what JSON cannot say is not written") {
    CHECK_THROWS_AS(to_json(std::vector{1.0, std::nan("")}), std::invalid_argument);
    CHECK_THROWS_AS(to_json(static_cast<Sort>(7)), std::invalid_argument);
    CHECK_THROWS_AS(to_json(std::chrono::seconds(-1)), std::invalid_argument);
    CHECK_THROWS_AS(to_json(std::chrono::sys_days(std::chrono::days(3'000'000))),
                    std::invalid_argument);
    CHECK_THROWS_WITH(to_json(std::map<std::string, double>{{"a", HUGE_VAL}}),
                      "a: expected number, found infinity");
}

TEST_CASE("times are exact, or refused") {
    using std::chrono::milliseconds;
    const auto read = []<class T>(std::string_view text, T) { return from_json<T>(Json(text)); };
    CHECK(read("PT1H3S", std::chrono::seconds()) == std::chrono::seconds(3603));
    CHECK(read("P1DT0.25S", milliseconds()) == milliseconds(86'400'250));
    CHECK(read("P2W", std::chrono::days()) == std::chrono::days(14));
    CHECK(read("PT90S", std::chrono::minutes()).error().message() ==
          "document: expected a whole number of minutes, found \"PT90S\"");
    CHECK(read("PT0.0001S", milliseconds()).error().message() ==
          "document: expected a whole number of 1000ths of a second, found \"PT0.0001S\"");
    CHECK_FALSE(read("PT99999999999999999999S", std::chrono::seconds()));
    for (const char* bad : {"", "P", "PT", "P1DT", "1D", "P1Y", "PT1", "P1W1D", "PT1S2H", "-PT1S"})
        CHECK_FALSE(read(bad, std::chrono::seconds()));
    const auto noon = std::chrono::sys_seconds(std::chrono::seconds(1'785'240'000));
    CHECK(to_json(noon).text() == "\"2026-07-28T12:00:00Z\"");
    for (const char* same : {"2026-07-28T14:00:00+02:00", "2026-07-28t11:59:60z",
                             "2026-07-28T12:00:00.000Z", "2026-07-27T13:00:00-23:00"}) {
        INFO(same);
        const auto time = read(same, noon);
        CHECK(time.has_value() == (std::string_view(same).find(":60") == std::string_view::npos));
        if (time) CHECK(*time == noon);
    }
    CHECK(read("2016-12-31T23:59:60Z", noon) == read("2017-01-01T00:00:00Z", noon));
    CHECK_FALSE(read("2026-07-28T12:00:00.5Z", noon));
    CHECK_FALSE(read("2026-07-28T12:00:00", noon));
    CHECK_FALSE(read("2500-01-01T00:00:00Z", std::chrono::sys_time<std::chrono::nanoseconds>()));
    CHECK_FALSE(read("2026-02-29", std::chrono::sys_days()));
}
