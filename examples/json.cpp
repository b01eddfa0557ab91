// JSON that has no type: taken in, looked at, built and changed. A tool's arguments, `_meta` and
// structured results come so.
#include <mcp/json.hpp>

#include <iostream>

int main() {
    // What comes from outside is checked once; the reason says where and why.
    const auto order = mcp::Json::parse(
        R"({"id": 7, "to": {"city": "Oslo"}, "items": [{"sku": "a-1", "count": 2}, {"sku": "b-9"}]})");
    if (!order) {
        std::cerr << order.error().message() << '\n';
        return 1;
    }

    // A way into it never fails: what is not there is null, as_… gives nothing for other kinds.
    const std::string city = (*order)["to"]["city"].as_string().value_or("nowhere");
    const bool express = (*order)["to"]["express"].as_bool().value_or(false);
    for (const mcp::JsonView item : (*order)["items"].elements()) {
        std::cout << item["sku"].as_string().value_or("?") << ": "
                  << item["count"].as_int64().value_or(1) << '\n';
    }
    for (const mcp::JsonMember& member : order->members()) {
        std::cout << member.name() << " is " << member.value.text() << '\n';
    }

    // Built from parts, and changed in place.
    mcp::JsonObject receipt{
        {"city", city}, {"express", express}, {"lines", mcp::Json::array({2, 1})}};
    receipt.set("paid", true);
    receipt.erase("express");
    std::cout << receipt.text() << '\n';

    const auto wrong = mcp::Json::parse(R"({"id": 7, "id": 8})");
    std::cout << (wrong ? "taken" : wrong.error().message()) << '\n';
    return wrong || city != "Oslo";
}
