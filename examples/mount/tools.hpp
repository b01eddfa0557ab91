// The tools of both programs: quick ones, slow ones that notice when nobody wants the answer any
// more, and one after which the server says something by itself.
#pragma once

#include <mcp/server.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

inline void add_tools(mcp::Server& server) {
    const auto waiting = std::make_shared<std::atomic<int>>(0);
    const auto cancelled = std::make_shared<std::atomic<int>>(0);
    const auto wait = [waiting, cancelled](mcp::Context& context) {
        ++*waiting;
        for (int i = 0; i < 3000 && !context.cancelled(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        --*waiting;
        if (context.cancelled()) ++*cancelled;
        return "Waited";
    };
    server.tool("hello", "Says hello", [] { return "Hello over HTTP"; });
    server.tool("wait_in_silence", "Waits for half a minute", wait);
    server.tool("wait", "Waits, and says that it does", [wait](mcp::Context& context) {
        context.progress(0, 1, "Waiting");
        return wait(context);
    });
    server.tool("waiting", "How many calls wait", [waiting] { return std::to_string(*waiting); });
    server.tool("cancelled", "How many calls that waited have been cancelled",
                [cancelled] { return std::to_string(*cancelled); });
    server.tool("change", "Adds a tool, of which clients are told", [&server] {
        server.tool("new", "Was added", [] { return "New"; });
        return "Changed";
    });
}
