// For shapes.mjs: each line is a JSON object with a shape's name and either its schema or a
// document, which `is_value` says to be that of a value, and `taken` whether it is decoded.
// For tests/tools/round_trip_test.cpp: the manifest of a server with one tool for each shape.
//
//   emit_shapes [COUNT [SEED]]
//   emit_shapes --manifest
#include "cases.hpp"

#include <mcp/json_schema.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace mcp;
using namespace mcp::testing;

namespace {

void print(const Json& line) { std::printf("%s\n", line.dump().c_str()); }

void print_document(const ShapeCase& shape, const JsonSchema& schema, const Json& document,
                    bool is_value) {
    print(Json::object({{"shape", shape.name},
                        {"document", document},
                        {"is_value", is_value},
                        {"accepted", schema.accepts(document)},
                        {"taken", shape.refusal(document).empty()}}));
}

void print_manifest() {
    std::vector<Json> tools;
    for (const ShapeCase& shape : shape_cases())
        tools.push_back(Json::object({{"name", shape.name}, {"inputSchema", Json(shape.schema)}}));
    print(Json::object({{"tools", Json::array(tools)}}));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "--manifest") return print_manifest(), 0;
    const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50;
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    for (const ShapeCase& shape : shape_cases()) {
        const auto schema = JsonSchema::compile(shape.schema);
        if (!schema) return std::fprintf(stderr, "%s: no schema\n", shape.name.c_str()), 1;
        print(Json::object({{"shape", shape.name}, {"schema", Json(shape.schema)}}));
        for (std::uint64_t i = 0; i < count; ++i) {
            Random random(seed, shape.name, i);
            const Json document = shape.make(random).document;
            print_document(shape, *schema, document, true);
            if (i % 10 != 0) continue;
            vary(document, random,
                 [&](const Json& other) { print_document(shape, *schema, other, false); });
        }
    }
    return 0;
}
