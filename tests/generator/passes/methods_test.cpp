// Which messages there are, who sends them, what they carry and what answers them.
#include <generator/passes/methods.hpp>

#include "catch.hpp"
#include "generator/pipeline/stages.hpp"

using mcpgen::test::after;
using mcpgen::test::errors_of;
using mcpgen::test::Given;
using mcpgen::test::Stages;

namespace {

/// A message with a method, and perhaps more members.
std::string message(const std::string& name, const std::string& wire,
                    const std::string& more = {}) {
    return "\"" + name +
           "\": {\"properties\": {\"jsonrpc\": {\"const\": \"2.0\"}, \"id\": {}, \"method\": "
           "{\"const\": \"" +
           wire + "\"}" + more + "}, \"required\": [\"method\"]}";
}

std::string senders(const std::string& who, const std::string& names) {
    std::string out = "\"" + who + "\": {\"anyOf\": [";
    std::size_t at = 0;
    while (at < names.size()) {
        const std::size_t end = std::min(names.find(' ', at), names.size());
        out +=
            (at == 0 ? "" : ", ") + ("{\"$ref\": \"#/$defs/" + names.substr(at, end - at) + "\"}");
        at = end + 1;
    }
    return out + "]}";
}

const std::string result = R"("GetResult": {"properties": {"x": {}}})";

}  // namespace

TEST_CASE("methods: a request has a direction and is answered by the result of its name") {
    CHECK(after("methods", "{" + message("GetRequest", "x/get") + ", " +
                               message("PutRequest", "x/put") + ", " +
                               senders("ClientRequest", "GetRequest PutRequest") + ", " +
                               senders("ServerRequest", "PutRequest GetRequest") + ", " + result +
                               R"(, "PutResult": {}, )" +
                               senders("ServerResult", "GetResult PutResult") + "}") ==
          "alias GetResult = { x?: any; }\n"
          "alias PutResult = any\n"
          "request x/get from client from server\n"
          "  result GetResult\n"
          "request x/put from client from server\n"
          "  result PutResult\n");
}

TEST_CASE("methods: a notification has no answer") {
    CHECK(after("methods", "{" + message("DoneNotification", "done") + ", " +
                               message("BusyNotification", "busy") + ", " +
                               senders("ServerNotification", "DoneNotification BusyNotification") +
                               "}") ==
          "notification done from server\nnotification busy from server\n");
}

TEST_CASE("methods: without unions of messages clients ask and servers notify") {
    CHECK(after("methods", "{" + message("GetRequest", "x/get") + ", " + result + ", " +
                               message("DoneNotification", "done") + "}") ==
          "alias GetResult = { x?: any; }\n"
          "request x/get from client\n"
          "  result GetResult\n"
          "notification done from server\n");
}

TEST_CASE("methods: overrides give directions") {
    CHECK(
        after(
            "methods", "{" + message("DoneNotification", "done") + "}",
            R"({"directions": [{"message": "DoneNotification", "from": "client", "why": "w"}]})") ==
        "notification done from client\n");
    CHECK(
        after("methods", "{" + message("DoneNotification", "done") + "}",
              R"({"directions": [{"message": "DoneNotification", "from": "both", "why": "w"}]})") ==
        "notification done from client from server\n");
}

TEST_CASE("methods: params keep their name or get one, and are required or not") {
    CHECK(after("methods",
                "{" + message("GetRequest", "x/get", R"(, "params": {"properties": {"a": {}}})") +
                    ", " + message("PutRequest", "x/put", R"(, "params": {"$ref": "#/$defs/P"})") +
                    ", " + result + R"(, "PutResult": {}, "P": {"type": "object"}})") ==
          "alias GetResult = { x?: any; }\n"
          "alias PutResult = any\n"
          "alias P = object\n"
          "alias GetRequestParams = { a?: any; }\n"
          "request x/get from client\n"
          "  params GetRequestParams\n"
          "  result GetResult\n"
          "request x/put from client\n"
          "  params P\n"
          "  result PutResult\n");
    CHECK(
        after(
            "methods",
            R"({"GetRequest": {"properties": {"method": {"const": "x/get"}, "params": {"properties": {"a": {}}}},
                               "required": ["method", "params"]}, )" +
                result + "}",
            R"({"names": [{"at": "GetRequest.params", "name": "Wanted", "why": "w"}]})") ==
        "alias GetResult = { x?: any; }\n"
        "alias Wanted = { a?: any; }\n"
        "request x/get from client\n"
        "  params Wanted required\n"
        "  result GetResult\n");
}

TEST_CASE("methods: a response says what answers, perhaps with a demand for input") {
    CHECK(after("methods",
                "{" + message("GetRequest", "x/get") +
                    R"(, "GetResultResponse": {"properties": {"jsonrpc": {"const": "2.0"}, "id": {},
                                   "result": {"anyOf": [{"$ref": "#/$defs/Thing"}, {"$ref": "#/$defs/InputRequiredResult"}]}}},
                               "Thing": {"properties": {"t": {}}}, "InputRequiredResult": {"properties": {"i": {}}}})") ==
          "alias Thing = { t?: any; }\n"
          "alias InputRequiredResult = { i?: any; }\n"
          "request x/get from client\n"
          "  result Thing\n"
          "  or input required @2021-01-01\n");
}

TEST_CASE("methods: an error response is its error") {
    CHECK(after("methods", R"({"BusyError": {"properties": {"jsonrpc": {"const": "2.0"}, "id": {},
                               "error": {"properties": {"code": {"const": 7}}}}}})") ==
          "alias BusyError = { code?: 7; }\n");
}

TEST_CASE("methods: a result must exist or be named") {
    const std::string request =
        "{" + message("GetRequest", "x/get") + R"(, "Empty": {"type": "object"}})";
    CHECK(errors_of(request) ==
          "2021-01-01#/$defs/GetRequest: cannot tell what answers `GetRequest`\n");
    CHECK(after("methods", request,
                R"({"results": [{"request": "GetRequest", "result": "Empty", "why": "w"}]})") ==
          "alias Empty = object\nrequest x/get from client\n  result Empty\n");
    CHECK(errors_of(request,
                    R"({"results": [{"request": "GetRequest", "result": "Emty", "why": "w"}]})") ==
          "2021-01-01#/$defs/GetRequest: cannot tell what answers `GetRequest`\n");
}

TEST_CASE("methods: a method has one definition") {
    CHECK(errors_of("{" + message("GetRequest", "x/get") + ", " + message("FetchRequest", "x/get") +
                    ", " + result + R"(, "FetchResult": {}})") ==
          "2021-01-01#/$defs/FetchRequest: method `x/get` is defined by both GetRequest and "
          "FetchRequest\n");
}

TEST_CASE("methods: a message that a type refers to stays as a record, without its envelope") {
    CHECK(
        after("methods",
              "{" + message("GetRequest", "x/get", R"(, "n": {"type": "string"})") + ", " + result +
                  R"(, "Embeds": {"properties": {"request": {"$ref": "#/$defs/GetRequest"}}}})") ==
        "alias GetRequest = { method: \"x/get\"; n?: string; }\n"
        "alias GetResult = { x?: any; }\n"
        "alias Embeds = { request?: GetRequest; }\n"
        "request x/get from client\n"
        "  result GetResult\n");
}

TEST_CASE("methods: what no union of messages lists is no message") {
    CHECK(after("methods", "{" + message("GetRequest", "x/get") + ", " +
                               message("AskRequest", "ask") + ", " + result + ", " +
                               senders("ClientRequest", "GetRequest") + "}") ==
          "alias AskRequest = { method: \"ask\"; }\n"
          "alias GetResult = { x?: any; }\n"
          "request x/get from client\n"
          "  result GetResult\n");
}

TEST_CASE("methods: a union of one message may be a copy of it") {
    CHECK(after("methods", "{" + message("GetRequest", "x/get") + ", " + result + ", " +
                               message("ClientRequest", "x/get") + "}") ==
          "alias GetResult = { x?: any; }\n"
          "request x/get from client\n"
          "  result GetResult\n");
}

TEST_CASE("methods: envelopes are dropped") {
    CHECK(after("methods",
                R"({"JSONRPCRequest": {"properties": {"jsonrpc": {"const": "2.0"}}}, "A": {}})",
                R"({"envelopes": [{"definition": "JSONRPCRequest", "why": "w"}]})") ==
          "alias A = any\n");
}

TEST_CASE("methods: every definition is accounted for") {
    mcpgen::Diagnostics diagnostics;
    mcpgen::SchemaFile file;
    file.revision = "2021-01-01";
    const auto document = mcpgen::parse_document(
        "x",
        "{\"$defs\": {" + message("GetRequest", "x/get") + ", " + result + ", " +
            senders("ClientRequest", "GetRequest") +
            R"(, "GetResultResponse": {"properties": {"jsonrpc": {"const": "2.0"}, "result": {"$ref": "#/$defs/GetResult"}}}}})",
        diagnostics);
    mcpgen::parse_json_schema(*document, file, diagnostics);
    mcpgen::Overrides overrides;
    const mcpgen::Model model =
        mcpgen::model_of(file, {"2021-01-01"}, 0, nullptr, overrides, diagnostics,
                         [](std::string_view, const mcpgen::Model&) {});
    std::string text;
    for (const mcpgen::Published& published : model.published)
        text += published.definition + ": " + published.as + " " + published.target + "\n";
    CHECK(text ==
          "GetRequest: method x/get\n"
          "GetResult: type GetResult\n"
          "ClientRequest: directions ClientRequest\n"
          "GetResultResponse: response GetRequest\n");
}
