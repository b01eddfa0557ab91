// tools/call over HTTP, on 1 and on 32 connections that are kept, against a program that only sends
// bodies back; 2025-11-25 with a session and 2026-07-28 without, answers as JSON and as events:
//
//   bench_http [OPTION VALUE]... ECHO -- SERVER [ARGUMENT...] [--echo OTHER...]
//              [--sessions OTHER...] [--stateless OTHER...]
//
// With 1 connection driver and server are on one processor. All take turns, each round gives a
// ratio, the median counts, every answer is checked. Others are only compared with: an echo once, a
// server where it knows the revision.
#include <tests/bench/http_load.hpp>
#include <tests/bench/measure.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mcpgen::bench::HttpFigures;
using mcpgen::bench::HttpLoad;
using mcpgen::bench::Program;
using mcpgen::bench::Report;

struct Options {
    double seconds = 1;
    long rounds = 3;
    // Goals; none where it says 0.
    double one = 0;        ///< requests a second against the echo, one connection
    double many = 0;       ///< the same with 32
    double processor = 0;  ///< microseconds of the server for a request, 32 connections
    double memory = 0;     ///< peak, in MB
    double first = 0;      ///< ms to the first answer
    double even = 0;       ///< the slowest connection against the fastest
    double tail = 0;       ///< the 99th percentile against the median
};

constexpr std::string_view usage =
    "bench_http [--seconds S] [--rounds N] [--one X] [--many X] [--processor US] [--memory MB] "
    "[--first MS] [--even X] [--tail X] ECHO -- SERVER [ARGUMENT...] [--echo OTHER "
    "[ARGUMENT...]]... "
    "[--sessions OTHER [ARGUMENT...]]... [--stateless OTHER [ARGUMENT...]]...";

struct Subject {
    const Program* program;
    bool is_echo;
    std::vector<HttpFigures> rounds{};
    std::vector<double> rates{};

    HttpFigures figures() const {
        HttpFigures all = mcpgen::bench::median_of(
            rounds, {&HttpFigures::per_second, &HttpFigures::processor_us, &HttpFigures::median_us,
                     &HttpFigures::tail_us, &HttpFigures::evenness, &HttpFigures::megabytes});
        // Other programs only add to it.
        all.first_ms = std::min_element(rounds.begin(), rounds.end(),
                                        [](const HttpFigures& a, const HttpFigures& b) {
                                            return a.first_ms < b.first_ms;
                                        })
                           ->first_ms;
        return all;
    }
    /// The program; the script where that is an interpreter.
    std::string name() const {
        const auto& words = program->command;
        const std::string& path = words[words.size() > 1 && words[1].ends_with(".mjs") ? 1 : 0];
        return path.substr(path.rfind('/') + 1);
    }
    void print() const {
        const HttpFigures all = figures();
        std::printf(
            "  %-22s %9.0f/s  %5.1f us of processor  p50 %6.1f us  p99 %6.1f us  even %.2f  "
            "%5.1f MB  first %5.1f ms\n",
            name().c_str(), all.per_second, all.processor_us, all.median_us, all.tail_us,
            all.evenness, all.megabytes, all.first_ms);
    }
};

/// The echo, the server, and whatever is compared with in this way of asking.
std::vector<Subject> subjects_of(const std::vector<Program>& programs, const HttpLoad& load) {
    std::vector<Subject> subjects{{&programs[0], true}, {&programs[1], false}};
    for (std::size_t i = 2; i < programs.size(); ++i) {
        const bool is_echo = programs[i].word == "--echo";
        const bool fits = is_echo ? !load.stateless && !load.stream
                                  : load.stateless == (programs[i].word == "--stateless");
        if (fits) subjects.push_back({&programs[i], is_echo});
    }
    return subjects;
}

void compare(const Options& options, Report& report, const std::vector<Program>& programs,
             const HttpLoad& load) {
    std::optional<mcpgen::bench::OneProcessor> pinned;
    if (load.one_processor) pinned.emplace();
    std::vector<Subject> subjects = subjects_of(programs, load);
    for (long round = 0; round < options.rounds; ++round) {
        for (Subject& each : subjects) {
            each.rounds.push_back(load_http(each.program->command, load, each.is_echo));
            each.rates.push_back(each.rounds.back().per_second);
        }
    }
    const bool one = load.connections == 1;
    report.heading((one ? std::string("1 connection, all on one processor")
                        : std::to_string(load.connections) + " connections") +
                   (load.stateless ? ", 2026-07-28" : ", 2025-11-25 in a session") +
                   (load.stream ? ", answers as events" : ", answers as JSON"));
    for (const Subject& each : subjects) each.print();
    const HttpFigures server = subjects[1].figures();
    constexpr double tolerance = Report::tolerance;
    report.at_least("requests per second, against the bare echo",
                    mcpgen::bench::ratio(subjects[1].rates, subjects[0].rates),
                    one ? options.one : options.many);
    report.at_most("99th percentile, against the median", server.tail_us / server.median_us,
                   options.tail, tolerance);
    if (one) return;
    report.at_most("processor time for a request", server.processor_us, options.processor,
                   tolerance, "us");
    report.at_most("peak of resident memory", server.megabytes, options.memory, tolerance, "MB");
    report.at_most("start to first answer", server.first_ms, options.first, tolerance, "ms");
    report.at_least("slowest connection, against the fastest", server.evenness, options.even);
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    Options options;
    const auto programs =
        mcpgen::bench::read_command_line(argc, argv,
                                         {{"--seconds", &options.seconds},
                                          {"--rounds", &options.rounds},
                                          {"--one", &options.one},
                                          {"--many", &options.many},
                                          {"--processor", &options.processor},
                                          {"--memory", &options.memory},
                                          {"--first", &options.first},
                                          {"--even", &options.even},
                                          {"--tail", &options.tail}},
                                         {"--", "--echo", "--sessions", "--stateless"}, usage);
    if (programs.size() < 2 || programs[1].word != "--") {
        mcpgen::bench::refuse_command_line(usage);
    }
    Report report;
    for (const int connections : {1, 32}) {
        for (const bool stateless : {false, true}) {
            for (const bool stream : {false, true}) {
                compare(options, report, programs,
                        {.connections = connections,
                         .stateless = stateless,
                         .stream = stream,
                         .one_processor = connections == 1,
                         .seconds = options.seconds});
            }
        }
    }
    return report.finish();
}
