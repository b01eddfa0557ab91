// One connection of the web server: requests in, one at a time, and replies out.
//
//   idle -> head -> body -> serving -> (reply written) -> idle ...
//                     `-> refused -> lingering -> closed
//
// It is read by whichever thread waits in its loop; replies come from any thread.
#pragma once

#include "asio/loop.hpp"
#include "asio/stream.hpp"
#include "http/wire/request_reader.hpp"

#include <mcp/http.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace mcp::web {

struct Shared;
class Reply;

class Connection : public Watcher, public std::enable_shared_from_this<Connection> {
public:
    using Time = Loop::Clock::time_point;

    Connection(std::shared_ptr<Shared> shared, std::shared_ptr<Loop> loop, int fd, Ssl ssl,
               std::string peer);
    ~Connection() override;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void start();
    void ready(Readiness what) override;
    /// What was kept back to be sent together is sent.
    void uncork();
    Time deadline() const {
        return Time(Time::duration(deadline_.load(std::memory_order_relaxed)));
    }
    void too_late(Time now);
    /// Closes after the reply that is under way, or at once.
    void drain();
    /// Closes whatever goes on.
    void close_now();

    std::size_t place_in_loop = 0;  // of Loop

private:
    friend class Reply;
    using Lock = std::unique_lock<std::mutex>;
    using Reader = http::wire::RequestReader;

    // ---- reading (connection.cpp) ----
    /// What this waits for: bytes, room, or both.
    void watch(bool reading, bool writing);
    void read_on(Lock& lock);
    void post_reading();
    void take(Lock& lock, std::string_view arrived);
    void wait_for_rest();
    /// Says whether it is among what all connections may keep.
    bool keep(std::size_t bytes);
    bool has_unsent() const { return written_ != out_.size(); }
    /// What arrives is not looked at yet.
    bool is_busy() const { return taking_ || serving_ || has_unsent(); }

    // ---- one request (connection_serve.cpp) ----
    void serve(Lock& lock);
    void refuse(int status, std::string_view reason);
    void let_go_of_exchange();
    void reply_ended();
    void abort_reply(bool silently);

    // ---- writing, and the end (connection_write.cpp) ----
    std::string& out();  ///< to append to
    void flush();
    void writable(Lock& lock);
    void give_up();  ///< it is closed from the loop
    void between_requests();
    void linger();
    void close();
    void gone(Lock& lock);

    void set_deadline(std::chrono::milliseconds from_now);
    void no_deadline() { deadline_.store(Time::max().time_since_epoch().count()); }

    const std::shared_ptr<Shared> shared_;
    const std::shared_ptr<Loop> loop_;
    const std::string peer_;
    std::atomic<Time::rep> deadline_;

    std::mutex mutex_{};  // of what follows; `reader_` belongs to the thread that takes
    transport::Fd socket_;
    Stream stream_;
    Reader reader_{};
    std::string ahead_{};  ///< has been read while a request was being served
    std::string out_{};    ///< not written yet, from `written_` on
    std::size_t written_ = 0;
    std::size_t lingered_ = 0;
    std::size_t kept_ = 0;  ///< of a request that is not whole, as Shared::unfinished counts it
    std::shared_ptr<HttpExchange> exchange_{};
    bool taking_ = false;      ///< a thread is in `take`
    bool handing_ = false;     ///< and in the handler
    bool serving_ = false;     ///< a request was handed over, and its reply has not ended
    bool corked_ = false;      ///< what is written waits for more
    bool reading_ = false;     ///< waits for bytes
    bool writing_ = false;     ///< waits for room
    bool closing_ = false;     ///< no request follows the present reply
    bool lingering_ = false;   ///< all is written; what still comes is thrown away
    bool broken_ = false;      ///< a write has failed: about to be closed
    bool drains_ = false;      ///< the server is about to end
    bool peer_ended_ = false;  ///< there is an end behind what it has sent
    bool closed_ = false;
    bool told_to_continue_ = false;
    enum class Phase : std::uint8_t { idle, head, body };
    Phase phase_ = Phase::idle;  ///< of which the deadline is
};

}  // namespace mcp::web
