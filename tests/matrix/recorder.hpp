// Keeps every message of one side in a file, for the judge. Not the judge.
#pragma once

#include <mcp/message_filter.hpp>

#include <cstdint>
#include <fstream>
#include <ios>
#include <mutex>
#include <string>
#include <string_view>

/// One line each: `-> ` what the client says, `<- ` what the server says.
class Recorder : public mcp::MessageFilter {
public:
    /// Whose messages go out.
    enum class Side : std::uint8_t { client, server };

    Recorder(const std::string& file, Side side) : out_(file, std::ios::binary), side_(side) {}
    Verdict incoming(std::string& text) override { return write(side_ == Side::server, text); }
    Verdict outgoing(std::string& text) override { return write(side_ == Side::client, text); }
    bool good() const { return out_.good(); }

private:
    Verdict write(bool of_client, const std::string& text) {
        const std::lock_guard lock(mutex_);
        // At once: a server may be ended with a signal.
        out_ << (of_client ? "-> " : "<- ") << text << std::endl;
        return Verdict::pass;
    }

    std::mutex mutex_;
    std::ofstream out_;
    const Side side_;
};
