// A call of a tool through `mcpctl serve`, over pipes in front and behind, against the same call of
// the server itself:
//
//   bench_gateway [OPTION VALUE]... MCPCTL -- SERVER [ARGUMENT...]
//
// First by mcp::Client, whose processor time belongs to the call as the server's does: a gateway is
// a server and a client. Then by a bare driver, so that the programs are seen alone. One call at a
// time and 64 in flight. Direct calls and those through the gateway take turns; the median of the
// ratios counts. Every answer is checked.
#include <mcp/client.hpp>
#include <mcp/transport.hpp>
#include <tests/bench/command_line.hpp>
#include <tests/bench/measure.hpp>
#include <tests/bench/stdio_child.hpp>

#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using mcpgen::bench::Command;
using mcpgen::bench::now_seconds;
using mcpgen::bench::processor_seconds;
using mcpgen::bench::Report;
using mcpgen::bench::StdioChild;

struct Options {
    double seconds = 1;
    long rounds = 5;
    double processor = 0;  ///< goal: processor time of all, against that without the gateway
    double added = 0;      ///< goal: ms that a call takes longer, at the median
    Command gateway{};
    Command server{};
};

struct Figures {
    double first = 0;    ///< us of the program that is spoken with, for one call
    double behind = 0;   ///< us of the server behind it
    double latency = 0;  ///< ms by the clock, at the median
    double all() const { return first + behind; }
};

std::string mark_of(long number) { return "mark-" + std::to_string(number) + "-abcdefghijklmnop"; }

std::string call_text(long number) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(number) +
           R"(,"method":"tools/call","params":{"name":"echo","arguments":{"text":")" +
           mark_of(number) + "\"}}}\n";
}

constexpr std::string_view opening =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
    R"("capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})"
    "\n";
constexpr std::string_view opened = R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
                                    "\n"
                                    R"({"jsonrpc":"2.0","id":0,"method":"tools/list"})"
                                    "\n";

long check(std::string_view answer) {
    const auto at = answer.find("\"id\":");
    const long number = at == std::string_view::npos ? -1 : std::atol(answer.data() + at + 5);
    if (number >= 0 && answer.find(mark_of(number)) != std::string_view::npos) return number;
    std::fprintf(stderr, "a wrong answer: %.*s\n", static_cast<int>(answer.size()), answer.data());
    std::exit(2);
}

/// The next answer; what else the program says is skipped.
std::string_view answer(StdioChild& child) {
    for (;;) {
        const std::string_view line = child.line();
        if (!line.starts_with(R"({"jsonrpc":"2.0","method")")) return line;
    }
}

Figures measure(const Options& options, const Command& command, int in_flight) {
    StdioChild child(command);
    child.send(opening);
    answer(child);
    child.send(opened);
    answer(child);
    long next = 1;
    for (int i = 0; i < in_flight; ++i) child.send(call_text(next++));
    std::vector<double> times;
    double begin = now_seconds();
    double first = 0;
    double behind = 0;
    bool measuring = false;
    double now = begin;
    const double warm = begin + options.seconds / 4;
    while (!measuring || now < begin + options.seconds) {
        const double sent = now;
        check(answer(child));
        now = now_seconds();
        times.push_back((now - sent) * 1000);
        child.send(call_text(next++));
        if (measuring || now < warm) continue;
        measuring = true;
        begin = now;
        times.clear();
        first = child.processor_seconds();
        behind = mcpgen::bench::processor_seconds_of_children(child.pid());
    }
    const auto count = static_cast<double>(times.size());
    Figures figures;
    figures.first = (child.processor_seconds() - first) / count * 1e6;
    figures.behind =
        (mcpgen::bench::processor_seconds_of_children(child.pid()) - behind) / count * 1e6;
    figures.latency = mcpgen::bench::median(std::move(times));
    for (int i = 0; i < in_flight; ++i) check(answer(child));
    return figures;
}

/// Calls of mcp::Client: each answer is followed by the next call.
class Caller {
public:
    explicit Caller(const Command& command) {
        auto transport = mcp::process_transport({.command = command});
        if (!transport) stop(transport.error().message);
        pid_ = (*transport)->pid();
        const auto connected = client_.connect(std::move(*transport));
        if (!connected) stop(connected.error().message);
        if (const auto tools = client_.tools(); !tools) stop(tools.error().message);
    }
    /// Processor time of this process, the program, and what it has started: us for a call.
    double measure(long calls, int in_flight) {
        run(calls / 4, in_flight);
        const double before = all_processor_seconds();
        run(calls, in_flight);
        return (all_processor_seconds() - before) / static_cast<double>(calls) * 1e6;
    }

private:
    [[noreturn]] static void stop(const std::string& why) {
        std::fprintf(stderr, "%s\n", why.c_str());
        std::exit(2);
    }
    double all_processor_seconds() const {
        return processor_seconds() + mcpgen::bench::processor_seconds_of(pid_) +
               mcpgen::bench::processor_seconds_of_children(pid_);
    }
    void run(long calls, int in_flight) {
        std::unique_lock lock(mutex_);
        to_begin_ = calls;
        to_end_ = calls;
        lock.unlock();
        for (int i = 0; i < in_flight; ++i) begin();
        lock.lock();
        over_.wait(lock, [this] { return to_end_ == 0; });
    }
    void begin() {
        std::string mark;
        {
            const std::lock_guard lock(mutex_);
            if (to_begin_ == 0) return;
            mark = mark_of(to_begin_--);
        }
        mcp::CallToolRequestParams params{.name = "echo"};
        params.arguments.emplace().set("text", mark);
        client_.call_async<mcp::CallTool>(
            std::move(params), mcp::CallOptions(),
            [this, mark](mcp::Answer<mcp::CallToolResult> answer) {
                if (!answer) stop(answer.error().message);
                const auto* text = std::get_if<mcp::TextContent>(&answer->content.at(0));
                if (!text || text->text != mark) stop("a wrong answer");
                begin();
                const std::lock_guard lock(mutex_);
                if (--to_end_ == 0) over_.notify_all();
            });
    }

    mcp::Client client_{{.name = "bench", .version = "1"}};
    int pid_ = 0;
    std::mutex mutex_;
    std::condition_variable over_;
    long to_begin_ = 0;
    long to_end_ = 0;
};

void compare_clients(const Options& options, Report& report, int in_flight) {
    std::vector<double> direct;
    std::vector<double> through;
    const auto calls = static_cast<long>(options.seconds * 20'000);
    for (long i = 0; i < options.rounds; ++i) {
        direct.push_back(Caller(options.server).measure(calls, in_flight));
        through.push_back(Caller(options.gateway).measure(calls, in_flight));
    }
    report.heading("a client, " + std::to_string(in_flight) + " calls in flight");
    report.figure("client and server, processor time for a call", mcpgen::bench::median(direct),
                  "us");
    report.figure("client, gateway and server", mcpgen::bench::median(through), "us");
    report.at_most("through the gateway, against direct", mcpgen::bench::ratio(through, direct),
                   options.processor);
}

void compare(const Options& options, Report& report, int in_flight) {
    std::vector<Figures> direct;
    std::vector<Figures> through;
    std::vector<double> sums[2];
    for (long i = 0; i < options.rounds; ++i) {
        direct.push_back(measure(options, options.server, in_flight));
        through.push_back(measure(options, options.gateway, in_flight));
        sums[0].push_back(direct.back().all());
        sums[1].push_back(through.back().all());
    }
    const auto members = {&Figures::first, &Figures::behind, &Figures::latency};
    const Figures alone = mcpgen::bench::median_of(direct, members);
    const Figures both = mcpgen::bench::median_of(through, members);
    const bool one = in_flight == 1;
    report.heading(one ? "a bare driver, one call at a time"
                       : "a bare driver, " + std::to_string(in_flight) + " calls in flight");
    report.figure("the server alone, processor time for a call", alone.first, "us");
    report.figure("the gateway in front of it", both.first, "us");
    report.figure("the server behind the gateway", both.behind, "us");
    report.figure("the gateway, against the server alone", both.first / alone.first);
    report.figure("both, against the server alone", mcpgen::bench::ratio(sums[1], sums[0]));
    if (!one) return;
    report.figure("a call of the server, at the median", alone.latency * 1000, "us");
    report.figure("a call through the gateway", both.latency * 1000, "us");
    report.at_most("added by the gateway", both.latency - alone.latency, options.added,
                   Report::tolerance, "ms");
}

/// A configuration with this one server; gives its path.
std::string write_configuration(const Command& server) {
    const std::string path = (std::filesystem::temp_directory_path() /
                              ("bench_gateway." + std::to_string(getpid()) + ".json"))
                                 .string();
    std::ofstream file(path);
    file << R"({"mcpServers": {"behind": {"command": ")" << server.front() << R"(", "args": [)";
    for (std::size_t i = 1; i < server.size(); ++i) {
        file << (i > 1 ? ", \"" : "\"") << server[i] << '"';
    }
    file << "]}}}\n";
    return path;
}

constexpr std::string_view usage =
    "bench_gateway [--seconds S] [--rounds N] [--processor X] [--added MS] MCPCTL -- SERVER "
    "[ARGUMENT...]";

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    Options options;
    const auto programs = mcpgen::bench::read_command_line(argc, argv,
                                                           {{"--seconds", &options.seconds},
                                                            {"--rounds", &options.rounds},
                                                            {"--processor", &options.processor},
                                                            {"--added", &options.added}},
                                                           {"--"}, usage);
    if (programs.size() != 2) mcpgen::bench::refuse_command_line(usage);
    options.server = programs[1].command;
    const std::string configuration = write_configuration(options.server);
    options.gateway = programs[0].command;
    for (const char* word : {"serve", "--allow-all", "--names", "plain", "--config"}) {
        options.gateway.emplace_back(word);
    }
    options.gateway.push_back(configuration);
    Report report;
    compare_clients(options, report, 1);
    compare_clients(options, report, 64);
    compare(options, report, 1);
    compare(options, report, 64);
    std::remove(configuration.c_str());
    return report.finish();
}
