// `mcpgen tools` and `mcpgen check --against` as their users see them. That a server is asked is
// tested with a program that stands for `mcpgen-fetch`; the real one meets servers in tests/live.
#include <string>

#include "catch.hpp"
#include "generator/cli/run_shell.hpp"
#include "generator/support/temporary_folder.hpp"

using mcpgen::test::Run;
using mcpgen::test::run_shell;
using mcpgen::test::TemporaryFolder;

namespace {

constexpr const char* manifest =
    R"({"tools":[{"name":"b","inputSchema":{"properties":{"x":{"type":"string"}}}},{"name":"a","inputSchema":{}}]})";

/// `variables` come before the program, `arguments` are a shell's words.
Run run_tools(const TemporaryFolder& folder, const std::string& arguments,
              const std::string& variables = {}) {
    return run_shell(folder, variables + " '" + MCPGEN_PROGRAM + "' " + arguments);
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("program: tools writes what was asked for, once") {
    const TemporaryFolder folder;
    folder.put("m.json", manifest);
    const Run first =
        run_tools(folder, "tools m.json --namespace a::b --out out --depfile d --stamp s");
    CHECK(first.code == 0);
    CHECK(has(first.out, "8 written"));
    CHECK(has(first.out, "2 tools, 1 member, 0 of them as Json"));
    CHECK(has(folder.get("out/client.hpp"), "namespace a::b"));
    CHECK(has(folder.get("d"), "m.json"));
    CHECK(has(run_tools(folder, "tools m.json --namespace a::b --out out").out, "8 unchanged"));
    const Run less = run_tools(folder, "tools m.json --namespace a::b --out out --client");
    CHECK(has(less.out, "2 removed"));
    CHECK(run_tools(folder, "tools m.json --server --list-outputs").out ==
          "codec.cpp\ncodec.hpp\nmanifest.json\nserver.cpp\nserver.hpp\ntypes.hpp\n");
    const std::string later = "tools m.json --server --coroutines --save s.json --out later";
    CHECK(run_tools(folder, later).code == 0);
    CHECK(has(folder.get("later/server.hpp"), "virtual mcp::Async<mcp::Answer<"));
    CHECK(has(folder.get("later/server.hpp"), " b(BArguments arguments,"));
    CHECK(has(run_tools(folder, "tools m.json --model").out, "tool b as b(BArguments?)"));
}

TEST_CASE("program: tools says what is wrong with its words") {
    const TemporaryFolder folder;
    folder.put("m.json", manifest);
    CHECK(has(run_tools(folder, "tools --out out").err, "needs a manifest"));
    CHECK(
        has(run_tools(folder, "tools m.json --url http://x --out out").err, "exclude each other"));
    CHECK(run_tools(folder, "tools m.json").code == 2);
    CHECK(has(run_tools(folder, "tools m.json --out o --namespace mcp::x").err,
              "belongs to the runtime"));
    CHECK(has(run_tools(folder, "tools m.json --out o --client --coroutines").err, "add --server"));
    CHECK(has(run_tools(folder, "check --manifest m.json").err, "--against"));
    CHECK(run_tools(folder, "tools missing.json --out out").code == 1);
}

TEST_CASE("program: check --against tells whether a server has changed") {
    const TemporaryFolder folder;
    folder.put("m.json", manifest);
    CHECK(run_tools(folder, "tools m.json --save saved.json -q").code == 0);
    CHECK(run_tools(folder, "check --against saved.json --manifest m.json").code == 0);
    folder.put("m.json", R"({"tools":[{"name":"a","inputSchema":{}}]})");
    const Run changed = run_tools(folder, "check --against saved.json --manifest m.json");
    CHECK(changed.code == 1);
    CHECK(has(changed.out, "-      \"name\": \"b\""));
    CHECK(has(changed.err, "offers something else"));
}

TEST_CASE("program: tools asks a server through another program") {
    const TemporaryFolder folder;
    folder.put("fetch", "#!/bin/sh\n[ \"$1\" = --stdio ] || exit 1\necho '" +
                            std::string(manifest) + "'\n[ \"$2\" = good ]\n");
    CHECK(std::system(("chmod +x '" + (folder / "fetch").string() + "'").c_str()) == 0);
    const std::string fetch = "MCPGEN_FETCH=./fetch";
    const Run good = run_tools(folder, "tools --stdio good --save - ", fetch);
    CHECK(good.code == 0);
    CHECK(has(good.out, "\"name\": \"a\""));
    CHECK(run_tools(folder, "tools --stdio good --save m.json --out out", fetch).code == 0);
    CHECK(has(folder.get("out/types.hpp"), "from m.json"));
    CHECK(run_tools(folder, "check --against m.json --stdio good", fetch).code == 0);
    CHECK(run_tools(folder, "tools --stdio bad --save x.json", fetch).code == 1);
    CHECK(run_tools(folder, "tools --url http://localhost --save x.json", fetch).code == 1);
    folder.put("fetch", "#!/bin/sh\nkill -9 $$\n");
    CHECK(has(run_tools(folder, "tools --stdio good --save -", fetch).err, "ended by signal 9"));
    CHECK(has(run_tools(folder, "tools --stdio good --save -", "MCPGEN_FETCH=./missing").err,
              "mcpgen-fetch"));
}
