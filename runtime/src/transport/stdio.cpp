// Standard input and output of this process, taken out of the reach of everybody else's prints.
//
//   before:  0 <- client   1 -> client   2 -> log
//   after:   0 <- nothing  1 -> log      2 -> log     two new descriptors <-> client
#include "transport/line.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <memory>

namespace mcp {

std::unique_ptr<Transport> stdio_transport(LineLimits limits) {
    using namespace transport;
    ignore_sigpipe();
    // Above the standard three, which may be closed.
    Fd in(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
    Fd out(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    const Fd nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    dup2(nothing.get(), STDIN_FILENO);
    // What the program has printed so far and not flushed yet follows to standard error as well.
    if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) dup2(nothing.get(), STDOUT_FILENO);
    const WriteMode mode = share_for_writing(out);
    return std::make_unique<LineTransport>(std::move(in), std::move(out), mode, limits);
}

}  // namespace mcp
