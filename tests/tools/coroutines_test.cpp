// A service whose functions are coroutines, and the client of the golden case `weather` before it.
#include <weather/client.hpp>
#include <weather_later/server.hpp>

#include "catch.hpp"
#include "pair.hpp"

#include <string>
#include <utility>

using namespace mcp;

namespace {

Async<std::string> user_name(Context& context) {
    ElicitRequestFormParams form;
    form.message = "Who are you?";
    form.requestedSchema.properties["name"] = StringSchema{};
    auto question = context.elicit_later(form);
    const ElicitResult answer = co_await std::move(question);
    co_return std::string(answer.action.text());
}

class Coroutines : public weather_later::Service {
public:
    Async<Answer<weather_later::ForecastResult>> forecast(
        weather_later::ForecastArguments arguments, Context& context) override {
        if (arguments.city == "Atlantis") throw ToolError("no such city");
        auto asking = user_name(context);
        const std::string action = co_await std::move(asking);
        // The arguments are still there.
        weather_later::ForecastResult result{.city = arguments.city + ": " + action, .days = {}};
        co_return result;
    }
    Async<Answer<CallToolResult>> list_stations(Context&) override {
        CallToolResult result;
        result.content.push_back(TextContent{.text = "one, two"});
        co_return result;
    }
    Async<Answer<CallToolResult>> set_alert(weather_later::SetAlertArguments, Context&) override {
        RpcError error(7, "not today");
        co_return Unexpected(std::move(error));
    }
    Async<Answer<GetPromptResult>> plan_trip_prompt(weather_later::PlanTripPrompt arguments,
                                                    Context&) override {
        PromptMessage said;
        said.content = TextContent{.text = arguments.to};
        GetPromptResult result;
        result.messages.push_back(said);
        co_return result;
    }
    Async<Answer<GetPromptResult>> greet_prompt(Context&) override {
        GetPromptResult result;
        co_return result;
    }
    Async<Answer<ReadResourceResult>> read_station(weather_later::StationUri arguments,
                                                   Context&) override {
        TextResourceContents contents;
        contents.text = arguments.id;
        ReadResourceResult result;
        result.contents.push_back(contents);
        co_return result;
    }
};

struct LinkedLater : test::Pair {
    Coroutines service;
    weather::Client weather{client};
    LinkedLater() {
        client.on_elicitation([](const ElicitRequestFormParams&, CallContext&) {
            return ElicitResult{.action = ElicitActionTag::decline};
        });
        weather_later::add_to(server, service);
        REQUIRE(connect());
    }
    ~LinkedLater() {
        client.close();
        server.shutdown();
    }
};

}  // namespace

TEST_CASE("tools: a function of a service may wait as a coroutine, and keeps its arguments") {
    LinkedLater here;
    const auto answer = here.weather.forecast({.city = "a city with a name that is long"});
    REQUIRE(answer);
    CHECK(answer->city == "a city with a name that is long: decline");
    const auto failed = here.weather.forecast({.city = "Atlantis"});
    REQUIRE_FALSE(failed);
    CHECK(failed.error().failure == Failure::tool);
    CHECK(failed.error().message == "no such city");
}

TEST_CASE("tools: coroutines of a service without a result of their own, prompts, resources") {
    LinkedLater here;
    const auto stations = here.weather.list_stations();
    REQUIRE(stations);
    CHECK(std::get<TextContent>(stations->content.at(0)).text == "one, two");
    const auto refused = here.weather.set_alert(
        {.where = {.name = "Norway"}, .channel = weather::SetAlertMail{.to = "me@example.com"}});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == 7);
    const auto prompt = here.weather.plan_trip_prompt({.to = "Rome"});
    REQUIRE(prompt);
    CHECK(std::get<TextContent>(prompt->messages.at(0).content).text == "Rome");
    CHECK(here.weather.greet_prompt());
    const auto read = here.weather.read_station({.id = "blindern"});
    REQUIRE(read);
    CHECK(std::get<TextResourceContents>(read->contents.at(0)).text == "blindern");
}
