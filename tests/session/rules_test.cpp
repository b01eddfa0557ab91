// The rules of questions that no schema says: sampling messages, forms, web addresses; canonical
// JSON.
#include "catch.hpp"

#include "rpc/meta_keys.hpp"
#include "session/admission.hpp"
#include "session/canonical.hpp"
#include "session/meta_key.hpp"
#include "session/questions.hpp"
#include "session/task_manager.hpp"

#include <mcp/codec.hpp>

using namespace mcp;
using namespace mcp::session;

namespace {

/// The problem of a sampling request with these messages.
std::string problem(std::string_view messages, std::string_view more = "") {
    const auto params = decode<CreateMessageRequestParams>(
        R"({"maxTokens":1,"messages":)" + std::string(messages) + std::string(more) + "}",
        r2025_11_25);
    REQUIRE(params.has_value());
    return sampling_problem(*params).value_or("");
}

constexpr const char* call_a =
    R"({"role":"assistant","content":[{"type":"tool_use","id":"a","name":"t","input":{}}]})";
constexpr const char* result_a =
    R"({"role":"user","content":[{"type":"tool_result","toolUseId":"a","content":[]}]})";
constexpr const char* text_user = R"({"role":"user","content":{"type":"text","text":"x"}})";

std::string list(std::initializer_list<std::string_view> messages) {
    std::string text = "[";
    for (const auto message : messages) {
        if (text.size() > 1) text += ',';
        text += message;
    }
    return text + "]";
}

std::string form(std::string_view fields, Revision revision = r2025_11_25) {
    const auto params = decode<ElicitRequestParams>(
        R"({"message":"m","requestedSchema":{"type":"object","properties":)" + std::string(fields) +
            "}}",
        r2025_11_25);
    if (!params) return "cannot be read: " + params.error().message();
    return elicitation_problem(*params, revision).value_or("");
}

}  // namespace

TEST_CASE("SMP-10 R331 every tool call has its result in the next message") {
    CHECK(problem(list({text_user})).empty());
    CHECK(problem(list({text_user, call_a, result_a})).empty());
    CHECK_FALSE(problem(list({text_user, call_a})).empty());
    CHECK_FALSE(problem(list({text_user, call_a, text_user, result_a})).empty());
    CHECK_FALSE(problem(list({result_a})).empty());
    CHECK_FALSE(problem(list({call_a, R"({"role":"user","content":[{"type":"tool_result",
        "toolUseId":"b","content":[]}]})"}))
                    .empty());
    CHECK_FALSE(problem(list({call_a, R"({"role":"user","content":[{"type":"tool_result",
        "toolUseId":"a","content":[]},{"type":"tool_result","toolUseId":"a","content":[]}]})"}))
                    .empty());
}

TEST_CASE("SMP-09 R331 a message with tool results holds nothing else") {
    CHECK_FALSE(problem(list({call_a, R"({"role":"user","content":[{"type":"tool_result",
        "toolUseId":"a","content":[]},{"type":"text","text":"and"}]})"}))
                    .empty());
    CHECK_FALSE(problem(list({call_a, R"({"role":"assistant","content":[{"type":"tool_result",
        "toolUseId":"a","content":[]}]})"}))
                    .empty());
}

TEST_CASE("SMP-04 SMP-13 priorities and the choice of tools have their bounds") {
    CHECK(problem("[]", R"(,"toolChoice":{})").empty());
    CHECK(problem("[]", R"(,"toolChoice":{"mode":"required"})").empty());
    CHECK_FALSE(problem("[]", R"(,"toolChoice":{"mode":"sometimes"})").empty());
    CreateMessageRequestParams params;
    params.modelPreferences.emplace().speedPriority = 1.5;
    CHECK(sampling_problem(params).has_value());
    params.modelPreferences->speedPriority = 1;
    CHECK_FALSE(sampling_problem(params).has_value());
}

TEST_CASE("SMP-06 R334 context of other servers is asked for only where it is declared") {
    InputRequest question = CreateMessageRequest{};
    const auto context = [&] {
        return std::get<CreateMessageRequest>(question).params.includeContext;
    };
    std::get<CreateMessageRequest>(question).params.includeContext = IncludeContextTag::allServers;
    ClientCapabilities declared;
    declared.sampling.emplace();
    complete_question(question, declared, r2025_06_18);
    CHECK(context().has_value());
    declared.sampling->context.emplace();
    complete_question(question, declared, r2025_11_25);
    CHECK(context().has_value());
    declared.sampling->context.reset();
    complete_question(question, declared, r2025_11_25);
    CHECK_FALSE(context().has_value());
}

TEST_CASE("ELI-05 ELI-06 R313 a form has simple fields with formats that exist") {
    CHECK(form(R"({"a":{"type":"string"},"b":{"type":"number"},"c":{"type":"boolean"},
        "d":{"type":"string","enum":["x"]},"e":{"type":"string","format":"email"},
        "f":{"type":"array","items":{"type":"string","enum":["x"]}}})")
              .empty());
    for (const char* format : {"email", "uri", "date", "date-time"}) {
        CHECK(form(R"({"a":{"type":"string","format":")" + std::string(format) + "\"}}").empty());
    }
    CHECK_FALSE(form(R"({"a":{"type":"string","format":"int32"}})").empty());
    CHECK_FALSE(form(R"({"a":{"type":"object","properties":{}}})").empty());
    CHECK_FALSE(
        form(R"({"f":{"type":"array","items":{"type":"string","enum":["x"]}}})", r2025_06_18)
            .empty());
}

TEST_CASE("ELI-20 R315 web addresses are safe to show and to open") {
    for (const char* good : {"https://example.com", "https://example.com:8443/a?b=c#d",
                             "http://localhost:3000/x", "http://127.0.0.1/", "http://[::1]:80/"}) {
        CHECK_FALSE(url_problem(good).has_value());
    }
    for (const char* bad :
         {"", "x", "https://", "https:///x", "ftp://example.com", "http://example.com",
          "https://a b/", "https://u@example.com", "https://example.com/?a=1&api_key=2",
          "https://ex\xc3\xa4mple.com", "http://localhost.example.com/"}) {
        INFO(bad);
        CHECK(url_problem(bad).has_value());
    }
}

TEST_CASE("ELI-10 R314 fields that ask for secrets are found by their names") {
    const auto secret = [](std::string_view name) {
        ElicitRequestFormParams form;
        form.requestedSchema.properties[name] = StringSchema{};
        return secret_field(ElicitRequestParams(form));
    };
    CHECK(secret("Password") == "Password");
    CHECK(secret("api_key") == "api_key");
    CHECK(secret("private-key") == "private-key");
    CHECK(secret("passphrase") == "passphrase");
    CHECK(secret("city").empty());
}

TEST_CASE("GEN-01 R048 names in _meta have a grammar") {
    for (const char* good : {"", "a", "progressToken", "com.example/x", "io.x-y.z1/a_b.c-d", "a/",
                             "com.example/", "0a"}) {
        INFO(good);
        CHECK(is_meta_key(good));
    }
    for (const char* bad : {"/x", "1a/x", "a-/x", "a..b/x", ".a/x", "a b", "a/b/c", "_x", "x_",
                            "com.example/x-", "-a/x", "a_b/x"}) {
        INFO(bad);
        CHECK_FALSE(is_meta_key(bad));
    }
}

TEST_CASE(
    "GEN-02 GEN-03 R048 prefixes of the protocol are reserved, and our own words keep to them") {
    CHECK(is_reserved_key("io.modelcontextprotocol/x", r2025_11_25));
    CHECK(is_reserved_key("com.mcp.tools/x", r2025_11_25));
    CHECK_FALSE(is_reserved_key("com.example.mcp/x", r2025_11_25));
    CHECK_FALSE(is_reserved_key("mcp.dev/x", r2025_11_25));
    CHECK(is_reserved_key("mcp.dev/x", r2025_06_18));
    CHECK(is_reserved_key("api.modelcontextprotocol.org/x", r2025_06_18));
    CHECK_FALSE(is_reserved_key("com.example/x", r2025_06_18));
    CHECK_FALSE(is_reserved_key("x", r2025_11_25));
    for (const std::string_view own :
         {meta_keys::protocol_version, meta_keys::client_capabilities, meta_keys::related_task}) {
        CHECK(is_meta_key(own));
        CHECK(is_reserved_key(own, latest_revision));
    }
}

TEST_CASE("R066 an extension is named by a key with a prefix") {
    CHECK(is_extension_id("io.modelcontextprotocol/tasks"));
    CHECK_FALSE(is_extension_id("tasks"));
    CHECK_FALSE(is_extension_id("com.example/"));
    CHECK_FALSE(is_extension_id("1x/tasks"));
}

TEST_CASE("Equal values have one canonical spelling") {
    const auto canonical = [](std::string_view text) {
        const auto json = Json::parse(text);
        REQUIRE(json.has_value());
        std::string out;
        append_canonical(out, *json);
        return out;
    };
    CHECK(canonical(R"({"b":1.0,"a":[true,null,"\u0041"]})") == R"({"a":[true,null,"A"],"b":1})");
    CHECK(canonical("1e2") == canonical("100"));
    CHECK(canonical("0.10") == canonical("1e-1"));
    CHECK(canonical("123456789012345678901") != canonical("123456789012345678902"));
    CHECK(canonical("1") != canonical("\"1\""));
    std::string out;
    append_canonical_without(out, *Json::parse(R"({"_meta":{},"z":1,"a":2})"), {"_meta"});
    CHECK(out == R"({"a":2,"z":1})");
}
