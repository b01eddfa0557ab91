// What a server costs its author: compiling the smallest one, and the program that comes of it.
//   bench_program --compiler FILE --source FILE --program FILE [--strip FILE] --work FOLDER [--
//   FLAG...]
#include <tests/bench/measure.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(2);
}

/// Runs a program; gives the seconds of processor time that it took.
double run(const std::vector<std::string>& command) {
    std::vector<char*> words;
    words.reserve(command.size() + 1);
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        execv(words.front(), words.data());
        _exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0) {
        stop("failed: " + command.front());
    }
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
    std::map<std::string, std::string> given;
    int i = 1;
    for (; i + 1 < argc && std::string(argv[i]) != "--"; i += 2) given[argv[i]] = argv[i + 1];
    const std::vector<std::string> flags(argv + std::min(i + 1, argc), argv + argc);
    for (const char* name : {"--compiler", "--source", "--program", "--work"}) {
        if (given[name].empty()) stop(std::string(name) + " is missing");
    }
    const fs::path work = given["--work"];
    fs::create_directories(work);

    mcpgen::bench::Report report;
    report.heading("A server of 25 lines");
    std::vector<std::string> compile{given["--compiler"],         "-std=c++20", "-O0", "-c", "-o",
                                     (work / "server.o").string()};
    compile.insert(compile.end(), flags.begin(), flags.end());
    compile.push_back(given["--source"]);
    run(compile);  // fills the caches
    std::vector<double> seconds;
    for (int turn = 0; turn < 5; ++turn) seconds.push_back(run(compile));
    report.at_most("compiling it without optimisation, processor time",
                   mcpgen::bench::median(seconds), 3, mcpgen::bench::Report::tolerance, "s");

    if (given["--strip"].empty()) {
        report.note("the size of the program: not run, there is no strip");
    } else {
        const fs::path stripped = work / "server";
        run({given["--strip"], "-o", stripped.string(), given["--program"]});
        report.at_most("the program, stripped", static_cast<double>(fs::file_size(stripped)) / 1e6,
                       3, mcpgen::bench::Report::tolerance, "MB");
    }
    return report.finish();
}
