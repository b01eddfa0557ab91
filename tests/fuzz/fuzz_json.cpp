// `Json` from untrusted text, held against simdjson's own parser: both accept or both refuse,
// members that come twice, depth and numbers that fit no double aside. What was taken in is
// written, looked at, and taken in again.
#include <tests/fuzz/law.hpp>

#include <mcp/json.hpp>

#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

using mcpgen::fuzz::law;

namespace {

/// Uses everything that can be read of a value; gives the number of values in it.
std::size_t visit(mcp::JsonView view) {
    std::size_t count = 1;
    view.as_bool();
    view.as_int64();
    view.as_double();
    law(view.is_string() == view.as_string().has_value(), "a string can be read", view.text());
    std::size_t items = 0;
    for (const mcp::JsonView element : view.elements()) {
        law(view.at(items) == element, "elements are found by index", view.text());
        if (++items == 4) break;
    }
    items = 0;
    for (const mcp::JsonMember& member : view.members()) {
        const std::string name = member.name();
        law(member.named(name), "a member has its name", member.raw_name);
        law(view.find(name) == member.value, "members are found by name", view.text());
        if (++items == 4) break;
    }
    for (const mcp::JsonView element : view.elements()) count += visit(element);
    for (const mcp::JsonMember& member : view.members()) count += visit(member.value);
    return count;
}

/// simdjson as the judge: nothing when it cannot say, because it refuses for reasons of its own.
enum class Verdict { valid, invalid, unknown };

Verdict judge(std::string_view text) {
    static simdjson::dom::parser parser;
    simdjson::dom::element element;
    const auto error = parser.parse(text.data(), text.size(), true).get(element);
    switch (error) {
        case simdjson::SUCCESS: return Verdict::valid;
        case simdjson::EMPTY:
        case simdjson::UTF8_ERROR:
        case simdjson::STRING_ERROR:
        case simdjson::UNESCAPED_CHARS:
        case simdjson::UNCLOSED_STRING:
        case simdjson::TAPE_ERROR:
        case simdjson::T_ATOM_ERROR:
        case simdjson::F_ATOM_ERROR:
        case simdjson::N_ATOM_ERROR: return Verdict::invalid;
        default:
            return Verdict::unknown;  // too deep, too large, or a number that fits no type of its
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::unique_ptr<char[]> bytes(new char[size]);
    std::copy(data, data + size, bytes.get());
    const std::string_view text(bytes.get(), size);

    const auto json = mcp::Json::parse(text);
    const Verdict verdict = judge(text);
    if (!json) {
        const std::string message = json.error().message();
        const bool own_rule =
            message.find("twice") != message.npos || message.find("levels") != message.npos;
        law(verdict != Verdict::valid || own_rule, "valid text is taken in", message);
        return 0;
    }
    law(verdict != Verdict::invalid, "invalid text is refused", text);
    visit(*json);

    const auto again = mcp::Json::parse(json->text());
    law(again.has_value(), "what was written can be read", json->text());
    law(*again == *json && again->text() == json->text(), "and is the same", json->text());
    law(json->text().find_first_of("\n\r") == std::string_view::npos, "it is one line",
        json->text());

    if (auto object = json->as_object()) {
        const std::string_view name = text.substr(0, std::min<std::size_t>(text.size(), 8));
        object->set("added", *json);
        law(object->find("added") == json->view(), "a member that was set is there", json->text());
        law(object->erase("added") && !object->contains("added"), "and not when erased",
            json->text());
        law(mcp::Json::parse(mcp::Json(name).text()).has_value(), "any bytes make a valid string",
            name);
    }
    return 0;
}
