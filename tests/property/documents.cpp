// See documents.hpp.
#include <tests/property/documents.hpp>

#include <mcp/dispatch.hpp>
#include <mcp/tasks/dispatch.hpp>

namespace mcp::testing {
namespace {

using Text = std::optional<std::string>;

std::string quoted(std::string_view text) { return std::string(Json(text).text()); }

Text object(std::initializer_list<std::pair<std::string_view, Text>> members) {
    std::string text = "{";
    for (const auto& [name, value] : members) {
        if (!value) return std::nullopt;
        if (value->empty()) continue;  // left out
        if (text.size() != 1) text += ',';
        text += quoted(name) + ':' + *value;
    }
    return text + '}';
}

const std::string version = "\"2.0\"";

}  // namespace

const MethodTable& methods_of(std::string_view space) {
    return space == "tasks" ? tasks::method_table : method_table;
}

DocumentMaker::DocumentMaker(Random& random, const Definition& definition, bool published,
                             bool foreign)
    : random_(random), definition_(definition), wanted_{definition.revision, published, foreign} {}

Text DocumentMaker::make() { return of(definition_); }

Text DocumentMaker::fail(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
    return std::nullopt;
}

Text DocumentMaker::of(const Definition& definition) {
    if (definition.as == "type") return value(definition.target);
    if (definition.as == "method") {
        const MethodRow* const method = methods_of(definition.space).find(definition.target);
        return method ? message(*method) : fail("no method " + definition.target);
    }
    if (definition.as == "response") {
        // The target is the request that is answered.
        const Definition* const request =
            find_definition(definition.space, definition.revision, definition.target);
        const MethodRow* const method =
            methods_of(definition.space).find(request ? request->target : definition.target);
        return method ? with_result(result(*method)) : fail("no method " + definition.target);
    }
    if (definition.as == "error") return with_error(value(definition.target), false);
    if (definition.as == "envelope") return envelope(definition.name);
    if (definition.as == "directions") return directions(definition.name);
    if (definition.as == "base") {
        const Definition* const base = find_definition({}, definition.revision, definition.name);
        return base ? of(*base) : fail("no definition " + definition.name + " in the protocol");
    }
    return fail("a definition is represented as " + definition.as);
}

Text DocumentMaker::value(std::string_view type) {
    const TypeEntry* const entry = find_type(definition_.space, type);
    return entry ? value(entry) : fail("no type " + std::string(type));
}

/// Writes a value, reads it back, compares.
Text DocumentMaker::value(const TypeEntry* type) {
    const Revision revision = wanted_.revision;
    const Value made = arbitrary(*type, random_, wanted_);
    const auto text = write(made, revision);
    if (!text) {
        if (wanted_.foreign) return std::nullopt;
        return fail("a value is refused: " + text.error().message());
    }
    const auto back = read(*type, *text, revision);
    if (!back)
        return fail("what was written is refused: " + back.error().message() + "\n  " + *text);
    if (!wanted_.foreign && !(*back == made)) {
        const auto again = write(*back, revision);
        return fail("another value comes back\n  " + *text + "\n  " +
                    (again ? *again : again.error().message()));
    }
    const auto again = write(*back, revision);
    // What stands in for a foreign alternative may have its members in another order.
    const auto same_value = [&] {
        const auto third = read(*type, *again, revision);
        return third && *third == *back;
    };
    if (!again || !(*again == *text || (wanted_.foreign && same_value()))) {
        return fail("it is written in another way the second time\n  " + *text + "\n  " +
                    (again ? *again : again.error().message()));
    }
    return *text;
}

Text DocumentMaker::message(const MethodRow& method) {
    Text params = "";
    if (method.params &&
        (method.params_required.contains(wanted_.revision) || !random_.once_in(4))) {
        const TypeEntry* const type = find_type(method.params->ops);
        params = type ? value(type) : fail("no type for the params of " + std::string(method.name));
    }
    return object({{"jsonrpc", version},
                   {"id", method.notification ? "" : id()},
                   {"method", quoted(method.name)},
                   {"params", params}});
}

Text DocumentMaker::result(const MethodRow& method) {
    if (method.input_required.contains(wanted_.revision) && random_.once_in(4))
        return value("InputRequiredResult");
    const TypeEntry* const type = find_type(method.result->ops);
    return type ? value(type) : fail("no type for the result of " + std::string(method.name));
}

Text DocumentMaker::any_message(bool client, bool server, bool notifications) {
    std::vector<const MethodRow*> rows;
    for (const MethodRow& row : methods_of({})) {
        const bool sent = (client && row.from_client.contains(wanted_.revision)) ||
                          (server && row.from_server.contains(wanted_.revision));
        if (sent && row.notification == notifications) rows.push_back(&row);
    }
    if (rows.empty()) return fail("no method is sent this way at this revision");
    return message(*rows[random_.below(rows.size())]);
}

Text DocumentMaker::any_result(bool client, bool server) {
    std::vector<const MethodRow*> rows;
    for (const MethodRow& row : methods_of({})) {
        const bool answers = (client && row.from_server.contains(wanted_.revision)) ||
                             (server && row.from_client.contains(wanted_.revision));
        if (answers && !row.notification) rows.push_back(&row);
    }
    if (rows.empty()) return value("EmptyResult");
    return result(*rows[random_.below(rows.size())]);
}

std::string DocumentMaker::id() {
    const Text text = value("RequestId");
    return text ? *text : "0";
}

Text DocumentMaker::request() { return any_message(true, true, false); }
Text DocumentMaker::notification() { return any_message(true, true, true); }

Text DocumentMaker::with_result(Text result) {
    return object({{"jsonrpc", version}, {"id", id()}, {"result", std::move(result)}});
}

Text DocumentMaker::with_error(Text error, bool id_required) {
    const bool has_id = id_required || random_.coin();
    return object({{"jsonrpc", version}, {"id", has_id ? id() : ""}, {"error", std::move(error)}});
}

Text DocumentMaker::error_object() {
    const TypeEntry* const type = find_type({}, "ErrorObject");
    // Older revisions have the object in place only, without a name.
    if (type && find_definition({}, wanted_.revision, "Error")) return value(type);
    return object({{"code", std::to_string(random_.integer())},
                   {"message", quoted(random_.text())},
                   {"data", random_.coin() ? arbitrary_json(random_) : ""}});
}

Text DocumentMaker::batch(bool responses) {
    std::string text = "[";
    const std::size_t count = random_.count(0, 10);
    for (std::size_t i = 0; i < count; ++i) {
        Text item;
        if (responses) {
            item = random_.coin() ? with_result(any_result(true, true))
                                  : with_error(error_object(), true);
        } else {
            item = random_.coin() ? request() : notification();
        }
        if (!item) return std::nullopt;
        text += (i == 0 ? "" : ",") + *item;
    }
    return text + ']';
}

Text DocumentMaker::envelope(std::string_view name) {
    const bool error_has_id = !find_definition({}, wanted_.revision, "JSONRPCErrorResponse");
    const auto error = [&] { return with_error(error_object(), error_has_id); };
    const auto response = [&] { return with_result(any_result(true, true)); };
    if (name == "Request" || name == "JSONRPCRequest") return request();
    if (name == "Notification" || name == "JSONRPCNotification") return notification();
    if (name == "PaginatedRequest") {
        return message(*methods_of({}).find(random_.coin() ? "tools/list" : "prompts/list"));
    }
    if (name == "JSONRPCResultResponse") return response();
    if (name == "JSONRPCError" || name == "JSONRPCErrorResponse") return error();
    if (name == "JSONRPCResponse") {
        // Until it became the union of both, this was the name of the good one.
        return error_has_id || random_.coin() ? response() : error();
    }
    if (name == "JSONRPCBatchRequest") return batch(false);
    if (name == "JSONRPCBatchResponse") return batch(true);
    if (name == "JSONRPCMessage") {
        switch (random_.below(4)) {
            case 0: return request();
            case 1: return notification();
            case 2: return response();
            default: return error();
        }
    }
    return fail("a frame that this test does not know");
}

Text DocumentMaker::directions(std::string_view name) {
    if (name == "ClientRequest") return any_message(true, false, false);
    if (name == "ServerRequest") return any_message(false, true, false);
    if (name == "ClientNotification") return any_message(true, false, true);
    if (name == "ServerNotification") return any_message(false, true, true);
    if (name == "ClientResult") return any_result(true, false);
    if (name == "ServerResult") return any_result(false, true);
    return fail("directions that this test does not know");
}

}  // namespace mcp::testing
