// See measure.hpp.
#include <tests/bench/measure.hpp>

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <cstdio>

namespace mcpgen::bench {
namespace {

/// Of this thread, in microseconds: what other programs do does not count.
double processor_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

double run_times(const Subject& subject, std::size_t times) {
    const double start = processor_time();
    for (std::size_t i = 0; i < times; ++i) subject.run();
    return (processor_time() - start) / static_cast<double>(times);
}

constexpr double sample_length =
    300;  // microseconds: far above the clock's step, far below a time slice

}  // namespace

void pin_to_one_processor() {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &set);
    sched_setaffinity(0, sizeof set, &set);
}

OneProcessor::OneProcessor() {
    sched_getaffinity(0, sizeof before_, &before_);
    pin_to_one_processor();
}

OneProcessor::~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }

std::vector<std::vector<double>> take_turns(const std::vector<Subject>& subjects,
                                            std::size_t samples) {
    std::vector<std::size_t> times;
    for (const Subject& subject : subjects) {
        run_times(subject, 1);
        const double once = std::max(run_times(subject, 3), 0.01);
        times.push_back(1 + static_cast<std::size_t>(sample_length / once));
    }
    std::vector<std::vector<double>> taken(subjects.size());
    for (std::size_t s = 0; s < samples; ++s) {
        for (std::size_t i = 0; i < subjects.size(); ++i) {
            subjects[i].run();  // meets the caches and the free lists as the one before left them
            taken[i].push_back(run_times(subjects[i], times[i]));
        }
    }
    return taken;
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double ratio(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) ratios.push_back(a[i] / b[i]);
    return median(std::move(ratios));
}

void Report::heading(std::string_view text) {
    std::printf("\n%.*s\n", static_cast<int>(text.size()), text.data());
}

void Report::note(std::string_view text) {
    std::printf("  %.*s\n", static_cast<int>(text.size()), text.data());
}

void Report::line(std::string_view what, double value, std::string_view unit,
                  const std::string& verdict) {
    std::printf("  %-58.*s %8.2f %-3.*s%s\n", static_cast<int>(what.size()), what.data(), value,
                static_cast<int>(unit.size()), unit.data(), verdict.c_str());
    std::fflush(stdout);
}

void Report::figure(std::string_view what, double value, std::string_view unit) {
    line(what, value, unit, {});
}

void Report::goal(std::string_view what, double value, std::string_view unit,
                  std::string_view words, double goal, bool met, bool near) {
    if (goal == 0) return line(what, value, unit, {});
    char text[96];
    std::snprintf(text, sizeof text, "  goal: %.*s %g: %s", static_cast<int>(words.size()),
                  words.data(), goal,
                  met    ? "met"
                  : near ? "within tolerance"
                         : "MISSED");
    ++goals_;
    if (!near) ++missed_;
    line(what, value, unit, text);
}

void Report::at_most(std::string_view what, double value, double goal, double slack,
                     std::string_view unit) {
    this->goal(what, value, unit, "at most", goal, value <= goal, value <= goal * slack);
}

void Report::at_least(std::string_view what, double value, double goal, double slack) {
    this->goal(what, value, "x", "at least", goal, value >= goal, value >= goal / slack);
}

int Report::finish() const {
    std::printf("\n%d of %d goals met\n", goals_ - missed_, goals_);
    return missed_ == 0 ? 0 : 1;
}

}  // namespace mcpgen::bench
