// The features of the example server, one file each. Names and texts are those that the protocol's
// conformance suite asks for.
#pragma once

#include <mcp/server.hpp>

#include <string>
#include <string_view>

/// The smallest pictures and sounds there are.
inline constexpr std::string_view tiny_png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJg"
    "gg==";
inline constexpr std::string_view tiny_wav =
    "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==";

void add_tools(mcp::Server& server);      // tools.cpp: what tools can give
void add_questions(mcp::Server& server);  // questions.cpp: tools that ask the user or the model
void add_forms(mcp::Server& server);      // forms.cpp: every kind of field in a form
void add_rounds(mcp::Server& server);     // rounds.cpp: questions in several rounds
void add_resources(mcp::Server& server);  // resources.cpp
void add_prompts(mcp::Server& server);    // prompts.cpp
void add_tasks(mcp::Server& server);      // tasks.cpp: tools that run as tasks
