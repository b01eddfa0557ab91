// Every shape as a case without its type: its schema, arbitrary values, and documents that are near
// them.
#pragma once

#include <tests/property/random.hpp>

#include <mcp/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace mcp::testing {

struct ShapeCase {
    std::string name;
    JsonObject schema;
    /// The document of an arbitrary value. `same` is whether it is decoded as that value, and
    /// `why` what the decoder said; `is_it` is whether another document is decoded as that value.
    struct Made {
        Json document;
        bool same = false;
        std::string why{};
        std::function<bool(JsonView)> is_it{};
    };
    std::function<Made(Random&)> make;
    /// The message of the error when this is no document of the shape.
    std::function<std::string(JsonView)> refusal;
    /// Decoded and encoded; null for what is no document of the shape.
    std::function<Json(JsonView)> again;
};
const std::vector<ShapeCase>& shape_cases();

/// Calls `use` with documents that differ from `document` in one place: another value there, none,
/// or one more.
void vary(JsonView document, Random& random, const std::function<void(const Json&)>& use);

}  // namespace mcp::testing
