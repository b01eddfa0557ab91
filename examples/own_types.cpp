// Your own structs as JSON, for tool arguments and structured results: describe the members once,
// and convert.
#include <mcp/json_describe.hpp>

#include <boost/describe/class.hpp>

#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace {

struct Day {
    std::string date;
    double celsius = 0;
};
BOOST_DESCRIBE_STRUCT(Day, (), (date, celsius))

struct Forecast {
    std::string city;
    std::vector<Day> days;
    std::optional<std::string> warning;
};
BOOST_DESCRIBE_STRUCT(Forecast, (), (city, days, warning))

}  // namespace

int main() {
    const Forecast forecast{"Oslo", {{"2026-01-01", -3.5}, {"2026-01-02", 0}}, std::nullopt};
    const mcp::Json json = mcp::to_json(forecast);
    std::cout << json.text() << '\n';

    const auto back = mcp::from_json<Forecast>(json);
    if (!back || back->days.size() != 2) return 1;

    const auto wrong = mcp::from_json<Forecast>(
        mcp::Json::object({{"city", "Oslo"}, {"days", mcp::Json::array({"sunny"})}}));
    if (wrong) return 1;
    std::cout << wrong.error().message() << '\n';
}
