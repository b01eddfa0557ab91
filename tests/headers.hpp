// What most tests include, read once for all of them (MCPGEN_HEADERS_ONCE). Not for #include.
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
