// completion/complete: only for arguments that exist, never more than the protocol allows.
#include "tests/server/rig.hpp"

#include <stdexcept>

using namespace mcp;
using namespace mcp::testing;

namespace {

std::string ask(Revision revision, Json ref, std::string_view argument, std::string_view value,
                const Json& context = {}) {
    JsonObject params = {
        {"ref", std::move(ref)},
        {"argument", Json::object({{"name", argument}, {"value", value}})},
    };
    if (!context.is_null()) params.set("context", Json::object({{"arguments", context}}));
    if (revision >= r2026_07_28) {
        params.set("_meta", json(R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":{}})"));
    }
    return params.dump();
}

Json prompt_ref(std::string_view name) {
    return Json::object({{"type", "ref/prompt"}, {"name", name}});
}
Json template_ref(std::string_view uri) {
    return Json::object({{"type", "ref/resource"}, {"uri", uri}});
}

void add_prompt(Rig& rig) {
    rig.server.prompt(
        {.name = "greet",
         .arguments = std::vector<PromptArgument>{{.name = "language"}, {.name = "tone"}}},
        [] { return "x"; });
}

}  // namespace

TEST_CASE("CMP-01 completions are declared when there are some, and were unknown at first") {
    Rig rig;
    CHECK_FALSE(rig.core().capabilities().completions.has_value());
    CHECK_FALSE(rig.core().offers("completion/complete"));
    add_prompt(rig);
    rig.server.completion(PromptReference{.name = "greet"}, "language",
                          std::vector<std::string>{"english"});
    CHECK(rig.core().capabilities().completions.has_value());
    CHECK(rig.core().offers("completion/complete"));
}

TEST_CASE("CMP-02 CMP-07 prompts and templates are told apart, the provider's order is kept") {
    Rig rig;
    add_prompt(rig);
    rig.server.resource_template({.name = "t", .uriTemplate = "test://{city}/x"},
                                 [] { return "x"; });
    rig.server.completion(PromptReference{.name = "greet"}, "language",
                          std::vector<std::string>{"english", "estonian", "danish"});
    rig.server.completion(ResourceTemplateReference{.uri = "test://{city}/x"}, "city",
                          [](const CompleteRequestParams& params) {
                              return std::vector<std::string>{"z" + params.argument.value, "a"};
                          });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        const Json prompt =
            rig.result("completion/complete", ask(revision, prompt_ref("greet"), "language", "e"));
        CHECK(prompt["completion"]["values"].text() == R"(["english","estonian"])");
        const Json city = rig.result("completion/complete",
                                     ask(revision, template_ref("test://{city}/x"), "city", "q"));
        CHECK(city["completion"]["values"].text() == R"(["zq","a"])");
    }
}

TEST_CASE("CMP-03 CMP-04 R300 at most 100 values are sent, and how many there are") {
    Rig rig;
    add_prompt(rig);
    rig.server.completion(PromptReference{.name = "greet"}, "language",
                          [] { return std::vector<std::string>(150, "x"); });
    rig.server.completion(PromptReference{.name = "greet"}, "tone", [] {
        Completion completion;
        completion.values.assign(100, "x");
        completion.total = 5000;
        completion.hasMore = false;
        return completion;
    });
    const Json many =
        rig.result("completion/complete", ask(rig.revision, prompt_ref("greet"), "language", ""));
    CHECK(many["completion"]["values"].size() == 100);
    CHECK(many["completion"]["total"].as_int64() == 150);
    CHECK(many["completion"]["hasMore"].as_bool() == true);
    const Json own =
        rig.result("completion/complete", ask(rig.revision, prompt_ref("greet"), "tone", ""));
    CHECK(own["completion"]["total"].as_int64() == 5000);
    CHECK(own["completion"]["hasMore"].as_bool() == false);
}

TEST_CASE("CMP-05 earlier arguments reach the provider") {
    Rig rig;
    add_prompt(rig);
    rig.server.completion(
        PromptReference{.name = "greet"}, "tone", [](const CompleteRequestParams& params) {
            return std::vector<std::string>{params.context->arguments->at("language")};
        });
    const Json result = rig.result(
        "completion/complete",
        ask(rig.revision, prompt_ref("greet"), "tone", "", Json::object({{"language", "danish"}})));
    CHECK(result["completion"]["values"].text() == R"(["danish"])");
}

TEST_CASE("CMP-06 R301 what does not exist is -32602, what fails is -32603") {
    Rig rig;
    add_prompt(rig);
    rig.server.completion(PromptReference{.name = "greet"}, "tone",
                          []() -> std::vector<std::string> { throw std::runtime_error("hidden"); });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        const auto code = [&](const std::string& params) {
            return rig.error("completion/complete", params).code;
        };
        CHECK(code(ask(revision, prompt_ref("nope"), "language", "")) == -32602);
        CHECK(code(ask(revision, prompt_ref("greet"), "nope", "")) == -32602);
        CHECK(code(ask(revision, template_ref("test://{x}"), "x", "")) == -32602);
        CHECK(code(ask(revision, json(R"({"type":"ref/other","name":"a"})"), "x", "")) == -32602);
        CHECK(code(R"({"ref":{"type":"ref/prompt","name":"greet"}})") == -32602);
        const RpcError failed =
            rig.error("completion/complete", ask(revision, prompt_ref("greet"), "tone", ""));
        CHECK(failed.code == -32603);
        CHECK(failed.message.find("hidden") == std::string::npos);
        // Known, but nobody proposes anything.
        CHECK(rig.result("completion/complete",
                         ask(revision, prompt_ref("greet"), "language", ""))["completion"]["values"]
                  .size() == 0);
    }
}

TEST_CASE("CMP-07 R301 over-long text is refused, and nothing leaks to who may not use it") {
    Rig rig;
    add_prompt(rig);
    std::string seen;
    rig.server.completion(PromptReference{.name = "greet"}, "tone",
                          [&](const CompleteRequestParams&, Context& context) {
                              seen = context.principal();
                              return std::vector<std::string>{"secret"};
                          });
    CHECK(rig.error("completion/complete",
                    ask(rig.revision, prompt_ref("greet"), "tone", std::string(5000, 'x')))
              .code == -32602);
    rig.server.permit([](const AccessRequest& access) { return access.principal == "anna"; });
    CHECK(
        rig.error("completion/complete", ask(rig.revision, prompt_ref("greet"), "tone", "")).code ==
        -32602);
    CHECK(seen.empty());
    rig.principal = "anna";
    CHECK(
        rig("completion/complete", ask(rig.revision, prompt_ref("greet"), "tone", "")).has_value());
    CHECK(seen == "anna");
}

TEST_CASE("CMP-07 R301 bursts are limited, for each principal alone") {
    Rig rig;
    add_prompt(rig);
    rig.server.completion(PromptReference{.name = "greet"}, "tone", std::vector<std::string>{"a"});
    rig.server.use(rate_limit({.per_second = 0.001, .burst = 3, .method = "completion/complete"}));
    const std::string params = ask(rig.revision, prompt_ref("greet"), "tone", "");
    for (int i = 0; i < 3; ++i) CHECK(rig("completion/complete", params).has_value());
    CHECK(rig.error("completion/complete", params).code == -32603);
    CHECK(rig("prompts/list").has_value());
    rig.principal = "other";
    CHECK(rig("completion/complete", params).has_value());
}
