// From structs to schemas, and by `mcpgen tools` to structs again: what one of them encodes, the
// other decodes, for every shape of member. The shapes are those of tests/described.
#include <round_trip/codec.hpp>
#include <tests/described/cases.hpp>
#include <tests/described/shape_names.hpp>

#include <mcp/codec.hpp>
#include <mcp/codec_types.hpp>

#include "catch.hpp"

#include <algorithm>
#include <iostream>

using namespace mcp;
using namespace mcp::testing;

namespace {

constexpr std::uint64_t seed = 20260728;
constexpr std::uint64_t values_of_shape = 50;
constexpr std::uint64_t probed_values = 10;

/// What the struct that was generated for a shape makes of a document.
struct Reading {
    std::string refusal{};  ///< of the document, or of its encoding
    std::string again{};    ///< encoded from what was decoded
    bool same = false;      ///< the other document is decoded as an equal value
};

/// That struct, its type taken away.
struct Twin {
    const char* shape;
    Reading (*read)(const std::string& text, const std::string& other);
};

template <class T>
Reading read(const std::string& text, const std::string& other) {
    Result<T, CodecError> values[] = {T(), T()};
    const std::string* const texts[] = {&text, &other};
    for (const std::size_t i : {0U, 1U}) values[i] = decode<T>(*texts[i], latest_revision);
    if (!values[0]) return {.refusal = values[0].error().message()};
    auto encoded = encode(*values[0], latest_revision);
    if (!encoded) return {.refusal = encoded.error().message()};
    return {.again = *std::move(encoded), .same = values[1] && *values[0] == *values[1]};
}

#define MCP_TWIN(Name) {#Name, &read<round_trip::Name##Arguments>},
constexpr Twin twins[] = {MCP_ALL_SHAPES(MCP_TWIN)};
#undef MCP_TWIN

const Twin& twin_of(const ShapeCase& shape) {
    const auto* found = std::find_if(std::begin(twins), std::end(twins),
                                     [&](const Twin& twin) { return twin.shape == shape.name; });
    REQUIRE(found != std::end(twins));
    return *found;
}

/// The document with something else at one of its places.
using Put = std::function<Json(const Json&)>;

void each_place(JsonView document, const Put& put, const std::function<void(const Put&)>& use) {
    use(put);
    for (const JsonMember& member : document.members()) {
        const auto put_here = [&](const Json& other) {
            JsonObject object = *Json(document).as_object();
            return put(object.set(member.name(), other));
        };
        each_place(member.value, put_here, use);
    }
    std::vector<Json> elements;
    for (const JsonView each : document.elements()) elements.emplace_back(each);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto put_here = [&](const Json& other) {
            std::vector<Json> list = elements;
            list[i] = other;
            return put(Json::array(list));
        };
        each_place(elements[i], put_here, use);
    }
}

bool takes_anything(const Put& put, const std::function<bool(const Json&)>& takes) {
    constexpr const char* others[] = {"null", "true", "0.5", R"("?")", "[[[]]]", R"({"?":{}})"};
    return std::all_of(std::begin(others), std::end(others),
                       [&](const char* other) { return takes(put(Json::parse(other).value())); });
}

/// Whether the twin takes anything at a place of the document where the shape does not: there is a
/// member that became `Json`.
bool is_degraded(const ShapeCase& shape, const Twin& twin, const Json& document) {
    bool degraded = false;
    each_place(
        document, [](const Json& other) { return other; },
        [&](const Put& put) {
            const auto twin_takes = [&](const Json& d) {
                return twin.read(d.dump(), "").refusal.empty();
            };
            const auto shape_takes = [&](const Json& d) { return shape.refusal(d).empty(); };
            if (takes_anything(put, twin_takes) && !takes_anything(put, shape_takes))
                degraded = true;
        });
    return degraded;
}

}  // namespace

TEST_CASE("round trip: structs that were generated from schemas hold the same values") {
    for (const ShapeCase& shape : shape_cases()) {
        const Twin& twin = twin_of(shape);
        for (std::uint64_t i = 0; i < values_of_shape; ++i) {
            Random random(seed, shape.name, i);
            const auto made = shape.make(random);
            const std::string text = made.document.dump();
            INFO(shape.name << ", value " << i << ": " << text.substr(0, 500));
            const Reading first = twin.read(text, text);
            REQUIRE(first.refusal == "");
            CHECK(first.same);
            INFO("from its twin: " << first.again.substr(0, 500));
            const Json back = Json::parse(first.again).value();
            CHECK(made.is_it(back));
            // A hashed set gives its elements back in an order of its own, its twin is a vector.
            if (shape.name == "HashedSet") continue;
            CHECK(twin.read(first.again, shape.again(back).dump()).same);
        }
    }
}

TEST_CASE("round trip: all shapes have a type of C++ again") {
    std::size_t typed = 0;
    std::string degraded;
    for (const ShapeCase& shape : shape_cases()) {
        bool lost = false;
        for (std::uint64_t i = 0; i < probed_values && !lost; ++i) {
            Random random(seed, shape.name, i);
            lost = is_degraded(shape, twin_of(shape), shape.make(random).document);
        }
        typed += lost ? 0 : 1;
        if (lost) degraded += " " + shape.name;
    }
    std::cout << typed << " shapes of " << shape_cases().size() << " have a type\n";
    CHECK(typed >= 60);
    CHECK(degraded == "");
}
