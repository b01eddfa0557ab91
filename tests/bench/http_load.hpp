// Load for a web server that is started for it: some connections, one request in flight on each.
#pragma once

#include <tests/bench/command_line.hpp>

namespace mcpgen::bench {

struct HttpLoad {
    int connections = 1;
    bool stateless = false;      ///< 2026-07-28; else a session of 2025-11-25
    bool stream = false;         ///< the answers are events; else JSON
    bool one_processor = false;  ///< driver and server share one
    double seconds = 1;
};

struct HttpFigures {
    /// By the clock; on one processor by the processor time of both, which is the same when nothing
    /// else runs, since one of the two always does.
    double per_second = 0;
    double processor_us = 0;  ///< of the server, for one request
    double median_us = 0;     ///< of a request
    double tail_us = 0;       ///< the 99th percentile
    double evenness = 0;      ///< requests of the slowest connection against the fastest
    double megabytes = 0;     ///< peak of the server's resident memory
    double first_ms = 0;      ///< from its start to the first answer
};

/// The server says on standard error where it listens. `is_echo`: it sends back what it gets, else
/// it has a tool `echo`. Ends the program when an answer is wrong.
HttpFigures load_http(const Command& command, const HttpLoad& load, bool is_echo);

}  // namespace mcpgen::bench
