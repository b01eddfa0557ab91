// Every sentence about the manifests of servers, and about servers that are asked for one; see
// messages.hpp for how they are written.
#pragma once

#include <generator/support/diagnostics.hpp>

#include <string_view>

namespace mcpgen::messages {

Message entry_without_name();
Message template_without_address(std::string_view name);
Message entry_twice(std::string_view name);
Message empty_manifest();
Message no_manifest();
Message two_sources();
Message no_service_of_coroutines();
Message against_needs_manifest();
Message reserved_namespace(std::string_view name);
Message no_fetcher(std::string_view tried);
Message fetch_failed(std::string_view said);
Message tools_changed(std::string_view file);

}  // namespace mcpgen::messages
