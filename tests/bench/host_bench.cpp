// What many servers cost a host: putting a hundred catalogues of a hundred tools together, finding
// a tool in them, and a call through the host against a call of the same client.
#include "host/server_part.hpp"

#include <mcp/client.hpp>
#include <mcp/host.hpp>
#include <mcp/server.hpp>
#include <tests/bench/measure.hpp>

#include <time.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace mcpgen::bench;
using namespace mcp;

namespace {

constexpr std::size_t servers = 100;
constexpr std::size_t tools = 100;

[[noreturn]] void stop(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(2);
}

host::ServerLists lists_of_one() {
    host::ServerLists lists;
    for (std::size_t i = 0; i < tools; ++i) {
        Tool tool;
        tool.name = "tool.number_" + std::to_string(i);
        tool.description = std::string(200, 'x');
        tool.inputSchema = {{"type", "object"}, {"description", std::string(300, 'y')}};
        lists.tools.push_back(std::move(tool));
    }
    return lists;
}

double milliseconds(std::chrono::steady_clock::time_point since) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - since)
        .count();
}

/// Of all threads, in microseconds: a call is the work of several.
double processor_time(const std::function<void()>& work) {
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
    };
    const double begin = now();
    work();
    return now() - begin;
}

/// From the lists of all servers, as they have been read, to one catalogue that was looked into.
/// Each server's change gives a new catalogue, as in a host.
double merge_all() {
    std::vector<host::ServerLists> all(servers, lists_of_one());
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::shared_ptr<const host::ServerPart>> parts;
    std::shared_ptr<const Catalogue> catalogue;
    for (std::size_t i = 0; i < servers; ++i) {
        const std::string name = "server" + std::to_string(i);
        parts.push_back(host::make_part(name, name, std::move(all[i])));
        catalogue = std::make_shared<const Catalogue>(parts);
    }
    if (catalogue->tools().size() != servers * tools) stop("tools are missing");
    if (!catalogue->tool("server99__tool_number_99")) stop("a tool is not found");
    return milliseconds(begin);
}

struct Echo {
    Echo() {
        Tool tool;
        tool.name = "echo";
        tool.inputSchema = {{"type", "object"}};
        server.tool(std::move(tool), [](const JsonObject&) { return "hello"; });
    }
    std::unique_ptr<Transport> connect() {
        auto [ours, theirs] = memory_transports();
        server.connect(std::move(theirs));
        return std::move(ours);
    }
    Server server{{.name = "echo", .version = "1"}};
};

void whole_host(Report& report) {
    std::vector<std::unique_ptr<Server>> all;
    HostOptions options;
    options.without_consent = true;
    Host host({.name = "bench", .version = "1"}, options);
    for (std::size_t i = 0; i < servers; ++i) {
        all.push_back(std::make_unique<Server>(Implementation{.name = "server", .version = "1"}));
        Server& server = *all.back();
        for (const Tool& tool : lists_of_one().tools) server.tool(tool, [] { return "x"; });
        HostServer added;
        added.config.name = "server" + std::to_string(i);
        added.connect = [&server]() -> Result<std::unique_ptr<Transport>> {
            auto [ours, theirs] = memory_transports();
            server.connect(std::move(theirs));
            return std::move(ours);
        };
        if (!host.add(std::move(added))) stop("a server cannot be added");
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto catalogue = host.fetch_catalogue(std::chrono::seconds(60));
    if (catalogue->size() != servers * tools) stop("a server has not answered");
    report.figure("starting 100 servers in memory, and fetching 10 000 tools", milliseconds(begin),
                  "ms");
}

void calls(Report& report) {
    Echo direct;
    Client client({.name = "bench", .version = "1"});
    if (!client.connect(direct.connect()) || !client.tools()) stop("no connection");
    Echo behind;
    HostOptions options;
    options.without_consent = true;
    Host host({.name = "bench", .version = "1"}, options);
    HostServer added;
    added.config.name = "echo";
    added.connect = [&]() -> Result<std::unique_ptr<Transport>> { return behind.connect(); };
    if (!host.add(std::move(added)) || !host.call_tool("echo__echo")) stop("no host");
    constexpr int many = 200;
    std::vector<double> of_client;
    std::vector<double> of_host;
    for (int sample = 0; sample < 21; ++sample) {
        of_client.push_back(processor_time([&] {
            for (int i = 0; i < many; ++i) keep(client.call_tool("echo"));
        }));
        of_host.push_back(processor_time([&] {
            for (int i = 0; i < many; ++i) keep(host.call_tool("echo__echo"));
        }));
    }
    report.figure("a call of a client, in memory", median(of_client) / many, "us");
    report.figure("the same through a host", median(of_host) / many, "us");
    report.at_most("a call through a host against the client's", ratio(of_host, of_client), 2);
}

}  // namespace

int main() {
    Report report;
    report.heading("a host of 100 servers with 100 tools each");
    std::vector<double> merges;
    for (int i = 0; i < 11; ++i) merges.push_back(merge_all());
    report.at_most("the catalogue, from the servers' lists", median(merges), 50, Report::tolerance,
                   "ms");
    whole_host(report);
    report.heading("calls");
    calls(report);
    return report.finish();
}
