// Calls of a tool over standard input and output, against a program that only sends lines back:
//
//   bench_stdio [OPTION VALUE]... ECHO -- SERVER [ARGUMENT...] [-- OTHER [ARGUMENT...]]
//
// One call at a time with both programs on one processor, and 64 in flight on all of them: as a
// client's, whose callers know nothing of each other, each call is a write of its own. Then 64 in
// flight once more, with the calls that follow a read in one write. All programs take turns, and
// each round gives a ratio; the median counts. Every answer is checked. OTHER is only compared
// with.
#include <tests/bench/command_line.hpp>
#include <tests/bench/measure.hpp>
#include <tests/bench/stdio_child.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using mcpgen::bench::Command;
using mcpgen::bench::now_seconds;
using mcpgen::bench::processor_seconds;
using mcpgen::bench::StdioChild;

struct Options {
    double seconds = 1;
    long rounds = 3;
    // Goals; none where it says 0.
    double one = 0;    ///< calls per second against the echo, one at a time
    double many = 0;   ///< the same with 64 in flight
    double rival = 0;  ///< what another library reached of the echo with 64 in flight: 3 times that
    double processor = 0;  ///< microseconds of the server for a call, with 64 in flight
    double memory = 0;     ///< peak, in MB
    double first = 0;      ///< ms to the first answer
    std::string tool = "echo";
    std::string argument = "text";
    Command echo{};
    Command server{};
    Command other{};
};

struct Load {
    int in_flight = 1;
    bool together = false;  ///< the calls that follow a read are one write
};

struct Figures {
    /// By the clock; one at a time, by the processor time of both, which is the same when nothing
    /// else runs, since one of the two always does.
    double calls_per_second = 0;
    double microseconds_of_server = 0;  ///< of its processor time, for one call
    double megabytes = 0;
};

std::string mark_of(long number) { return "mark-" + std::to_string(number) + "-abcdefghijklmnop"; }

std::string call_text(const Options& options, long number) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(number) +
           R"(,"method":"tools/call","params":{"name":")" + options.tool + R"(","arguments":{")" +
           options.argument + "\":\"" + mark_of(number) + "\"}}}\n";
}

constexpr std::string_view initialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
    R"("capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})"
    "\n";
constexpr std::string_view initialized = R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
                                         "\n";

/// The number of the call that this answers.
long check(std::string_view answer) {
    const auto at = answer.find("\"id\":");
    const long number = at == std::string_view::npos ? -1 : std::atol(answer.data() + at + 5);
    if (number >= 0 && answer.find(mark_of(number)) != std::string_view::npos) return number;
    std::fprintf(stderr, "a wrong answer: %.*s\n", static_cast<int>(answer.size()), answer.data());
    std::exit(2);
}

/// From the start to the first answer, in ms: the least of a few, since other programs only add.
double first_answer(const Command& command) {
    double least = 0;
    for (int i = 0; i < 20; ++i) {
        const double start = now_seconds();
        StdioChild child(command);
        child.send(initialize);
        child.line();
        const double took = (now_seconds() - start) * 1000;
        if (i == 0 || took < least) least = took;
    }
    return least;
}

/// `echo` answers all that it gets; a server does not answer a notification.
Figures measure(const Options& options, const Command& command, const Load& load, bool is_echo) {
    Figures figures;
    StdioChild child(command);
    child.send(initialize);
    child.line();
    child.send(initialized);
    if (is_echo) child.line();

    long next = 1;
    std::string batch;
    const auto put = [&] { batch += call_text(options, next++); };
    const auto send = [&] {
        child.send(batch);
        batch.clear();
    };
    for (int i = 0; i < load.in_flight; ++i) put();
    send();
    long calls = 0;
    double begin = now_seconds();
    double processor = child.processor_seconds();
    double own = processor_seconds();
    const double warm = begin + options.seconds / 4;
    bool measuring = false;
    double now = 0;
    do {
        do {
            check(child.line());
            ++calls;
            put();
            if (!load.together) send();
        } while (child.has_line());
        if (load.together) send();
        now = now_seconds();
        if (!measuring && now >= warm) {
            measuring = true;
            begin = now;
            processor = child.processor_seconds();
            own = processor_seconds();
            calls = 0;
        }
    } while (!measuring || now < begin + options.seconds);
    const auto count = static_cast<double>(calls);
    processor = child.processor_seconds() - processor;
    own = processor_seconds() - own;
    figures.calls_per_second = count / (load.in_flight == 1 ? processor + own : now - begin);
    figures.microseconds_of_server = processor / count * 1e6;
    figures.megabytes = child.peak_megabytes();
    for (int i = 0; i < load.in_flight; ++i) check(child.line());
    return figures;
}

Figures median_of(const std::vector<Figures>& all) {
    return mcpgen::bench::median_of(
        all, {&Figures::calls_per_second, &Figures::microseconds_of_server, &Figures::megabytes});
}

void compare(const Options& options, mcpgen::bench::Report& report, const Load& load) {
    std::vector<Figures> all[3];  // the echo, the server, the other one
    std::vector<double> calls[3];
    for (long i = 0; i < options.rounds; ++i) {
        const auto turn = [&](int who, const Command& command) {
            all[who].push_back(measure(options, command, load, who == 0));
            calls[who].push_back(all[who].back().calls_per_second);
        };
        turn(0, options.echo);
        turn(1, options.server);
        if (!options.other.empty()) turn(2, options.other);
    }
    const Figures bare = median_of(all[0]);
    const Figures figures = median_of(all[1]);
    const bool one = load.in_flight == 1;
    const std::string many = std::to_string(load.in_flight) + " calls in flight, ";
    report.heading(one             ? "one call at a time, both on one processor"
                   : load.together ? many + "written together"
                                   : many + "each written by itself");
    constexpr double tolerance = mcpgen::bench::Report::tolerance;
    report.figure("bare echo, calls per second", bare.calls_per_second, "");
    report.figure("server, calls per second", figures.calls_per_second, "");
    report.figure("bare echo, its processor time for a call", bare.microseconds_of_server, "us");
    report.at_most("server, its processor time for a call", figures.microseconds_of_server,
                   one ? 0 : options.processor, tolerance, "us");
    report.at_most("server, peak of resident memory", figures.megabytes, options.memory, tolerance,
                   "MB");
    const double ratio = mcpgen::bench::ratio(calls[1], calls[0]);
    const double goal = one ? options.one : load.together ? 0 : options.many;
    report.at_least("calls per second, against the bare echo", ratio, goal);
    if (!one && options.rival != 0) {
        report.at_least("the same, against the best other C++ library", ratio / options.rival,
                        load.together ? 0 : 3);
    }
    if (options.other.empty()) return;
    const Figures other = median_of(all[2]);
    report.figure("other server, calls per second", other.calls_per_second, "");
    report.figure("other server, peak of resident memory", other.megabytes, "MB");
    report.figure("calls per second, against the other server",
                  mcpgen::bench::ratio(calls[1], calls[2]));
}

void compare_starts(const Options& options, mcpgen::bench::Report& report) {
    report.heading("from the start to the first answer");
    report.figure("bare echo", first_answer(options.echo), "ms");
    report.at_most("server", first_answer(options.server), options.first,
                   mcpgen::bench::Report::tolerance, "ms");
    if (!options.other.empty()) report.figure("other server", first_answer(options.other), "ms");
}

constexpr std::string_view usage =
    "bench_stdio [--seconds S] [--rounds N] [--tool NAME] [--argument NAME] [--one X] [--many X] "
    "[--rival X] [--processor US] [--memory MB] [--first MS] ECHO -- SERVER [ARGUMENT...] "
    "[-- OTHER [ARGUMENT...]]";

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    Options options;
    const auto programs = mcpgen::bench::read_command_line(argc, argv,
                                                           {{"--seconds", &options.seconds},
                                                            {"--rounds", &options.rounds},
                                                            {"--tool", &options.tool},
                                                            {"--argument", &options.argument},
                                                            {"--one", &options.one},
                                                            {"--many", &options.many},
                                                            {"--rival", &options.rival},
                                                            {"--processor", &options.processor},
                                                            {"--memory", &options.memory},
                                                            {"--first", &options.first}},
                                                           {"--"}, usage);
    if (programs.size() < 2 || programs.size() > 3) mcpgen::bench::refuse_command_line(usage);
    options.echo = programs[0].command;
    options.server = programs[1].command;
    if (programs.size() == 3) options.other = programs[2].command;

    mcpgen::bench::Report report;
    compare_starts(options, report);
    {
        const mcpgen::bench::OneProcessor one;
        compare(options, report, {.in_flight = 1});
    }
    compare(options, report, {.in_flight = 64});
    compare(options, report, {.in_flight = 64, .together = true});
    return report.finish();
}
