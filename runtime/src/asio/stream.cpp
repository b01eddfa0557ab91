// Reads and writes that never wait, with and without TLS, and what their results mean. TLS works on
// the descriptor itself, so that an idle connection holds no buffers.
#include "asio/stream.hpp"

#include "asio/libssl.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace mcp::web {

Stream::Moved Stream::outcome_of(int result, bool reading) {
    if (result > 0) return {Outcome::done, static_cast<std::size_t>(result)};
    const int error = libssl().SSL_get_error(ssl_.get(), result);
    libssl().ERR_clear_error();
    waits_for_other_ = error == (reading ? SSL_ERROR_WANT_WRITE : SSL_ERROR_WANT_READ);
    const bool again = error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
    return {again ? Outcome::again : Outcome::closed, 0};
}

Stream::Moved Stream::read(std::span<char> into) {
    waits_for_other_ = false;
    if (ssl_) {
        libssl().ERR_clear_error();
        const auto size = static_cast<int>(std::min<std::size_t>(into.size(), INT_MAX));
        return outcome_of(libssl().SSL_read(ssl_.get(), into.data(), size), true);
    }
    for (;;) {
        const ssize_t size = ::recv(fd_, into.data(), into.size(), MSG_DONTWAIT);
        if (size > 0) return {Outcome::done, static_cast<std::size_t>(size)};
        if (size == 0) return {Outcome::closed, 0};
        if (errno == EINTR) continue;
        const bool again = errno == EAGAIN || errno == EWOULDBLOCK;
        return {again ? Outcome::again : Outcome::closed, 0};
    }
}

Stream::Moved Stream::write(std::string_view bytes) {
    waits_for_other_ = false;
    if (ssl_) {
        libssl().ERR_clear_error();
        const auto size = static_cast<int>(std::min<std::size_t>(bytes.size(), INT_MAX));
        return outcome_of(libssl().SSL_write(ssl_.get(), bytes.data(), size), false);
    }
    for (;;) {
        const ssize_t size = ::send(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (size >= 0) return {Outcome::done, static_cast<std::size_t>(size)};
        if (errno == EINTR) continue;
        const bool again = errno == EAGAIN || errno == EWOULDBLOCK;
        return {again ? Outcome::again : Outcome::closed, 0};
    }
}

void Stream::end_writing() {
    if (ssl_) {
        libssl().ERR_clear_error();
        if (libssl().SSL_is_init_finished(ssl_.get())) libssl().SSL_shutdown(ssl_.get());
        libssl().ERR_clear_error();
    }
    ::shutdown(fd_, SHUT_WR);
}

void Stream::break_on_close() {
    const linger hard{1, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
}

}  // namespace mcp::web
