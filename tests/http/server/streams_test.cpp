// The streams of answers to POST: how they begin, and what becomes of those that nobody answers.
#include "http/server/rig.hpp"

using namespace mcp;
using namespace mcp::testing;

namespace {

/// Drops what comes in with a certain word in it.
struct Dropping final : MessageFilter {
    Verdict incoming(std::string& text) override {
        return text.find("unwanted") == std::string::npos ? Verdict::pass : Verdict::drop;
    }
};

HttpEndpointOptions replying(HttpReplies replies) {
    HttpEndpointOptions options;
    options.replies = replies;
    options.max_in_flight = 2;
    return options;
}

}  // namespace

TEST_CASE("HS-12 the position of a stream and its first answer go out together") {
    Rig rig(replying(HttpReplies::stream));
    for (const std::string_view revision : {"2025-06-18", "2025-11-25"}) {
        CAPTURE(revision);
        const std::string session = rig.open(revision);
        for (int i = 0; i < 8; ++i) rig.call(session, std::to_string(i + 10), "echo")->wait();
        const Got got = rig.call(session, "1", "echo");  // quick by now
        CHECK(got->wait().streams);
        CHECK(got->events().size() == (revision == "2025-11-25" ? 2U : 1U));
        CHECK(got->writes == 1);
    }
}

TEST_CASE("HS-05 a request that a filter drops is not answered, and its id is free again") {
    for (const HttpReplies replies :
         {HttpReplies::automatic, HttpReplies::json, HttpReplies::stream}) {
        const bool json = replies == HttpReplies::json;
        CAPTURE(json);
        Rig rig(replying(replies));
        rig.server.filter(std::make_shared<Dropping>());
        for (const std::string_view revision : {"2025-03-26", "2025-11-25"}) {
            CAPTURE(revision);
            const std::string session = rig.open(revision);
            const bool batch = revision == "2025-03-26";
            const auto post = [&](std::string_view text) {
                const std::string call = Rig::call_text("1", "echo", text);
                return rig.post(session, batch ? "[" + call + "]" : call);
            };
            // More often than may be in flight at once.
            for (int i = 0; i < 5; ++i) {
                const Got dropped = post(R"({"text":"unwanted"})");
                CHECK(dropped->over);
                CHECK_FALSE(dropped->aborted);
                CHECK(dropped->status == (json ? 202 : 200));
                CHECK(dropped->messages().empty());
            }
            Got answered = post(R"({"text":"wanted"})");
            CHECK(answered->wait().body.find("wanted") != std::string::npos);
        }
    }
}
