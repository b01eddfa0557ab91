// Declarations and the JSON Schema published beside them say the same. protocol.ts is made up;
// protocol.json is what the generator of the published files (typescript-json-schema) makes of it.
#include "typescript_testing.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using namespace mcpgen;
using mcpgen::testing::canonical;

namespace {

using Differences = std::vector<std::string>;

/// Compares what two schemas demand: descriptions and the order of members do not matter.
class Comparison {
public:
    Differences run(const Node& published, const Node& declared) {
        const Node* before = published.find("$defs");
        if (before == nullptr) before = published.find("definitions");
        const Node* after = declared.find("$defs");
        REQUIRE(before != nullptr);
        REQUIRE(after != nullptr);
        map(*before, *after, "");
        return std::move(out_);
    }

private:
    void schema(const Node& a, const Node& b, const std::string& way) {
        if (!a.is(Node::Kind::object) || !b.is(Node::Kind::object)) return value(a, b, way);
        members(a, b, way, [&](const SharedText& key, const Node& x, const Node& y) {
            const std::string next = way + "/" + key;
            if (key == "properties") return map(x, y, next);
            if (x.is(Node::Kind::object)) return schema(x, y, next);
            if (key != "anyOf" && key != "allOf") return value(x, y, next);
            if (x.items.size() != y.items.size()) return value(x, y, next);
            for (std::size_t i = 0; i < x.items.size(); ++i) {
                schema(x.items[i], y.items[i], next + "/" + std::to_string(i));
            }
        });
    }

    /// Names are members here, and every one of them counts.
    void map(const Node& a, const Node& b, const std::string& way) {
        in_map_ = true;
        members(a, b, way, [&](const SharedText& key, const Node& x, const Node& y) {
            schema(x, y, way + "/" + key);
        });
    }

    template <typename Compare>
    void members(const Node& a, const Node& b, const std::string& way, const Compare& compare) {
        const bool all = std::exchange(in_map_, false);
        const auto counts = [&](std::string_view key) {
            return all || (key != "description" && key != "deprecated");
        };
        for (const KeyValue& member : a.members) {
            if (!counts(member.key)) continue;
            const Node* other = b.find(member.key);
            if (other == nullptr) {
                out_.push_back(way + "/" + member.key + " is only published");
            } else {
                compare(member.key, member.value, *other);
            }
        }
        for (const KeyValue& member : b.members) {
            if (counts(member.key) && a.find(member.key) == nullptr) {
                out_.push_back(way + "/" + member.key + " is only declared");
            }
        }
    }

    void value(const Node& a, const Node& b, const std::string& way) {
        const std::string published = renamed(canonical(a));
        const std::string declared = canonical(b);
        if (published == declared) return;
        out_.push_back(way + ": published " + published + ", declared " + declared);
    }

    static std::string renamed(std::string text) {
        const std::size_t found = text.find("#/definitions/");
        return found == std::string::npos ? text : text.replace(found, 14, "#/$defs/");
    }

    Differences out_;
    bool in_map_ = false;
};

Differences differences(const std::filesystem::path& published,
                        const std::filesystem::path& declarations) {
    Diagnostics diagnostics;
    const auto before = read_document(published.string(), diagnostics);
    const auto after = read_typescript(declarations.string(), diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) FAIL(to_text(diagnostic, false));
    return Comparison().run(before->root, after->root);
}

}  // namespace

TEST_CASE("declarations give the schema that is published beside them, but for lost nulls") {
    const std::filesystem::path folder =
        std::filesystem::path(MCPGEN_SOURCE_DIR) / "tests/generator/schema/typescript";
    // The published files are made with the compiler's option strictNullChecks off. Then `null` in
    // a union is dropped, unless the tag @nullable says it again. The declarations are right, so it
    // is kept.
    CHECK(differences(folder / "protocol.json", folder / "protocol.ts") ==
          Differences{"/Value/anyOf/2/type: published [\"string\",\"integer\",\"boolean\"], "
                      "declared [\"string\",\"integer\",\"boolean\",\"null\"]"});
}

// The published schema.ts files are not kept here. Where they are at hand, in one folder per
// revision, MCPGEN_TYPESCRIPT_DIR names the place and this test compares every revision.
TEST_CASE("the published declarations give the published schemas, but for JSONValue's null") {
    const char* folder = std::getenv("MCPGEN_TYPESCRIPT_DIR");
    if (folder == nullptr) {
        WARN("MCPGEN_TYPESCRIPT_DIR is not set: the published schema.ts files are not compared");
        return;
    }
    const std::filesystem::path published =
        std::filesystem::path(MCPGEN_SHARED_DIR) / "upstream/schema";
    for (const std::string revision :
         {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"}) {
        Differences expected;
        if (revision == "2026-07-28") {
            expected = {
                "/JSONValue/anyOf/2/type: published [\"string\",\"integer\",\"boolean\"], "
                "declared [\"string\",\"integer\",\"boolean\",\"null\"]"};
        }
        CAPTURE(revision);
        CHECK(differences(published / revision / "schema.json",
                          std::filesystem::path(folder) / revision / "schema.ts") == expected);
    }
}
