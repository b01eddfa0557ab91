// The shapes of shapes.hpp, their types taken away.
#include "cases.hpp"

#include "arbitrary.hpp"
#include "shapes.hpp"

#include <mcp/schema_of.hpp>

namespace mcp::testing {
namespace {

template <class T>
ShapeCase shape_case(const char* name) {
    ShapeCase result{name, schema_of<T>(), {}, {}, {}};
    result.make = [](Random& random) {
        const T value = make<T>(random);
        ShapeCase::Made made{to_json(value)};
        const auto decoded = from_json<T>(made.document);
        made.same = decoded.has_value() && *decoded == value;
        if (!decoded) made.why = decoded.error().message();
        made.is_it = [value](JsonView document) {
            const auto other = from_json<T>(document);
            return other.has_value() && *other == value;
        };
        return made;
    };
    result.refusal = [](JsonView document) {
        const auto decoded = from_json<T>(document);
        return decoded ? std::string() : decoded.error().message();
    };
    result.again = [](JsonView document) {
        const auto decoded = from_json<T>(document);
        return decoded ? Json(to_json(*decoded)) : Json();
    };
    return result;
}

struct Collect {
    std::vector<ShapeCase> cases{};
    template <class T>
    void operator()(const char* name) {
        cases.push_back(shape_case<T>(name));
    }
};

/// Values at the edges of types, and texts that are nearly something.
const char* const others[] = {"null",
                              "true",
                              "0",
                              "-1",
                              "1.0",
                              "1.5",
                              "101",
                              "128",
                              "256",
                              "-32769",
                              "65536",
                              "1e3",
                              "4294967296",
                              "9223372036854775808",
                              "1.8446744073709551616e19",
                              "-9223372036854775809",
                              "3.5e38",
                              "\"\"",
                              "\"kelvin\"",
                              "\"kelvin\\u0000\"",
                              "\"\\u006belvin\"",
                              "\"in_progress\"",
                              "\"in-progress\"",
                              "\"\u00e9\u00e9\u00e9\"",
                              "\"abcd\"",
                              "\"PT5S\"",
                              "\"PT1.5S\"",
                              "\"P1M\"",
                              "\"P1DT2H\"",
                              "\"2026-02-29\"",
                              "\"2028-02-29\"",
                              "\"2026-07-28T23:59:60Z\"",
                              "\"2026-07-28T12:30:00+02:00\"",
                              "\"AQ==\"",
                              "\"AQ=\"",
                              "[]",
                              "[1,1]",
                              "[1,1.0,2]",
                              "[\"a\",\"a\"]",
                              "[null]",
                              "{}",
                              "{\"city\":\"a\"}",
                              "{\"kind\":\"circle\",\"radius\":2}",
                              "{\"kind\":\"square\",\"radius\":2}",
                              "{\"event\":\"moved\",\"path\":\"a\"}",
                              "{\"name\":\"a\",\"id\":1}",
                              "{\"a\":1}",
                              "{\"a\":null}"};

}  // namespace

const std::vector<ShapeCase>& shape_cases() {
    static const std::vector<ShapeCase> cases = [] {
        Collect collect;
        shapes::for_each_shape(collect);
        return std::move(collect.cases);
    }();
    return cases;
}

void vary(JsonView document, Random& random, const std::function<void(const Json&)>& use) {
    for (const char* other : others) use(Json::parse(other).value());
    use(Json::parse(arbitrary_json(random)).value());
    if (document.is_object()) {
        JsonObject object = *Json(document).as_object();
        for (const JsonMember& member : document.members()) {
            const std::string name = member.name();
            vary(member.value, random, [&](const Json& other) {
                object.set(name, other);
                use(object);
            });
            object.set(name, Json(member.value));
            JsonObject without = object;
            without.erase(name);
            use(without);
        }
        use(object.set("unknown member", 1));
    } else if (document.is_array()) {
        std::vector<Json> elements;
        for (const JsonView each : document.elements()) elements.emplace_back(each);
        for (Json& place : elements) {
            const Json before = place;
            vary(before, random, [&](const Json& other) {
                place = other;
                use(Json::array(elements));
            });
            place = before;
        }
        if (!elements.empty()) {
            elements.push_back(elements.front());
            use(Json::array(elements));
        }
    }
}

}  // namespace mcp::testing
