// Uses the tools of weather.json: the generated client calls the generated service, in memory.
#include <weather/client.hpp>
#include <weather/server.hpp>

#include <mcp/client.hpp>

namespace {

class Weather : public weather::Service {
public:
    mcp::Answer<weather::ForecastResult> forecast(const weather::ForecastArguments&,
                                                  mcp::Context&) override {
        return weather::ForecastResult{
            .days = {{.high = 18.5, .sky = weather::ForecastResultDaysItemSkyTag::rain}}};
    }
    mcp::Answer<mcp::GetPromptResult> pack_prompt(const weather::PackPrompt&,
                                                  mcp::Context&) override {
        return mcp::GetPromptResult{};
    }
    mcp::Answer<mcp::ReadResourceResult> read_station(const weather::StationUri&,
                                                      mcp::Context&) override {
        return mcp::ReadResourceResult{};
    }
};

}  // namespace

int main() {
    Weather service;
    mcp::Server server{{.name = "weather", .version = "1"}};
    weather::add_to(server, service);
    auto ends = mcp::memory_transports();
    server.connect(std::move(ends.first));
    mcp::Client client{{.name = "user", .version = "1"}};
    if (!client.connect(std::move(ends.second))) return 1;
    const auto answer = weather::Client(client).forecast({.city = "Oslo"});
    client.close();
    return answer && answer->days.at(0).high == 18.5 ? 0 : 1;
}
