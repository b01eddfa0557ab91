// resources/read: fixed ones, templates, what does not exist, what tries to step out.
#include "tests/server/rig.hpp"

#include "server/uri.hpp"

#include <mcp/base64.hpp>
#include <mcp/file_resources.hpp>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

using namespace mcp;
using namespace mcp::testing;

namespace {

std::string uri_params(std::string_view uri) { return Json::object({{"uri", uri}}).dump(); }

/// A folder that is gone at the end.
struct TemporaryFolder {
    TemporaryFolder() {
        char name[] = "/tmp/mcp_files_XXXXXX";
        path = ::mkdtemp(name);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(path / name, std::ios::binary) << content;
    }
    std::filesystem::path path;
};

}  // namespace

TEST_CASE("RSC-01 resources are declared when there are some, subscriptions on their own") {
    for (const bool subscriptions : {false, true}) {
        for (const bool changes : {false, true}) {
            ServerOptions options;
            options.subscriptions = subscriptions;
            options.list_changes = changes;
            Rig rig(options);
            CHECK_FALSE(rig.core().capabilities().resources.has_value());
            rig.server.resource_template({.name = "t", .uriTemplate = "test://{id}"},
                                         [] { return "x"; });
            const auto resources = rig.core().capabilities().resources;
            REQUIRE(resources.has_value());
            CHECK(resources->subscribe.value_or(false) == subscriptions);
            CHECK(resources->listChanged.value_or(false) == changes);
            CHECK(rig.core().offers("resources/read"));
            CHECK(rig.core().offers("resources/list"));
            CHECK(rig.core().offers("resources/templates/list"));
        }
    }
}

TEST_CASE("RSC-02 RSC-04 contents are text or base64, several for one address if need be") {
    Rig rig;
    const std::string bytes("\x00\xff\x10 binary", 10);
    rig.server.resource({.name = "t", .uri = "test://text", .mimeType = "text/plain"}, "hello");
    rig.server.resource({.name = "b", .uri = "test://blob", .mimeType = "image/png"}, Blob{bytes});
    rig.server.resource({.name = "m", .uri = "test://many"}, [] {
        return std::vector<AnyResourceContents>{
            TextResourceContents{.uri = "test://many/1", .text = "one"},
            BlobResourceContents{.uri = "", .blob = "aGk="}};
    });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        const Json text = rig.result("resources/read", uri_params("test://text"));
        CHECK(text["contents"][0]["text"].as_string() == "hello");
        CHECK(text["contents"][0]["uri"].as_string() == "test://text");
        CHECK(text["contents"][0]["mimeType"].as_string() == "text/plain");
        const Json blob = rig.result("resources/read", uri_params("test://blob"));
        CHECK(base64_decode(blob["contents"][0]["blob"].as_string().value()) == bytes);
        const Json many = rig.result("resources/read", uri_params("test://many"));
        CHECK(many["contents"].size() == 2);
        CHECK(many["contents"][1]["uri"].as_string() == "test://many");
    }
    rig.server.resource({.name = "x", .uri = "test://broken"}, [] {
        return AnyResourceContents(BlobResourceContents{.uri = "", .blob = "not base64!"});
    });
    CHECK(rig.error("resources/read", uri_params("test://broken")).code == -32603);
}

TEST_CASE("RSC-03 R280 a missing resource has its code and its address, never empty contents") {
    Rig rig;
    rig.server.resource({.name = "g", .uri = "test://gone"}, [](const ResourceQuery& query) {
        throw resource_not_found(query.uri);
        return std::string();
    });
    rig.server.resource({.name = "e", .uri = "test://empty"},
                        [] { return std::vector<AnyResourceContents>(); });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        for (const char* uri : {"test://nowhere", "test://gone", "test://empty"}) {
            const RpcError error = rig.error("resources/read", uri_params(uri));
            CHECK(error.code == (revision >= r2026_07_28 ? -32602 : -32002));
            REQUIRE(error.data.has_value());
            CHECK((*error.data)["uri"].as_string() == uri);
        }
    }
}

TEST_CASE("RSC-03 R281 a failing reader is an internal error without its text") {
    Rig rig;
    rig.server.resource({.name = "f", .uri = "test://f"},
                        []() -> std::string { throw std::runtime_error("db password"); });
    for (const Revision revision : every_revision) {
        rig.revision = revision;
        const RpcError error = rig.error("resources/read", uri_params("test://f"));
        CHECK(error.code == -32603);
        CHECK(error.message.find("password") == std::string::npos);
    }
    CHECK(rig.log.has("resource test://f: db password"));
}

TEST_CASE("RSC-05 R282 what is no address, or steps upwards, is refused") {
    using server::uri_problem;
    for (const char* good : {"file:///a/b.txt", "test://x", "urn:isbn:12", "x-own+1.2:a", "a:b?c#d",
                             "https://h/a%20b?q=..&r=/../", "test://a..b/..c/d.."}) {
        INFO(good);
        CHECK(uri_problem(good).empty());
    }
    for (const char* bad : {"",
                            "no scheme",
                            "/etc/passwd",
                            "1a:b",
                            "file:",
                            ":x",
                            "a:b c",
                            "a:b\nc",
                            "a:%",
                            "a:%2",
                            "a:%zz",
                            "a:%00",
                            "file:///x/../../etc",
                            "file:///..",
                            "file:///a/%2e%2e/b",
                            "file:///a/%2E./b",
                            "file:///a%2f..%2fb",
                            "file:///a\\..\\b",
                            "a:<b>",
                            "a:\xc3\xa4"}) {
        INFO(bad);
        CHECK_FALSE(uri_problem(bad).empty());
    }
    Rig rig;
    int reads = 0;
    rig.server.resource_template({.name = "f", .uriTemplate = "file:///{+path}"},
                                 [&] { return ++reads, "x"; });
    for (const char* uri : {"file:///x/../../etc/passwd", "file:///%2e%2e/etc", "file:///a b"}) {
        CHECK(rig.error("resources/read", uri_params(uri)).code == -32602);
    }
    CHECK(rig.error("resources/read", uri_params("file:///" + std::string(10'000, 'a'))).code ==
          -32602);
    CHECK(rig.error("resources/read", R"({"uri":3})").code == -32602);
    CHECK(rig.error("resources/read").code == -32602);
    CHECK(reads == 0);
    CHECK_THROWS_AS(rig.server.resource({.name = "n", .uri = "no address"}, "x"),
                    std::invalid_argument);
}

TEST_CASE("RSC-06 R283 templates are tried in order, behind fixed addresses") {
    Rig rig;
    rig.server.resource_template(
        {.name = "d", .uriTemplate = "test://{id}/data", .mimeType = "application/json"},
        [](const ResourceQuery& query) { return "data of " + query.variables.at("id"); });
    rig.server.resource_template({.name = "all", .uriTemplate = "test://{+rest}"},
                                 [](const ResourceQuery& query, Context& context) {
                                     return std::string(context.method()) + " " +
                                            query.variables.at("rest");
                                 });
    rig.server.resource({.name = "f", .uri = "test://7/data"}, "fixed");
    const auto read = [&](const char* uri) {
        return rig.result("resources/read", uri_params(uri))["contents"][0]["text"]
            .as_string()
            .value();
    };
    CHECK(read("test://7/data") == "fixed");
    CHECK(read("test://8/data") == "data of 8");
    CHECK(read("test://a%20b/data") == "data of a b");
    CHECK(read("test://a/b/c") == "resources/read a/b/c");
    const Json json = rig.result("resources/read", uri_params("test://8/data"));
    CHECK(json["contents"][0]["mimeType"].as_string() == "application/json");
    CHECK(json["contents"][0]["uri"].as_string() == "test://8/data");
    CHECK_THROWS_AS(
        rig.server.resource_template({.name = "x", .uriTemplate = "test://{id"}, [] { return ""; }),
        std::invalid_argument);
    CHECK_THROWS_AS(rig.server.resource_template({.name = "x", .uriTemplate = "test://{+rest}"},
                                                 [] { return ""; }),
                    std::invalid_argument);
}

TEST_CASE("RSC-07 only what exists can be subscribed to") {
    Rig rig;
    rig.server.resource({.name = "f", .uri = "test://f"}, "x");
    rig.server.resource_template({.name = "t", .uriTemplate = "test://t/{id}"}, [] { return "x"; });
    CHECK_FALSE(rig.core().refuse_subscription("test://f", "").has_value());
    CHECK_FALSE(rig.core().refuse_subscription("test://t/9", "").has_value());
    const auto refused = rig.core().refuse_subscription("test://g", "");
    REQUIRE(refused.has_value());
    CHECK(refused->code == -32002);
    CHECK((*refused->data)["uri"].as_string() == "test://g");
    CHECK(rig.core().refuse_subscription("nonsense", "")->code == -32602);
}

TEST_CASE("RSC-11 R284 an https resource that is served here is noted") {
    Rig rig;
    rig.server.resource({.name = "w", .uri = "https://example.com/a"}, "x");
    CHECK(rig.log.has("https://example.com/a"));
}

TEST_CASE("RSC-12 annotations out of range are refused") {
    Rig rig;
    const auto add = [&](double priority, const char* modified) {
        Annotations annotations;
        annotations.priority = priority;
        annotations.lastModified = modified;
        rig.server.resource({.name = "a", .uri = "test://a", .annotations = annotations}, "x");
        rig.server.remove_resource("test://a");
    };
    CHECK_NOTHROW(add(0, "2025-01-12T15:00:58Z"));
    CHECK_NOTHROW(add(1, "2025-01-12T15:00:58.123+02:00"));
    CHECK_NOTHROW(add(0.5, "2025-01-12"));
    CHECK_THROWS_AS(add(1.1, "2025-01-12"), std::invalid_argument);
    CHECK_THROWS_AS(add(-0.1, "2025-01-12"), std::invalid_argument);
    for (const char* bad :
         {"yesterday", "12/01/2025", "2025-01-12T", "2025-01-12T15:00:58Zx", ""}) {
        INFO(bad);
        CHECK_THROWS_AS(add(0, bad), std::invalid_argument);
    }
}

TEST_CASE("RSC-13 permission is asked before anything is read") {
    Rig rig;
    int reads = 0;
    rig.server.resource({.name = "s", .uri = "test://secret"}, [&] { return ++reads, "x"; });
    rig.server.resource({.name = "o", .uri = "test://open"}, "x");
    rig.server.resource_template({.name = "t", .uriTemplate = "test://t/{id}"},
                                 [&] { return ++reads, "x"; });
    rig.server.permit([](const AccessRequest& access) {
        return access.name != "test://secret" && access.name != "test://t/1";
    });
    CHECK(rig.error("resources/read", uri_params("test://secret")).code == -32002);
    CHECK(rig.error("resources/read", uri_params("test://t/1")).code == -32002);
    CHECK(rig.core().refuse_subscription("test://secret", "").has_value());
    CHECK(reads == 0);
    CHECK(rig.result("resources/list")["resources"].size() == 1);
    CHECK(rig("resources/read", uri_params("test://t/2")).has_value());
}

TEST_CASE("RSC-13 a permission that throws denies, and is asked only of who reads") {
    Rig rig;
    std::vector<std::string> asked;
    rig.server.resource({.name = "o", .uri = "test://open"}, "x");
    rig.server.resource_template({.name = "t", .uriTemplate = "test://t/{id}"}, [] { return "x"; });
    rig.server.permit([&](const AccessRequest& access) -> bool {
        asked.emplace_back(access.name);
        throw std::runtime_error("the list of users is not there");
    });
    const std::string params = uri_params("test://t/1");
    const Json json = *Json::parse(params);
    FakeCall call("resources/read", rig.revision, "");
    rig.core().quick(call, JsonView(json), false);
    CHECK(call.found);
    CHECK(asked.empty());
    CHECK(rig.error("resources/read", params).code == -32002);
    CHECK(rig.core().refuse_subscription("test://open", "ada").has_value());
    CHECK(rig.result("resources/list")["resources"].size() == 0);
    CHECK(asked.size() == 3);
}

TEST_CASE("R210 contents have hints since 2026-07-28, the reader's own first") {
    ServerOptions options;
    options.resources = {.ttl_ms = 100, .scope = CacheScopeTag::public_};
    Rig rig(options);
    rig.revision = r2026_07_28;
    rig.server.resource({.name = "a", .uri = "test://a"}, "x");
    rig.server.resource({.name = "b", .uri = "test://b"}, [] {
        ReadResourceResult result;
        result.contents.push_back(TextResourceContents{.uri = "test://b", .text = "x"});
        result.ttlMs = 7;
        return result;
    });
    const Json a = rig.result("resources/read", uri_params("test://a"));
    CHECK(a["ttlMs"].as_int64() == 100);
    CHECK(a["cacheScope"].as_string() == "public");
    CHECK(rig.result("resources/read", uri_params("test://b"))["ttlMs"].as_int64() == 7);
}

TEST_CASE("RSC-05 R282 a folder's files are served, and nothing outside of it") {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path / "root" / "sub");
    folder.write("outside.txt", "secret");
    folder.write("root/a.txt", "text");
    folder.write("root/sub/b.json", "{}");
    folder.write("root/raw.bin", std::string("\xff\x00", 2));
    folder.write("root/.hidden", "secret");
    folder.write("root/big.txt", std::string(2000, 'x'));
    std::filesystem::create_symlink(folder.path / "outside.txt", folder.path / "root" / "link");
    std::filesystem::create_directory_symlink(folder.path, folder.path / "root" / "up");
    REQUIRE(::mkfifo((folder.path / "root" / "pipe").c_str(), 0600) == 0);

    Rig rig;
    FileReaderOptions options;
    options.max_bytes = 1000;
    rig.server.resource_template({.name = "files", .uriTemplate = "files:///{+path}"},
                                 FileReader((folder.path / "root").string(), options));
    const auto read = [&](const char* path) {
        return rig.result("resources/read", uri_params(std::string("files:///") + path));
    };
    CHECK(read("a.txt")["contents"][0]["text"].as_string() == "text");
    CHECK(read("a.txt")["contents"][0]["mimeType"].as_string() == "text/plain");
    CHECK(read("sub/b.json")["contents"][0]["mimeType"].as_string() == "application/json");
    CHECK(base64_decode(read("raw.bin")["contents"][0]["blob"].as_string().value()) ==
          std::string("\xff\x00", 2));
    for (const char* path : {"nothing", "sub", "link", "up/outside.txt", "pipe", ".hidden",
                             "/a.txt", "sub//b.json", "./a.txt", "a.txt/", "a.txt/b"}) {
        INFO(path);
        CHECK(rig.error("resources/read", uri_params(std::string("files:///") + path)).code ==
              -32002);
    }
    CHECK(rig.error("resources/read", uri_params("files:///big.txt")).code == -32603);
    // Also when the address was not looked at before.
    const FileReader reader((folder.path / "root").string());
    for (const char* path : {"../outside.txt", "sub/../../outside.txt", "/etc/passwd", ""}) {
        ResourceQuery query;
        query.variables["path"] = path;
        CHECK_THROWS_AS(reader(query), RpcError);
    }
    CHECK_THROWS_AS(reader(ResourceQuery{}), RpcError);
    CHECK_THROWS_AS(FileReader("/no/such/folder"), std::invalid_argument);
}
