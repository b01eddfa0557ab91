// Wall clock times as files have them.
#pragma once

#include "described/time_text.hpp"

#include <chrono>
#include <string>

namespace mcp::host {

/// RFC 3339, to the millisecond.
inline std::string rfc3339(std::chrono::system_clock::time_point time) {
    using namespace std::chrono;
    const auto all = duration_cast<milliseconds>(time.time_since_epoch());
    const auto whole = floor<seconds>(all);
    return detail::time_text({.seconds = whole.count(), .nanos = (all - whole).count() * 1'000'000})
        .value_or("");
}

}  // namespace mcp::host
