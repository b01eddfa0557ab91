// Reads documents as the bindings read them, and writes them again. One line in, one line out:
//   space <tab> revision <tab> definition <tab> alternative <tab> document
//   =document, or !what is wrong
// `alternative` is the definition that a document of a union of answers is: a program knows it from
// its request.
#include <tests/property/documents.hpp>

#include <mcp/codec.hpp>

#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using namespace mcp;
using namespace mcp::testing;

class Reencoder {
public:
    Reencoder(const Definition& definition, std::string_view alternative)
        : definition_(definition), alternative_(alternative) {}

    /// Throws std::runtime_error with what is wrong.
    std::string run(std::string_view text) { return of(definition_, text); }

private:
    std::string of(const Definition& definition, std::string_view text) {
        const std::string& as = definition.as;
        if (as == "type") return type(definition.target, text);
        if (as == "base") return of(named({}, definition.name), text);
        if (as == "directions") return directions(definition.name, text);
        if (as == "envelope" && text.find('[') < text.find('{')) return batch(text);

        JsonObject object = parse(text);
        if (as == "method") {
            message(object, definition.space);
        } else if (as == "response") {
            result(object, named(definition.space, definition.target));
        } else if (as == "error") {
            replace(object, "error", definition.target);
        } else if (as == "envelope") {
            frame(object, definition.name);
        } else {
            throw std::runtime_error("a definition is represented as " + as);
        }
        return std::string(object.text());
    }

    const Definition& named(std::string_view space, std::string_view name) const {
        const Definition* const found = find_definition(space, definition_.revision, name);
        if (!found) throw std::runtime_error("no definition " + std::string(name));
        return *found;
    }

    std::string type(const TypeEntry* entry, std::string_view text, std::string_view below = {}) {
        if (!entry) throw std::runtime_error("a type is missing");
        auto value = read(*entry, text, definition_.revision);
        if (!value) throw std::runtime_error(below_message(below, value.error()));
        auto again = write(*value, definition_.revision);
        if (!again)
            throw std::runtime_error("not written again: " + below_message(below, again.error()));
        return *again;
    }
    std::string type(std::string_view name, std::string_view text) {
        return type(find_type(definition_.space, name), text);
    }
    static std::string below_message(std::string_view below, CodecError error) {
        if (!below.empty()) error.within(below);
        return error.message();
    }

    static JsonObject parse(std::string_view text) {
        auto object = JsonObject::parse(text);
        if (!object) throw std::runtime_error(object.error().message());
        return *object;
    }

    void replace(JsonObject& object, std::string_view member, const TypeEntry* entry) {
        const auto found = object.find(member);
        if (!found) return;
        object.set(member, Json::parse(type(entry, found->text(), member)).value());
    }
    void replace(JsonObject& object, std::string_view member, std::string_view name) {
        replace(object, member, find_type(definition_.space, name));
    }

    const MethodRow& method_of(const JsonObject& object, std::string_view space) const {
        const std::string name = object["method"].as_string().value_or("");
        const MethodRow* const row = methods_of(space).find(name);
        if (!row) throw std::runtime_error("no method " + name);
        return *row;
    }

    void message(JsonObject& object, std::string_view space) {
        const MethodRow& method = method_of(object, space);
        if (method.params) replace(object, "params", find_type(method.params->ops));
    }

    void result(JsonObject& object, const Definition& request) {
        replace(object, "id", "RequestId");
        if (alternative_ == "InputRequiredResult") return replace(object, "result", alternative_);
        const MethodRow* const method = methods_of(request.space).find(request.target);
        if (!method || !method->result) throw std::runtime_error("no result of " + request.target);
        replace(object, "result", find_type(method->result->ops));
    }

    std::string directions(const std::string& name, std::string_view text) {
        if (name.ends_with("Result")) return of(named(definition_.space, alternative_), text);
        JsonObject object = parse(text);
        message(object, {});
        return std::string(object.text());
    }

    /// What a frame says of its parts, whichever message it is.
    void frame(JsonObject& object, std::string_view name) {
        if (name == "PaginatedRequest") return replace(object, "params", "PaginatedRequestParams");
        const bool modern = find_definition({}, definition_.revision, "ResultType") != nullptr;
        if (object.contains("method")) {
            if (object.contains("id") && !modern) replace(object, "params", "RequestParams");
        } else if (object.contains("result")) {
            replace(object, "result", "BaseResult");
        } else if (find_definition({}, definition_.revision, "Error")) {
            replace(object, "error", "ErrorObject");
        }
        if (name.starts_with("JSONRPC")) replace(object, "id", "RequestId");
    }

    std::string batch(std::string_view text) {
        const Json array = Json::parse(text).value();
        std::vector<Json> elements;
        for (const JsonView element : array.elements()) {
            JsonObject object = parse(element.text());
            frame(object, "JSONRPCMessage");
            elements.emplace_back(object);
        }
        return std::string(Json::array(elements).text());
    }

    const Definition& definition_;
    std::string_view alternative_;
};

std::string_view next_field(std::string_view& line) {
    const std::size_t tab = line.find('\t');
    const std::string_view field = line.substr(0, tab);
    line.remove_prefix(tab == std::string_view::npos ? line.size() : tab + 1);
    return field;
}

std::string answer(std::string_view line) {
    const std::string_view space = next_field(line);
    const std::string_view date = next_field(line);
    const std::string_view name = next_field(line);
    const std::string_view alternative = next_field(line);
    try {
        const Definition* const definition =
            find_definition(space, revision_from(date).value(), name);
        if (!definition) return "!no definition " + std::string(name);
        return "=" + Reencoder(*definition, alternative).run(line);
    } catch (const std::exception& error) {
        return std::string("!") + error.what();
    }
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << answer(line) << '\n';
        // Whoever waits for the answers has nothing more to ask before it has them.
        if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();
    }
}
