// What most tests include. With MCPGEN_HEADERS_ONCE it is compiled once, and CMake puts it before
// every source. No file includes it: each includes what it uses.
#pragma once

#include "catch.hpp"

#include <mcp/client.hpp>
#include <mcp/codec.hpp>
#include <mcp/describe.hpp>
#include <mcp/server.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <thread>
