// Messages as lines over two descriptors: the reading, and how it ends. Used by every transport
// that has descriptors; how those come to be is not known here.
#pragma once

#include "transport/line_splitter.hpp"
#include "transport/output.hpp"

#include <mcp/transport.hpp>

#include <atomic>
#include <string>

namespace mcp::transport {

class LineTransport : public Transport {
public:
    LineTransport(Fd in, Fd out, WriteMode mode, LineLimits limits);
    ~LineTransport() override;

    Incoming read(Time deadline) override;
    std::size_t write(std::string_view message) override { return output_.add(message); }
    void flush() override;
    void wake() override;
    void close() override { close_within(limits_.close_within); }

    void close_within(std::chrono::milliseconds time);
    /// A descriptor that becomes readable when the other side is gone even if its pipes are still
    /// held open by somebody. Before the first `read`.
    void watch_peer(int fd) { peer_ = fd; }

private:
    enum class Waited { again, timeout };
    Waited wait(Time deadline, bool held);
    void fill();
    Incoming ended() const;
    Incoming with_skipped(Incoming incoming);

    LineLimits limits_;
    Fd in_;
    Output output_;
    LineSplitter lines_;
    Wakeup wakeup_{};
    int peer_ = -1;
    std::atomic<bool> closed_ = false;
    std::atomic<bool> woken_ = false;
    // Of the thread that reads:
    bool last_look_ = false;  ///< nobody sends any more: take what is there, and end
    bool at_end_ = false;
    std::string reason_{};
};

}  // namespace mcp::transport
