// The two files of the gate: consents, and the log. For their owner alone, whole after each change,
// and never trusted when somebody has been at them.
#include "policy_rig.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "catch.hpp"

using namespace mcp;
using namespace mcp::testing;

namespace {

unsigned mode_of(const std::string& file) {
    struct stat facts {};
    return ::stat(file.c_str(), &facts) == 0 ? facts.st_mode & 0777U : 0U;
}

HostAction call_of(const std::string& tool, JsonObject arguments = {}) {
    return policy_call(policy_server(), policy_tool(tool), std::move(arguments));
}

std::vector<Json> lines_of(const std::string& text) {
    std::vector<Json> lines;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = text.find('\n', at);
        REQUIRE(end != std::string::npos);
        auto line = Json::parse(text.substr(at, end - at));
        REQUIRE(line);
        lines.push_back(*std::move(line));
        at = end + 1;
    }
    return lines;
}

std::string gate_problem(const ConsentOptions& options) {
    try {
        const ConsentGate gate(options);
        return {};
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("consents are kept for their owner alone and replaced as a whole") {
    PolicyRig rig;
    rig.user.says.scope = ConsentScope::always;
    ConsentGate gate(rig.options());
    CHECK(gate.check(call_of("a")).allowed);
    CHECK(mode_of(rig.file()) == 0600);
    CHECK(mode_of(rig.log()) == 0600);
    struct stat before {};
    REQUIRE(::stat(rig.file().c_str(), &before) == 0);
    CHECK(gate.check(call_of("b")).allowed);
    struct stat after {};
    REQUIRE(::stat(rig.file().c_str(), &after) == 0);
    CHECK(before.st_ino != after.st_ino);
    CHECK(rig.folder.list() ==
          std::vector<std::string>{"audit.jsonl", "consent.json", "consent.json.lock"});
}

TEST_CASE("two gates on one file see each other's answers and lose none") {
    PolicyRig rig;
    ConsentOptions options = rig.options();
    options.ask = [](const ConsentQuestion&, const ConsentReply& reply) {
        reply({.allow = true, .scope = ConsentScope::always});
    };
    ConsentGate other(options);
    {
        ConsentGate gate(options);
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&, i] {
                for (int k = 0; k < 5; ++k) {
                    (i % 2 ? gate : other)
                        .check(call_of("t" + std::to_string(i) + "-" + std::to_string(k)));
                }
            });
        }
        for (std::thread& each : threads) each.join();
    }
    CHECK(other.remembered().size() == 20);
    CHECK(other.check(call_of("t1-1")).by == DecidedBy::consent);
}

TEST_CASE("two processes on one file lose none of each other's answers") {
    PolicyRig rig;
    ConsentOptions options = rig.options();
    options.ask = [](const ConsentQuestion&, const ConsentReply& reply) {
        reply({.allow = true, .scope = ConsentScope::always});
    };
    std::vector<pid_t> children;
    for (int i = 0; i < 3; ++i) {
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            try {
                ConsentGate gate(options);
                for (int k = 0; k < 5; ++k) {
                    gate.check(call_of("p" + std::to_string(i) + "-" + std::to_string(k)));
                }
            } catch (...) {
                ::_exit(1);
            }
            ::_exit(0);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 1;
        CHECK(::waitpid(child, &status, 0) == child);
        CHECK(status == 0);
    }
    CHECK(ConsentGate(options).remembered().size() == 15);
    CHECK(lines_of(rig.folder.get("audit.jsonl")).size() == 15);
}

TEST_CASE("a file that others may use, a link, or something else is refused with what to do") {
    PolicyRig rig;
    rig.user.says.scope = ConsentScope::always;
    ConsentOptions options = rig.options();
    {
        ConsentGate gate(options);
        REQUIRE(gate.check(call_of("a")).allowed);
    }
    for (const unsigned mode : {0640U, 0620U, 0604U, 0602U, 0660U}) {
        ::chmod(rig.file().c_str(), mode);
        INFO(gate_problem(options));
        CHECK(gate_problem(options).find("`chmod 600` it") != std::string::npos);
    }
    ::chmod(rig.file().c_str(), 0600);
    CHECK(gate_problem(options).empty());
    std::filesystem::create_symlink(rig.file(), rig.folder / "link");
    options.file = (rig.folder / "link").string();
    CHECK(gate_problem(options).find("it is a link") != std::string::npos);
    REQUIRE(::mkfifo((rig.folder / "pipe").c_str(), 0600) == 0);
    options.file = (rig.folder / "pipe").string();
    CHECK(gate_problem(options).find("it is no file") != std::string::npos);
    options = rig.options();
    options.audit.path = (rig.folder / "link").string();
    CHECK(gate_problem(options).find("it is a link") != std::string::npos);
    for (const char* text : {"", "[]", R"({"version":2,"consents":{}})",
                             R"({"version":1,"consents":{"k":{"allow":true}}})"}) {
        rig.folder.put("consent.json", text);
        INFO(text);
        CHECK(gate_problem(rig.options()).find("move it away") != std::string::npos);
    }
}

TEST_CASE("a file that is tampered with while the gate lives counts for nothing") {
    PolicyRig rig;
    rig.user.says.scope = ConsentScope::always;
    ConsentGate gate(rig.options());
    REQUIRE(gate.check(call_of("a")).allowed);
    REQUIRE(gate.check(call_of("a")).by == DecidedBy::consent);
    ::chmod(rig.file().c_str(), 0666);
    rig.user.says = {.allow = false, .scope = ConsentScope::once};
    const ConsentVerdict verdict = gate.check(call_of("a"));
    CHECK_FALSE(verdict.allowed);
    REQUIRE(rig.user.asked.size() == 2);
    CHECK(rig.user.asked[1].reason.find("`chmod 600` it") != std::string::npos);
    // And what cannot be kept for ever is kept for the session.
    rig.user.says = {.allow = true, .scope = ConsentScope::always};
    CHECK(gate.check(call_of("b")).reason.find("for this session only") != std::string::npos);
    CHECK_FALSE(gate.forget("x").has_value());
}

TEST_CASE("the log has a line for each decision and no secret") {
    PolicyRig rig;
    ConsentOptions options =
        rig.options(R"({"rules":[{"effect":"refuse","tool":"delete_*","because":"no"}]})");
    options.audit.arguments = AuditArguments::full;
    ConsentGate gate(std::move(options));
    Tool login = policy_tool("login");
    login.inputSchema = *JsonObject::parse(
        R"({"type":"object","properties":{"phrase":{"type":"string","format":"password"}}})");
    const JsonObject arguments = *JsonObject::parse(
        R"({"user":"ada","phrase":"S3CRET","jwt":"S3CRET","nested":{"Access-Token":"S3CRET"},)"
        R"("list":["Bearer S3CRET","sk-S3CRET","plain"]})");
    rig.user.says.scope = ConsentScope::session;
    CHECK(gate.check(policy_call(policy_server(), login, arguments)).allowed);
    CHECK_FALSE(gate.check(call_of("delete_all")).allowed);
    CHECK(gate.check(policy_page("https://example.com/S3CRET?token=S3CRET")).allowed);
    const std::string text = rig.folder.get("audit.jsonl");
    CHECK(text.find("S3CRET") == std::string::npos);
    const auto lines = lines_of(text);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0]["decision"].as_string() == "allow");
    CHECK(lines[0]["action"].as_string() == "tool_call");
    CHECK(lines[0]["by"].as_string() == "user");
    CHECK(lines[0]["scope"].as_string() == "session");
    CHECK(lines[0]["server"].as_string() == "files");
    CHECK(lines[0]["tool"].as_string() == "login");
    CHECK(lines[0]["arguments"]["user"].as_string() == "ada");
    CHECK(lines[0]["arguments"]["list"][2].as_string() == "plain");
    CHECK(lines[0]["time"].as_string()->ends_with("Z"));
    CHECK(lines[1]["decision"].as_string() == "refuse");
    CHECK(lines[1]["by"].as_string() == "rule");
    CHECK(lines[1]["rule"].as_string() == "/rules/0");
    CHECK(lines[2]["page"].as_string() == "https://example.com");
}

TEST_CASE("arguments are a digest by default, the same for the same arguments") {
    const HostAction one = call_of("a", {{"x", 1}, {"y", "z"}});
    const HostAction two = call_of("a", {{"y", "z"}, {"x", 1}});
    const HostAction three = call_of("a", {{"y", "z"}, {"x", 2}});
    const auto digest = [](const HostAction& action) {
        const AuditRecord record{.action = &action};
        return Json::parse(audit_line(record, {})).value()["arguments"].as_string().value();
    };
    CHECK(digest(one).starts_with("sha256:"));
    CHECK(digest(one) == digest(two));
    CHECK(digest(one) != digest(three));
}

TEST_CASE("a line of the log is bounded, and no text of a server breaks it") {
    ServerIdentity server = policy_server(std::string(5000, '"'));
    HostAction action = policy_call(server, policy_tool(std::string(5000, '\x01')),
                                    {{"a", std::string(100'000, 'x')}});
    std::vector<Suspicion> many(100, Suspicion{std::string(20, 'c'), "", false});
    const std::string reason = "line\nbreak " + std::string(5000, '\xc3') + "\xc3\xa4";
    const AuditRecord record{.action = &action, .reason = reason, .suspicions = &many};
    for (const std::size_t most : {std::size_t{0}, std::size_t{1024}, std::size_t{4096}}) {
        for (const auto arguments : {AuditArguments::digest, AuditArguments::full}) {
            const std::string line = audit_line(record, {.arguments = arguments, .max_line = most});
            CHECK(line.size() <= std::max<std::size_t>(most, 1024));
            CHECK(line.find('\n') == std::string::npos);
            CHECK(Json::parse(line));
        }
    }
}

TEST_CASE("what cannot be written down is not done, unless that was chosen") {
    PolicyRig rig;
    ConsentOptions options = rig.options();
    const bool anyway = GENERATE(false, true);
    options.audit.act_without_log = anyway;
    ConsentGate gate(std::move(options));
    REQUIRE(gate.check(call_of("a")).allowed);
    // The log is gone, and a folder is in its place.
    std::filesystem::remove(rig.log());
    std::filesystem::create_directory(rig.log());
    const ConsentVerdict verdict = gate.check(call_of("a"));
    CHECK(verdict.allowed == anyway);
    if (!anyway) {
        CHECK(verdict.by == DecidedBy::gate);
        CHECK(verdict.reason.starts_with("The log of decisions cannot be written"));
    }
    // When it can be written again, it is.
    std::filesystem::remove(rig.log());
    CHECK(gate.check(call_of("a")).allowed);
    CHECK(lines_of(rig.folder.get("audit.jsonl")).size() == 1);
}

TEST_CASE("a log that was moved away is begun anew, and an old one is gone on with") {
    PolicyRig rig;
    {
        ConsentGate gate(rig.options());
        CHECK(gate.check(call_of("a")).allowed);
        std::filesystem::rename(rig.log(), rig.folder / "old");
        CHECK(gate.check(call_of("b")).allowed);
    }
    ConsentGate gate(rig.options());
    CHECK(gate.check(call_of("c")).allowed);
    CHECK(lines_of(rig.folder.get("old")).size() == 1);
    CHECK(lines_of(rig.folder.get("audit.jsonl")).size() == 2);
}
