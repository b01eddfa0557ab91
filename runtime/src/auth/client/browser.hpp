// The system's browser.
#pragma once

#include <string>

namespace mcp::auth {

/// Opens the page; no shell is involved. False for what is no page, or when there is no program for
/// it. `program` is for tests.
bool open_in_browser(const std::string& url, const std::string& program = {});

}  // namespace mcp::auth
