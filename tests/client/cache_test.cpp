// Answers that are kept, for whom, and how long.
#include "script.hpp"

using namespace mcp;
using namespace mcp::client::test;

namespace {

const std::string caps = R"({"tools":{},"prompts":{},"resources":{},"completions":{}})";

std::string tools(std::int64_t ttl, const std::string& scope = "private",
                  const std::string& name = "t") {
    return R"({"resultType":"complete","tools":[{"name":")" + name +
           R"(","inputSchema":{"type":"object"}}],"ttlMs":)" + std::to_string(ttl) +
           R"(,"cacheScope":")" + scope + "\"}";
}

/// Whether the list comes without a request.
bool kept(Script& script) {
    const auto outcome = script.call<ListTools>();
    const bool is_kept = script.nothing_sent();
    if (!is_kept) script.sent("tools/list");
    if (is_kept) CHECK((*outcome)->has_value());
    return is_kept;
}

void fill(Script& script, const std::string& answer) {
    script.call<ListTools>();
    script.sent("tools/list");
    script.reply(answer);
}

}  // namespace

TEST_CASE("R215 an answer is kept while it is fresh, from when it came") {
    Script script;
    script.open_modern(caps);
    script.call<ListTools>();
    script.sent("tools/list");
    script.advance(500ms);
    script.reply(tools(1000));
    CHECK(kept(script));
    script.advance(999ms);
    CHECK(kept(script));
    script.advance(1ms);
    CHECK_FALSE(kept(script));
}

TEST_CASE("R215 an answer without a time, with none, or a negative one, is not kept") {
    Script script;
    script.open_modern(caps);
    fill(script, GENERATE(R"({"resultType":"complete","tools":[]})",
                          R"({"tools":[],"ttlMs":0,"cacheScope":"public"})",
                          R"({"tools":[],"ttlMs":-5,"cacheScope":"public"})"));
    CHECK_FALSE(kept(script));
    CHECK(script.profile->cache->size() == 0);
}

TEST_CASE("R212 answers belong to their params; what is in _meta does not count") {
    Script script;
    script.open_modern(caps);
    fill(script, tools(1000));
    PaginatedRequestParams params;
    params.cursor = "";
    script.call<ListTools>(params);
    script.sent("tools/list");  // an empty cursor is another request
    script.reply(tools(1000, "private", "u"));
    PaginatedRequestParams traced;
    traced.meta.emplace().extras.set("traceparent", "x");
    const auto outcome = script.call<ListTools>(traced);
    CHECK(script.nothing_sent());
    CHECK((**outcome)->tools[0].name == "t");
}

TEST_CASE("R210 the six lists, templates, discover and read are kept; calls are not") {
    Script script;
    script.open_modern(caps);
    const std::string hints = R"("ttlMs":1000,"cacheScope":"public"})";
    const auto twice = [&](const auto& call, const std::string& result) {
        call();
        script.sent();
        script.reply(result + hints);
        call();
        return script.nothing_sent();
    };
    CHECK(twice([&] { script.call<ListTools>(); }, R"({"tools":[],)"));
    CHECK(twice([&] { script.call<ListPrompts>(); }, R"({"prompts":[],)"));
    CHECK(twice([&] { script.call<ListResources>(); }, R"({"resources":[],)"));
    CHECK(twice([&] { script.call<ListResourceTemplates>(); }, R"({"resourceTemplates":[],)"));
    CHECK(twice([&] { script.call<ReadResource>({.uri = "a:b"}); }, R"({"contents":[],)"));
    CHECK(twice([&] { script.call<Discover>(); }, R"({"supportedVersions":[],"capabilities":{},)"));
    CHECK_FALSE(twice([&] { script.call<CallTool>({.name = "x"}); }, R"({"content":[],)"));
    CHECK_FALSE(twice([&] { script.call<GetPrompt>({.name = "x"}); }, R"({"messages":[],)"));
}

TEST_CASE("R213 R187 R211 answers to calls with questions are not kept") {
    Script script;
    script.open_modern(caps);
    const ReadResourceRequestParams read{.uri = "a:b"};
    const std::string result = R"({"contents":[],"ttlMs":1000,"cacheScope":"public"})";
    SECTION("answered by the handlers") {
        script.call<ReadResource>(read);
        script.sent();
        script.reply(
            R"({"resultType":"input_required","requestState":"s","ttlMs":1000,"cacheScope":"public"})");
        script.advance(1s);
        script.sent();
        script.reply(result);
    }
    SECTION("answered by hand") {
        ReadResourceRequestParams retry = read;
        retry.requestState = "s";
        script.call<ReadResource>(retry);
        script.sent();
        script.reply(result);
        script.call<ReadResource>(retry);
        script.sent();
    }
    CHECK(script.profile->cache->size() == 0);
    script.call<ReadResource>(read);
    CHECK_FALSE(script.nothing_sent());
}

TEST_CASE("R214 private answers are for one principal, public ones for all") {
    const auto cache = std::make_shared<ResponseCache>();
    const std::string scope = GENERATE("private", "public");
    Script ada;
    ada.options.cache = cache;
    ada.options.principal = "ada";
    ada.open_modern(caps);
    Script bob;
    bob.options.cache = cache;
    bob.options.principal = "bob";
    bob.open_modern(caps);
    Script elsewhere;
    elsewhere.options.cache = cache;
    elsewhere.options.principal = "ada";
    elsewhere.options.server_key = "another server";
    elsewhere.open_modern(caps);
    fill(ada, tools(1000, scope));
    CHECK(kept(ada));
    CHECK(kept(bob) == (scope == "public"));
    CHECK_FALSE(kept(elsewhere));
}

TEST_CASE("R217 a change makes what is kept stale at once") {
    Script script;
    script.open_modern(caps);
    const auto open = std::make_shared<std::optional<Answer<SubscriptionFilter>>>();
    script.listen({.toolsListChanged = true}, {}, open);
    const Json listen = script.sent();
    const std::string tag = R"("_meta":{"io.modelcontextprotocol/subscriptionId":)" +
                            std::string(listen["id"].text()) + "}";
    script.receive(
        R"({"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["a:b"]},)" +
        tag + "}}");
    const std::string change =
        R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{)" + tag + "}}";
    SECTION("what is there") {
        fill(script, tools(1000));
        CHECK(kept(script));
        script.receive(change);
        CHECK_FALSE(kept(script));
    }
    SECTION("what is on its way") {
        script.call<ListTools>();
        script.sent();
        const Json request = json(R"({"id":3})");
        script.receive(change);
        script.reply(tools(1000));
        CHECK_FALSE(kept(script));
    }
    SECTION("one resource") {
        for (const char* uri : {"a:b", "a:c"}) {
            script.call<ReadResource>({.uri = uri});
            script.sent();
            script.reply(R"({"contents":[],"ttlMs":1000,"cacheScope":"public"})");
        }
        script.receive(
            R"({"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b",)" +
            tag + "}}");
        script.call<ReadResource>({.uri = "a:c"});
        CHECK(script.nothing_sent());
        script.call<ReadResource>({.uri = "a:b"});
        CHECK_FALSE(script.nothing_sent());
    }
}

TEST_CASE("R216 nothing is fetched without a caller") {
    Script script;
    script.open_modern(caps);
    fill(script, tools(1000));
    script.advance(1h);
    CHECK(script.nothing_sent());
}

TEST_CASE("legacy answers are not kept, whatever they say") {
    Script script;
    script.open_legacy(r2025_11_25, caps);
    fill(script, R"({"tools":[],"ttlMs":1000,"cacheScope":"public"})");
    CHECK_FALSE(kept(script));
}

TEST_CASE("a cache is bounded: the least recently used answers go") {
    ResponseCache cache({.entries = 2, .bytes = 1000});
    const ResponseCache::Time now{};
    const auto key = [](std::string_view method) { return ResponseCache::Key{.method = method}; };
    cache.keep(key("a"), "1", 1s, true, now);
    cache.keep(key("b"), "2", 1s, true, now);
    CHECK(cache.find(key("a"), now));
    cache.keep(key("c"), "3", 1s, true, now);
    CHECK(cache.size() == 2);
    CHECK_FALSE(cache.find(key("b"), now));
    CHECK(cache.find(key("a"), now) == "1");
    cache.keep(key("d"), std::string(2000, 'x'), 1s, true, now);
    CHECK_FALSE(cache.find(key("d"), now));
    cache.keep(key("a"), "new", 1s, true, now);
    CHECK(cache.find(key("a"), now) == "new");
    cache.clear();
    CHECK(cache.size() == 0);
}
