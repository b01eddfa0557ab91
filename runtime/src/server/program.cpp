// mcp::serve: the command line of a server program, and its signals.
#include "server/access.hpp"
#include "server/http_program.hpp"

#include <mcp/serve.hpp>

#include <fcntl.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

namespace mcp {

namespace {

std::atomic<int> signal_pipe{-1};

void on_signal(int number) {
    const int saved = errno;
    const char byte = static_cast<char>(number);
    const auto written = ::write(signal_pipe.load(), &byte, 1);
    static_cast<void>(written);  // a full pipe: the news is there already
    errno = saved;
}

/// Shuts the server down when a signal comes. A second one ends the program as if there were no
/// handler.
class SignalWatch {
public:
    explicit SignalWatch(Server& server) {
        if (::pipe2(pipe_.data(), O_CLOEXEC) != 0) {
            throw std::system_error(errno, std::generic_category(), "pipe");
        }
        signal_pipe = pipe_[1];
        struct sigaction action {};
        action.sa_handler = on_signal;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(SIGTERM, &action, &old_term_);
        ::sigaction(SIGINT, &action, &old_int_);
        watcher_ = std::thread(
            [this, &server, time = detail::ServerAccess::core(server).signal_drain_time()] {
                char byte = 0;
                while (::read(pipe_[0], &byte, 1) < 0 && errno == EINTR) {}
                if (byte != 0) server.shutdown(time);
            });
    }
    ~SignalWatch() {
        ::sigaction(SIGTERM, &old_term_, nullptr);
        ::sigaction(SIGINT, &old_int_, nullptr);
        const char end = 0;
        const auto written = ::write(pipe_[1], &end, 1);
        static_cast<void>(written);
        watcher_.join();
        signal_pipe = -1;
        ::close(pipe_[0]);
        ::close(pipe_[1]);
    }
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

private:
    std::array<int, 2> pipe_{};
    struct sigaction old_term_ {};
    struct sigaction old_int_ {};
    std::thread watcher_;
};

constexpr const char* http_usage =
    "  --http [HOST:PORT]  serve over HTTP, on 127.0.0.1:8080; port 0: any that is free\n"
    "  --unix PATH         serve over HTTP on a Unix socket\n"
    "  --path PATH         of the endpoint, in place of /mcp\n"
    "  --cert FILE         HTTPS: the certificate with its chain, in PEM\n"
    "  --key FILE          and its private key\n"
    "  --cors ORIGIN       web pages of this origin may use the server; may be repeated\n";

/// Speaks of HTTP only where the program has it.
void print_usage(std::FILE* to, const Server& server, const char* program, bool http) {
    const Implementation& info = server.info();
    std::fprintf(to,
                 "%s %s: a Model Context Protocol server\n"
                 "\n"
                 "usage: %s %s\n"
                 "\n"
                 "  --stdio             serve on standard input and output (the default)\n"
                 "%s"
                 "  --version           print name and version\n"
                 "  --help              print this\n",
                 info.name.c_str(), info.version.c_str(), program,
                 http ? "[--stdio | --http [HOST:PORT] | --unix PATH] ..." : "[--stdio]",
                 http ? http_usage : "");
}

struct Arguments {
    bool help = false;
    bool version = false;
    bool stdio = false;
    server::HttpArguments http{};
    std::string mistake{};  ///< empty: none
};

Arguments read_arguments(int argc, char** argv) {
    Arguments result;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const bool has_value = i + 1 < argc && std::string_view(argv[i + 1]).substr(0, 2) != "--";
        const auto needs_value = [&](auto& into) {
            if (has_value)
                into = argv[++i];
            else
                result.mistake = std::string(argument) + " needs a value";
        };
        if (argument == "--help" || argument == "-h")
            result.help = true;
        else if (argument == "--version")
            result.version = true;
        else if (argument == "--stdio")
            result.stdio = true;
        else if (argument == "--http" && !has_value)
            result.http.wanted = true;
        else if (argument == "--http")
            needs_value(result.http.address);
        else if (argument == "--unix")
            needs_value(result.http.unix_path);
        else if (argument == "--path")
            needs_value(result.http.path);
        else if (argument == "--cert")
            needs_value(result.http.certificate);
        else if (argument == "--key")
            needs_value(result.http.private_key);
        else if (argument == "--cors")
            needs_value(result.http.cors_origins.emplace_back());
        else
            result.mistake = "unknown argument: " + std::string(argument);
        if (!result.mistake.empty()) return result;
    }
    auto& http = result.http;
    if (http.address || http.unix_path) http.wanted = true;
    if (result.stdio && http.wanted) {
        result.mistake = "either --stdio or HTTP";
    } else if (!http.wanted && (http.path || !http.certificate.empty() ||
                                !http.private_key.empty() || !http.cors_origins.empty())) {
        result.mistake = "--path, --cert, --key and --cors are for --http and --unix";
    } else if (http.certificate.empty() != http.private_key.empty()) {
        result.mistake = "--cert and --key belong together";
    }
    return result;
}

}  // namespace

int (*server::http_program)(Server& server, const HttpArguments& arguments) = nullptr;

int serve(Server& server, int argc, char** argv) {
    return server::run_program(server, argc, argv, server::http_program);
}

int server::run_program(Server& server, int argc, char** argv, const HttpProgram& http) {
    const char* const program = argc > 0 ? argv[0] : "server";
    const Arguments arguments = read_arguments(argc, argv);
    if (!arguments.mistake.empty()) {
        std::fprintf(stderr, "%s: %s\n\n", program, arguments.mistake.c_str());
        print_usage(stderr, server, program, http != nullptr);
        return 2;
    }
    if (arguments.help) {
        print_usage(stdout, server, program, http != nullptr);
        return 0;
    }
    if (arguments.version) {
        std::printf("%s %s\n", server.info().name.c_str(), server.info().version.c_str());
        return 0;
    }
    if (arguments.http.wanted) {
        if (!http) {
            std::fprintf(stderr, "%s: no HTTP in this program; link Mcpgen::asio\n", program);
            return 2;
        }
        try {
            return http(server, arguments.http);
        } catch (const std::invalid_argument& error) {
            std::fprintf(stderr, "%s: %s\n", program, error.what());
            return 2;
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s: %s\n", program, error.what());
            return 1;
        }
    }
    const SignalWatch watch(server);
    server.serve(stdio_transport());
    return 0;
}

}  // namespace mcp
