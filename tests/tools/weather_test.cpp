// The generated client against the generated service of the golden case `weather`.
#include <weather/client.hpp>
#include <weather/server.hpp>

#include "catch.hpp"
#include "pair.hpp"

#include <atomic>
#include <chrono>
#include <coroutine>
#include <exception>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

using namespace mcp;

namespace {

class Weather : public weather::Service {
public:
    Answer<weather::ForecastResult> forecast(const weather::ForecastArguments& arguments,
                                             Context& context) override {
        if (arguments.city == "Atlantis") throw ToolError("no such city");
        if (arguments.city == "Nowhere") return Unexpected(RpcError(7, "not today"));
        if (arguments.city == "Slow") wait(context);
        context.progress(1, 2, "half");
        weather::ForecastResult result{.city = arguments.city, .days = {}};
        for (std::int64_t i = 0; i < arguments.days.value_or(3); ++i)
            result.days.push_back({.date = "2031-01-01", .high = 4.5, .low = -1});
        if (arguments.unit == weather::ForecastUnitTag::fahrenheit)
            result.days.front().warning = "in old units";
        return result;
    }
    Answer<CallToolResult> list_stations(Context&) override {
        return CallToolResult{.content = {TextContent{.text = "one, two"}}};
    }
    Answer<CallToolResult> set_alert(const weather::SetAlertArguments& arguments,
                                     Context&) override {
        const auto* mail = std::get_if<weather::SetAlertMail>(&arguments.channel);
        const std::string to = mail == nullptr ? "no mail" : mail->to;
        const std::size_t parts = arguments.where.parts ? arguments.where.parts->size() : 0;
        return CallToolResult{.content = {TextContent{.text = to + std::to_string(parts)}}};
    }
    Answer<GetPromptResult> plan_trip_prompt(const weather::PlanTripPrompt& arguments,
                                             Context&) override {
        return message(arguments.from.value_or("here") + " to " + arguments.to);
    }
    Answer<GetPromptResult> greet_prompt(Context&) override { return message("hello"); }
    Answer<ReadResourceResult> read_station(const weather::StationUri& arguments,
                                            Context&) override {
        TextResourceContents contents;
        contents.uri = "weather://stations/" + arguments.id;
        contents.text = arguments.id + " in " + arguments.year.value_or("any year");
        return ReadResourceResult{.contents = {contents}};
    }

    std::atomic<bool> stopped = false;

private:
    void wait(Context& context) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (!context.cancelled() && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stopped = context.cancelled();
    }
    static GetPromptResult message(std::string text) {
        PromptMessage said;
        said.role = RoleTag::user;
        said.content = TextContent{.text = std::move(text)};
        return GetPromptResult{.messages = {said}};
    }
};

struct Linked : test::Pair {
    Weather service;
    weather::Client weather{client};
    explicit Linked(ClientOptions options = {}) : Pair(std::move(options)) {
        weather::add_to(server, service);
        REQUIRE(connect());
    }
    ~Linked() {
        client.close();
        server.shutdown();
    }
};

std::string text_of(const std::vector<ContentBlock>& content) {
    return std::get<TextContent>(content.at(0)).text;
}

/// A coroutine that runs by itself and says when it is at its end.
struct Detached {
    struct promise_type {
        Detached get_return_object() { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

Detached ask(const weather::Client& weather, std::string city, std::atomic<int>& days) {
    weather::ForecastArguments arguments{.city = std::move(city), .days = 5};
    auto operation = weather.forecast_operation(arguments);
    const auto answer = co_await std::move(operation);
    days = answer ? static_cast<int>(answer->days.size()) : -1;
}

Detached list(const weather::Client& weather, std::atomic<int>& blocks) {
    auto operation = weather.list_stations_operation();
    const auto answer = co_await std::move(operation);
    blocks = answer ? static_cast<int>(answer->content.size()) : -1;
}

}  // namespace

TEST_CASE("tools: a typed call gives a typed result") {
    Linked here;
    const auto answer = here.weather.forecast({.city = "Oslo"});
    REQUIRE(answer);
    CHECK(answer->city == "Oslo");
    REQUIRE(answer->days.size() == 3);
    CHECK(answer->days[0].low == -1);
    CHECK_FALSE(answer->days[0].warning);
    const auto other = here.weather.forecast(
        {.city = "Oslo", .days = 1, .unit = weather::ForecastUnitTag::fahrenheit});
    REQUIRE(other);
    CHECK(other->days[0].warning == Nullable<std::string>("in old units"));
}

TEST_CASE("tools: a tool that fails gives its text, and a request that fails its error") {
    Linked here;
    const auto failed = here.weather.forecast({.city = "Atlantis"});
    REQUIRE_FALSE(failed);
    CHECK(failed.error().failure == Failure::tool);
    CHECK(failed.error().message == "no such city");
    REQUIRE(failed.error().data);
    CHECK((*failed.error().data)["isError"].as_bool() == true);
    const auto refused = here.weather.forecast({.city = "Nowhere"});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().failure == Failure::peer);
    CHECK(refused.error().code == 7);
}

TEST_CASE("tools: what the schema forbids is not sent") {
    Linked here;
    const auto answer = here.weather.forecast({.city = "Oslo", .days = 15});
    REQUIRE_FALSE(answer);
    CHECK(answer.error().failure == Failure::invalid_argument);
    CHECK(answer.error().message.find("days") != std::string::npos);
}

TEST_CASE("tools: progress is reported and a call can be given up") {
    Linked here;
    std::atomic<int> reports = 0;
    CallOptions options;
    options.on_progress = [&](const Progress& progress) {
        if (progress.message == "half") ++reports;
    };
    REQUIRE(here.weather.forecast({.city = "Oslo"}, options));
    CHECK(reports == 1);

    std::stop_source stop;
    options.stop = stop.get_token();
    std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.request_stop();
    });
    const auto given_up = here.weather.forecast({.city = "Slow"}, options);
    REQUIRE_FALSE(given_up);
    CHECK(given_up.error().failure == Failure::cancelled);
}

TEST_CASE("tools: coroutines await the same calls") {
    Linked here;
    std::atomic<int> days = 0;
    ask(here.weather, "Oslo", days);
    for (int i = 0; i < 5000 && days == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(days == 5);
    days = 0;
    ask(here.weather, "Atlantis", days);
    for (int i = 0; i < 5000 && days == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(days == -1);
    std::atomic<int> blocks = 0;
    list(here.weather, blocks);
    for (int i = 0; i < 5000 && blocks == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(blocks == 1);
}

TEST_CASE("tools: calls without options have those of the client") {
    ClientOptions options;
    options.calls.timeout = std::chrono::milliseconds(50);
    Linked here(options);
    const auto answer = here.weather.forecast({.city = "Slow"});
    REQUIRE_FALSE(answer);
    CHECK(answer.error().failure == Failure::timeout);
}

TEST_CASE("tools: arguments may nest, contain themselves, and be one of several structs") {
    Linked here;
    const auto answer = here.weather.set_alert(
        {.where = {.name = "Norway", .parts = {{{.name = "Oslo"}, {.name = "Bergen"}}}},
         .channel = weather::SetAlertMail{.to = "me@example.com"}});
    REQUIRE(answer);
    CHECK(text_of(answer->content) == "me@example.com2");
    REQUIRE(here.weather.list_stations());
}

TEST_CASE("tools: prompts and resource templates are functions, too") {
    Linked here;
    const auto prompt = here.weather.plan_trip_prompt({.to = "Rome"});
    REQUIRE(prompt);
    CHECK(std::get<TextContent>(prompt->messages.at(0).content).text == "here to Rome");
    CHECK(here.weather.greet_prompt());
    const auto read = here.weather.read_station({.id = "a b", .year = "2030"});
    REQUIRE(read);
    CHECK(std::get<TextResourceContents>(read->contents.at(0)).text == "a b in 2030");
    REQUIRE(here.weather.read_station({.id = "7"}));
}

TEST_CASE("tools: a result of another shape than the server promised is an error with its place") {
    test::Pair pair;
    Tool tool;  // without an output schema, so that nothing is checked
    tool.name = "forecast";
    tool.inputSchema = JsonObject::parse(R"({"type":"object"})").value();
    pair.server.tool(tool,
                     [] { return Json::parse(R"({"city":"Oslo","days":[{"date":7}]})").value(); });
    REQUIRE(pair.connect());
    const auto answer = weather::Client(pair.client).forecast({.city = "Oslo"});
    REQUIRE_FALSE(answer);
    CHECK(answer.error().failure == Failure::invalid_response);
    CHECK(answer.error().message.find("days[0]") != std::string::npos);
    pair.client.close();
}
