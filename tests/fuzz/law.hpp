// How a fuzzer says that a law does not hold: the sentence, then the end, which libFuzzer records
// as a finding.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace mcpgen::fuzz {

/// Ends the program unless `holds`. `what` and `with` say which law, and for what.
inline void law(bool holds, std::string_view what, std::string_view with = {}) {
    if (holds) return;
    std::fprintf(stderr, "LAW BROKEN: %.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
                 static_cast<int>(with.size()), with.data());
    std::abort();
}

}  // namespace mcpgen::fuzz
