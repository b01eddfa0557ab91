// `mcpctl bench`: a tool, called many times.
#include "commands/commands.hpp"
#include "output/numbers.hpp"
#include "output/safe_text.hpp"
#include "output/table.hpp"
#include "peer/interrupt.hpp"
#include "peer/tool_call.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>

namespace mcpctl {
namespace {

using BenchClock = std::chrono::steady_clock;

constexpr std::size_t most_calls = 10'000'000;  // each leaves eight bytes
constexpr double most_in_flight = 1000;

/// Keeps so many calls under way until enough were made, or the time is over.
class Bench {
public:
    Bench(mcp::Client& client, const ToolCall& call) : client_(client), call_(call) {}

    void run(std::size_t calls, std::size_t in_flight, std::optional<BenchClock::time_point> until,
             const std::stop_token& stop) {
        start_ = BenchClock::now();
        const auto is_over = [&] {
            return stop.stop_requested() || (until && BenchClock::now() >= *until);
        };
        for (std::size_t i = 0; i < calls && !is_over(); ++i) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return under_way_ < in_flight; });
            ++under_way_;
            lock.unlock();
            start_one();
        }
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return under_way_ == 0; });
        seconds_ = std::chrono::duration<double>(BenchClock::now() - start_).count();
        std::sort(latencies_.begin(), latencies_.end());
    }

    double seconds() const { return seconds_; }
    const std::vector<double>& latencies() const { return latencies_; }
    std::size_t failed() const { return failed_; }
    const std::string& first_failure() const { return first_failure_; }

private:
    void start_one() {
        mcp::CallToolRequestParams params{.name = call_.tool.name};
        params.arguments = call_.arguments;
        const auto began = BenchClock::now();
        client_.call_async<mcp::CallTool>(
            std::move(params), client_.default_options(),
            [this, began](mcp::Answer<mcp::CallToolResult> answer) { note(began, answer); });
    }
    void note(BenchClock::time_point began, const mcp::Answer<mcp::CallToolResult>& answer) {
        const std::chrono::duration<double, std::milli> took = BenchClock::now() - began;
        const bool is_error = answer && answer->isError.value_or(false);
        // Under the lock: the one who waits may be gone as soon as nothing is under way.
        const std::lock_guard lock(mutex_);
        latencies_.push_back(took.count());
        if (!answer || is_error) {
            if (failed_++ == 0)
                first_failure_ = answer ? "the tool says that it failed" : answer.error().message;
        }
        --under_way_;
        changed_.notify_one();
    }

    mcp::Client& client_;
    const ToolCall& call_;
    BenchClock::time_point start_{};
    std::mutex mutex_{};
    std::condition_variable changed_{};
    std::size_t under_way_ = 0;
    std::size_t failed_ = 0;
    std::string first_failure_{};
    std::vector<double> latencies_{};
    double seconds_ = 0;
};

constexpr double quantiles[] = {0.5, 0.9, 0.99, 0.999, 1};
constexpr const char* quantile_names[] = {"p50", "p90", "p99", "p999", "max"};

void print_bench(const Bench& bench, Terminal& terminal) {
    const auto& all = bench.latencies();
    const double rate = bench.seconds() > 0 ? static_cast<double>(all.size()) / bench.seconds() : 0;
    if (terminal.json()) {
        mcp::JsonObject latency;
        for (std::size_t i = 0; i < std::size(quantiles); ++i)
            latency.set(quantile_names[i], mcp::Json(quantile(all, quantiles[i])));
        terminal.print_json(mcp::Json::object({{"calls", all.size()},
                                               {"failed", bench.failed()},
                                               {"seconds", bench.seconds()},
                                               {"callsPerSecond", rate},
                                               {"milliseconds", mcp::Json(latency)}}));
        return;
    }
    Table table({"", ""});
    char text[64];
    std::snprintf(text, sizeof text, "%zu in %.2f s, %zu failed", all.size(), bench.seconds(),
                  bench.failed());
    table.add({{"calls"}, {text}});
    std::snprintf(text, sizeof text, "%.0f", rate);
    table.add({{"calls per second"}, {text, Style::bold}});
    for (std::size_t i = 0; i < std::size(quantiles); ++i)
        table.add({{quantile_names[i]}, {milliseconds_text(quantile(all, quantiles[i]))}});
    terminal.print(table.text(terminal));
}

}  // namespace

Outcome<int> run_bench(const Invocation& invocation, Terminal& terminal) {
    const double in_flight = invocation.number("in-flight", 1);
    if (in_flight > most_in_flight)
        return Unexpected(wrong_usage("--in-flight: more than 1000 calls at once", "take fewer"));
    const bool timed = invocation.has("for") && !invocation.has("calls");
    const auto calls = static_cast<std::size_t>(
        invocation.number("calls", timed ? static_cast<double>(most_calls) : 1000));
    Connection connection(invocation, terminal);
    const auto connected = connection.connect();
    if (!connected) return Unexpected(connected.error());
    const auto call = read_tool_call(connection, invocation, terminal, false);
    if (!call) return Unexpected(call.error());
    std::optional<BenchClock::time_point> until;
    if (invocation.has("for")) {
        until = BenchClock::now() + std::chrono::duration_cast<BenchClock::duration>(
                                        std::chrono::duration<double>(invocation.number("for", 0)));
    }
    const Interrupt interrupt;
    terminal.status("Calling " + safe_line(call->tool.name) + " ...");
    Bench bench(connection.client(), *call);
    bench.run(std::min(calls, most_calls), static_cast<std::size_t>(in_flight), until,
              interrupt.token());
    terminal.status({});
    print_bench(bench, terminal);
    if (bench.failed() == 0) return exit_fine;
    return Unexpected(Problem{connection.target().shown + ": " + std::to_string(bench.failed()) +
                                  " calls failed, the first: " + bench.first_failure(),
                              "`mcpctl call` shows one of them",
                              exit_failed,
                              {}});
}

}  // namespace mcpctl
