// Measuring under load: times, memory, descriptors, processors. No test cases.
#pragma once

#include "support.hpp"

#include <catch.hpp>

#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asio_test {

/// Microseconds of a request, the median and the 99th percentile of many.
inline std::pair<double, double> times_of(Wire& wire, std::string_view request, int requests) {
    std::vector<double> all;
    for (int i = 0; i < requests; ++i) {
        const auto begin = Clock::now();
        wire.send(request);
        REQUIRE(status_of(wire.response()) == 200);
        all.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
    }
    std::sort(all.begin(), all.end());
    return {all[all.size() / 2], all[all.size() * 99 / 100]};
}

inline double resident_kilobytes(pid_t process = ::getpid()) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string word; status >> word;) {
        double value = 0;
        if (word == "VmRSS:" && status >> value) return value;
    }
    return 0;
}

inline std::size_t raise_descriptors() {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}

/// One processor for all threads begun while it lives: whether the two ends of a connection share
/// one is chance, and weighs more than what is measured.
class OneProcessor {
public:
    OneProcessor() {
        REQUIRE(::sched_getaffinity(0, sizeof before_, &before_) == 0);
        cpu_set_t one;
        CPU_ZERO(&one);
        int first = 0;
        while (!CPU_ISSET(first, &before_)) ++first;
        CPU_SET(first, &one);
        REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
    }
    ~OneProcessor() { ::sched_setaffinity(0, sizeof before_, &before_); }
    OneProcessor(const OneProcessor&) = delete;
    OneProcessor& operator=(const OneProcessor&) = delete;

private:
    cpu_set_t before_{};
};

}  // namespace asio_test
