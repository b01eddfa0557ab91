// Two small schemas as text, and what `diff` says of them.
#pragma once

#include "generator/support/temporary_folder.hpp"

#include <generator/diff/compare.hpp>
#include <generator/diff/load.hpp>
#include <generator/pipeline.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"

namespace mcpgen::test {

class TwoSchemas {
public:
    /// The text of `$defs` before and after; `overrides` is a whole document.
    TwoSchemas(const std::string& older, const std::string& newer,
               const std::string& overrides = "{}") {
        write("2030-01-01", older);
        write("2031-01-01", newer);
        folder_.put("overrides.json", overrides);
    }

    std::vector<Change> changes() {
        const auto sides = load_sides(path("2030-01-01.json"), path("2031-01-01.json"),
                                      path("overrides.json"), diagnostics);
        REQUIRE(sides);
        return compare(*sides);
    }

    std::string report(DiffFormat format) {
        const auto text = diff(path("2030-01-01.json"), path("2031-01-01.json"),
                               path("overrides.json"), format, diagnostics);
        REQUIRE(text);
        return *text;
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    Diagnostics diagnostics;

private:
    void write(const std::string& revision, const std::string& definitions) {
        folder_.put(revision + ".json",
                    R"({"x-mcp-revision":")" + revision + R"(","$defs":{)" + definitions + "}}");
    }

    TemporaryFolder folder_;
};

/// `kind name [wire][source]` for each change, sorted.
inline std::vector<std::string> in_short(const std::vector<Change>& changes) {
    std::vector<std::string> out;
    for (const Change& change : changes) {
        out.push_back(change.kind + " " + change.name + (change.breaks.wire ? " wire" : "") +
                      (change.breaks.source ? " source" : ""));
    }
    std::sort(out.begin(), out.end());
    return out;
}

using Lines = std::vector<std::string>;

}  // namespace mcpgen::test
