// epoll, edge-triggered for who is told once.
#include "asio/poller.hpp"

#include <sys/epoll.h>
#include <cerrno>
#include <system_error>

namespace mcp::web {
namespace {

void control(int poller, int what, int fd, Watcher* who, bool read, bool write, Tell tell) {
    epoll_event event{};
    event.events = (read ? EPOLLIN | EPOLLRDHUP : 0U) | (write ? EPOLLOUT : 0U) |
                   (tell == Tell::once ? EPOLLET : 0U);
    event.data.ptr = who;
    if (::epoll_ctl(poller, what, fd, &event) != 0) {
        throw std::system_error(errno, std::generic_category(), "epoll_ctl");
    }
}

}  // namespace

Poller::Poller() : fd_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (!fd_) throw std::system_error(errno, std::generic_category(), "epoll_create1");
    control(fd_.get(), EPOLL_CTL_ADD, wakeup_.fd(), nullptr, true, false, Tell::always);
}

void Poller::add(int fd, Watcher& who, bool read, bool write, Tell tell) {
    control(fd_.get(), EPOLL_CTL_ADD, fd, &who, read, write, tell);
}

void Poller::change(int fd, Watcher& who, bool read, bool write, Tell tell) {
    control(fd_.get(), EPOLL_CTL_MOD, fd, &who, read, write, tell);
}

void Poller::forget(int fd) {
    epoll_event ignored{};
    ::epoll_ctl(fd_.get(), EPOLL_CTL_DEL, fd, &ignored);
}

std::span<const Poller::Ready> Poller::wait(Batch& batch, int milliseconds) {
    std::array<epoll_event, std::tuple_size_v<Batch>> events;
    const int count =
        ::epoll_wait(fd_.get(), events.data(), static_cast<int>(events.size()), milliseconds);
    if (count <= 0) return {};  // in time, or for a signal
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const epoll_event& event = events[i];
        batch[i] = {
            static_cast<Watcher*>(event.data.ptr),
            {(event.events & EPOLLIN) != 0, (event.events & EPOLLOUT) != 0,
             (event.events & EPOLLRDHUP) != 0, (event.events & (EPOLLERR | EPOLLHUP)) != 0}};
        if (event.data.ptr == nullptr) wakeup_.clear();
    }
    return {batch.data(), static_cast<std::size_t>(count)};
}

}  // namespace mcp::web
