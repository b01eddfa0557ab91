// The thread that computes tables for the keys of all issuers (jose/p256_table.hpp).
#pragma once

#include <functional>
#include <stop_token>

namespace mcp::auth {

/// Does the work there, one after the other. What is not begun when the program ends is dropped,
/// and what is under way is stopped and waited for: it needs libcrypto. Throws std::system_error
/// when there can be no thread.
void on_table_thread(std::function<void(const std::stop_token&)> work);

}  // namespace mcp::auth
