// The state of writing one schema: which structs are being written, and which have a definition.
#pragma once

#include <mcp/described_tables.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mcp::detail {

class SchemaWriter {
public:
    explicit SchemaWriter(bool root_is_struct) : root_is_struct_(root_is_struct) {}
    JsonObject whole(WriteSchema root);
    JsonObject structure(const StructTable& table);

private:
    struct Open {
        const StructTable* table;
        std::string reference{};  ///< set when the struct was met inside of itself
    };
    JsonObject members(const StructTable& table);
    std::string new_reference(const Open& open);

    std::vector<Open> open_{};     ///< structs that are being written, outermost first
    std::vector<Open> defined_{};  ///< structs in `$defs`
    std::vector<JsonPair> definitions_{};
    std::size_t references_ = 0;
    bool root_is_struct_;
};

}  // namespace mcp::detail
