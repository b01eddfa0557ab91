// Whether a server that has answered a million requests has as much memory as after the first
// hundred thousand:
//
//   bench_memory [--requests N] [--growth MB] SERVER [ARGUMENT...]
//
// The server is one with a tool `echo`. Requests of both eras, good ones and bad ones, 64 in
// flight; every answer is checked.
#include <tests/bench/command_line.hpp>
#include <tests/bench/measure.hpp>
#include <tests/bench/stdio_child.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mcpgen::bench::StdioChild;

constexpr long in_flight = 64;

/// A kind of request, and what its answer has.
struct Kind {
    std::string_view method;
    std::string_view params;
    std::string_view answer;
};

constexpr Kind kinds[] = {
    {"ping", "{}", R"("result":{}})"},
    {"tools/list", "{}", R"("result":{"tools":[{)"},
    {"tools/call", R"({"name":"none","arguments":{}})", R"("error":{"code":-32602)"},
    {"tools/call", R"({"name":"echo","arguments":{"text":7}})", R"("isError":true)"},
    {"tools/call", R"({"name":"echo","arguments":{"text":"a text of the client"}})",
     R"("text":"a text of the client")"},
    {"tools/call",
     R"({"name":"echo","arguments":{"text":"with a token"},"_meta":{"progressToken":7}})",
     R"("text":"with a token")"},
    {"tools/call",
     R"({"name":"echo","arguments":{"text":"modern"},"_meta":{)"
     R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
     R"("io.modelcontextprotocol/clientCapabilities":{}}})",
     R"("resultType":"complete")"},
    {"no/such/method", "{}", R"("error":{"code":-32601)"},
};

const Kind& kind_of(long number) {
    return kinds[static_cast<std::size_t>(number) % std::size(kinds)];
}

void append_request(std::string& text, long number) {
    const Kind& kind = kind_of(number);
    text += R"({"jsonrpc":"2.0","id":)";
    text += std::to_string(number);
    text.append(R"(,"method":")").append(kind.method);
    text.append(R"(","params":)").append(kind.params).append("}\n");
}

[[noreturn]] void give_up(std::string_view answer) {
    std::fprintf(stderr, "a wrong answer: %.*s\n", static_cast<int>(answer.size()), answer.data());
    std::exit(2);
}

/// The requests under way, which may be answered in any order. Each is answered once.
class Requests {
public:
    explicit Requests(StdioChild& child) : child_(child) {}

    /// Goes on until so many have been answered.
    void run(long count) {
        while (answered_ < count) {
            while (sent_ < count && sent_ - answered_ < in_flight) {
                append_request(batch_, sent_++);
                waits_.push_back(true);
            }
            child_.send(batch_);
            batch_.clear();
            do {
                take(child_.line());
            } while (child_.has_line());
        }
    }

private:
    void take(std::string_view answer) {
        const auto at = answer.find("\"id\":");
        if (at == std::string_view::npos) give_up(answer);
        const long number = std::atol(answer.data() + at + 5);
        if (number < 0 || number >= sent_ || !waits_[static_cast<std::size_t>(number)] ||
            answer.find(kind_of(number).answer) == std::string_view::npos) {
            give_up(answer);
        }
        waits_[static_cast<std::size_t>(number)] = false;
        ++answered_;
    }

    StdioChild& child_;
    std::string batch_{};
    std::vector<bool> waits_{};
    long sent_ = 0;
    long answered_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    long requests = 1'000'000;
    double growth = 0.25;
    constexpr std::string_view usage =
        "bench_memory [--requests N] [--growth MB] SERVER [ARGUMENT...]";
    const auto programs = mcpgen::bench::read_command_line(
        argc, argv, {{"--requests", &requests}, {"--growth", &growth}}, {}, usage);
    if (requests < 10 * in_flight) mcpgen::bench::refuse_command_line(usage);

    StdioChild child(programs[0].command);
    child.send(R"({"jsonrpc":"2.0","id":"first","method":"initialize","params":{)"
               R"("protocolVersion":"2025-11-25","capabilities":{},)"
               R"("clientInfo":{"name":"bench","version":"1"}}})"
               "\n");
    child.line();
    child.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");

    mcpgen::bench::Report report;
    report.heading(std::to_string(requests) + " requests to one server");
    Requests all(child);
    all.run(requests / 10);
    const double before = child.resident_megabytes();
    report.figure("resident memory after a tenth of them", before, "MB");
    all.run(requests);
    const double after = child.resident_megabytes();
    report.figure("resident memory after all", after, "MB");
    report.at_most("growth", after - before, growth, 1, "MB");
    return report.finish();
}
