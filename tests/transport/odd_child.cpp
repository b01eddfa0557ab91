// A child process for the tests: `odd_child <habit>...`. Not a server.
#include <mcp/transport.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace {

void say(std::string_view line) {
    const std::string text = std::string(line) + "\n";
    if (::write(STDOUT_FILENO, text.data(), text.size()) < 0) std::_Exit(9);
}

void echo() {
    std::string line;
    while (std::getline(std::cin, line)) say(line);
}

void for_ever() {
    for (;;) pause();
}

/// Serves over the transport while it prints everywhere.
int print_around() {
    std::printf("before, not flushed");
    const auto transport = mcp::stdio_transport();
    for (;;) {
        const auto incoming = transport->read(mcp::Transport::Time::max());
        if (incoming.event == mcp::Transport::Event::closed) return 0;
        std::printf("printf\n");
        std::cout << "cout" << std::endl;
        std::fflush(stdout);
        if (::write(1, "write\n", 6) < 0) return 8;
        std::string line;
        if (std::getline(std::cin, line)) return 7;  // takes nothing away
        transport->write(incoming.text);
        transport->flush();
    }
}

/// Says which descriptors are open beside the standard three.
void show_descriptors() {
    std::string open;
    for (int fd = 3; fd < 256; ++fd) {
        if (fcntl(fd, F_GETFD) >= 0) open += ' ' + std::to_string(fd);
    }
    say("open:" + open);
}

}  // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int i) { return std::string_view(i < argc ? argv[i] : ""); };
    const std::string_view habit = argument(1);
    if (habit == "echo") echo();
    if (habit == "print_around") return print_around();
    if (habit == "exit") return std::atoi(argv[2]);
    if (habit == "banner") {
        say("Welcome!");
        echo();
    }
    if (habit == "ignore_eof") {
        say("ready");
        echo();
        for_ever();
    }
    if (habit == "ignore_term") {
        std::signal(SIGTERM, SIG_IGN);
        say("ready");
        for_ever();
    }
    if (habit == "close_output") {
        std::string line;
        std::getline(std::cin, line);
        say("bye");
        return 3;
    }
    if (habit == "flood") {
        const std::string chunk(65536, '!');
        for (int i = 0; i < 160; ++i) {
            if (::write(STDERR_FILENO, chunk.data(), chunk.size()) < 0) return 9;
        }
        if (::write(STDERR_FILENO, "the end", 7) < 0) return 9;
        echo();
    }
    if (habit == "variable") {
        for (int i = 2; i < argc; ++i) {
            const char* const value = std::getenv(argv[i]);
            say(value ? value : "<none>");
        }
    }
    if (habit == "directory") {
        char place[4096];
        say(getcwd(place, sizeof place) ? place : "?");
    }
    if (habit == "descriptors") show_descriptors();
    if (habit == "signals") {
        sigset_t mask;
        sigprocmask(SIG_SETMASK, nullptr, &mask);
        struct sigaction action {};
        sigaction(SIGPIPE, nullptr, &action);
        say(std::string(sigismember(&mask, SIGPIPE) ? "blocked" : "open") +
            (action.sa_handler == SIG_DFL ? " default" : " other") +
            (getpgrp() == getpid() ? " leads" : " follows"));
    }
    if (habit == "grandchild") {
        // Holds the pipes open, and does not listen to anybody.
        const pid_t pid = fork();
        if (pid == 0) {
            if (argument(2) == "stubborn") std::signal(SIGTERM, SIG_IGN);
            for_ever();
        }
        say(std::to_string(pid));
        if (argument(3) == "leave") return 0;
        echo();
    }
    return 0;
}
