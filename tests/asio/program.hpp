// A server program as a process of its own, which listens.
#pragma once

#include "server_process.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace asio_test {

class Program : public ServerProcess {
public:
    /// Throws when it ends without listening.
    explicit Program(std::vector<std::string> command)
        : ServerProcess(std::move(command)), url_(address()) {}

    const std::string& url() const { return url_; }
    std::uint16_t port() const {
        return static_cast<std::uint16_t>(std::stoul(url_.substr(url_.rfind(':') + 1)));
    }

private:
    const std::string url_;
};

}  // namespace asio_test
