// Calls the server next door through the generated client: `typed_client SERVER [ARGUMENT]...`.
#include <weather/client.hpp>

#include <mcp/client.hpp>

#include <atomic>
#include <chrono>
#include <coroutine>
#include <exception>
#include <iostream>
#include <stop_token>
#include <thread>

using namespace std::chrono_literals;

namespace {

int fail(const mcp::RpcError& error) {
    std::cerr << error.message << '\n';
    return 1;
}

int call(const weather::Client& weather) {
    const auto forecast = weather.forecast({.city = "Oslo"});
    if (!forecast) return fail(forecast.error());
    for (const auto& day : forecast->days) {
        std::cout << day.high << " degrees, " << day.sky.text() << '\n';
    }
    return 0;
}

int call_with_options(const weather::Client& weather, std::stop_token stop) {
    mcp::CallOptions options;
    options.timeout = 5s;
    options.stop = stop;  // a stop that is requested gives the call up
    options.on_progress = [](const mcp::Progress& progress) { std::cout << progress.done << '\n'; };
    const auto forecast = weather.forecast({.city = "Oslo", .days = 2}, options);
    return forecast ? 0 : fail(forecast.error());
}

int fail_as_expected(const weather::Client& weather) {
    const auto lost = weather.forecast({.city = "Atlantis"});
    if (lost || lost.error().failure != mcp::Failure::tool) return 1;
    std::cout << lost.error().message << '\n';
    const auto wrong = weather.forecast({.city = "Oslo", .days = 99});
    if (wrong || wrong.error().failure != mcp::Failure::invalid_argument) return 1;
    std::cout << wrong.error().message << '\n';
    return 0;
}

int others(const weather::Client& weather) {
    const auto prompt = weather.pack_prompt({.city = "Oslo"});
    const auto station = weather.read_station({.id = "blindern"});
    return prompt && station ? 0 : 1;
}

/// A coroutine that nobody waits for; programs have a task type of their own.
struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

Task ask(const weather::Client& weather, std::atomic<int>& days) {
    auto operation = weather.forecast_operation({.city = "Oslo", .days = 7});
    const auto forecast = co_await std::move(operation);
    days = forecast ? static_cast<int>(forecast->days.size()) : -1;
}

int await(const weather::Client& weather) {
    std::atomic<int> days = 0;
    ask(weather, days);
    for (int i = 0; i < 5000 && days == 0; ++i) std::this_thread::sleep_for(1ms);
    return days == 7 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::cout << "usage: typed_client SERVER [ARGUMENT]...\n", 0;
    mcp::Client client{{.name = "example", .version = "1.0"}};
    const auto ready = client.connect([&]() -> mcp::Result<std::unique_ptr<mcp::Transport>> {
        auto process = mcp::process_transport({.command = {argv + 1, argv + argc}});
        if (!process) return mcp::Unexpected(process.error());
        return std::move(*process);
    });
    if (!ready) return fail(ready.error());

    const weather::Client weather(client);
    const std::stop_source stop;
    return call(weather) + call_with_options(weather, stop.get_token()) +
           fail_as_expected(weather) + others(weather) + await(weather);
}
