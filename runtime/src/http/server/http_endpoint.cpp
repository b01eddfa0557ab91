// HttpEndpoint: an Endpoint with the time. A thread of the server's crew looks after deadlines,
// from the first one on; user code that a deadline runs does not hold up others.
#include "http/server/endpoint.hpp"
#include "run/crew_state.hpp"
#include "server/access.hpp"

#include <mcp/http.hpp>

#include <condition_variable>
#include <mutex>
#include <utility>

namespace mcp {

namespace {

/// The thread that keeps the time.
class Keeper : public std::enable_shared_from_this<Keeper> {
public:
    explicit Keeper(run::Crew& crew) : crew_(crew.state().shared_from_this()) {}

    void set(http::Endpoint& endpoint) {
        const std::lock_guard lock(mutex_);
        endpoint_ = &endpoint;
    }
    /// The next deadline is earlier than it was.
    void wake() {
        bool start = false;
        {
            const std::lock_guard lock(mutex_);
            woken_ = true;
            start = !std::exchange(started_, true);
        }
        changed_.notify_one();
        if (start) run_on();
    }
    void stop() {
        std::unique_lock lock(mutex_);
        stopping_ = true;
        changed_.notify_all();
        changed_.wait(lock, [&] { return inside_ == 0; });
        endpoint_ = nullptr;
    }

private:
    void run_on() {
        crew_->start([self = shared_from_this()] { self->keep(); });
    }

    void keep() {
        std::unique_lock lock(mutex_);
        if (stopping_ || !endpoint_) return;
        ++inside_;
        http::Endpoint& endpoint = *endpoint_;
        {
            run::Tenure tenure(crew_, this, [self = shared_from_this()] { self->keep(); });
            while (!stopping_ && !tenure.taken()) {
                woken_ = false;
                lock.unlock();
                const auto next = endpoint.next_deadline();
                lock.lock();
                if (stopping_) break;
                if (next > http::Time::clock::now()) {
                    const auto called = [&] { return woken_ || stopping_; };
                    if (next == http::Time::max()) {
                        changed_.wait(lock, called);
                    } else {
                        changed_.wait_until(lock, next, called);
                    }
                    continue;
                }
                lock.unlock();
                endpoint.deadline(http::Time::clock::now());
                lock.lock();
            }
            lock.unlock();
        }
        lock.lock();
        --inside_;
        changed_.notify_all();
    }

    const std::shared_ptr<run::CrewState> crew_;
    std::mutex mutex_{};
    std::condition_variable changed_{};
    http::Endpoint* endpoint_ = nullptr;
    unsigned inside_ = 0;
    bool woken_ = false;
    bool started_ = false;
    bool stopping_ = false;
};

}  // namespace

struct HttpEndpoint::State {
    State(Server& server, HttpEndpointOptions options)
        : keeper(std::make_shared<Keeper>(detail::ServerAccess::core(server).crew())),
          endpoint(detail::ServerAccess::core(server), std::move(options), session::Clock::real(),
                   [keeper = keeper] { keeper->wake(); }) {
        keeper->set(endpoint);
    }
    ~State() { keeper->stop(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    std::shared_ptr<Keeper> keeper;
    http::Endpoint endpoint;
};

HttpEndpoint::HttpEndpoint(Server& server, HttpEndpointOptions options)
    : state_(std::make_unique<State>(server, std::move(options))) {}
HttpEndpoint::~HttpEndpoint() = default;

std::shared_ptr<HttpExchange> HttpEndpoint::handle(const HttpRequest& request,
                                                   std::shared_ptr<HttpReply> reply) {
    return state_->endpoint.handle(request, std::move(reply), http::Time::clock::now());
}

bool HttpEndpoint::refuse_foreign(const HttpRequest& request,
                                  std::shared_ptr<HttpReply> reply) const {
    return state_->endpoint.refuse_foreign(request, std::move(reply));
}

void HttpEndpoint::shutdown(std::chrono::milliseconds grace) { state_->endpoint.shut_down(grace); }
bool HttpEndpoint::serves(std::string_view target) const { return state_->endpoint.serves(target); }
std::size_t HttpEndpoint::session_count() const { return state_->endpoint.session_count(); }

}  // namespace mcp
