// What the compilers cost: ours (all revisions; a protocol made ten and a hundred times as large;
// the tools of a server) and the C++ compiler when it reads types.hpp, or the code for tools. Runs
// programs and asks the system what they used.
//   compile_bench --mcpgen FILE --source FOLDER --work FOLDER [--compiler FILE] [--python FILE]
//   [--valgrind FILE]
#include <tests/bench/measure.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace fs = std::filesystem;
using namespace mcpgen::bench;
using Command = std::vector<std::string>;

namespace {

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(2);
}

struct Cost {
    double seconds = 0;    // of the clock
    double processor = 0;  // seconds of it, in the program and for it
    double megabytes = 0;  // at its largest; the largest of its children too
};

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// What it writes goes to `output`.
Cost run(const Command& command, const fs::path& output = "/dev/null") {
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(file, 1);
        dup2(file, 2);
        std::vector<char*> arguments;
        for (const std::string& argument : command)
            arguments.push_back(const_cast<char*>(argument.c_str()));
        arguments.push_back(nullptr);
        execv(arguments.front(), arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        stop("cannot run " + command.front());
    if (status != 0) stop("failed: " + command.front() + " " + command.back());
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    return {passed.count(), seconds_of(used.ru_utime) + seconds_of(used.ru_stime),
            static_cast<double>(used.ru_maxrss) / 1024};
}

struct Costs {
    std::vector<double> seconds, processor, megabytes;
    void add(const Cost& cost) {
        seconds.push_back(cost.seconds);
        processor.push_back(cost.processor);
        megabytes.push_back(cost.megabytes);
    }
};

std::vector<Costs> take_turns(const std::vector<Command>& commands, std::size_t times) {
    std::vector<Costs> costs(commands.size());
    for (const Command& command : commands) run(command);  // fills the caches
    for (std::size_t n = 0; n < times; ++n) {
        for (std::size_t i = 0; i < commands.size(); ++i) costs[i].add(run(commands[i]));
    }
    return costs;
}

/// The instructions of a command as valgrind counts them: the same in every run.
double instructions(const Command& valgrind, Command command, const fs::path& output) {
    command.insert(command.begin(), valgrind.begin(), valgrind.end());
    run(command, output);
    std::ifstream file(output);
    for (std::string line; std::getline(file, line);) {
        const std::size_t at = line.find("refs:");
        if (at == line.npos) continue;
        std::string digits;
        for (const char c : line.substr(at)) {
            if (c >= '0' && c <= '9') digits += c;
        }
        return std::stod(digits);
    }
    stop("valgrind did not count");
}

Command counting(const std::string& valgrind) {
    return {valgrind, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"};
}

class Options {
public:
    Options(int count, char** values) {
        for (int i = 1; i + 1 < count; i += 2) given_[values[i]] = values[i + 1];
    }
    std::string operator[](const std::string& name) const {
        const auto found = given_.find("--" + name);
        return found == given_.end() ? std::string() : found->second;
    }
    fs::path required(const std::string& name) const {
        if ((*this)[name].empty()) stop("--" + name + " is missing");
        return (*this)[name];
    }

private:
    std::map<std::string, std::string> given_;
};

constexpr int plain_records = 20;

/// Records of a text and a list, and the same with a std::optional of each: what of the cost is the
/// standard library's.
void write_plain(const fs::path& plain, const fs::path& optional) {
    for (const bool with_optional : {false, true}) {
        std::ofstream out(with_optional ? optional : plain);
        out << "#include <string>\n#include <vector>\n#include <optional>\n#include <variant>\n"
               "std::optional<std::string> text;\nstd::vector<std::string> list;\n";
        for (int i = 0; i < plain_records; ++i) {
            out << "struct R" << i << " { std::string name; std::vector<std::string> list{}; };\n";
            out << "struct U" << i << (with_optional ? " { std::optional<R" : " { R") << i
                << (with_optional ? "> held{}; };\n" : " held{}; };\n");
        }
    }
}

void include_cost(Report& report, const Options& options) {
    report.heading("Including types.hpp, against <string> <vector> <optional> <variant>");
    if (options["compiler"].empty()) return report.note("no compiler was given: not measured");
    const fs::path source = options.required("source");
    const fs::path work = options.required("work");
    std::ofstream(work / "types.cpp") << "#include <mcp/types.hpp>\n";
    std::ofstream(work / "standard.cpp")
        << "#include <string>\n#include <vector>\n#include <optional>\n"
           "#include <variant>\n";
    const auto command = [&](const char* file) {
        return Command{options["compiler"],
                       "-std=c++20",
                       "-fsyntax-only",
                       "-I" + (source / "generated").string(),
                       "-I" + (source / "runtime/include").string(),
                       work / file};
    };
    const auto costs = take_turns({command("types.cpp"), command("standard.cpp")}, 11);
    report.figure("types.hpp", median(costs[0].processor) * 1e3, "ms");
    report.at_most("processor time", ratio(costs[0].processor, costs[1].processor), 2.7);
    if (options["valgrind"].empty())
        return report.note("valgrind is not installed: instructions are not counted");
    const auto count = [&](const char* file) {
        Command wrapped = command(file);
        std::string wrapper;
        for (const std::string& word : counting(options["valgrind"]))
            wrapper += (wrapper.empty() ? "" : ",") + word;
        wrapped.insert(wrapped.begin() + 1, {"-wrapper", wrapper});
        return instructions({}, wrapped, work / "count.txt");
    };
    const double standard = count("standard.cpp");
    report.at_most("instructions of the compiler", count("types.cpp") / standard, 2.6, 1);
    write_plain(work / "plain.cpp", work / "optional.cpp");
    const double plain = count("plain.cpp");
    report.figure("a record, of the headers' instructions",
                  (plain - standard) / standard / plain_records * 100, "%");
    report.figure("std::optional of a record, likewise",
                  (count("optional.cpp") - plain) / standard / plain_records * 100, "%");
}

void generation_cost(Report& report, const Options& options) {
    report.heading("mcpgen generate, all built-in revisions and extensions");
    const fs::path out = options.required("work") / "generated";
    fs::remove_all(out);
    const auto costs = take_turns({{options.required("mcpgen"), "generate", "--out", out}}, 11);
    report.figure("by the clock", median(costs[0].seconds) * 1e3, "ms");
    report.at_most("processor time, of 100 ms", median(costs[0].processor) / 0.1, 1);
    report.at_most("memory, of 64 MB", median(costs[0].megabytes) / 64, 1, 1);
    report.figure("memory", median(costs[0].megabytes), "MB");
}

void growth(Report& report, const Options& options) {
    report.heading("mcpgen generate, 2025-11-25 made ten and a hundred times as large");
    if (options["python"].empty()) return report.note("Python 3 is not installed: not measured");
    const fs::path source = options.required("source");
    const fs::path work = options.required("work");
    std::vector<Command> commands;
    for (const std::string factor : {"10", "100"}) {
        const fs::path folder = work / ("times" + factor);
        run({options["python"], source / "tests/bench/synthetic_schema.py", factor,
             source / "schema/2025-11-25.json", source / "schema/overrides.json", folder});
        commands.push_back({options.required("mcpgen"), "generate", "--schema",
                            folder / "2025-11-25.json", "--overrides", folder / "overrides.json",
                            "--out", folder / "out"});
    }
    const auto costs = take_turns(commands, 5);
    report.figure("ten times", median(costs[0].processor) * 1e3, "ms");
    report.figure("a hundred times", median(costs[1].processor) * 1e3, "ms");
    report.at_most("processor time per definition, x100 to x10",
                   ratio(costs[1].processor, costs[0].processor) / 10, 1.2);
    if (options["valgrind"].empty())
        return report.note("valgrind is not installed: instructions are not counted");
    const auto count = [&](const Command& command) {
        return instructions(counting(options["valgrind"]), command, work / "count.txt");
    };
    report.at_most("instructions per definition, x100 to x10",
                   count(commands[1]) / count(commands[0]) / 10, 1.2, 1);
}

/// Tools of a usual size: eight members, two structs inside, an enumeration, a result.
void write_tools(const fs::path& file, int count) {
    std::ofstream out(file);
    for (int i = 0; i < count; ++i) {
        out << (i == 0 ? R"({"tools":[)" : ",") << R"({"name":"tool_)" << i
            << R"(","description":"What it does.","inputSchema":{"type":"object","properties":{)"
               R"("city":{"type":"string"},"days":{"type":"integer","minimum":1},)"
               R"("unit":{"enum":["celsius","fahrenheit"]},"exact":{"type":"boolean"},)"
               R"("area":{"type":"object","properties":{"north":{"type":"number"},)"
               R"("south":{"type":"number"}},"required":["north","south"]}},"required":["city"]},)"
               R"("outputSchema":{"type":"object","properties":{"days":{"type":"array","items":)"
               R"({"type":"object","properties":{"high":{"type":"number"}}}}}}})";
    }
    out << "]}";
}

void tools_cost(Report& report, const Options& options) {
    report.heading("mcpgen tools, 500 tools; and compiling 100 of them");
    const fs::path work = options.required("work");
    const auto generate = [&](int count) {
        const std::string name = "tools" + std::to_string(count);
        write_tools(work / (name + ".json"), count);
        return Command{options.required("mcpgen"),
                       "tools",
                       work / (name + ".json"),
                       "--namespace",
                       name,
                       "--out",
                       work / "include" / name};
    };
    const auto costs = take_turns({generate(500)}, 11);
    report.figure("by the clock", median(costs[0].seconds) * 1e3, "ms");
    report.at_most("processor time, of 200 ms", median(costs[0].processor) / 0.2, 1);
    if (options["compiler"].empty()) return report.note("no compiler was given: not compiled");
    run(generate(100));
    const fs::path source = options.required("source");
    for (const char* name : {"codec", "client", "server"}) {
        const fs::path file = work / "include/tools100" / (std::string(name) + ".cpp");
        const auto taken = take_turns(
            {{options["compiler"], "-std=c++20", "-O2", "-c", file, "-o", work / "tools.o",
              "-I" + (work / "include").string(), "-I" + (source / "generated").string(),
              "-I" + (source / "runtime/include").string()}},
            1);
        report.figure("compiling " + std::string(name) + ".cpp of 100 tools, -O2",
                      median(taken[0].processor), "s");
    }
}

}  // namespace

int main(int argc, char** argv) {
    const Options options(argc, argv);
    fs::create_directories(options.required("work"));
    pin_to_one_processor();
    Report report;
    include_cost(report, options);
    generation_cost(report, options);
    growth(report, options);
    tools_cost(report, options);
    return report.finish();
}
