// Tables, trees, progress, images, files.
#include "output/image.hpp"
#include "output/numbers.hpp"
#include "output/progress.hpp"
#include "output/saver.hpp"
#include "output/table.hpp"
#include "peer/events.hpp"
#include "peer/trace.hpp"

#include "catch.hpp"
#include "generator/support/temporary_folder.hpp"

#include <mcp/base64.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

using namespace mcpctl;
using namespace std::chrono_literals;
using mcpgen::test::TemporaryFolder;

namespace {

const std::string png = *mcp::base64_decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+"
    "M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

}  // namespace

TEST_CASE("columns stand under each other, whatever is in them") {
    const Terminal terminal(Manner{.color = "never"});
    Table table({"NAME", "WHAT"});
    table.add({{"\xe6\x97\xa5\xe6\x9c\xac"}, {"wide"}});
    table.add({{"abcdef"}, {""}});
    CHECK(table.text(terminal) ==
          "NAME    WHAT\n"
          "\xe6\x97\xa5\xe6\x9c\xac    wide\n"
          "abcdef\n");
}

TEST_CASE("a tree has its branches") {
    const TreeNode tree{"root", {{"a", {{"b", {}}, {"c", {}}}}, {"d", {{"e", {}}}}}};
    CHECK(tree_text(tree) == "root\n├─ a\n│  ├─ b\n│  └─ c\n└─ d\n   └─ e\n");
}

TEST_CASE("progress has a bar, a share, and the time that is left") {
    CHECK(progress_line({.done = 25, .total = 100, .message = "Copy\x1b[2Jing"}, 0, 5000ms, 100) ==
          "[######------------------] 25 %  15 s left  Copy\\u{1b}[2Jing");
    CHECK(progress_line({.done = 100, .total = 100}, 0, 5000ms, 100) ==
          "[########################] 100 %");
    CHECK(progress_line({.done = 150, .total = 100}, 0, 1ms, 100) ==
          "[########################] 100 %");
    CHECK(progress_line({.done = 3}, 0, 1ms, 100) == "3 done");
    CHECK(progress_line({.done = 1, .total = 1000}, 0, 60s, 100).find("17 h left") !=
          std::string::npos);
    CHECK(progress_line({.done = NAN, .total = 2}, 0, 1ms, 100).ends_with("done"));
    CHECK(progress_line({.done = 1, .total = -5}, 0, 1ms, 100) == "1 done");
    CHECK(progress_line({.done = 25, .total = 100, .message = std::string(500, 'x')}, 0, 5s, 60)
              .size() <= 62);
}

TEST_CASE("images are sent as the terminal wants them, and only what is an image") {
    CHECK(image_sequence(Images::none, png).empty());
    CHECK(image_sequence(Images::kitty, "\x1b[2J no image").empty());
    CHECK(image_sequence(Images::iterm, "<svg onload=x>").empty());
    const std::string kitty = image_sequence(Images::kitty, png);
    CHECK(kitty.starts_with("\x1b_Gf=100,a=T,q=2,m=0;iVBOR"));
    CHECK(kitty.ends_with("\x1b\\\n"));
    const std::string iterm = image_sequence(Images::iterm, png);
    CHECK(iterm.starts_with("\x1b]1337;File=inline=1;size=70:iVBOR"));
    CHECK(iterm.ends_with("\x07\n"));
    // kitty takes PNG alone.
    CHECK(image_sequence(Images::kitty, "\xff\xd8\xff rest").empty());
    CHECK_FALSE(image_sequence(Images::iterm, "\xff\xd8\xff rest").empty());
    // In pieces, of which all but the last say that there is more.
    const std::string large = image_sequence(Images::kitty, png + std::string(10'000, 'x'));
    CHECK(large.find("q=2,m=1;") != std::string::npos);
    CHECK(large.find("\x1b_Gm=1;") != std::string::npos);
    CHECK(large.find("\x1b_Gm=0;") != std::string::npos);
    CHECK(image_sequence(Images::kitty, png + std::string(9'000'000, 'x')).empty());
}

TEST_CASE("file names of servers are made harmless") {
    CHECK(file_name_of("file:///home/ada/notes.txt") == "notes.txt");
    CHECK(file_name_of("file:///../../etc/passwd?x#y") == "passwd");
    CHECK(file_name_of("test://a/..").empty());
    CHECK(file_name_of("test://a/.bashrc") == "bashrc");
    CHECK(file_name_of("test://a/..\\..\\x.exe") == "x.exe");
    CHECK(file_name_of("test://a/-rf") == "_-rf");
    CHECK(file_name_of("test://a/b\x1b[2J;rm -rf.png") == "b2Jrm-rf.png");
    CHECK(file_name_of("test://a/" + std::string(500, 'x')).size() == 100);
    CHECK(extension_of("image/png") == ".png");
    CHECK(extension_of("text/plain; charset=utf-8") == ".txt");
    CHECK(extension_of("what/ever") == ".bin");
}

TEST_CASE("files are new, also where there are some already, and links are not followed") {
    const TemporaryFolder folder;
    folder.put("image.png", "mine");
    std::filesystem::create_symlink(folder / "image.png", folder / "image-2.png");
    Saver saver(folder.path().string());
    const auto path = saver.save("image.png", "new");
    REQUIRE(path);
    CHECK(std::filesystem::path(*path).filename() == "image-3.png");
    CHECK(folder.get("image.png") == "mine");
    CHECK(folder.get("image-3.png") == "new");
    Saver nested((folder / "a/b").string());
    CHECK(nested.save("x.bin", "x"));
    Saver impossible((folder / "image.png").string());
    const auto failed = impossible.save("x.bin", "x");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().what.find("cannot write") != std::string::npos);
}

TEST_CASE("latencies have quantiles, and units") {
    CHECK(quantile({}, 0.5) == 0);
    CHECK(quantile({1, 2, 3, 4}, 0.5) == 2);
    CHECK(quantile({1, 2, 3, 4}, 1) == 4);
    CHECK(milliseconds_text(0.1234) == "0.123 ms");
    CHECK(milliseconds_text(12.34) == "12.3 ms");
    CHECK(milliseconds_text(2500) == "2.50 s");
}

TEST_CASE("the trace masks secrets, and shows what is no JSON") {
    const Terminal terminal(Manner{.color = "never"});
    CHECK(trace_line(terminal, true,
                     R"({"id":1,"params":{"arguments":{"api_key":"s3cret","city":"Oslo"}}})") ==
          R"(--> {"id":1,"params":{"arguments":{"api_key":"***","city":"Oslo"}}})");
    CHECK(trace_line(terminal, false, "no \x1b[2J json") == "<-- no \\u{1b}[2J json");
}

TEST_CASE("events wait in order, up to a bound, and the end is always told") {
    EventQueue queue;
    for (int i = 0; i < 10'005; ++i)
        queue.push({.kind = Event::Kind::log, .level = std::to_string(i)});
    queue.push({.kind = Event::Kind::closed, .what = "over"});
    CHECK(queue.dropped() == 5);
    CHECK(queue.next(EventQueue::deadline_in(1), {})->level == "0");
    for (int i = 0; i < 9'999; ++i) queue.next(EventQueue::deadline_in(1), {});
    CHECK(queue.next(EventQueue::deadline_in(1), {})->name() == "closed");
    CHECK_FALSE(queue.next(EventQueue::deadline_in(0.01), {}));
}
