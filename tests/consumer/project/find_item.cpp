// Uses the bindings of inventory.json: a record with an enumeration, a union, and a method.
#include <acme/inventory/codec.hpp>
#include <acme/inventory/methods.hpp>
#include <acme/inventory/types.hpp>

#include <cstdio>
#include <string>
#include <type_traits>
#include <variant>

namespace inventory = acme::inventory;

int plain();  // in the other file, which includes nothing generated

static_assert(inventory::FindItem::name == "items/find");
static_assert(std::is_same_v<inventory::FindItem::Result, inventory::FindItemResult>);

int main() {
    inventory::FindItem::Params params;
    params.name = "hammer";
    params.colour = inventory::ColourTag::red;
    const auto request = mcp::encode(params, inventory::r2031_01_01);
    if (!request || *request != R"({"name":"hammer","colour":"red"})") {
        std::printf("encoded %s\n", request ? request->c_str() : "nothing");
        return 1;
    }

    const std::string answer =
        R"({"spots":[{"kind":"bin","number":7},{"kind":"shelf","row":"C"}]})";
    const auto result = mcp::decode<inventory::FindItemResult>(answer, inventory::r2031_01_01);
    if (!result || result->spots.size() != 2) {
        return 2;
    }
    const auto* bin = std::get_if<inventory::Bin>(&result->spots[0]);
    if (bin == nullptr || bin->number != 7) {
        return 3;
    }
    const auto again = mcp::encode(*result, inventory::r2031_01_01);
    if (!again || *again != answer) {
        return 4;
    }

    const auto wrong = mcp::decode<inventory::FindItemResult>(R"({"spots":[{"kind":"bin"}]})",
                                                              inventory::r2031_01_01);
    return wrong ? 5 : plain();
}
