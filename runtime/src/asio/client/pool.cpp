// Taking, giving back, watching.
#include "asio/client/pool.hpp"

#include <algorithm>
#include <utility>

namespace mcp::asio {

namespace {
constexpr std::chrono::seconds fresh_for{2};
}

std::shared_ptr<Socket> Pool::take(const std::string& key, bool fresh) {
    const auto now = Clock::now();
    for (auto each = idle_.begin(); each != idle_.end();) {
        std::shared_ptr<Socket> socket = *each;
        if (now >= socket->expires) {
            each = idle_.erase(each);
            socket->close();
            continue;
        }
        if (socket->key == key && (!fresh || now - socket->idle_since < fresh_for)) {
            idle_.erase(each);
            boost::system::error_code ignored;
            socket->plain().cancel(ignored);  // the watch
            return socket;
        }
        ++each;
    }
    return nullptr;
}

void Pool::give_back(const std::shared_ptr<Socket>& socket) {
    socket->idle_since = Clock::now();
    if (closed_ || max_idle_ == 0 || socket->idle_since >= socket->expires) {
        socket->close();
        return;
    }
    if (idle_.size() >= max_idle_) {
        idle_.back()->close();
        idle_.pop_back();
    }
    idle_.push_front(socket);
    watch(socket);
}

void Pool::watch(const std::shared_ptr<Socket>& socket) {
    // What becomes readable was closed, or says what nobody has asked for.
    socket->plain().async_wait(
        Socket::Plain::wait_read,
        [weak = weak_from_this(), socket](const boost::system::error_code& error) {
            const auto pool = weak.lock();
            if (error || !pool) return;
            const auto found = std::find(pool->idle_.begin(), pool->idle_.end(), socket);
            if (found == pool->idle_.end()) return;
            pool->idle_.erase(found);
            socket->close();
        });
}

void Pool::close_all() {
    closed_ = true;
    for (const auto& socket : std::exchange(idle_, {})) socket->close();
}

}  // namespace mcp::asio
