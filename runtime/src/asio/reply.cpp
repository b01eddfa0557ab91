// A reply becomes bytes: the head as it is known, then the body whole or in chunks. What the peer
// does not take yet stays with the connection.
#include "asio/reply.hpp"

#include "asio/connection.hpp"
#include "asio/shared.hpp"
#include "http/wire/write.hpp"

#include <string>
#include <utility>

namespace mcp::web {
namespace {

using http::wire::Framing;
using http::wire::ResponseFrame;

/// What is kept back to be sent with what follows.
constexpr std::size_t most_corked = std::size_t{32} * 1024;

thread_local http::wire::DateText date_of_thread;
thread_local http::wire::ResponseHeads heads_of_thread;

bool has_no_body(int status) { return status < 200 || status == 204 || status == 304; }

}  // namespace

Reply::Reply(std::shared_ptr<Connection> connection, int minor, bool to_head)
    : connection_(std::move(connection)), minor_(minor), to_head_(to_head) {
    const Shared& shared = *connection_->shared_;
    may_begin_ = connection_->shared_->in_flight.fetch_add(1) < shared.limits.in_flight;
}

Reply::~Reply() {
    if (!ended_) abort();
}

void Reply::waits_no_more() {
    if (std::exchange(waits_, false)) connection_->shared_->in_flight.fetch_sub(1);
}

void Reply::answer(int status, std::span<const HttpHeader> headers, std::string_view body) {
    if (begun_ || std::exchange(ended_, true)) return;
    waits_no_more();
    Connection& to = *connection_;
    const std::lock_guard lock(to.mutex_);
    if (to.closed_) return to.reply_ended();
    ResponseFrame frame;
    frame.framing = has_no_body(status) ? Framing::none : Framing::length;
    frame.length = body.size();
    frame.minor = minor_;
    frame.keep_alive = !to.closing_;
    frame.date = date_of_thread.now();
    std::string& out = to.out();
    if (heads_of_thread.append(out, status, headers, frame)) {
        if (!to_head_ && frame.framing == Framing::length) out += body;
    } else {
        to.shared_->log("a reply has a header that is not valid");
        frame.framing = Framing::length;
        frame.length = 0;
        http::wire::append_response_head(out, 500, {}, frame);
    }
    to.reply_ended();
}

void Reply::begin(int status, std::span<const HttpHeader> headers) {
    if (begun_ || ended_) return;
    Connection& to = *connection_;
    {
        const std::lock_guard lock(to.mutex_);
        if (to.closed_) return;
        if (minor_ == 0) to.closing_ = true;  // its end is that of the connection
        ResponseFrame frame;
        frame.framing = minor_ == 0 ? Framing::until_close : Framing::chunked;
        frame.minor = minor_;
        frame.keep_alive = !to.closing_;
        frame.date = date_of_thread.now();
        begun_ = heads_of_thread.append(to.out(), status, headers, frame);
        if (begun_) to.flush();
    }
    if (!begun_) {
        to.shared_->log("a reply has a header that is not valid");
        return answer(500, {}, {});
    }
    waits_no_more();
}

std::size_t Reply::write(std::string_view bytes) {
    if (!begun_ || ended_ || to_head_) return 0;
    Connection& to = *connection_;
    const std::lock_guard lock(to.mutex_);
    if (to.closed_ || to.broken_) return 0;
    if (to.out_.size() - to.written_ > to.shared_->limits.write_queue) {
        to.give_up();
        return 0;
    }
    if (minor_ == 0)
        to.out() += bytes;
    else
        http::wire::append_chunk(to.out(), bytes);
    if (to.corked_) {
        if (to.out_.size() - to.written_ < most_corked) return 0;
        to.corked_ = false;
        to.flush();
        to.corked_ = true;
    } else {
        to.flush();
    }
    return to.out_.size() - to.written_;
}

void Reply::end() {
    if (!begun_ || std::exchange(ended_, true)) return;
    Connection& to = *connection_;
    const std::lock_guard lock(to.mutex_);
    if (!to.closed_ && !to_head_ && minor_ != 0) to.out() += http::wire::last_chunk;
    to.reply_ended();
}

void Reply::serving(std::shared_ptr<HttpExchange> exchange) {
    Connection& to = *connection_;
    const std::lock_guard lock(to.mutex_);
    // Otherwise it is told after `handle`.
    if (to.serving_ && !to.closed_) to.exchange_ = std::move(exchange);
}

void Reply::abort() {
    if (ended_) return;
    if (!begun_) return answer(500, {}, {});
    ended_ = true;
    Connection& to = *connection_;
    const std::lock_guard lock(to.mutex_);
    to.abort_reply(minor_ == 0);
}

}  // namespace mcp::web
