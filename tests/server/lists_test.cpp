// The lists: pages, cursors, order, hints, and how they follow what is registered.
#include "tests/server/rig.hpp"

#include <atomic>
#include <set>
#include <thread>

using namespace mcp;
using namespace mcp::testing;

namespace {

ServerOptions pages_of(std::size_t size) {
    ServerOptions options;
    options.limits.page_size = size;
    return options;
}

void add_tools(Rig& rig, int count) {
    for (int i = 0; i < count; ++i) {
        rig.server.tool("tool" + std::to_string(i), "", [] { return "x"; });
    }
}

std::string with_cursor(const Json& page) {
    return Json::object({{"cursor", Json(page["nextCursor"])}}).dump();
}

/// All names, page by page.
std::vector<std::string> walk(Rig& rig, const char* method, const char* list,
                              const char* name = "name") {
    std::vector<std::string> names;
    std::string params;
    for (int pages = 0; pages < 50; ++pages) {
        const Json page = rig.result(method, params);
        for (const JsonView item : page[list].elements()) {
            names.push_back(item[name].as_string().value());
        }
        if (!page.contains("nextCursor")) return names;
        params = with_cursor(page);
    }
    FAIL("the pages do not end");
    return names;
}

}  // namespace

TEST_CASE("PAG-01 R224 every list comes in pages, in the order of registration") {
    Rig rig(pages_of(2));
    for (const char* name : {"e", "b", "a", "d", "c"}) {
        rig.server.tool(name, "", [] { return "x"; });
        rig.server.prompt({.name = name}, [] { return "x"; });
        rig.server.resource({.name = name, .uri = std::string("test://") + name}, "x");
        rig.server.resource_template(
            {.name = name, .uriTemplate = std::string("test://t/{id}/") + name},
            [] { return "x"; });
    }
    const std::vector<std::string> expected = {"e", "b", "a", "d", "c"};
    for (const Revision revision : {r2024_11_05, r2025_11_25, r2026_07_28}) {
        rig.revision = revision;
        CHECK(walk(rig, "tools/list", "tools") == expected);
        CHECK(walk(rig, "tools/list", "tools") == expected);
        CHECK(walk(rig, "prompts/list", "prompts") == expected);
        CHECK(walk(rig, "resources/list", "resources") == expected);
        CHECK(walk(rig, "resources/templates/list", "resourceTemplates") == expected);
    }
    CHECK(rig.result("tools/list")["tools"].size() == 2);
}

TEST_CASE("PAG-04 the last page has no cursor, also when it is full") {
    Rig rig(pages_of(2));
    add_tools(rig, 4);
    const Json first = rig.result("tools/list");
    REQUIRE(first.contains("nextCursor"));
    const Json second = rig.result("tools/list", with_cursor(first));
    CHECK(second["tools"].size() == 2);
    CHECK_FALSE(second.contains("nextCursor"));
}

TEST_CASE("PAG-05 R223 a cursor that is not ours is refused on every list") {
    Rig rig(pages_of(1));
    add_tools(rig, 3);
    const Json page = rig.result("tools/list");
    const std::string good = page["nextCursor"].as_string().value();
    std::string changed = good;
    changed[changed.size() / 2] = changed[changed.size() / 2] == 'A' ? 'B' : 'A';
    for (const char* method :
         {"tools/list", "prompts/list", "resources/list", "resources/templates/list"}) {
        for (const std::string& cursor :
             {std::string("bogus"), std::string(), changed, good.substr(1), good + "A"}) {
            const RpcError error = rig.error(method, Json::object({{"cursor", cursor}}).dump());
            CHECK(error.code == -32602);
        }
        CHECK(rig.error(method, R"({"cursor":7})").code == -32602);
    }
    CHECK(rig("tools/list", Json::object({{"cursor", good}}).dump()).has_value());
    // It belongs to its list and to whom it was given.
    CHECK(rig.error("prompts/list", Json::object({{"cursor", good}}).dump()).code == -32602);
    rig.principal = "somebody else";
    CHECK(rig.error("tools/list", Json::object({{"cursor", good}}).dump()).code == -32602);
}

TEST_CASE("PAG-06 R223 pages stay in step when the list changes in between") {
    Rig rig(pages_of(2));
    add_tools(rig, 6);
    const Json first = rig.result("tools/list");
    rig.server.remove_tool("tool1");  // the one that the cursor names
    rig.server.remove_tool("tool2");
    rig.server.tool("new", "", [] { return "x"; });
    const Json second = rig.result("tools/list", with_cursor(first));
    CHECK(second["tools"][0]["name"].as_string() == "tool3");
    CHECK(second["tools"][1]["name"].as_string() == "tool4");
    const Json third = rig.result("tools/list", with_cursor(second));
    CHECK(third["tools"][0]["name"].as_string() == "tool5");
    CHECK(third["tools"][1]["name"].as_string() == "new");
    CHECK_FALSE(third.contains("nextCursor"));
}

TEST_CASE("PAG-05 two servers with the same keys know each other's cursors") {
    ServerOptions options = pages_of(2);
    options.keys = {std::string(32, 'k')};
    Rig one(options);
    Rig two(options);
    two.server.tool("elsewhere", "", [] { return "x"; });
    two.server.remove_tool("elsewhere");
    add_tools(one, 4);
    add_tools(two, 4);
    const Json rest = two.result("tools/list", with_cursor(one.result("tools/list")));
    CHECK(rest["tools"][0]["name"].as_string() == "tool2");
}

TEST_CASE("R210 R218 every page has the hints of its list, and all pages the same") {
    ServerOptions options = pages_of(1);
    options.lists = {.ttl_ms = 5000, .scope = CacheScopeTag::public_};
    Rig rig(options);
    rig.revision = r2026_07_28;
    add_tools(rig, 2);
    const Json first = rig.result("tools/list");
    const Json second = rig.result("tools/list", with_cursor(first));
    for (const Json& page : {first, second}) {
        CHECK(page["ttlMs"].as_int64() == 5000);
        CHECK(page["cacheScope"].as_string() == "public");
        CHECK(page["resultType"].as_string() == "complete");
    }
    for (const char* method : {"prompts/list", "resources/list", "resources/templates/list"}) {
        CHECK(rig.result(method)["ttlMs"].as_int64() == 5000);
        CHECK(rig.result(method)["cacheScope"].as_string() == "public");
    }
    rig.revision = r2025_11_25;
    CHECK_FALSE(rig.result("tools/list").contains("ttlMs"));
}

TEST_CASE("R220 lists that depend on who asks are never public") {
    ServerOptions options;
    options.lists.scope = CacheScopeTag::public_;
    Rig rig(options);
    rig.revision = r2026_07_28;
    rig.server.permit([](const AccessRequest&) { return true; });
    CHECK(rig.result("tools/list")["cacheScope"].as_string() == "private");
    CHECK(rig.core().cache_scope() == CacheScopeTag::private_);
}

TEST_CASE("PAG-01 hidden entries do not make pages short") {
    Rig rig(pages_of(2));
    add_tools(rig, 9);
    rig.server.permit([](const AccessRequest& access) {
        return (access.name.back() - '0') % 3 == 0;  // 0, 3, 6
    });
    const Json first = rig.result("tools/list");
    CHECK(first["tools"].size() == 2);
    CHECK(walk(rig, "tools/list", "tools") == std::vector<std::string>{"tool0", "tool3", "tool6"});
}

TEST_CASE("TOL-02 RSC-09 PRM-06 every change is told to the sessions") {
    using session::ListKind;
    Rig rig;
    rig.core().join(rig);
    rig.server.tool("a", "", [] { return "x"; });
    rig.server.resource({.name = "r", .uri = "test://r"}, "x");
    rig.server.resource_template({.name = "t", .uriTemplate = "test://{id}"}, [] { return "x"; });
    rig.server.prompt({.name = "p"}, [] { return "x"; });
    CHECK(rig.changes == std::vector<ListKind>{ListKind::tools, ListKind::resources,
                                               ListKind::resources, ListKind::prompts});
    rig.changes.clear();
    rig.server.remove_tool("a");
    rig.server.remove_tool("a");  // changes nothing
    rig.server.remove_resource("test://r");
    rig.server.remove_resource_template("test://{id}");
    rig.server.remove_prompt("p");
    CHECK(rig.changes == std::vector<ListKind>{ListKind::tools, ListKind::resources,
                                               ListKind::resources, ListKind::prompts});
    rig.server.resource_updated("test://r");
    CHECK(rig.updates == std::vector<std::string>{"test://r"});
}

TEST_CASE("RSC-01 RSC-09 without list changes none are declared and none are told") {
    ServerOptions options;
    options.list_changes = false;
    options.subscriptions = false;
    options.logging = false;
    Rig rig(options);
    rig.core().join(rig);
    rig.server.tool("a", "", [] { return "x"; });
    rig.server.resource({.name = "r", .uri = "test://r"}, "x");
    CHECK(rig.changes.empty());
    const auto capabilities = rig.core().capabilities();
    CHECK_FALSE(capabilities.tools->listChanged.has_value());
    CHECK_FALSE(capabilities.resources->listChanged.has_value());
    CHECK_FALSE(capabilities.resources->subscribe.has_value());
    CHECK_FALSE(capabilities.logging.has_value());
}

TEST_CASE("R224 tools come and go while lists and calls go on") {
    Rig rig(pages_of(7));
    add_tools(rig, 20);
    std::atomic<bool> stop{false};
    std::atomic<int> failures{0};
    const auto change = [&](int first) {
        for (int i = 0; i < 300; ++i) {
            const std::string name = "extra" + std::to_string(first + i % 5);
            rig.server.tool(name, "", [] { return "x"; });
            rig.server.remove_tool(name);
        }
    };
    const auto read = [&] {
        while (!stop) {
            std::set<std::string> seen;
            std::string params = "{}";
            while (true) {
                FakeCall call("tools/list", r2025_11_25, "");
                Json page;
                const Json given = *Json::parse(params);
                rig.core().serve("tools/list", given.view(), call.context(),
                                 [&](Answer<std::string> text) {
                                     if (text) page = *Json::parse(*text);
                                 });
                for (const JsonView tool : page["tools"].elements()) {
                    // Each tool at most once in a walk, and the lasting ones always.
                    const std::string name = tool["name"].as_string().value();
                    if (!seen.insert(name).second && name.rfind("tool", 0) == 0) ++failures;
                }
                if (!page.contains("nextCursor")) break;
                params = with_cursor(page);
            }
            for (int i = 0; i < 20; ++i) {
                if (!seen.contains("tool" + std::to_string(i))) ++failures;
            }
        }
    };
    std::thread reader_a(read);
    std::thread reader_b(read);
    std::thread writer_a(change, 0);
    std::thread writer_b(change, 5);
    writer_a.join();
    writer_b.join();
    stop = true;
    reader_a.join();
    reader_b.join();
    CHECK(failures == 0);
    CHECK(walk(rig, "tools/list", "tools").size() == 20);
}
