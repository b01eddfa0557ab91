// Measuring for the benchmarks: medians of ratios, and goals. Absolute times are never a goal,
// because they say more about the machine than about the program.
#pragma once

#include <sched.h>

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcpgen::bench {

/// Keeps the compiler from leaving out what makes `value`.
template <class T>
void keep(const T& value) {
    asm volatile("" : : "r"(&value) : "memory");
}

/// Binds the process and its children to the processor it runs on, so that it does not wander.
void pin_to_one_processor();

/// The same for as long as this lives.
class OneProcessor {
public:
    OneProcessor();
    ~OneProcessor();
    OneProcessor(const OneProcessor&) = delete;
    OneProcessor& operator=(const OneProcessor&) = delete;

private:
    cpu_set_t before_{};
};

/// One of the things that are compared.
struct Subject {
    std::string name;
    std::function<void()> run;
};

/// The processor time of one run of each subject in microseconds, sample by sample. The subjects
/// take turns, so that whatever slows the machine down for a while slows down all of them. A sample
/// repeats short runs.
std::vector<std::vector<double>> take_turns(const std::vector<Subject>& subjects,
                                            std::size_t samples);

double median(std::vector<double> values);
/// The median of a[i] / b[i]: what was measured side by side is compared.
double ratio(const std::vector<double>& a, const std::vector<double>& b);

/// Figures of which each is the median over all rounds.
template <class Figures>
Figures median_of(const std::vector<Figures>& rounds,
                  std::initializer_list<double Figures::*> members) {
    Figures result;
    for (double Figures::*member : members) {
        std::vector<double> values;
        values.reserve(rounds.size());
        for (const Figures& each : rounds) values.push_back(each.*member);
        result.*member = median(std::move(values));
    }
    return result;
}

/// Collects ratios and says in the end whether all goals were met.
class Report {
public:
    /// How far beyond its goal a measured time may be on a machine that does other things too.
    static constexpr double tolerance = 1.1;

    void heading(std::string_view text);
    void note(std::string_view text);
    /// A goal of 0 is none: the figure alone is printed.
    void at_most(std::string_view what, double value, double goal, double slack = tolerance,
                 std::string_view unit = "x");
    void at_least(std::string_view what, double value, double goal, double slack = tolerance);
    void figure(std::string_view what, double value, std::string_view unit = "x");

    /// The exit status: 0 when every goal was met.
    int finish() const;

private:
    void line(std::string_view what, double value, std::string_view unit,
              const std::string& verdict);
    void goal(std::string_view what, double value, std::string_view unit, std::string_view words,
              double goal, bool met, bool near);
    int goals_ = 0;
    int missed_ = 0;
};

}  // namespace mcpgen::bench
