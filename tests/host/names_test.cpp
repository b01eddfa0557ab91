// Names that many servers share, and pauses and allowances: what needs neither servers nor time.
#include "host/names.hpp"
#include "host/allowance.hpp"
#include "host/backoff.hpp"
#include "host/server_part.hpp"

#include <algorithm>
#include <set>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::host;
using namespace std::chrono_literals;

namespace {

std::string key(std::string_view server) {
    return server_key(server, [](std::string_view) { return false; });
}

bool accepted_by_models(std::string_view name) {
    return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
}

std::shared_ptr<const ServerPart> part_with(const std::vector<std::string>& tools) {
    ServerLists lists;
    for (const std::string& name : tools) {
        Tool tool;
        tool.name = name;
        lists.tools.push_back(std::move(tool));
    }
    return make_part("srv", "srv", std::move(lists));
}

std::vector<std::string> names(const ServerPart& part) {
    std::vector<std::string> all;
    for (const CatalogueTool& tool : part.tools) all.push_back(tool.name);
    return all;
}

}  // namespace

TEST_CASE("a server's key is short, plain, and different from others whatever their case") {
    CHECK(key("weather") == "weather");
    CHECK(key("GitHub MCP") == "GitHub-MCP");
    CHECK(key("@scope/server_x") == "scope-server-x");
    CHECK(key("3d") == "s3d");
    CHECK(key("天气") == "server");
    CHECK(key("__") == "server");
    CHECK(key(std::string(200, 'a')).size() == max_key);
    CHECK(key(std::string(200, 'a')) != key(std::string(201, 'a')));
    std::set<std::string> taken;
    for (std::size_t i = 0; i < 200; ++i) {
        const std::string name = "天" + std::to_string(i % 2) + std::string(i, ' ');
        const std::string made = server_key(
            name, [&](std::string_view wanted) { return taken.contains(std::string(wanted)); });
        CHECK(taken.insert(made).second);
        CHECK(made.size() <= max_key);
        CHECK(made.find('_') == std::string::npos);
    }
}

TEST_CASE("names can be taken apart, and addresses too") {
    CHECK(joined_name("a", "get_b") == "a__get_b");
    CHECK(key_of_name("a__get__b") == "a");
    CHECK(key_of_name(joined_name("a", "__b")) == "a");
    CHECK(key_of_name("none").empty());
    CHECK(joined_uri("Git-Hub", "file:///x+y") == "git-hub+file:///x+y");
    CHECK(key_of_uri("git-hub+file:///x+y") == "git-hub");
    CHECK(uri_at_server("git-hub+file:///x+y") == "file:///x+y");
    CHECK(key_of_uri("file:///x+y").empty());
    CHECK(key_of_uri("nothing").empty());
}

TEST_CASE("every name is one that models take, whatever the server calls it") {
    const std::string longest(300, 'x');
    const auto part = part_with({"a.b/c", "ä", "", longest, longest + "y", " ", "ok"});
    const auto all = names(*part);
    CHECK(all.size() == 7);
    for (const std::string& name : all) {
        INFO(name);
        CHECK(accepted_by_models(name));
        CHECK(name.starts_with("srv__"));
    }
    CHECK(std::set<std::string>(all.begin(), all.end()).size() == all.size());
    CHECK_FALSE(part->notes.empty());
}

TEST_CASE("names that collide are told apart in the same way in any order") {
    const auto part = part_with({"a.b", "a_b", "a/b"});
    const auto turned = part_with({"a/b", "a.b", "a_b"});
    REQUIRE(part->tools.size() == 3);
    CHECK(part->tools[part->tool_at.at("srv__a_b")].tool.name == "a_b");
    for (const CatalogueTool& tool : part->tools) {
        const auto found = turned->tool_at.find(tool.name);
        REQUIRE(found != turned->tool_at.end());
        CHECK(turned->tools[found->second].tool.name == tool.tool.name);
    }
    CHECK(part->notes.size() == 2);
    const auto twice = part_with({"x", "x"});
    CHECK(twice->tools.size() == 1);
    CHECK(twice->notes.size() == 1);
    CHECK(twice->notes[0].what.find("twice") != std::string::npos);
}

TEST_CASE("changes are told by kind") {
    const auto a = part_with({"x"});
    const auto b = part_with({"x", "y"});
    CHECK(difference(a.get(), part_with({"x"}).get()) == CatalogueChange{});
    CHECK(difference(a.get(), b.get()) == CatalogueChange{.tools = true});
    CHECK(difference(nullptr, a.get()) == CatalogueChange{.tools = true});
    CHECK(difference(a.get(), nullptr) == CatalogueChange{.tools = true});
}

TEST_CASE("pauses grow to the longest, vary, and begin anew after a good while") {
    RestartOptions options{.first = 100ms, .longest = 1000ms, .jitter = 0.5, .stable_after = 10s};
    Backoff backoff(options);
    std::vector<long> pauses;
    for (int i = 0; i < 6; ++i) pauses.push_back(backoff.next(0ms, 0).count());
    CHECK(pauses == std::vector<long>{100, 200, 400, 800, 1000, 1000});
    CHECK(backoff.next(0ms, 1) == 500ms);
    CHECK(backoff.failures() == 7);
    CHECK(backoff.next(10s, 0) == 100ms);
    bool longer = false;
    for (int i = 0; i < 10'000; ++i) longer = longer || backoff.next(0ms, 0) > 1000ms;
    CHECK_FALSE(longer);
}

TEST_CASE("who sends more than it is asked for has to wait, and answers do not count") {
    TrafficLimits limits{.messages_per_second = 10, .burst = 20};
    Allowance allowance(limits);
    const Allowance::Time start{1000s};
    for (int i = 0; i < 20; ++i) {
        CHECK(allowance.free_at(start) == start);
        allowance.take(10, start);
    }
    const auto free = allowance.free_at(start);
    CHECK(free > start);
    CHECK(free <= start + 1s);
    CHECK(allowance.free_at(free + 100ms) == free + 100ms);
    Allowance answers(limits);
    for (int i = 0; i < 1000; ++i) {
        answers.grant();
        answers.take(10, start);
    }
    CHECK(answers.free_at(start) == start);
    Allowance large(TrafficLimits{.bytes_per_second = 1000, .byte_burst = 1000});
    large.take(5000, start);
    CHECK(large.free_at(start) > start + 3s);
}
