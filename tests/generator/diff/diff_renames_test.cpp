// A type with another name and nearly the same shape is the same type.
#include "diff_testing.hpp"

using namespace mcpgen;
using namespace mcpgen::test;

namespace {

std::string named_record(const std::string& name, const std::vector<std::string>& members) {
    std::string properties;
    for (const std::string& member : members)
        properties += (properties.empty() ? "\"" : ",\"") + member + R"(":{"type":"string"})";
    return "\"" + name + R"(":{"type":"object","properties":{)" + properties + "}}";
}

}  // namespace

TEST_CASE("a removed and an added type of the same shape are one, renamed") {
    TwoSchemas schemas(named_record("Old", {"a", "b", "c"}), named_record("New", {"a", "b", "c"}));
    const auto changes = schemas.changes();
    CHECK(in_short(changes) == Lines{"type.renamed New source"});
    CHECK(changes.at(0).before == "Old");
    CHECK(changes.at(0).after == "New");
}

TEST_CASE("four fifths of the members are enough, and what differs is told as well") {
    CHECK(in_short(TwoSchemas(named_record("Old", {"a", "b", "c", "d"}),
                              named_record("New", {"a", "b", "c", "d", "e"}))
                       .changes()) == Lines{"member.added New.e", "type.renamed New source"});
    CHECK(in_short(TwoSchemas(named_record("Old", {"a", "b", "c"}),
                              named_record("New", {"a", "b", "c", "d"}))
                       .changes()) == Lines{"type.added New", "type.removed Old source"});
}

TEST_CASE("small types need a common word in their names") {
    CHECK(in_short(
              TwoSchemas(named_record("Cat", {"name"}), named_record("Dog", {"name"})).changes()) ==
          Lines{"type.added Dog", "type.removed Cat source"});
    CHECK(in_short(TwoSchemas(named_record("BigCat", {"name"}), named_record("WildCat", {"name"}))
                       .changes()) == Lines{"type.renamed WildCat source"});
}

TEST_CASE("the likest pair goes together, whatever the order") {
    CHECK(in_short(TwoSchemas(named_record("A1", {"a", "b", "c", "d", "e"}) + "," +
                                  named_record("B1", {"a", "b", "c", "d", "f"}),
                              named_record("X", {"a", "b", "c", "d", "f"}) + "," +
                                  named_record("Y", {"a", "b", "c", "d", "e"}))
                       .changes()) == Lines{"type.renamed X source", "type.renamed Y source"});
}

TEST_CASE("members whose type was renamed did not change") {
    const auto with_user = [](const std::string& name) {
        return named_record(name, {"a", "b", "c"}) +
               R"(,"User":{"type":"object","properties":{"of":{"$ref":"#/$defs/)" + name +
               R"("},"all":{"type":"array","items":{"$ref":"#/$defs/)" + name + R"("}}}})";
    };
    CHECK(in_short(TwoSchemas(with_user("Old"), with_user("New")).changes()) ==
          Lines{"type.renamed New source"});
}

TEST_CASE("a rename can follow from another") {
    const auto chain = [](const std::string& leaf, const std::string& owner) {
        return named_record(leaf, {"a", "b", "c"}) + ",\"" + owner +
               R"(":{"type":"object","properties":{"x":{"$ref":"#/$defs/)" + leaf +
               R"("},"y":{"type":"string"},"z":{"type":"string"}}})";
    };
    CHECK(in_short(TwoSchemas(chain("Leaf", "Tree"), chain("Blatt", "Baum")).changes()) ==
          Lines{"type.renamed Baum source", "type.renamed Blatt source"});
}
