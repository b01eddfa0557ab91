// A server whose tools are given by a manifest: the generated service says what there is to do.
#include <weather/server.hpp>

#include <mcp/serve.hpp>

class Weather : public weather::Service {
public:
    mcp::Answer<weather::ForecastResult> forecast(const weather::ForecastArguments& arguments,
                                                  mcp::Context& context) override {
        if (arguments.city == "Atlantis") throw mcp::ToolError("There is no such city.");
        weather::ForecastResult result{.days = {}};
        const auto days = arguments.days.value_or(3);
        for (std::int64_t day = 1; day <= days; ++day) {
            context.progress(static_cast<double>(day), static_cast<double>(days));
            result.days.push_back(
                {.high = 18.5, .sky = weather::ForecastResultDaysItemSkyTag::rain});
        }
        return result;
    }

    mcp::Answer<mcp::GetPromptResult> pack_prompt(const weather::PackPrompt& arguments,
                                                  mcp::Context&) override {
        mcp::PromptMessage message;
        message.content = mcp::TextContent{.text = "What do I need in " + arguments.city + "?"};
        return mcp::GetPromptResult{.messages = {message}};
    }

    mcp::Answer<mcp::ReadResourceResult> read_station(const weather::StationUri& arguments,
                                                      mcp::Context&) override {
        mcp::TextResourceContents contents;
        contents.uri = "weather://stations/" + arguments.id;
        contents.text = "18.5 °C";
        return mcp::ReadResourceResult{.contents = {contents}};
    }
};

int main(int argc, char** argv) {
    Weather service;
    mcp::Server server{{.name = "weather", .version = "1.0.0"}};
    weather::add_to(server, service);
    return mcp::serve(server, argc, argv);
}
