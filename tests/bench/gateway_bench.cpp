// A call of a tool through `mcpctl serve`, over pipes in front and behind, against the same call of
// the server itself:
//
//   bench_gateway [OPTION VALUE]... MCPCTL -- SERVER [ARGUMENT...]
//
// One call at a time for what a call takes by the clock, and 64 in flight, too, for the processor
// time of the gateway and of the server. Both take turns; the median of the ratios counts. Every
// answer is checked.
#include <tests/bench/command_line.hpp>
#include <tests/bench/measure.hpp>
#include <tests/bench/stdio_child.hpp>

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using mcpgen::bench::Command;
using mcpgen::bench::now_seconds;
using mcpgen::bench::Report;
using mcpgen::bench::StdioChild;

struct Options {
    double seconds = 1;
    long rounds = 5;
    double processor = 0;  ///< goal: processor time of both, against the server alone
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
        behind = child.processor_seconds_of_children();
    }
    const auto count = static_cast<double>(times.size());
    Figures figures;
    figures.first = (child.processor_seconds() - first) / count * 1e6;
    figures.behind = (child.processor_seconds_of_children() - behind) / count * 1e6;
    figures.latency = mcpgen::bench::median(std::move(times));
    for (int i = 0; i < in_flight; ++i) check(answer(child));
    return figures;
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
    report.heading(one ? "one call at a time" : std::to_string(in_flight) + " calls in flight");
    report.figure("the server alone, processor time for a call", alone.first, "us");
    report.figure("the gateway in front of it", both.first, "us");
    report.figure("the server behind the gateway", both.behind, "us");
    report.figure("the gateway, against the server alone", both.first / alone.first);
    report.at_most("both, against the server alone", mcpgen::bench::ratio(sums[1], sums[0]),
                   options.processor);
    if (!one) return;
    report.figure("a call of the server, at the median", alone.latency * 1000, "us");
    report.figure("a call through the gateway", both.latency * 1000, "us");
    report.at_most("added by the gateway", both.latency - alone.latency, options.added,
                   Report::tolerance, "ms");
}

/// A configuration with this one server; gives its path.
std::string write_configuration(const Command& server) {
    const std::string path = "bench_gateway." + std::to_string(getpid()) + ".json";
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
    compare(options, report, 1);
    compare(options, report, 64);
    std::remove(configuration.c_str());
    return report.finish();
}
