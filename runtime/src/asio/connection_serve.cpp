// One request: handed over, refused, or replied to.
#include "asio/admission.hpp"
#include "asio/connection.hpp"
#include "asio/reply.hpp"
#include "asio/shared.hpp"
#include "http/wire/write.hpp"
#include "util/recycled.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace mcp::web {

void Connection::serve(Lock& lock) {
    const http::wire::RequestHead& head = reader_.head();
    serving_ = true;
    handing_ = true;
    corked_ = true;
    closing_ = !head.keep_alive || drains_;
    no_deadline();
    watch(true, writing_);  // who goes meanwhile is noticed
    lock.unlock();

    const HttpRequest request{head.method, head.target, head.headers, reader_.body(), peer_,
                              {},          {}};
    const auto self = shared_from_this();
    auto reply = std::allocate_shared<Reply>(detail::Recycled<Reply>(), self, head.minor,
                                             head.method == "HEAD");
    loop_->handling(self);
    auto exchange = Admission::begin(shared_, loop_, request, std::move(reply));
    loop_->handled();
    reader_.clear();

    lock.lock();
    if (!closed_) keep(0);
    phase_ = Phase::idle;
    told_to_continue_ = false;
    handing_ = false;
    corked_ = has_unsent() && !closing_ && loop_->sends_later(self);
    flush();
    const bool ended = !serving_;
    if (!ended && !closed_) {
        exchange_ = std::move(exchange);
        return;
    }
    serving_ = false;
    auto last = std::exchange(exchange_, nullptr);
    if (!exchange && !last) return;
    lock.unlock();  // who is told, or destroyed, may want a lock of its own
    if (exchange && !ended) exchange->disconnected();
    exchange = last = nullptr;
    lock.lock();
}

void Connection::refuse(int status, std::string_view reason) {
    closing_ = true;
    const std::array<HttpHeader, 1> headers{{{"Content-Type", "text/plain"}}};
    http::wire::ResponseFrame frame;
    frame.length = reason.size() + 1;
    frame.keep_alive = false;
    http::wire::append_response_head(out(), status, headers, frame);
    out_ += reason;
    out_ += '\n';
    flush();
}

void Connection::let_go_of_exchange() {
    // Not destroyed here: this may be called from inside of it. `serve` does it, or the loop.
    if (!exchange_ || handing_) return;
    loop_->post([gone = std::exchange(exchange_, nullptr)] {});
}

void Connection::reply_ended() {
    serving_ = false;
    let_go_of_exchange();
    flush();
    if (!closed_ && !taking_ && !has_unsent()) between_requests();
}

void Connection::abort_reply(bool silently) {
    corked_ = false;
    flush();
    serving_ = false;
    let_go_of_exchange();
    if (silently) stream_.break_on_close();
    close();
}

}  // namespace mcp::web
